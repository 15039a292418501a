"""Tests with real audio streams on virtual devices, on machines without a sound card: `make test-sound`.

They need PulseAudio, so their file names do not match the pattern that `make test` collects.
"""
