"""Take a child's parts out of a made story that others made too. The narrator's suggestions replace them."""

from collections.abc import Callable, Iterator, Sequence

from narrator.core.game import Seat
from narrator.games.making import rules
from narrator.games.making.moves import AnyMove, ChooseFrame, ChooseVoice, LetChoose, PassTurn, TakeIdea, Tell
from narrator.games.making.rules import Part, State


def seats_without(state: State, name: str) -> tuple[Seat, ...]:
    """Return the other children: those at the table, and those who left after they had told a part."""
    seats = {seat.name: seat for seat in state.seats} | {
        part.seat: Seat(part.seat) for part in state.parts if part.seat not in state.names
    }
    return tuple(seat for seat in seats.values() if seat.name.casefold() != name.casefold())


def moves_without(state: State, seats: Sequence[Seat], is_dropped: Callable[[Part], bool]) -> Iterator[AnyMove]:
    """Yield the moves that lead to the same story, with suggestions in place of the dropped parts."""
    made = rules.setup(seats, state.options).state

    def play(move: AnyMove) -> AnyMove:
        nonlocal made
        made = rules.apply(made, move).state
        return move

    if made.frame is None and state.frame is not None:
        yield play(ChooseFrame(state.frame))
    for part in state.parts:
        if is_dropped(part):
            yield play(LetChoose(made.asked))
            yield play(TakeIdea(0))
            continue
        if made.asked != part.seat:
            yield play(PassTurn(made.asked, part.seat))
        tell = Tell(part.seat, part.words, misheard=part.misheard)
        while made.misheard + 1 < rules.MAX_MISHEARD and part.misheard:
            yield play(tell)
        yield play(tell)
    if made.outcome and not state.own_voices:
        yield play(ChooseVoice(own=False))
