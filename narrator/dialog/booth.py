"""The booth: one player at a time chooses in secret, with headphones and a number pad.

Every visit sounds the same from outside. The first key press starts it; before that, nothing private is whispered. Then
the player hears the choices with their numbers, presses one, hears it repeated, and presses the same number again to
confirm or another one to change.
"""

from dataclasses import dataclass, replace

from narrator.games.hosting.questions import Choice, Slot
from narrator.language.lines.audience import Alone
from narrator.language.lines.line import Line, line, tell_alone

AGAIN_KEY = "0"
"""Reads the choices again, with more details."""
MAX_DESCRIBED_CARDS = 5
"""The number of new cards in a hand that are described at one visit; the others are described at a later one."""
NO_CHOICE = Choice(None, "")


@dataclass(frozen=True)
class Visit:
    """One player's visit to the booth, to fill one slot."""

    seat: str
    slot: Slot
    taken: bool = False
    """Whether a key was pressed. Before that, nothing private is whispered."""
    chosen: int | None = None
    """The number that was pressed once and must be confirmed."""
    known: frozenset[str] = frozenset()
    """The names of the cards that were already described to this player."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        return (*self.slot.choices, NO_CHOICE) if self.slot.is_skippable else self.slot.choices

    @property
    def described(self) -> tuple[Choice, ...]:
        """The new cards of a hand that are described now. Cards on the table were described in the room."""
        new = [choice for choice in self.choices if self.slot.from_hand and choice.spoken not in self.known]
        return tuple(choice.as_new_in_hand() for choice in new[:MAX_DESCRIBED_CARDS])

    def press(self, keys: str) -> "tuple[Visit, tuple[Line, ...], Choice | None]":
        """Return the visit after a key press, the lines to whisper, and the choice once it is confirmed."""
        number = int(keys) if keys.isdecimal() and len(keys) < 3 else None
        choices = self.choices
        if not self.taken or number is None or keys == AGAIN_KEY:
            is_first = not (self.known or self.taken)
            welcome = self._whisper(line("booth-welcome", seat=self.seat)) if is_first else ()
            detailed = keys == AGAIN_KEY and self.taken
            return replace(self, taken=True), (*welcome, *self.choice_lines(detailed=detailed)), None
        if not 1 <= number <= len(choices):
            return self, self._whisper(line("booth-no-such", count=len(choices))), None
        if number == self.chosen:
            return self, (), choices[number - 1]
        echo = line("booth-echo", card=choices[number - 1].spoken, number=number)
        return replace(self, chosen=number), self._whisper(echo), None

    def _whisper(self, *lines: Line) -> tuple[Line, ...]:
        return tell_alone(self.seat, Alone.IN_BOOTH, *lines)

    def choice_lines(self, *, detailed: bool = False) -> tuple[Line, ...]:
        """Return the whispered lines with the question and the numbered choices."""
        choices, described = self.choices, {choice.value: choice.description for choice in self.described}
        numbered = (
            line(
                "booth-choice",
                skip=choice is NO_CHOICE,
                number=number,
                count=len(choices),
                card=choice.spoken,
                picture=choice.with_details().description if detailed else described.get(choice.value),
            )
            for number, choice in enumerate(choices, 1)
        )
        return self._whisper(self.slot.prompt, *numbered, line("booth-press"))
