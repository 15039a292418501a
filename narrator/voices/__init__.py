"""Voices: where lines go that somebody should hear."""
