"""Rules of story making (1-8 children): answer the questions of a frame, and the answers become a story.

The children choose a frame. It asks seven to nine questions, each to the next child clockwise, and the answers are kept
as they were said. A child who does not know gets three suggestions or lets the narrator choose; a child may also pass
the question to another one. A spoken answer is read back. If the child denies it twice, the recording is kept instead
of the transcript. If an answer tells several things at once, its first piece is the answer. The next piece is offered
at the next question; pieces that are declined there are put back to the first. The last question asks for the title.

A card for another game is made in the same way, with two questions.

After the end the text of a part can be mended, and the children choose whether their own voices are heard.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import assert_never, get_args

from narrator.core.game import (
    Join,
    Leave,
    Luck,
    PhaseWithMoves,
    Reason,
    Seat,
    Seated,
    SpokenWords,
    Step,
    TableState,
    check_seats,
    next_clockwise,
    prepend_events,
    require,
)
from narrator.games.making.moves import (
    AnyMove,
    AskForIdeas,
    ChooseFrame,
    ChooseVoice,
    DeclineOffer,
    FrameChosen,
    IdeasShown,
    LetChoose,
    MakingBegan,
    Mend,
    OfferDeclined,
    PartKept,
    PartMended,
    PartMisheard,
    PassTurn,
    RestKept,
    ShowIdeas,
    TakeIdea,
    Tell,
    TurnPassed,
    VoiceChosen,
)

TITLE = "Your Own Story"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE: frozenset[type] = frozenset((ShowIdeas, TakeIdea))
IDEAS_SHOWN = 3
MAX_MISHEARD = 2
"""After this many wrong transcripts, the recording is kept without one."""


class Mode(StrEnum):
    STORY = "made up"
    CARD = "your own card"
    """A card for another game instead of a story: only two questions."""


MODES: Mapping[str, range] = dict.fromkeys(Mode, range(1, 9))


@dataclass(frozen=True, slots=True)
class FrameShape:
    """What the rules need to know of a frame: its parts in the order of asking, each with its suggestions."""

    suggestions: Mapping[str, tuple[str, ...]]

    @property
    def parts(self) -> tuple[str, ...]:
        """The keys of the parts."""
        return tuple(self.suggestions)


EXAMPLE_FRAMES = {
    "journey": FrameShape(dict.fromkeys(("hero", "wish", "title"), ("a snail", "a very small giant", "a teapot")))
}


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.STORY
    frames: Mapping[str, FrameShape] = field(default_factory=lambda: EXAMPLE_FRAMES)
    frame: str | None = None
    """The frame that was chosen before the game, if one was."""


class Phase(PhaseWithMoves):
    CHOOSING = "choosing", ChooseFrame, Leave, Join
    ASKING = "asking", Tell, AskForIdeas, LetChoose, PassTurn, Leave, Join
    OFFERING = "offering", Tell, DeclineOffer, AskForIdeas, LetChoose, PassTurn, Leave, Join
    """A piece of an earlier answer is offered."""
    SHOWING = "showing", ShowIdeas
    """Suggestions are about to be drawn."""
    TAKING = "taking", TakeIdea
    """A suggestion is about to be taken."""
    OVER = "over", Mend, ChooseVoice


@dataclass(frozen=True, slots=True)
class Part:
    """An answer that was kept."""

    key: str
    seat: str
    words: SpokenWords
    by_narrator: bool = False
    misheard: bool = False
    """Whether the transcript is wrong and was not mended yet."""


@dataclass(frozen=True, slots=True)
class State(TableState):
    options: Options
    asked: str
    """The child who answers next."""
    phase: Phase = Phase.CHOOSING
    frame: str | None = None
    parts: tuple[Part, ...] = ()
    ideas: tuple[int, ...] = ()
    """The suggestions that were shown for the open question, counted from zero."""
    misheard: int = 0
    """How many transcripts of the open answer were denied."""
    rest: tuple[str, ...] = ()
    """Pieces of the last answer that may answer the next questions."""
    own_voices: bool = True

    @property
    def shape(self) -> FrameShape:
        """The chosen frame."""
        assert self.frame is not None
        return self.options.frames[self.frame]

    @property
    def open_part(self) -> str | None:
        """The key of the part that is asked for."""
        if self.frame is None or len(self.parts) == len(self.shape.parts):
            return None
        return self.shape.parts[len(self.parts)]

    @property
    def suggestions(self) -> tuple[str, ...]:
        """All suggestions for the open part."""
        return self.shape.suggestions[self.open_part] if self.open_part else ()

    @property
    def shown_ideas(self) -> tuple[str, ...]:
        """The suggestions that were shown for the open part."""
        return tuple(self.suggestions[number] for number in self.ideas)


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    check_seats(seats, MODES[options.mode], mode=options.mode.value)
    require(options.frames, Reason.OPTION)
    state = State(tuple(seats), options, seats[0].name)
    if options.frame is None:
        return Step(state, (MakingBegan(),))
    require(options.frame in options.frames, Reason.OPTION)
    return prepend_events([MakingBegan()], choose_frame(state, options.frame))


def legal(state: State) -> frozenset[type]:
    return state.phase.move_types


def waiting(state: State) -> tuple[str, ...]:
    return (state.asked,) if state.phase in (Phase.ASKING, Phase.OFFERING) else ()


def moves(state: State) -> Iterator[AnyMove]:
    example = SpokenWords("a snail")
    match state.phase:
        case Phase.CHOOSING:
            yield from map(ChooseFrame, state.options.frames)
        case Phase.ASKING | Phase.OFFERING:
            yield Tell(state.asked, example)
            yield AskForIdeas(state.asked)
            yield LetChoose(state.asked)
            yield from (PassTurn(state.asked, to) for to in (None, *state.names) if to != state.asked)
            if state.phase is Phase.OFFERING:
                yield DeclineOffer(state.asked)
        case Phase.SHOWING | Phase.TAKING:
            return
        case Phase.OVER:
            yield from (Mend(part.key, "a snail") for part in state.parts)
            yield from map(ChooseVoice, (True, False))
        case _:
            assert_never(state.phase)


def chance(state: State, luck: Luck) -> AnyMove | None:
    numbers = range(len(state.suggestions))
    if state.phase is Phase.SHOWING:
        fresh = [number for number in numbers if number not in state.ideas]
        shuffled = luck.shuffled(fresh if len(fresh) >= IDEAS_SHOWN else numbers)
        return ShowIdeas(shuffled[:IDEAS_SHOWN])
    if state.phase is Phase.TAKING:
        return TakeIdea(luck.pick(state.ideas or numbers))
    return None


def apply(state: State, move: AnyMove) -> Step[State]:
    state.check_move(move, legal(state))
    match move:
        case ChooseFrame(frame):
            require(frame in state.options.frames, Reason.OPTION)
            return choose_frame(state, frame)
        case Tell(seat, words, rest, misheard):
            return mishear(state, seat, words) if misheard else tell(state, seat, words, rest)
        case AskForIdeas(seat):
            check_turn(state, seat)
            return Step(replace(settle_rest(state), phase=Phase.SHOWING))
        case ShowIdeas(numbers):
            return show_ideas(state, numbers)
        case LetChoose(seat):
            check_turn(state, seat)
            return Step(replace(settle_rest(state), phase=Phase.TAKING))
        case TakeIdea(number):
            require(number in range(len(state.suggestions)), Reason.IMPOSSIBLE_DRAW)
            words = SpokenWords(state.suggestions[number])
            return keep_part(state, state.asked, words, by_narrator=True)
        case DeclineOffer(seat):
            check_turn(state, seat)
            return Step(settle_rest(state), (OfferDeclined(seat),))
        case PassTurn(seat, to):
            return pass_turn(state, seat, to)
        case Mend(part, text):
            return mend(state, part, text)
        case ChooseVoice(own):
            return Step(replace(state, own_voices=own), (VoiceChosen(own),))
        case Leave(seat):
            return state.leave(seat, leave_seat)
        case Join(seat, age):
            return join(state, Seat(seat, age))
        case _:
            assert_never(move)


# --- the questions -------------------------------------------------------------------------------


def choose_frame(state: State, frame: str) -> Step[State]:
    return Step(replace(state, frame=frame, phase=Phase.ASKING), (FrameChosen(frame),))


def check_turn(state: State, seat: str) -> None:
    require(seat == state.asked, Reason.NOT_YOUR_TURN, turn=state.asked)


def tell(state: State, seat: str, words: SpokenWords, rest: tuple[str, ...]) -> Step[State]:
    """Keep the answer. If it is one of the suggestions, it is the narrator's."""
    check_turn(state, seat)
    require((words.text or "").strip() or words.sound, Reason.NO_WORDS)
    if state.rest and words == SpokenWords(state.rest[0]):
        state = use_rest(state)
    else:
        state = replace(settle_rest(state), rest=rest)
    by_narrator = words.sound is None and words.text in state.shown_ideas
    step = keep_part(state, seat, words, by_narrator=by_narrator)
    kept = [RestKept(seat, len(rest))] if step.state.rest and rest else []
    return Step(step.state, (*step.events[:1], *kept, *step.events[1:]))


