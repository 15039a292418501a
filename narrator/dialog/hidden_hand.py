"""Questions about a hand that only its owner knows: its cards have numbers and, for everybody else, no names.

The dialog of a table with secrets works on questions without names. So nothing that is said, offered, repaired or
expected in the room can depend on the cards of a hand. The owner is asked with names: in the booth, on a phone, or
alone in the room.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from narrator.games.hosting.questions import Answer, Choice, GameQuestion, Slot


def number_hands(question: GameQuestion) -> GameQuestion:
    """Return the question with the cards of a secret hand chosen by number. They still have their names."""
    return replace(question, answers=tuple(map(number_hand, question.answers)))


def number_hand(answer: Answer) -> Answer:
    """Return the answer with a number for the value of each card; its moves get the cards."""
    hands = {slot.name: slot.choices for slot in answer.slots if is_secret_hand(slot)}
    if not hands:
        return answer
    slots = tuple(
        replace(slot, choices=numbered(slot.choices)) if slot.name in hands else slot for slot in answer.slots
    )
    return replace(answer, slots=slots, build_moves=with_cards(answer.build_moves, hands))


def with_cards(
    build_moves: Callable[[Mapping[str, Any]], Any], hands: Mapping[str, tuple[Choice, ...]]
) -> Callable[[Mapping[str, Any]], Any]:
    """Return the function that replaces the numbers of cards by the cards and then builds the moves."""

    def build(values: Mapping[str, Any]) -> Any:
        return build_moves({name: card_of(value, hands.get(name, ())) for name, value in values.items()})

    return build


def card_of(value: Any, hand: tuple[Choice, ...]) -> Any:
    """Return the card with this number in the hand; any other value as it is."""
    is_number = isinstance(value, int) and 1 <= value <= len(hand)
    return hand[value - 1].value if is_number else value


def numbered(hand: tuple[Choice, ...]) -> tuple[Choice, ...]:
    return tuple(replace(choice, value=number) for number, choice in enumerate(hand, 1))


def hide_names(question: GameQuestion) -> GameQuestion:
    """Return the question as everybody may know it: the cards of a secret hand have numbers only."""
    answers = (
        replace(answer, slots=tuple(hide_hand(slot) if is_secret_hand(slot) else slot for slot in answer.slots))
        for answer in question.answers
    )
    return replace(question, answers=tuple(answers))


def hide_hand(slot: Slot) -> Slot:
    return replace(slot, choices=tuple(Choice(choice.value, "") for choice in slot.choices), prompt_given=None)


def is_secret_hand(slot: Slot) -> bool:
    """Return whether the choices of this slot are cards that only their owner knows."""
    return slot.is_secret and slot.from_hand
