"""Speech synthesis: voices, the render cache and the playback queue."""
