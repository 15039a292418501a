"""Rules of Pebble Path (2-6 players): hide pebbles, walk ahead, and continue the story.

In every stage each player hides one, two or three pebbles, and all open their fists together. A player with a number
that no other player has walks that many steps. The player who walked farthest is ahead and tells the next sentence of
the story; if no one walked, the player after the last teller does. After four stages (seven on a long path) the player
who is farthest wins.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import assert_never, get_args

from narrator.games.pebble_path.moves import AnyMove, FistsOpened, Hidden, Hide, StageBegan, TellOn, ToldOn

from narrator.core.game import (
    Join,
    Leave,
    Luck,
    PhaseWithMoves,
    Reason,
    Seat,
    SpokenWords,
    Step,
    TableState,
    check_seats,
    next_clockwise,
    prepend_events,
    require,
    winners,
)

TITLE = "Pebble Path"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE: frozenset[type] = frozenset()
FISTFULS = (1, 2, 3)
HIDDEN = 0


class Mode(StrEnum):
    STROLL = "stroll"


MODES: Mapping[str, range] = {Mode.STROLL: range(2, 7)}


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.STROLL
    stages: int = 4


class Phase(PhaseWithMoves):
    HIDING = "hiding", Hide, Leave, Join
    TELLING = "telling", TellOn, Leave, Join
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State(TableState):
    options: Options
    phase: Phase = Phase.HIDING
    laid: Mapping[str, int] = field(default_factory=dict)
    """The pebbles in each player's fist."""
    ahead: str | None = None
    """The player who tells, or told last."""
    scores: Mapping[str, int] = field(default_factory=dict)
    """The steps that each player has walked."""
    sentences: tuple[tuple[str, SpokenWords], ...] = ()
    """The sentences of the story, each with its player."""
    stage: int = 1


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    check_seats(seats, MODES[options.mode], mode=options.mode.value)
    state = State(tuple(seats), options, scores=dict.fromkeys((seat.name for seat in seats), 0))
    return Step(state, (StageBegan(1, options.stages),))


def legal(state: State) -> frozenset[type]:
    return state.phase.move_types


def waiting(state: State) -> tuple[str, ...]:
    match state.phase:
        case Phase.HIDING:
            return tuple(name for name in state.names if name not in state.laid)
        case Phase.TELLING:
            return (state.ahead,) if state.ahead else ()
        case Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def moves(state: State) -> Iterator[AnyMove]:
    match state.phase:
        case Phase.HIDING:
            yield from (Hide(seat, pebbles) for seat in waiting(state) for pebbles in FISTFULS)
        case Phase.TELLING:
            yield from (TellOn(seat, SpokenWords("And on they went.")) for seat in waiting(state))
        case Phase.OVER:
            return
        case _:
            assert_never(state.phase)


def chance(state: State, luck: Luck) -> AnyMove | None:
    return None


def apply(state: State, move: AnyMove) -> Step[State]:
    state.check_move(move, legal(state))
    match move:
        case Hide(seat, pebbles):
            return hide(state, seat, pebbles)
        case TellOn(seat, words):
            return tell_on(state, seat, words)
        case Leave(seat):
            return state.leave(seat, leave_seat)
        case Join(seat, age):
            return state.add_newcomer(Seat(seat, age), max(MODES[state.options.mode]))
        case _:
            assert_never(move)


# --- a stage -----------------------------------------------------------------------------------


def hide(state: State, seat: str, pebbles: int) -> Step[State]:
    require(seat not in state.laid, Reason.ALREADY_LAID)
    require(pebbles in FISTFULS, Reason.NO_SUCH_SYMBOL, symbols=FISTFULS)
    state = replace(state, laid={**state.laid, seat: pebbles})
    return prepend_events([Hidden(seat, waiting(state))], all_hidden(state))


def all_hidden(state: State) -> Step[State]:
    """Once everyone has hidden pebbles, open the fists."""
    if waiting(state):
        return Step(state)
    gained = steps(state.laid)
    ahead = max(gained, key=lambda name: gained[name]) if gained else next_teller(state)
    scores = {name: score + gained.get(name, 0) for name, score in state.scores.items()}
    state = replace(state, phase=Phase.TELLING, ahead=ahead, scores=scores)
    return Step(state, (FistsOpened(state.laid, ahead),))


def steps(pebbles: Mapping[str, int]) -> dict[str, int]:
    """Return the steps of the players whose number no one else has."""
    times = Counter(pebbles.values())
    return {name: count for name, count in pebbles.items() if times[count] == 1}


def next_teller(state: State) -> str:
    return next_clockwise(state.ahead, state.names) if state.ahead in state.names else state.names[0]


def tell_on(state: State, seat: str, words: SpokenWords) -> Step[State]:
    require(seat == state.ahead, Reason.NOT_YOUR_TURN, turn=state.ahead)
    require((words.text or "").strip() or words.sound, Reason.NO_WORDS)
    return prepend_events(
        [ToldOn(seat, words)], next_stage(replace(state, sentences=(*state.sentences, (seat, words))))
    )


def next_stage(state: State) -> Step[State]:
    if state.stage == state.options.stages:
        return end(state)
    lowest = min(state.scores.values())
    state, seated = state.seat_newcomers(lowest, scores=lowest)
    state = replace(state, phase=Phase.HIDING, laid={}, stage=state.stage + 1)
    return Step(state, (*seated, StageBegan(state.stage, state.options.stages)))


# --- leaving and the end -----------------------------------------------------------------------


def leave_seat(state: State, seat: str) -> Step[State]:
    """Continue without this player. If the teller left, the next player tells."""
    neighbour = next_clockwise(seat, state.names)
    state = state.without_players({seat}, "laid", "scores")
    if len(state.seats) < min(MODES[state.options.mode]):
        return end(state, finished=False)
    if state.ahead == seat:
        state = replace(state, ahead=neighbour)
    return all_hidden(state) if state.phase is Phase.HIDING else Step(state)


def end(state: State, *, finished: bool = True) -> Step[State]:
    """End the game. Most steps win."""
    return state.end_game(winners(state.scores), state.scores, finished=finished, phase=Phase.OVER)


def view(state: State, seat: str | None) -> State:
    """Hide the other players' pebbles while fists are closed."""
    if state.phase is not Phase.HIDING:
        return state
    return replace(state, laid={name: held if name == seat else HIDDEN for name, held in state.laid.items()})
