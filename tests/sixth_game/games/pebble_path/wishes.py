"""What can be asked for before Pebble Path."""

from narrator.games.hosting.wish import GameWish

LONG = GameWish("long_path", "ChooseLongPath", "chosen-long-path", "seven stages instead of four", "long paths")
WISHES = (LONG,)
