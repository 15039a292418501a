"""A kept game, played again move by move, as far as it can be."""

from datetime import datetime

from narrator.host.retelling import Played
from narrator.keep.kept import KeptGame
from narrator.keep.table import events_of, replay
from narrator.play import Seated


def play_again(kept: KeptGame) -> Played:
    """Make all moves again. Under other rules than then, the game is known up to the first that no longer fits."""
    setup, made = replay(kept)
    events = (*setup.events, *events_of(made))
    state = made[-1].step.state if made else setup.state
    outcome = state.outcome
    seated = [event.seat for event in events if isinstance(event, Seated)]
    return Played(
        number=kept.id,
        game=kept.game,
        state=state,
        events=events,
        players=tuple(dict.fromkeys([*(seat.name for seat in kept.seats), *seated])),
        began=local(kept.began),
        finished=outcome is not None and outcome.finished,
    )


def local(time: str) -> datetime:
    """The journal keeps time in UTC; a family remembers Sunday as it was at home."""
    return datetime.fromisoformat(time).astimezone()
