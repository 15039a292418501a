"""Microphone and speaker streams through PortAudio or miniaudio."""
