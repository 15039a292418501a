"""Lines: from events to words."""
