"""A moment between two moves: what the table looks like, and everything that was said towards the next answer.

`Between` is all there is between two moves, in one frozen value; a move, an undo or a refusal wipes it, so nothing can
be stuck half-answered. `Moment` looks at it together with the table: who is asked what, what is still open, what may be
said. Functions take a moment and return a `Turn`: the moment after it, the moves to make, the lines to say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from narrator.core.game import Game, Join, Leave
from narrator.dialog.booth import Visit
from narrator.dialog.manners import AT_THE_TABLE
from narrator.dialog.topic import Reply
from narrator.games.hosting.host import Host, LookUp
from narrator.games.hosting.plan import Privacy
from narrator.games.hosting.questions import NUMBERED, Answer, Choice, GameQuestion, Slot
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.line import Line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.reading import Reading


@dataclass(frozen=True, slots=True)
class Waiting:
    """What must be answered before the game goes on: a yes or no, a name, free words, the next step of a lesson."""

    question: Line
    yes: "Callable[[Moment], Turn] | None" = None
    words: "Callable[[Moment, str], Turn] | None" = None
    who: "Callable[[Moment, str], Turn] | None" = None
    steps: tuple[Line, ...] = ()
    before: "TurnState | None" = None  # what still stands after a "no"
    ready: "Callable[[Moment], Turn] | None" = None
    """What one player alone is told, once the others cannot hear it."""
    again: Reading | None = None
    """What leads to this question once more, if it must not get lost: somebody comes or goes."""

    @property
    def kind(self) -> str:
        kinds = {"yes": self.yes, "name": self.who, "ready": self.ready, "steps": self.steps}
        return next((kind for kind, asked in kinds.items() if asked), "words")

    @property
    def intents(self) -> frozenset[str]:
        return SAID_TO[self.kind]


SAID_TO = {
    "yes": frozenset({"Yes", "No"}),
    "name": frozenset({"IAm", "Skip"}),
    "ready": frozenset({"Ready", "OnlyMe", "Yes", "Skip", "No", "AlsoPlays"}),
    "steps": frozenset({"Yes", "No", "Skip"}),
    "words": frozenset({"Skip"}),
}
"""What answers each kind of question that waits."""


@dataclass(frozen=True)
class TurnState:
    """What lies between two moves."""

    filled: Mapping[str, Any] = field(default_factory=dict)
    """The places of the answer that something was said for."""
    answering: str | None = None  # the kind of answer that was begun
    speaker: str | None = None  # who is answering, if somebody was named or has begun
    waiting: Waiting | None = None
    booth: Visit | None = None
    locked: frozenset[str | None] = frozenset()  # who has chosen by hand, and says it next
    called: frozenset[str] = frozenset()  # who was asked to look at their phone, and has not chosen yet
    heard: frozenset[str] = frozenset()  # who has heard their hand alone, since anything was revealed
    misses: int = 0  # how often in a row nothing was understood
    torn: tuple[Reading, ...] = ()  # what the last words could have meant, if they could mean this or that
    shown: frozenset[tuple[str, str]] = frozenset()
    """To whom which cards were described this evening, by name: for a player's own ears, or told with a question. What
    others are told never depends on it.
    """
    given: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What each has answered since the last reveal, the latest last, for "same as Nick"."""
    moved: bool = False  # whether a player has done anything yet
    just_moved: bool = False
    """Whether the last thing that happened was an answer that counted, so that "no" is about that one."""
    round_over: bool = False

    def wiped(self) -> "TurnState":
        """Without what was said towards an answer."""
        return replace(self, filled={}, answering=None, waiting=None, booth=None, misses=0, torn=())


NOTHING_SAID = TurnState()


@dataclass(frozen=True)
class Setting:
    """What stays the same for a whole game."""

    game: Game[Any]
    host: Host
    content: Content
    privacy: Privacy
    words: LineRenderer
    practice: bool = False
    called: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Other ways to say a player's name, as they were heard."""
    phones: Callable[[], frozenset[str]] = frozenset  # who has a phone now
    without_phone: Privacy = Privacy.TOKENS  # how those keep secrets who have none, where the others do


