"""Pictures of cards, stories and covers: a setting and things in it, drawn as SVG."""
