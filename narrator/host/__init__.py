"""What all games' hosts share. `port.py` says what a host is; each game has its own, `games/<game>/host.py`."""