@dataclass(frozen=True)
class Moment:
    """The table and what was said so far, to look at. What follows from both is looked up once, here."""

    setting: Setting
    state: Any
    asks: tuple[GameQuestion, ...]  # what is asked of whom, as long as nobody moves
    now: TurnState = NOTHING_SAID
    last: tuple[Any, Any] | None = None  # the move that can be taken back, and the state before it
    undoing: bool = False  # the last move is taken back; this is the table without it
    pressed: bool = False  # this comes out of the booth, and is answered there
    before: TurnState = NOTHING_SAID
    """As it was before these words. If they are refused, it still stands."""

    over: bool = field(init=False)
    changeable: bool = field(init=False)  # whether the plan can still be changed by voice
    ask: GameQuestion | None = field(init=False)  # the question of whoever is answering, else the first one
    asked: str | None = field(init=False)  # whose question that is, if not anybody's
    answer: Answer | None = field(init=False)  # the answer that was begun, else the usual one
    places: tuple[Slot, ...] = field(init=False)  # of that answer
    open_place: Slot | None = field(init=False)
    """The first place of the answer that nothing was said about yet."""
    free: bool = field(init=False)  # whether free words are awaited: a clue, a reason, a name
    keeps: Privacy = field(init=False)  # how whoever is asked keeps secrets
    apart: bool = field(init=False)  # whether these are for the booth, or a phone, alone
    on_phones: tuple[str, ...] = field(init=False)  # who chooses on a phone now
    choosing: tuple[GameQuestion, ...] = field(init=False)
    """The questions that are answered by hand at the same time; who was named chooses alone."""
    to_lock: bool = field(init=False)  # whether all choose with their fingers now, before anybody says it
    held_back: bool = field(init=False)
    """Whether somebody who chose by hand would now say it, while others still choose on their phones."""

    def __post_init__(self) -> None:
        now, asks = self.now, self.asks
        phones = [each for each in asks if self.setting.privacy is Privacy.PHONES and self.on_phone(each)]
        mine = [each for each in asks if now.speaker is not None and each.seat == now.speaker]
        aloud = [each for each in asks if each not in phones]  # phones need no asking in turn
        ask = next(iter((*mine, *aloud, *asks)), None)
        answer = ask and ((ask.answer_with(now.answering) if now.answering else None) or ask.answers[0])
        places = answer.slots if answer else ()
        place = next((each for each in places if each.name not in now.filled), None)
        asked = ask.seat if ask else None
        keeps = self.kept_by(asked)
        by_hand = place is not None and place.is_secret and keeps is Privacy.TOKENS
        together = ask is not None and not ask.only_if_named
        choosing = [each for each in asks if each is ask or (together and each.seat and not each.only_if_named)]
        alone = len(choosing) < 2  # nobody to hide it from until it is said
        free = now.waiting.words is not None if now.waiting else place is not None and place.is_free_text
        begun = free and now.answering is not None  # "together" may be somebody's clue
        vars(self).update(
            over=self.state.outcome is not None,
            changeable=not (now.moved or self.setting.practice or begun),
            ask=ask,
            asked=asked,
            answer=answer,
            places=places,
            open_place=place,
            free=free,
            keeps=keeps,
            apart=keeps in (Privacy.BOOTH, Privacy.PHONES),
            on_phones=tuple(each.seat for each in phones if each.seat),
            choosing=tuple(choosing),
            to_lock=by_hand and asked not in now.locked and not alone,
            held_back=by_hand and ask not in phones and bool(phones),
        )

    @classmethod
    def of(
        cls, setting: Setting, state: Any, now: TurnState = NOTHING_SAID, last: tuple[Any, Any] | None = None
    ) -> "Moment":
        """The table as it lies, and what was said so far."""
        asks = () if state.outcome is not None else setting.host.questions(state, setting.content)
        return cls(setting, state, asks, now, last, before=now)

    def with_(self, **changes: Any) -> "Moment":
        """The same with other things said so far."""
        return replace(self, now=replace(self.now, **changes))

    def wiped(self) -> "Moment":
        return replace(self, now=self.now.wiped())

    def refused(self) -> "Moment":
        """Without what was just said; what was said before it still stands."""
        was = self.before
        now = replace(self.now.wiped(), filled=was.filled, answering=was.answering, speaker=was.speaker)
        still = replace(self, now=now)
        return still if now.filled and still.open_place else self.wiped()

    def before_last(self) -> "Moment":
        """As it was before the last move, with nothing said towards an answer."""
        assert self.last is not None
        speaker = None if isinstance(self.last[0], Join | Leave) else getattr(self.last[0], "seat", None)
        was = Moment.of(self.setting, self.last[1], replace(self.now.wiped(), speaker=speaker))
        return replace(was, undoing=True, pressed=self.pressed, before=NOTHING_SAID)

    # --- what is known at the table --------------------------------------------------------------

    @cached_property
    def room(self) -> Any:
        """What everybody may know."""
        return self.setting.game.view(self.state, None)

    def about(self, what: LookUp) -> tuple[Line, ...]:
        """What everybody may be told about this; nothing if there is nothing."""
        return tuple(self.setting.host.look_up(what, self.room, self.setting.content))

    def hand(self, seat: str | None) -> tuple[Choice, ...]:
        """The cards that this player holds."""
        return self.setting.host.hand_choices(self.state, seat, self.setting.content) if seat else ()

    # --- secrets ---------------------------------------------------------------------------------

    def kept_by(self, seat: str | None) -> Privacy:
        """How this player keeps secrets: at a table with phones, who has none does it as without them."""
        privacy = self.setting.privacy
        if privacy is Privacy.PHONES and seat not in self.setting.phones():
            return self.setting.without_phone
        return privacy

    def on_phone(self, ask: GameQuestion) -> bool:
        """Whether this question is answered on the player's own phone."""
        speaks = ask.seat is not None and ask.seat == self.now.speaker
        said = self.now.filled if speaks else {}
        phone = self.kept_by(ask.seat) is Privacy.PHONES and (speaks or not ask.only_if_named)
        return phone and any(place.is_secret and place.name not in said for place in ask.main_answer.slots)

    def hidden(self, place: Slot) -> bool:
        """Whether the choices are not told in the room: they are for the booth, or in somebody's hand."""
        return place.is_secret and (self.apart or (place.from_hand and self.keeps is Privacy.TOKENS))

    @cached_property
    def unheard(self) -> GameQuestion | None:
        """Whose hand has to be told alone, before it can be chosen from."""
        asks = self.choosing if self.to_lock else (self.ask,) if self.ask else ()
        return next((each for each in asks if each.seat not in self.now.heard and self.from_hand(each)), None)

    def from_hand(self, ask: GameQuestion) -> bool:
        """Whether this player still has to choose from a hand that nobody else may know."""
        filled = self.now.filled if ask is self.ask else {}
        return self.kept_by(ask.seat) is Privacy.TOKENS and any(
            place.is_secret and place.from_hand and place.choices and place.name not in filled
            for place in ask.main_answer.slots
        )

    # --- what may be said now --------------------------------------------------------------------

    @cached_property
    def corrects(self) -> frozenset[str]:
        """While free words are awaited, what counts only as a correction: "no, four"."""
        begun, place = self.now.answering is not None and self.free, self.open_place
        kinds = frozenset(answer.intent for answer in self.ask.answers) if self.ask and begun else frozenset()
        return kinds - set(place.lead_in_intents) if place else kinds

    def active(self) -> frozenset[str]:
        waiting = self.now.waiting
        if waiting:
            alone = waiting.words or waiting.who or waiting.ready  # a name is no answer to the question behind it
            return AT_THE_TABLE | waiting.intents | (frozenset() if alone else self.answers())
        place = self.open_place
        if place and place.is_free_text and self.now.filled:
            left_out = {"Skip", "No"} if place.is_skippable else set()
            return AT_THE_TABLE | self.corrects | (self.answers() & set(place.lead_in_intents)) | left_out
        return AT_THE_TABLE | self.answers() | (frozenset() if self.free else frozenset({"AlsoPlays"}))

    def answers(self) -> frozenset[str]:
        """The kinds of answer that the questions allow."""
        kinds = {answer.intent for ask in self.asks for answer in ask.answers}
        place = self.open_place
        if place and place.choices and place.accepts_position and place.kind not in NUMBERED:
            kinds.add("Number")
        if place and place.is_skippable:
            kinds |= {"Skip", "No"}
        if self.to_lock:
            kinds.add("Ready")
        if place and place.choices and not (place.is_secret and self.apart):
            kinds |= {"PickForMe", "NoneOfThese", "Same"}
        return frozenset(kinds)

    @cached_property
    def lists(self) -> Names:
        """The names at this table: the players, newcomers too, and whatever the questions offer."""
        seats = self.state.everyone
        names = dict.fromkeys((said, name) for name in seats for said in (name, *self.setting.called.get(name, ())))
        lists: dict[str, dict[tuple[str, Any], None]] = {"player": names, "card": {}, "way": {}}
        seen: set[tuple[str, int]] = set()  # everybody at a large table chooses among the same things
        for place in (place for ask in self.asks for answer in ask.answers for place in answer.slots if place.choices):
            slot = place.also_filled_by[0] if place.also_filled_by else place.grammar_slots[1]
            if (slot, id(place.choices)) in seen:
                continue
            seen.add((slot, id(place.choices)))
            entries = lists.setdefault(slot, {})
            for choice in place.choices:
                spoken = (
                    get_language().strip_definite_article(name) for name in (choice.spoken, *choice.aliases) if name
                )
                entries |= dict.fromkeys((name, choice.value) for name in spoken)
        return {slot: list(entries) for slot, entries in lists.items()}

    @cached_property
    def things(self) -> tuple[OfferedThing, ...]:
        """What the open place offers, in the order in which it was read, with all that was read about it."""
        place = self.open_place
        if place is None or (place.is_secret and self.apart):  # no word may point at those
            return ()
        own_numbers = place.kind in NUMBERED
        return tuple(
            OfferedThing(
                each.value,
                each.value if own_numbers else number,
                each.spoken,
                " ".join(filter(None, (*each.aliases, each.description, each.short_description))),
                background=f"{each.details or ''} {meaning(each.spoken, self.setting.content)}",
            )
            for number, each in enumerate(place.choices, 1)
        )

    @cached_property
    def wide(self) -> Names:
        return {**self.lists, **self.setting.host.extra_vocabulary(self.state, self.setting.content)}

    def answer_of(self, reading: Reading) -> Answer | None:
        """The answer that this would be, whoever gives it."""
        return next((answer for ask in self.asks if (answer := ask.answer_with(reading.intent))), None)

    def says_again(self, reading: Reading) -> bool:
        """Whether free words are awaited, and only what led to them is said once more: "I have a clue"."""
        said = {slot: value for slot, value in reading.slots.items() if slot != "player"}
        asked = {slot for place in self.places for slot in place.grammar_slots}
        return (
            self.free
            and bool(said)
            and all(slot not in asked or self.now.filled.get(slot) == said[slot] for slot in said)
        )


def meaning(name: str, content: Content) -> str:
    """What the words of a name mean, as it is told to children."""
    return " ".join(told[1] for word in name.split() if (told := content.explain_word(word)))


@dataclass(frozen=True)
class Turn:
    """What an answer leads to: the moment after it, the moves to make (all or none), the lines to say."""

    at: Moment
    lines: tuple[Line, ...] = ()
    moves: tuple[Any, ...] | None = None
    leads: "Callable[[], Reply] | None" = None  # away from this table: to another plan, or home

    def after(self, *lines: Line) -> "Turn":
        """The same, with these lines before."""
        return replace(self, lines=(*lines, *self.lines))


def say(at: Moment, *lines: Line) -> Turn:
    """Only these lines."""
    return Turn(at, lines)


def wait_for(at: Moment, waiting: Waiting) -> Turn:
    """Ask this first; the question at hand comes back when it is answered."""
    return Turn(at.with_(waiting=waiting), (waiting.question,))
