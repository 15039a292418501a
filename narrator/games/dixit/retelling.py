"""Dixit told again: a book of dreams."""

from narrator.games.dixit.moves import ClueGiven, How
from narrator.host import dreams
from narrator.play import Event

LINES = {How.SAID: dreams.SAID, How.SUNG: dreams.SUNG, How.MIMED: dreams.MIMED}


def clue_in(event: Event) -> dreams.Clue | None:
    match event:
        case ClueGiven(seat, clue, how):
            return dreams.Clue(seat, clue, LINES[how])
        case _:
            return None


retell, cast_of = dreams.told_by(clue_in)
