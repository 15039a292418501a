"""The true way of sound, from PortAudio to the air and back, on a machine that has no sound card: `make test-sound`.

The files are named so that `make test` does not collect them: they need PulseAudio.
"""
