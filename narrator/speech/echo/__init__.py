"""Acoustic echo cancellation."""
