"""Guests: players who answer by themselves, in words, for the demo, the tests and the measurements.

A guest looks at what may be said now and says something of it, not always in the same way. It plays fair and not very
well.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import yaml

from narrator.core.game import Luck
from narrator.core.paths import data_folder
from narrator.dialog.conversation import Conversation
from narrator.dialog.moment import Moment
from narrator.dialog.sifting import allowed
from narrator.games.hosting.questions import NUMBERED, Answer, Slot
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Understood
from narrator.storage.luck import RandomLuck


class Guest:
    """Picks at random among the answers that the question allows."""

    def __init__(self, dice: random.Random, *, chatty: bool = False) -> None:
        self._dice = dice
        self._chatty = chatty  # whether short answers come in longer ways, too
        self._state: object = None
        self._said: set[tuple[str, str]] = set()
        """What was chosen already, in which place, since anything happened at the table."""

    def answer(self, conversation: Conversation) -> str:
        """Something that fits the question; a key press is written with a leading #."""
        dialogue = conversation.dialogue
        if dialogue is None:
            return "no"
        at = dialogue.moment
        if at.now.waiting:
            waiting = at.now.waiting
            return "yes" if waiting.yes else "ready" if waiting.ready else "never mind"
        if at.now.booth:
            visit = at.now.booth  # any number takes the booth over, and chooses; the same one once more keeps it
            return f"#{visit.chosen or self._dice.randint(1, max(1, len(visit.place.choices)))}"
        if at.to_lock:
            return "ready"
        words = self._to_question(at, conversation)
        return self._in_other_words(words, conversation) if self._chatty else words

    def _in_other_words(self, words: str, conversation: Conversation) -> str:
        """Another way to say the same, if it is understood as the same."""
        meant = conversation.understand(words)
        ways = ["{}", "um, {}", "{} please", "I vote for {}", "I pick {}"]
        if (
            get_language().parse_number(words) is not None
        ):  # nobody says "number the snowman", although it is understood
            ways += ["symbol {}", "number {}"]
        way = self._dice.choice(ways)
        other = way.format(words)
        return other if isinstance(meant, Understood) and conversation.understand(other) == meant else words

    def _to_question(self, at: Moment, conversation: Conversation) -> str:
        ask, place = at.ask, at.open_place
        assert ask is not None
        if at.state is not self._state:
            self._state, self._said = at.state, set()
        if at.now.filled and place is not None and not place.parse:
            return self._fill(place)
        answer = self._dice.choice(ask.answers)
        if answer.make_example:
            return self._exemplary(at, answer, answer.make_example)
        if not answer.slots:
            phrases = list(conversation.expectation.grammar.phrases({answer.intent}, at.lists))
            return self._dice.choice(phrases)
        return self._fill(answer.slots[0])

    def _exemplary(self, at: Moment, answer: Answer, example: Callable[[Luck], tuple[str, Any]]) -> str:
        """What the rules allow of what no template lists."""
        while True:
            words, value = example(RandomLuck(self._dice))
            if allowed(at, Reading(answer.intent, {answer.slots[0].name: value})):
                return words

    def _fill(self, place: Slot) -> str:
        if place.is_skippable and self._dice.random() < 0.5:
            return "skip"
        if place.is_free_text:
            return str(self._dice.choice(sayings("in free words")))
        if place.example:
            return place.example
        if place.kind in NUMBERED:
            numbers = [choice.value for choice in place.choices] or list(range(5, 9))
            return get_language().number_word(self._chosen(place, numbers))
        return str(self._chosen(place, [choice.spoken for choice in place.choices]))

    def _chosen(self, place: Slot, among: Sequence[Any]) -> Any:
        """Any of these, but rather not what was refused a moment ago."""
        fresh = [each for each in among if (place.name, str(each)) not in self._said]
        chosen = self._dice.choice(fresh or among)
        self._said.add((place.name, str(chosen)))
        return chosen


@cache
def sayings(kind: str, language: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """What guests say "in free words", and what is no answer: "to each other", or "thinking"."""
    written = (data_folder("content") / language / "lines" / "guests.yaml").read_text("utf-8")
    return tuple(yaml.safe_load(written)[kind])
