"""When it was not understood, not quite, or in two ways: ask again, differently, and never guess.

First a shorter question, then two or three choices, then the choices by number or another way to answer. The wordings
take turns, so nobody hears the same sentence twice in a row.
"""

from typing import TYPE_CHECKING

from narrator.host.asking import NUMBERED, Place
from narrator.talk.waiting import Waiting
from narrator.tell.lines import AnyOf, Line, line
from narrator.understand.grammar import Reading
from narrator.understand.numbers import in_words

if TYPE_CHECKING:
    from narrator.talk.dialogue import Dialogue

FEW = 3
"""More choices are not offered in one breath."""


class Repair:
    """Mends the talk at one table."""

    def __init__(self, dialogue: "Dialogue") -> None:
        self._dialogue = dialogue
        self._say = dialogue.mouth.say
        self.misses = 0
        """How often in a row nothing was understood."""
        self.between: tuple[Reading, ...] = ()
        """What the last words could have meant, if they could mean this or that."""

    def forget(self) -> None:
        """It was understood: start over."""
        self.misses = 0
        self.between = ()

    def offer(self, said: str, reading: Reading) -> None:
        """Something close was heard: ask, never guess."""
        table = self._dialogue
        table.wait_for(Waiting(line("offer", said=said), yes=lambda: table.respond(reading), no=table.again_after_no))

    def choose_between(self, readings: tuple[Reading, ...]) -> None:
        """Two meanings: this or that?"""
        table = self._dialogue
        places = (place for ask in table.asks for answer in ask.answers for place in answer.places)
        names = {choice.value: choice.said for place in places for choice in place.choices if choice.said}
        meant: list[str] = []
        for reading in readings:
            answer = table.sifter.answer_of(reading)
            if answer and answer.called:
                called = table.mouth.lines.say(answer.called(reading.slots))
                meant.append(called[:1].lower() + called[1:])
            else:
                meant += [
                    names.get(value, in_words(value) if isinstance(value, int) else str(value))
                    for value in reading.slots.values()
                ]
        if len(set(meant)) > 1:
            self.between = readings
            self._say(line("this-or-that", names=AnyOf(list(dict.fromkeys(meant))[:FEW])))
        else:
            self.miss()

    def of_those_between(self, reading: Reading) -> Reading:
        """ "Keep the fives, or fill the fives?" may be answered with "keep" alone."""
        between, self.between = self.between, ()
        answer = self._dialogue.sifter.answer_of(reading)
        meant = [each for each in between if each.intent == reading.intent]
        said_all = answer is None or any(place.name in reading.slots for place in answer.places)
        return meant[0] if len(meant) == 1 and not said_all else reading

    def miss(self) -> None:
        """Nothing was understood."""
        self.misses += 1
        table = self._dialogue
        table.just_moved = False
        if table.waiting:
            again = not table.waiting.yes or self.misses % 3 == 0
            self._say(table.waiting.question if again else line("repair-yes-no"))
            return
        if table.to_lock:
            self._say(line("repair-lock"))
            return
        ask, place = table.ask, table.open_place
        if ask is None:
            self._say(line("repair-over"))
            return
        question = place.question if place else ask.question
        public = [choice.said for choice in place.choices if choice.said] if place and not table.private(place) else []
        match self.misses % 3:
            case 1:
                short = table.mouth.lines.say(Line(question.id, question.facts, "short"))
                self._say(line("repair-short", question=short))
            case 2 if public:
                self._say(line("repair-choices", choices=AnyOf(public[:FEW]), more=len(public) > FEW))
            case 0 if public and place and place.counted:
                numbered = zip(spoken_numbers(place), public, strict=False)
                self._say(line("repair-numbers", choices=[f"{number} {said}" for number, said in numbered]))
            case _:
                self._say(line("repair-example"))
                table.orientation.tell_phrases()


def spoken_numbers(place: Place) -> list[str]:
    """The number to say for each choice: its own where it has one, else its position."""
    numbers = [choice.value if place.kind in NUMBERED else at for at, choice in enumerate(place.choices, 1)]
    return [in_words(number) for number in numbers]
