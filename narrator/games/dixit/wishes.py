"""What can be asked for before Dixit."""

from narrator.games.hosting.wish import SHORT, GameWish

SONGS = GameWish("songs", "MimesAndSongs", "chosen-songs", "a clue may also be sung or shown", "songs and mimes")
WISHES = (SONGS, SHORT)
