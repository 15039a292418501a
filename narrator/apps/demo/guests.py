"""Synthetic players for the demo, the tests and the benchmarks.

A guest picks a random answer that the current question allows and words it in various ways.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import yaml

from narrator.core.game import Luck
from narrator.core.paths import data_folder
from narrator.dialog.conversation import Conversation
from narrator.dialog.turn import Turn
from narrator.games.hosting.questions import NUMBERED, Answer, Slot
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Understood
from narrator.storage.luck import RandomLuck

KNOWS_ANSWER_PROBABILITY = 0.7
"""How often a guest answers a question at which a request for ideas would do too."""


class Guest:
    """A player who picks at random among the allowed answers."""

    def __init__(self, dice: random.Random, *, chatty: bool = False) -> None:
        """Make a guest. A `chatty` one also uses longer wordings, such as "I vote for three"."""
        self._dice = dice
        self._chatty = chatty
        self._state: object = None
        self._tried: set[tuple[str, str]] = set()
        """The values already chosen in this state of the game, with the names of their slots."""

    def answer(self, conversation: Conversation) -> str:
        """Return an answer to the current question. A leading # marks a key pressed in the booth."""
        game_topic = conversation.game_topic
        if game_topic is None:
            return "no"
        at = game_topic
        if at.now.side_question:
            waiting = at.now.side_question
            return "yes" if waiting.yes else "ready" if waiting.ready else "never mind"
        if at.now.booth:
            visit = at.now.booth  # any number chooses; the same number once more confirms
            return f"#{visit.chosen or self._dice.randint(1, max(1, len(visit.slot.choices)))}"
        if at.all_choose_by_hand:
            return "ready"
        words = self._answer_question(at, conversation)
        return self._reword(words, conversation) if self._chatty else words

    def _reword(self, words: str, conversation: Conversation) -> str:
        """Return another wording if it is understood in the same way."""
        meaning = conversation.understand(words)
        wordings = ["{}", "um, {}", "{} please", "I vote for {}", "I pick {}"]
        if get_language().parse_number(words) is not None:  # "number the snowman" would be understood, but sounds odd
            wordings += ["symbol {}", "number {}"]
        other = self._dice.choice(wordings).format(words)
        return other if isinstance(meaning, Understood) and conversation.understand(other) == meaning else words

    def _answer_question(self, turn: Turn, conversation: Conversation) -> str:
        ask, place = turn.question, turn.open_slot
        assert ask is not None
        if turn.state is not self._state:
            self._state, self._tried = turn.state, set()
        if turn.now.filled and place is not None and not place.parse:
            return self._fill_slot(place)
        answer = self._dice.choice(ask.answers)
        if ask.preferred_intent and self._dice.random() < KNOWS_ANSWER_PROBABILITY:
            answer = ask.main_answer  # mostly own words, sometimes a wish for ideas
        if answer.make_example:
            return self._give_example(turn, answer, answer.make_example)
        if not answer.slots:
            phrases = list(conversation.expectation.grammar.phrases({answer.intent}, turn.lists))
            return self._dice.choice(phrases)
        return self._fill_slot(answer.slots[0])

    def _give_example(self, turn: Turn, answer: Answer, make_example: Callable[[Luck], tuple[str, Any]]) -> str:
        """Make examples of an answer that templates cannot list until the rules allow one."""
        while True:
            words, value = make_example(RandomLuck(self._dice))
            if turn.is_legal(Reading(answer.intent, {answer.slots[0].name: value})):
                return words

    def _fill_slot(self, slot: Slot) -> str:
        if slot.is_skippable and self._dice.random() < 0.5:
            return "skip"
        if slot.is_free_text:
            return str(self._dice.choice(guest_phrases("in free words")))
        if slot.example:
            return slot.example
        if slot.kind in NUMBERED:
            numbers = [choice.value for choice in slot.choices] or list(range(5, 9))
            return get_language().number_word(self._choose(slot, numbers))
        if not any(choice.spoken for choice in slot.choices):  # the cards of a secret hand are chosen by number
            return get_language().number_word(self._choose(slot, range(1, len(slot.choices) + 1)))
        return str(self._choose(slot, [choice.spoken for choice in slot.choices]))

    def _choose(self, slot: Slot, values: Sequence[Any]) -> Any:
        """Choose one of the values, if possible one that was not tried and refused before."""
        untried = [value for value in values if (slot.name, str(value)) not in self._tried]
        chosen = self._dice.choice(untried or values)
        self._tried.add((slot.name, str(chosen)))
        return chosen


@cache
def guest_phrases(kind: str, language: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """Return phrases of one kind: "in free words" for answers, "to each other" and "thinking" for side talk."""
    text = (data_folder("content") / language / "lines" / "guests.yaml").read_text("utf-8")
    return tuple(yaml.safe_load(text)[kind])
