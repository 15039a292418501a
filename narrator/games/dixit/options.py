"""Options of Dixit."""

from narrator.games.hosting.options import SHORT_GAME, GameOption

SONGS = GameOption("songs", "MimesAndSongs", "chosen-songs", "a clue may also be sung or shown", "songs and mimes")
OPTIONS = (SONGS, SHORT_GAME)
