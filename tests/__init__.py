"""A sixth game lies beside the tests, as somebody else's would: whatever is tried with every game is tried with it."""

import os
from pathlib import Path

os.environ["NARRATOR_GAMES"] = str(Path(__file__).parent / "sixth_game")
