"""Sound in and out: devices, speech recognition, speech synthesis and echo cancellation."""
