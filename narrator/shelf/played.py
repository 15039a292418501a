"""A kept game, played again move by move, as far as it can be: what the shelf knows of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from narrator.games import games
from narrator.keep.journal import Kept
from narrator.play import Event, Seated


@dataclass(frozen=True, slots=True)
class Played:
    """What happened at a table."""

    number: int
    game: str
    state: Any
    events: tuple[Event, ...]
    players: tuple[str, ...]
    """Everyone who took part, also those who came later or left before the end."""
    began: datetime
    """By the clock on the wall here."""
    finished: bool


def play_again(kept: Kept) -> Played:
    """Make all moves again. Under other rules than then, the game is known up to the first that no longer fits."""
    game = games()[kept.game]
    step = game.setup(kept.seats, kept.options)
    state, events = step.state, list(step.events)
    for move in kept.moves:
        try:
            step = game.apply(state, move)
        except Exception:  # what goes wrong under other rules may be anything, and must not take the story along
            break
        state = step.state
        events += step.events
    outcome = game.outcome(state)
    seated = [event.seat for event in events if isinstance(event, Seated)]
    return Played(
        number=kept.id,
        game=kept.game,
        state=state,
        events=tuple(events),
        players=tuple(dict.fromkeys([*(seat.name for seat in kept.seats), *seated])),
        began=local(kept.began),
        finished=outcome is not None and outcome.finished,
    )


def local(time: str) -> datetime:
    """The journal keeps time in UTC; a family remembers Sunday as it was at home."""
    return datetime.fromisoformat(time).astimezone()
