"""The tests. They add a sixth game, as a user might, so that tests of every game include it."""

import os
from pathlib import Path

os.environ["NARRATOR_GAMES"] = str(Path(__file__).parent / "sixth_game")
