"""The booth: one player at a time, with headphones and a number pad.

Every visit sounds the same from outside. The first key press takes the booth over, before any private word; then the
choices with their numbers, a press, its echo, and the same number again to keep it or another one to change.
"""

from dataclasses import dataclass, replace

from narrator.host.asking import Choice, Place
from narrator.tell.lines import Line, line, whispered

AGAIN = "0"
"""Hear the choices once more."""
NOTHING = Choice(None, "")


@dataclass(frozen=True)
class Visit:
    """One player in the booth, for one place of an answer."""

    seat: str
    place: Place
    taken: bool = False
    """Whether somebody has pressed a key: before that, nothing private is whispered."""
    chosen: int | None = None
    """The number that was pressed, and waits to be pressed again."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        return (*self.place.choices, NOTHING) if self.place.skippable else self.place.choices

    def press(self, keys: str) -> "tuple[Visit, tuple[Line, ...], Choice | None]":
        """A number was pressed: the visit after it, what is whispered, and the choice, once it is confirmed."""
        number = int(keys) if keys.isdecimal() and len(keys) < 3 else None
        choices = self.choices
        if not self.taken or number is None or keys == AGAIN:
            welcome = whispered(self.seat, line("booth-welcome", seat=self.seat))
            return replace(self, taken=True), (*welcome, *self.told_choices()), None
        if not 1 <= number <= len(choices):
            return self, whispered(self.seat, line("booth-no-such", count=len(choices))), None
        if number == self.chosen:
            return self, (), choices[number - 1]
        echo = line("booth-echo", card=choices[number - 1].said, number=number)
        return replace(self, chosen=number), whispered(self.seat, echo), None

    def told_choices(self) -> tuple[Line, ...]:
        choices = self.choices
        numbered = (
            line(
                "booth-choice",
                skip=choice is NOTHING,
                number=number,
                count=len(choices),
                card=choice.said,
                picture=choice.picture or "",
            )
            for number, choice in enumerate(choices, 1)
        )
        return whispered(self.seat, self.place.question, *numbered, line("booth-press"))
