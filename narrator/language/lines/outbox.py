"""What is about to be said, to whom, how, and what was said before."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from narrator.core.paths import form_of
from narrator.language.lines.clip_marks import BEGIN, END, marked, written
from narrator.language.lines.line import Line, Lines, Verbosity

Theme = Literal["night", "day", "amber", "calm"]
THEMES: tuple[Theme, ...] = get_args(Theme)
"""White on black, black on white, yellow on black, and a calm one."""
SMALLEST, LARGEST = 24, 200
"""Pixels of print in the window."""


@dataclass(frozen=True, slots=True)
class Said:
    """One line for the room, or for one player's ear alone."""

    text: str
    to: str | None = None
    heard: str | None = None  # the same with marks where recordings are played (see `own_voice`), if there are any
    story: bool = False  # a page of the story, or what happened: no answer breaks it off, as it does a question
    aloud: bool = False  # of a line for one player: said in the room, while the others cover their ears
    spare: int | None = None  # of the last of these: how many letters longer they all could have been


@dataclass(frozen=True, slots=True)
class Manner:
    """How the narrator speaks, and how the window looks. Kept for each player."""

    verbosity: Verbosity = Verbosity.FULL
    rate: int = 175  # words a minute
    volume: int = 80  # of a hundred
    cues: int = 60  # the sounds without words, of a hundred; none at zero
    other_voice: bool = False  # not the usual voice but the other one, where there are two
    size: int = 40  # of the print in the window, in pixels
    theme: Theme = "night"
    reader: bool = False  # whether a screen reader reads the page as well

    @classmethod
    def read(cls, written: str) -> "Manner":
        """As it was kept; the usual manner if that cannot be read any more."""
        try:
            kept: Manner = form_of(Manner).validate_json(written)
        except ValueError:
            return cls()
        return kept

    def written(self) -> str:
        return form_of(Manner).dump_json(self).decode()

    def faster(self, step: int) -> "Manner":
        return replace(self, rate=max(80, min(500, self.rate + step)))

    def louder(self, step: int) -> "Manner":
        return replace(self, volume=max(10, min(100, self.volume + step)))

    def printed(self, size: int) -> "Manner":
        return replace(self, size=max(SMALLEST, min(LARGEST, size)))

    def with_cues(self, step: int) -> "Manner":
        """Never all the way to silence: that has words of its own."""
        return replace(self, cues=max(15, min(100, self.cues + step)))


class Outbox:
    """Puts the lines of an answer into words, and remembers the answers of this evening."""

    def __init__(self) -> None:
        self._answers: list[tuple[Said, ...]] = []
        self._back = 0
        self._ids: frozenset[str] = frozenset()
        """What the last answer was made of."""

    def say(self, lines: Sequence[tuple[Lines, Line]], verbosity: Verbosity, *, remember: bool) -> tuple[Said, ...]:
        """An answer, each line in the words it belongs to. What the room heard of it can be heard again, unless it only
        goes with what was said before.
        """
        found: list[Said] = []
        for words, line in lines:
            text = words.say(line, verbosity)
            heard = called(text, words.names) if words.names else text
            differs = heard if BEGIN in heard else None
            read = text if differs is None else written(text)
            story, spare = line.told or line.id == "text", line.spare[verbosity] if line.spare else None
            if text:
                found.append(Said(read, line.to, differs, story=story, aloud=line.aloud, spare=spare))
        if remember:
            self._back = 0
        if remember and (in_the_room := tuple(said for said in found if said.to is None)):
            self._answers.append(in_the_room)
            inside = (fact for _, line in lines for fact in line.facts.values() if isinstance(fact, Line))
            self._ids = frozenset(each.id for each in (*(line for _, line in lines), *inside))
        return tuple(found)

    def has_asked(self, question: Line) -> bool:
        return question.id in self._ids

    def again(self) -> tuple[Said, ...]:
        """The last answer once more, word for word."""
        self._back = 0
        return self._answers[-1] if self._answers else ()

    def earlier(self) -> tuple[Said, ...]:
        """One answer further back each time; nothing beyond the first."""
        if self._back + 1 >= len(self._answers):
            return ()
        self._back += 1
        return self._answers[-1 - self._back]


def called(text: str, names: Mapping[str, str]) -> str:
    """With the names of those who taught us theirs as they say it."""
    for name, sound in names.items():
        text = re.sub(rf"\b{re.escape(name)}\b(?![^{BEGIN}]*{END})", marked(name, sound), text)
    return text
