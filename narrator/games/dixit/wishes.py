"""What can be asked for before Dixit."""

from narrator.host.wish import Wish

SONGS = Wish("songs", "MimesAndSongs", "chosen-songs", "a clue may also be sung or shown", "songs and mimes")
WISHES = (SONGS,)
