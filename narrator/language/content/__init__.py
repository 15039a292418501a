"""Content packs: stories, cards and the markup they are written in."""
