"""What the narrator wants to know, and what may be answered.

A game's host turns the state of the table into questions. Each question goes to a seat and allows some answers; an
answer is a kind of move with places to fill. A place that was not filled is asked for; it never gets a default.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from narrator.core.game import Luck
from narrator.language.lines.line import Line

NUMBERED = ("symbol", "age", "number")
"""Kinds of places that are filled with a number anyway; elsewhere a number counts the choices."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be said in a place."""

    value: Any
    spoken: str
    aliases: tuple[str, ...] = ()
    description: str | None = None
    """How it looks, for the longer reading."""
    details: str | None = None
    """What is seen on looking closer."""
    short_description: str | None = None
    """How it looks at a glance, where many have to be told."""

    def with_details(self) -> "Choice":
        """Told in two sentences."""
        return (
            replace(self, description=f"{self.description}. {self.details}")
            if self.description and self.details
            else self
        )

    def with_short_description(self) -> "Choice":
        """Told at a glance, if it can be."""
        return replace(self, description=self.short_description or self.description)


def shorten_descriptions(choices: Sequence[Choice], most: int) -> tuple[Choice, ...]:
    """With their pictures, if these have so many words at most; else all of them at a glance."""
    if sum(len((choice.description or "").split()) for choice in choices) <= most:
        return tuple(choices)
    return tuple(choice.with_short_description() for choice in choices)


def choices_by_name(names: Iterable[str]) -> tuple[Choice, ...]:
    """Players, or whatever else is its own name."""
    return tuple(Choice(name, name) for name in names)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place to fill in an answer."""

    name: str
    """The slot of the grammar. A second place of the same kind ends in 2 ("card", "card2")."""
    prompt: Line
    choices: tuple[Choice, ...] = ()
    also_filled_by: tuple[str, ...] = ()
    """Other slots that fill it: a symbol may be named by the card that lies on it."""
    from_hand: bool = False
    """The choices are in the asked player's hand, and are told with the question."""
    max_read_out: int | None = None
    """Only so many are told with the question, the others when somebody says "more"."""
    is_free_text: bool = False
    """Free words: a clue, a reason, a name."""
    parse: Callable[[str], Sequence[Any]] | None = None
    """What words that no template can list may mean here ("two fives and the six"); nothing if they are not clear."""
    accepts_position: bool = True
    """Whether a bare number counts the choices ("two": the second one)."""
    implied_if_only: bool = False
    """Whether the only choice there is need not be named."""
    is_secret: bool = False
    """For the asked player alone, until the rules reveal it."""
    is_skippable: bool = False
    """May be left out, if the player says so."""
    example: str = ""
    """What may be said here, where neither choices nor free words tell."""
    lead_in_intents: tuple[str, ...] = ()
    """Kinds of answer that may introduce free words ("my clue is …"), so that they are not taken for a part of them."""
    prompt_given: Callable[[Mapping[str, Any]], Line] | None = None
    """The question in the light of what was said already, so that it can be heard and corrected."""

    @property
    def grammar_slots(self) -> tuple[str, ...]:
        return (self.name, self.kind, *self.also_filled_by)

    @property
    def kind(self) -> str:
        """What is asked for: a second symbol is a symbol."""
        return slot_kind(self.name)

    def allows(self, value: Any) -> bool:
        return not self.choices or any(choice.value == value for choice in self.choices)


def slot_kind(slot: str) -> str:
    """The kind of a slot: "symbol2" is a "symbol"."""
    return slot.rstrip("0123456789")


@dataclass(frozen=True, slots=True)
class Answer:
    """A kind of move that answers the question."""

    intent: str
    """As in the grammar."""
    build_moves: Callable[[Mapping[str, Any]], Any]
    """The move that these values make; several moves as a list."""
    slots: tuple[Slot, ...] = ()
    """Asked for in this order."""
    confirm: Callable[[Mapping[str, Any]], Line | None] = lambda values: None
    """A question to be answered with yes before it counts, where it could be regretted."""
    label: Callable[[Mapping[str, Any]], Line] | None = None
    """What to call it beside another answer that the same words could mean: "keep two fives, or fill the fives?"."""
    make_example: Callable[[Luck], tuple[str, Any]] | None = None
    """Where no template can list what is said: something that may be said, by luck, and the value it gives the first
    place. Guests say it, if the rules allow it.
    """

    def to_moves(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The moves that these values make: all of them, or none."""
        made = self.build_moves(dict(values))
        return tuple(made) if isinstance(made, list) else (made,)


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """A question to a seat, or to whoever answers."""

    seat: str | None
    prompt: Line
    answers: tuple[Answer, ...]
    """The first is the one whose places are asked for."""
    one_answers_for_all: bool = False
    """Whether one voice may answer for all ("we all want the owl")."""
    only_if_named: bool = False
    """Asked only once somebody names this player; before that, others may answer instead."""

    @property
    def main_answer(self) -> Answer:
        return self.answers[0]

    def answer_with(self, intent: str) -> Answer | None:
        return next((answer for answer in self.answers if answer.intent == intent), None)


def single_slot_question(
    seat: str | None, place: Slot, intent: str, build: Callable[[Mapping[str, Any]], Any], **more: Any
) -> GameQuestion:
    """A question with one place to fill, and one kind of answer; what else is said of that, `more` names."""
    return GameQuestion(seat, place.prompt, (Answer(intent, build, (place,), **more),))
