"""Which readings of an utterance make sense at the table just now.

The grammar says what words can mean at all. Here the table has its say: what is waited for comes first, words that no
template can list ("two fives and the six") are read by the place they are for, and of two meanings the one counts
that the rules allow. If two are left, the dialogue asks.
"""

from typing import TYPE_CHECKING

from narrator.host.asking import Answer, Place
from narrator.play import IllegalMove
from narrator.understand.grammar import Reading

if TYPE_CHECKING:
    from narrator.talk.dialogue import Dialogue


class Sifter:
    """Sifts readings for one table."""

    def __init__(self, dialogue: "Dialogue") -> None:
        self._dialogue = dialogue

    def sift(self, words: str, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        """Those that make sense here: what is waited for, can be read, is being answered, is allowed by the rules."""
        table = self._dialogue
        awaited = tuple(each for each in readings if table.waiting and each.intent in table.waiting.intents)
        if awaited or table.expects_words:
            return awaited or readings
        meant = [each for reading in readings for each in self._read(reading)]
        answer, place = table.answer, table.open_place or (self._open_again if table.waiting else None)
        if answer is None or place is None or place.read is None:
            return tuple(meant)
        if all(each.intent in table.answers() for each in meant):
            meant = [Reading(answer.intent, {place.name: value}) for value in place.read(words)] + meant
        if len(meant) > 1:
            meant = [each for each in meant if each.intent == table.answering] or meant
            meant = [each for each in meant if self.allowed(each)] or meant
        return tuple(meant)

    def answer_of(self, reading: Reading) -> Answer | None:
        """The answer that this would be, whoever gives it."""
        return next((answer for ask in self._dialogue.asks if (answer := ask.answer(reading.intent))), None)

    @property
    def _open_again(self) -> Place | None:
        """While a yes is awaited, what it is about may still be said anew."""
        answer = self._dialogue.answer
        return next((place for place in answer.places if place.read), None) if answer else None

    def _read(self, reading: Reading) -> list[Reading]:
        """Everything that words in a place which reads them may mean."""
        answer = self.answer_of(reading)
        for place in answer.places if answer else ():
            words = reading.slots.get(place.name)
            if place.read and isinstance(words, str):
                return [Reading(reading.intent, {**reading.slots, place.name: value}) for value in place.read(words)]
        return [reading]

    def allowed(self, reading: Reading) -> bool:
        """Whether the rules would take it, as far as can be told."""
        answer = self.answer_of(reading)
        if answer is None or not all(place.name in reading.slots for place in answer.places):
            return True
        move = answer.build(reading.slots)
        table = self._dialogue.table
        try:
            for each in move if isinstance(move, list) else [move]:
                table.game.apply(table.state, each)
        except IllegalMove:
            return False
        return True
