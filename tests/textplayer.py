"""A player who answers in words whatever the narrator asks, found by looking at what may be said now."""

import random
from typing import Any

from narrator.words.asking import NUMBERED, Answer
from narrator.words.booth import Booth
from narrator.words.conversation import Conversation
from narrator.words.dialogue import Dialogue
from narrator.words.dice import told
from narrator.words.grammar import Reading, load_grammar
from narrator.words.numbers import in_words


class TextPlayer:
    """Picks at random among the answers that the question allows."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._booth: Booth | None = None
        self._pressed = 1

    def answer(self, conversation: Conversation) -> str:
        """Something that fits the question; a key press is written with a leading #."""
        dialogue = conversation.dialogue
        if dialogue is None:
            return "no"
        if dialogue.waiting:
            return "yes" if dialogue.waiting.yes else "never mind"
        if dialogue.booth:
            return f"#{self._number(dialogue.booth)}"
        if dialogue.to_lock:
            return "ready"
        return self._to_question(dialogue)

    def _number(self, booth: Booth) -> int:
        """The same number until the visit is over: it takes the booth over, chooses, and keeps."""
        if booth is not self._booth:
            self._booth = booth
            self._pressed = self._dice.randint(1, max(1, len(booth.place.choices)))
        return self._pressed

    def _to_question(self, dialogue: Dialogue) -> str:
        ask, place = dialogue.ask, dialogue.open_place
        assert ask is not None
        if dialogue.filled and place is not None and not place.read:
            return self._fill(place)
        answer = self._dice.choice(ask.answers)
        if answer.places and answer.places[0].read:
            return self._handful(dialogue, answer)
        if not answer.places:
            phrases = list(load_grammar("en", dialogue.table.name).phrases({answer.intent}, dialogue.lists()))
            return self._dice.choice(phrases)
        return self._fill(answer.places[0])

    def _handful(self, dialogue: Dialogue, answer: Answer) -> str:
        """Dice that the rules allow to be kept, rolled again or said to be rolled."""
        while True:
            dice = tuple(sorted(self._dice.choices(range(1, 7), k=self._dice.randint(1, 5))))
            if dialogue.sifter.allowed(Reading(answer.intent, {answer.places[0].name: dice})):
                lead = {"KeepDice": "keep", "RollDice": "roll", "SayRoll": "I rolled"}[answer.intent]
                return f"{lead} {' and '.join(told(dice))}"

    def _fill(self, place: Any) -> str:
        if place.skippable and self._dice.random() < 0.5:
            return "skip"
        if place.free:
            return "something about a turnip"
        if place.name == "lead":
            return "I have a clue"
        if place.kind in NUMBERED:
            numbers = [choice.value for choice in place.choices] or list(range(5, 9))
            return in_words(self._dice.choice(numbers))
        return self._dice.choice(place.choices).said
