"""From events to lines, and from lines to words."""
