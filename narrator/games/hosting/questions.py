"""The questions that a game asks its players, and the answers that each question accepts.

A game's host turns the state of the table into questions. A question goes to one seat and accepts some answers. An
answer is a kind of move with slots to fill. An empty slot is asked for; it never gets a default value.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from narrator.core.cards import Own
from narrator.core.game import Luck
from narrator.language.lines.line import Line, line

NUMBERED = ("symbol", "age", "number")
"""Kinds of slots whose values are numbers. Elsewhere a bare number is a position among the choices."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible value of a slot, and how it is said."""

    value: Any
    spoken: str
    aliases: tuple[str, ...] = ()
    description: str | None = None
    """How a card looks, in one sentence."""
    details: str | None = None
    """A second sentence for players who ask for more."""
    short_description: str | None = None
    """A shorter description, for when many cards are described in a row."""
    hand_description: str | None = None
    """What a player hears of a new card in the hand."""

    def with_details(self) -> "Choice":
        """Return this choice with the details added to its description."""
        if not (self.description and self.details):
            return self
        return replace(self, description=f"{self.description}. {self.details}")

    def as_new_in_hand(self) -> "Choice":
        """Return this choice as a player hears it when it is new in the hand."""
        return replace(self, description=self.hand_description or self.description)

    def with_short_description(self) -> "Choice":
        """Return this choice with its short description, if it has one."""
        return replace(self, description=self.short_description or self.description)


def shorten_descriptions(choices: Sequence[Choice], max_words: int) -> tuple[Choice, ...]:
    """Return the choices, with short descriptions if the full ones have more than `max_words` words in all."""
    if sum(len((choice.description or "").split()) for choice in choices) <= max_words:
        return tuple(choices)
    return tuple(choice.with_short_description() for choice in choices)


def choices_by_name(names: Iterable[str]) -> tuple[Choice, ...]:
    """Return a choice for each name, such as the players'."""
    return tuple(Choice(name, name) for name in names)


@dataclass(frozen=True, slots=True)
class Slot:
    """A value that an answer needs."""

    name: str
    """The slot in the grammar. A second slot of the same kind ends in 2 ("card", "card2")."""
    prompt: Line
    """The question that asks for it."""
    choices: tuple[Choice, ...] = ()
    also_filled_by: tuple[str, ...] = ()
    """Other grammar slots that fill this one: a symbol may be named by the card on it."""
    from_hand: bool = False
    """The choices are in the player's hand and are read out with the prompt."""
    max_read_out: int | None = None
    """How many choices to read out with the prompt. The rest follow when the player says "more"."""
    is_free_text: bool = False
    """Free words: a clue, a reason, a name."""
    parse: Callable[[str], Sequence[Any]] | None = None
    """Returns the possible values of words that no template can list ("two fives and the six"). Empty if unclear."""
    counts_within: bool = False
    """Whether a number is a position in this row of the table, where each row begins at one."""
    accepts_position: bool = True
    """Whether a bare number is a position among the choices ("two" means the second one)."""
    implied_if_only: bool = False
    """Whether a single choice is filled in without being named."""
    is_secret: bool = False
    """Only the asked player may know the value until the rules reveal it."""
    is_skippable: bool = False
    """The player may decline to fill it."""
    example: str = ""
    """What a player may say, for slots with neither choices nor free text."""
    whole: Any = None
    """The value that means everything."""
    whole_prompt: Line | None = None
    """Offers `whole` to a player who is asked which and names none: "roll again"."""
    lead_in_intents: tuple[str, ...] = ()
    """Intents that may introduce free text ("my clue is …"), so that the lead-in is not taken as part of it."""
    prompt_given: Callable[[Mapping[str, Any]], Line] | None = None
    """Builds a prompt that repeats the values filled already, so that players can correct them."""

    @property
    def grammar_slots(self) -> tuple[str, ...]:
        """All grammar slots that can fill this one."""
        return (self.name, self.kind, *self.also_filled_by)

    @property
    def kind(self) -> str:
        """The kind of value: "symbol" for "symbol2"."""
        return slot_kind(self.name)

    def allows(self, value: Any) -> bool:
        """Return whether the value is among the choices, or any value is allowed."""
        return not self.choices or any(choice.value == value for choice in self.choices)


@cache
def slot_kind(slot: str) -> str:
    """Return the kind of a slot: "symbol" for "symbol2"."""
    return slot.rstrip("0123456789")


@dataclass(frozen=True, slots=True)
class Answer:
    """A kind of move that answers a question."""

    intent: str
    """The intent in the grammar."""
    build_moves: Callable[[Mapping[str, Any]], Any]
    """Builds the move from the slot values; a list if there are several moves."""
    slots: tuple[Slot, ...] = ()
    """The slots to fill, in the order of asking."""
    confirm: Callable[[Mapping[str, Any]], Line | None] | None = None
    """Returns a yes-or-no question to ask before the move is made, where a mistake would hurt."""
    label: Callable[[Mapping[str, Any]], Line] | None = None
    """Describes the answer where the same words could mean another one: "keep two fives, or fill the fives?"."""
    make_example: Callable[[Luck], tuple[str, Any]] | None = None
    """Where no template lists the phrases: returns a random phrase and the value it gives the first slot.

    Simulated players say it if the rules allow it.
    """
    is_suggested: bool = True
    """Whether pages offer it as a button. An answer that the rules always refuse is understood but not suggested."""
    build_denied_moves: Callable[[Mapping[str, Any]], Any] | None = None
    """Builds the moves after a "no" to `confirm`. Without it, the question is asked again."""
    is_correction: bool = False
    """Whether it only replaces an answer that is being confirmed: "no, a snail"."""


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """A question of the game to one seat, or to any player if `seat` is `None`."""

    seat: str | None
    prompt: Line
    answers: tuple[Answer, ...]
    """The accepted answers. The slots of the first one are asked for."""
    one_answers_for_all: bool = False
    """Whether one player may answer for everyone ("we all want the owl")."""
    only_if_named: bool = False
    """Ask only once a player has named this seat; before that, others may answer instead."""
    all_choose_first: bool = False
    """Whether all players choose before one of them says a choice, in every privacy, because it would be a hint."""
    preferred_intent: str | None = None
    """The accepted answer that is meant where the same words could be a request: "I don't know"."""

    @property
    def main_answer(self) -> Answer:
        """The answer whose slots are asked for."""
        return self.answers[0]

    def answer_with(self, intent: str) -> Answer | None:
        """Return the accepted answer with this intent."""
        return next((answer for answer in self.answers if answer.intent == intent), None)


def single_slot_question(
    seat: str | None, slot: Slot, intent: str, build_moves: Callable[[Mapping[str, Any]], Any], **answer_fields: Any
) -> GameQuestion:
    """Return a question with one kind of answer that has one slot."""
    return GameQuestion(seat, slot.prompt, (Answer(intent, build_moves, (slot,), **answer_fields),))


def ask_owner(symbols: Iterable[int], owners: Collection[int], seats: Iterable[str]) -> GameQuestion:
    """Own cards: ask whose card was on the lowest symbol without an owner."""
    symbol = min(symbol for symbol in symbols if symbol not in owners)
    owner = Slot("player", line("ask-owner", symbol=symbol), choices_by_name(seats), accepts_position=False)
    return single_slot_question(None, owner, "Own", lambda v: Own(v["player"], v.get("symbol", symbol)))
