"""The booth: one player at a time, with headphones and a number pad.

Every visit sounds the same from outside. The first key press takes the booth over, before any private word; then the
choices with their numbers, a press, its echo, and the same number again to keep it or another one to change.
"""

from narrator.host.asking import Choice, Place
from narrator.tell.lines import line
from narrator.tell.outbox import Mouth

AGAIN = "0"
"""Hear the choices once more."""
NOTHING = Choice(None, "")


class Booth:
    """One visit."""

    def __init__(self, seat: str, place: Place, mouth: Mouth, *, taken: bool = False) -> None:
        self.seat = seat
        self.place = place
        self._mouth = mouth
        self._taken = taken
        self._chosen: int | None = None

    def go_on(self) -> None:
        """Who is inside already hears the next choices at once."""
        self._taken = True
        self._tell_choices()

    def press(self, keys: str) -> Choice | None:
        """A number was pressed; the choice, once it is confirmed."""
        number = int(keys) if keys.isdecimal() and len(keys) < 3 else None
        choices = self._choices()
        if not self._taken or number is None or keys == AGAIN:
            self._taken = True
            self._whisper_choices()
        elif not 1 <= number <= len(choices):
            self._mouth.say(line("booth-no-such", count=len(choices)), to=self.seat)
        elif number == self._chosen:
            return choices[number - 1]
        else:
            self._chosen = number
            self._mouth.say(line("booth-echo", card=choices[number - 1].said, number=number), to=self.seat)
        return None

    def _choices(self) -> tuple[Choice, ...]:
        return (*self.place.choices, NOTHING) if self.place.skippable else self.place.choices

    def _whisper_choices(self) -> None:
        self._mouth.say(line("booth-welcome", seat=self.seat), to=self.seat)
        self._tell_choices()

    def _tell_choices(self) -> None:
        self._mouth.say(self.place.question, to=self.seat)
        choices = self._choices()
        for number, choice in enumerate(choices, 1):
            facts = {"number": number, "count": len(choices), "card": choice.said, "picture": choice.picture or ""}
            self._mouth.say(line("booth-choice", skip=choice is NOTHING, **facts), to=self.seat)
        self._mouth.say(line("booth-press"), to=self.seat)
