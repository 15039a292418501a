"""Dixit told again: a book of dreams."""

from narrator.box.content import Box
from narrator.games.dixit.moves import ClueGiven, How
from narrator.host import dreams
from narrator.host.cast import Cast
from narrator.host.retelling import Played, Tale
from narrator.play import Event
from narrator.tell.wording import Wording

LINES = {How.SAID: dreams.SAID, How.SUNG: dreams.SUNG, How.MIMED: dreams.MIMED}


def retell(played: Played, box: Box, wording: Wording) -> Tale:
    return dreams.tell(played, tuple(dreams.dreams_of(played, box, clue_in)), wording)


def cast_of(played: Played, box: Box, wording: Wording) -> Cast:
    return dreams.cast_of(played, tuple(dreams.dreams_of(played, box, clue_in)), wording)


def clue_in(event: Event) -> dreams.Clue | None:
    match event:
        case ClueGiven(seat, clue, how):
            return dreams.Clue(seat, clue, LINES[how])
        case _:
            return None