def use_rest(state: State) -> State:
    """Take the first piece out of the rest. The recording before it says more than its part, so it is not played."""
    *parts, last = state.parts
    last = replace(last, words=SpokenWords(last.words.text))
    return replace(state, parts=(*parts, last), rest=state.rest[1:])


def settle_rest(state: State) -> State:
    """Put the rest of a long answer back to the part it was said with, and ask the question itself."""
    if not state.rest:
        return state
    *parts, last = state.parts
    last = replace(last, words=replace(last.words, text=" ".join((last.words.text or "", *state.rest))))
    return replace(state, parts=(*parts, last), rest=(), phase=Phase.ASKING)


def mishear(state: State, seat: str, words: SpokenWords) -> Step[State]:
    """Ask once more; the second time keep the recording, whose transcript is wrong."""
    check_turn(state, seat)
    state = settle_rest(state)
    count = state.misheard + 1
    if count >= MAX_MISHEARD and words.sound:
        return keep_part(state, seat, words, misheard=True)
    return Step(replace(state, misheard=count), (PartMisheard(seat),))


def keep_part(
    state: State, seat: str, words: SpokenWords, *, by_narrator: bool = False, misheard: bool = False
) -> Step[State]:
    """Keep an answer and ask the next child, or end with the last part."""
    key = state.open_part
    assert key is not None
    state = replace(
        state,
        parts=(*state.parts, Part(key, seat, words, by_narrator, misheard)),
        asked=next_clockwise(seat, state.names),
        ideas=(),
        misheard=0,
        phase=Phase.OFFERING if state.rest else Phase.ASKING,
    )
    told = PartKept(seat, key, words, by_narrator, misheard)
    return prepend_events([told], Step(state) if state.open_part else end(state))


