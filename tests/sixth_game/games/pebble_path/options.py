"""Options of Pebble Path."""

from narrator.games.hosting.options import GameOption

LONG = GameOption("long_path", "ChooseLongPath", "chosen-long-path", "seven stages instead of four", "long paths")
OPTIONS = (LONG,)
