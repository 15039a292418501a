"""The audio format of the recogniser: 16 kHz mono, analysed in frames of 10 ms."""

SAMPLE_RATE_HZ = 16_000
"""The rate of Vosk, Moonshine and Silero."""
FRAME_SAMPLES = 160
"""Samples of one frame."""
FRAME_S = FRAME_SAMPLES / SAMPLE_RATE_HZ
"""Duration of one frame."""
