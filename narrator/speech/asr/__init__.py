"""Speech recognition: VAD, endpointing, Vosk, Moonshine and the decision between them."""
