"""Forget one child in a story that several children made: the parts of the others stay.

A making is the replay of its moves too, but its parts are independent of each other. So its moves can be rewritten
without the child's name, words and recordings.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from narrator.core.game import Seat
from narrator.games import MAKING_GAME
from narrator.games.making.forgetting import moves_without, seats_without
from narrator.games.making.rules import Part, settle_rest
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.table import replay


@dataclass(frozen=True, slots=True)
class SharedMaking:
    """A making without one child."""

    game: int
    seats: tuple[Seat, ...]
    moves: tuple[object, ...]
    clips: tuple[str, ...]
    """The recordings to delete: all that the remaining parts do not use."""


def find_shared_making(
    journal: Journal, clips: Clips, game_id: int, name: str, mentions: Callable[[str], bool]
) -> SharedMaking | None:
    """Return the making without this child, or `None` if nothing of others would be left."""
    if journal.summary(game_id).game != MAKING_GAME:
        return None
    record = journal.read(game_id)
    setup, applied = replay(record)
    state = settle_rest(applied[-1].step.state if applied else setup.state)

    def is_dropped(part: Part) -> bool:
        said = [part.seat, part.words.text or "", (clips.words(part.words.sound) if part.words.sound else "") or ""]
        return any(map(mentions, said))

    kept = [part for part in state.parts if not is_dropped(part)]
    seats = seats_without(state, name)
    if not (seats and any(not part.by_narrator for part in kept)) or any(map(mentions, (seat.name for seat in seats))):
        return None
    used = {part.words.sound for part in kept}
    unused = tuple(clip for clip in clips if clip.startswith(f"game-{game_id}-") and clip not in used)
    moves = tuple(moves_without(state, seats, is_dropped))
    return SharedMaking(game_id, seats, moves, unused)


def rewrite_makings(journal: Journal, makings: Sequence[SharedMaking]) -> None:
    for making in makings:
        journal.rewrite(making.game, making.seats, making.moves)
