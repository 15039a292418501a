"""How seats, options and moves are written down, and read again: as JSON, checked on the way out and on the way in."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from narrator.data import form_of
from narrator.errors import NotWritable
from narrator.keep.seal import seal_of
from narrator.play import Game, Seat


def write(kind: Any, value: Any) -> str:
    """The value as JSON, provided that it reads back as the same."""
    try:
        text = form_of(kind).dump_json(value, warnings="error").decode()
        if read(kind, text) == value:
            return text
    except ValueError:
        pass  # told below, without quoting what may be a secret
    raise NotWritable("There is something in it that cannot be written down. Please say or type it in another way.")


def read(kind: Any, text: str) -> Any:
    return form_of(kind).validate_json(text, strict=True)


def written(first: int, moves: Sequence[Any]) -> list[tuple[int, str, str]]:
    """The moves as number, kind and body."""
    return [(number, type(move).__name__, write(type(move), move)) for number, move in enumerate(moves, first)]


def readable_moves(game: Game[Any], seal: int, bodies: Iterable[tuple[int, str, str, int]]) -> Iterator[Any]:
    """The unbroken run of moves from the first that are as they were written; it goes on from this seal."""
    kinds = {kind.__name__: kind for kind in game.MOVES}
    with suppress(KeyError, ValueError):
        for expected, (number, kind, body, own) in enumerate(bodies, 1):
            seal = seal_of(seal, number, kind, body)
            if (number, own) != (expected, seal):
                return
            yield read(kinds[kind], body)


def readable_seats(text: str) -> tuple[Seat, ...]:
    try:
        return tuple(read(tuple[Seat, ...], text))
    except ValueError:
        return ()


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
