"""Host of Pebble Path: ask for pebbles and for the next sentence of the story."""

from collections.abc import Iterator, Mapping, Sequence

from narrator.games.pebble_path import retelling
from narrator.games.pebble_path.moves import FistsOpened, Hide, StageBegan, TellOn, ToldOn
from narrator.games.pebble_path.options import LONG
from narrator.games.pebble_path.rules import FISTFULS, Options, Phase, State, steps, waiting

from narrator.core.game import Event, GameEnded
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.panels import Panel, non_empty_panels, quotes_panel, standing_panel
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.questions import Choice, GameQuestion, Slot, single_slot_question
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.clip_marks import quote_clip
from narrator.language.lines.event_lines import event_lines, standing_lines
from narrator.language.lines.line import Line, line

ROUND_END_EVENTS: tuple[type[Event], ...] = (ToldOn,)
EVENT_CUES: Mapping[type[Event], str] = {StageBegan: "page-turn", GameEnded: "win"}
retell = retelling.retell


def build_options(plan: Plan, content: Content) -> Options:
    return Options(stages=7) if plan.game_options.get(LONG.name) else Options()


def questions(state: State, content: Content) -> tuple[GameQuestion, ...]:
    match state.phase:
        case Phase.HIDING:
            return tuple(ask_hide(seat) for seat in waiting(state))
        case Phase.TELLING:
            return tuple(ask_tell(seat) for seat in waiting(state))
        case _:
            return ()


def ask_hide(seat: str) -> GameQuestion:
    choices = tuple(Choice(count, get_language().number_word(count)) for count in FISTFULS)
    pebbles = Slot("number", line("ask-hide", seat=seat), choices, is_secret=True)
    return single_slot_question(seat, pebbles, "Hide", lambda v: Hide(seat, v["number"]))


def ask_tell(seat: str) -> GameQuestion:
    words = Slot("words", line("ask-tell-on", seat=seat), is_free_text=True)
    return single_slot_question(seat, words, "TellOn", lambda v: TellOn(seat, v["words"]))


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    for event in events:
        match event:
            case FistsOpened(pebbles, ahead):
                gained = steps(pebbles)
                for seat, count in pebbles.items():
                    yield line("held", seat=seat, count=count, walks=seat in gained)
                yield line("fists-opened", ahead=ahead, walks=bool(gained))
            case ToldOn(seat, words):
                yield line("told-on", seat=seat, words=quote_clip(words))
            case GameEnded(outcome):
                yield line("game-ended", finished=outcome.finished)
                yield from standing_lines(outcome.scores)
                if outcome.finished:
                    yield line("won", winners=outcome.winners, count=len(outcome.winners))
            case _:
                yield from event_lines(event)


def look_up(topic: LookUp, state: State, content: Content) -> Iterator[Line]:
    match topic:
        case LookUp.SCORES:
            yield from standing_lines(state.scores)
        case LookUp.ROUND:
            yield line("stage-began", stage=state.stage, stages=state.options.stages)
        case LookUp.STORY if state.sentences:
            yield from (line("told-on", seat=seat, words=quote_clip(words)) for seat, words in state.sentences)


def recap(state: State, content: Content) -> Iterator[Line]:
    for topic in (LookUp.STORY, LookUp.ROUND, LookUp.SCORES):
        yield from look_up(topic, state, content)


def panels(view: State, content: Content) -> tuple[Panel, ...]:
    return non_empty_panels(
        quotes_panel("The story", (words.text for _, words in view.sentences)), standing_panel(view.scores)
    )


def lessons(options: Options) -> tuple[Line, ...]:
    return tuple(line(f"teach-{step}", stages=options.stages) for step in range(1, 4))
