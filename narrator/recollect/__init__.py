"""Remembering a finished story together."""