def show_ideas(state: State, numbers: tuple[int, ...]) -> Step[State]:
    known = range(len(state.suggestions))
    require(len({*numbers}) == IDEAS_SHOWN and {*numbers} <= {*known}, Reason.IMPOSSIBLE_DRAW)
    state = replace(state, ideas=numbers, phase=Phase.ASKING)
    return Step(state, (IdeasShown(state.asked, state.shown_ideas),))


def pass_turn(state: State, seat: str, to: str | None) -> Step[State]:
    check_turn(state, seat)
    require(to is None or to in state.names, Reason.NOT_AT_TABLE)
    asked = to or next_clockwise(seat, state.names)
    return Step(replace(state, asked=asked), (TurnPassed(seat, asked),))


# --- coming, going and the end -------------------------------------------------------------------


def join(state: State, newcomer: Seat) -> Step[State]:
    """Seat a newcomer at once, because there is only one round."""
    step = state.add_newcomer(newcomer, max(MODES[state.options.mode]))
    seated = replace(step.state, seats=step.state.seats + step.state.newcomers, newcomers=())
    return Step(seated, (Seated(newcomer.name),))


def leave_seat(state: State, seat: str) -> Step[State]:
    """Continue without this child, whose parts stay in the story. Without children, the making ends unfinished."""
    neighbour = next_clockwise(seat, state.names)
    state = state.without_players({seat})
    if not state.seats:
        return end(state, finished=False)
    return Step(replace(state, asked=neighbour if state.asked == seat else state.asked))


def end(state: State, *, finished: bool = True) -> Step[State]:
    return settle_rest(state).end_game((), {}, finished=finished, phase=Phase.OVER)


def mend(state: State, key: str, text: str) -> Step[State]:
    """Replace the text of a part. The recording stays."""
    require(text.strip(), Reason.NO_WORDS)
    require(any(part.key == key for part in state.parts), Reason.OPTION)
    mended = tuple(
        replace(part, words=replace(part.words, text=text), misheard=False) if part.key == key else part
        for part in state.parts
    )
    return Step(replace(state, parts=mended), (PartMended(key, text),))


def view(state: State, seat: str | None) -> State:
    """Return the whole state: nothing is secret."""
    return state
