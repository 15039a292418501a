"""What a game's host need not write: how most of it goes where a game has nothing to say about it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from narrator.box.content import Box
from narrator.host.asking import Choice
from narrator.host.panels import Panel
from narrator.play import Event, GameEnded, Seat
from narrator.tell.lines import Line
from narrator.understand.grammar import Lists

CARDS = False
CUES: Mapping[type[Event], str] = {GameEnded: "win"}
retell = None
cast_of = None


def stories(box: Box) -> Mapping[str, str]:
    return {}


def story_of(options: Any) -> str | None:
    return None


def story_title(options: Any, box: Box) -> str | None:
    return None


def minutes(options: Any, players: int) -> float | None:
    return None


def open_table(options: Any, seats: Sequence[Seat]) -> bool:
    return False


def texts(options: Any, box: Box) -> Iterator[Box]:
    return iter(())


def has_words(options: Any, box: Box) -> bool:
    return True


def players(state: Any) -> tuple[str, ...]:
    names = tuple(seat.name for seat in state.seats)
    return (*names, *(seat.name for seat in getattr(state, "newcomers", ())))


def hand(state: Any, seat: str, box: Box) -> tuple[Choice, ...]:
    return ()


def all_cards(state: Any, box: Box) -> tuple[Choice, ...]:
    return ()


def wide(state: Any, box: Box) -> Lists:
    return {}


def sheet(state: Any, seat: str | None, box: Box) -> Iterator[Line]:
    return iter(())


def panels(view: Any, box: Box) -> tuple[Panel, ...]:
    return ()
