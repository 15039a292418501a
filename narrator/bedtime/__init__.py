"""Telling a finished story again: at bedtime, softly, and remembering it together."""
