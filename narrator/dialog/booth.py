"""The booth: one player at a time, with headphones and a number pad.

Every visit sounds the same from outside. The first key press takes the booth over, before any private word; then the
choices with their numbers, a press, its echo, and the same number again to keep it or another one to change.
"""

from dataclasses import dataclass, replace
from itertools import accumulate

from narrator.games.hosting.questions import Choice, Slot
from narrator.language.lines.line import Line, line, whisper_to

AGAIN = "0"
"""Hear the choices once more, and more about them."""
WORDS = 45
"""So many words at most for what is new in a hand; what is left is told another time."""
NOTHING = Choice(None, "")


@dataclass(frozen=True)
class Visit:
    seat: str
    place: Slot
    taken: bool = False  # whether somebody has pressed a key: before that, nothing private is whispered
    chosen: int | None = None  # the number that was pressed, and waits to be pressed again
    known: frozenset[str] = frozenset()  # the cards that this player has heard described, by name

    @property
    def choices(self) -> tuple[Choice, ...]:
        return (*self.place.choices, NOTHING) if self.place.is_skippable else self.place.choices

    @property
    def described(self) -> tuple[Choice, ...]:
        """What is told at a glance: the new cards of a hand, as far as there is time. The room heard the table."""
        new = (
            [choice.with_short_description() for choice in self.choices if choice.spoken not in self.known]
            if self.place.from_hand
            else []
        )
        lengths = accumulate(len((choice.description or "").split()) for choice in new)
        return tuple(choice for choice, words in zip(new, lengths, strict=True) if words <= WORDS)

    def press(self, keys: str) -> "tuple[Visit, tuple[Line, ...], Choice | None]":
        """A number was pressed: the visit after it, what is whispered, and the choice, once it is confirmed."""
        number = int(keys) if keys.isdecimal() and len(keys) < 3 else None
        choices = self.choices
        if not self.taken or number is None or keys == AGAIN:
            first = not (self.known or self.taken)
            welcome = whisper_to(self.seat, line("booth-welcome", seat=self.seat)) if first else ()
            return replace(self, taken=True), (*welcome, *self.told_choices(closely=keys == AGAIN and self.taken)), None
        if not 1 <= number <= len(choices):
            return self, whisper_to(self.seat, line("booth-no-such", count=len(choices))), None
        if number == self.chosen:
            return self, (), choices[number - 1]
        echo = line("booth-echo", card=choices[number - 1].spoken, number=number)
        return replace(self, chosen=number), whisper_to(self.seat, echo), None

    def told_choices(self, *, closely: bool = False) -> tuple[Line, ...]:
        choices, described = self.choices, {choice.value: choice.description for choice in self.described}
        numbered = (
            line(
                "booth-choice",
                skip=choice is NOTHING,
                number=number,
                count=len(choices),
                card=choice.spoken,
                picture=choice.with_details().description if closely else described.get(choice.value),
            )
            for number, choice in enumerate(choices, 1)
        )
        return whisper_to(self.seat, self.place.prompt, *numbered, line("booth-press"))
