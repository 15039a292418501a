"""Directions for the voice in a story: who speaks, in which manner, after which pause and with which sound.

An author writes them in round brackets, as in a play; the head of `markup.py` lists them. While a text is rendered,
each direction stands in it between two private-use characters, which no text contains. Everything that is shown or
printed removes them; `Sentence.directions` keeps them for the voice.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TypeAlias

from narrator.core.paths import data_folder

NARRATOR_SPEAKER = "narrator"
"""Written for words in quotation marks that the narrator speaks."""
BEAT_WORD, SOUND_WORD = "beat", "sound"
BEGIN_DIRECTION, END_DIRECTION, NEXT_PART = "\ue010", "\ue011", "\ue012"
DIRECTION_MARK = re.compile(f"{BEGIN_DIRECTION}([^{END_DIRECTION}]*){END_DIRECTION}")
SPEAKER_NAME = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*")


class Manner(StrEnum):
    """How words are spoken. The values are what an author writes."""

    WHISPERED = "whispered"
    SHOUTED = "shouted"
    SANG = "sang"
    YAWNED = "yawned"
    SLOWLY = "slowly"


@dataclass(frozen=True, slots=True)
class Direction:
    """One bracket: `(cook, whispered)`, `(beat)` or `(sound plop)`."""

    speaker: str | None = None
    """The key of a role, `narrator`, or the name of a thing; after rendering, the name of the chosen character."""
    manner: Manner | None = None
    beat: bool = False
    sound: str | None = None

    def to_mark(self) -> str:
        """Return the mark for this direction in a rendered text. The speaker may have any name that a family gives."""
        parts = (self.speaker or "", self.manner or "", BEAT_WORD if self.beat else "", self.sound or "")
        return f"{BEGIN_DIRECTION}{NEXT_PART.join(parts)}{END_DIRECTION}"

    @classmethod
    def from_mark(cls, inside: str) -> "Direction":
        """Return the direction of what stands inside a mark."""
        speaker, manner, beat, sound = inside.split(NEXT_PART)
        return cls(speaker or None, Manner(manner) if manner else None, bool(beat), sound or None)


PlacedDirection: TypeAlias = tuple[int, Direction]
"""The position in the clean text that a direction stands before."""


class DirectionError(ValueError):
    """Text in brackets that is not a direction."""


def parse_direction(words: str) -> Direction:
    """Return the direction that stands between brackets, or raise `DirectionError`."""
    speaker: str | None = None
    manner: Manner | None = None
    beat, sound = False, None
    for word in (" ".join(part.split()) for part in words.split(",")):
        if word == BEAT_WORD:
            beat = True
        elif word in set(map(str, Manner)):
            manner = Manner(word)
        elif word.startswith(f"{SOUND_WORD} "):
            sound = word.removeprefix(f"{SOUND_WORD} ")
        elif speaker is None and SPEAKER_NAME.fullmatch(word):
            speaker = word
        else:
            raise DirectionError(f"({words}), which is no direction such as (whispered), (beat) or (sound plop)")
    return Direction(speaker, manner, beat, sound)


def remove_direction_marks(text: str) -> str:
    """Return a rendered text without its directions."""
    return split_directions(text)[0]


def split_directions(text: str) -> tuple[str, tuple[PlacedDirection, ...]]:
    """Return a rendered text without its directions, and the directions with their positions in it."""
    clean = ""
    placed: list[PlacedDirection] = []
    for part in _parts(text):
        if isinstance(part, Direction):
            placed.append((len(clean), part))
        else:
            clean += part.lstrip() if not clean or clean.endswith(" ") else part
    clean = clean.rstrip()
    return clean, tuple((min(at, len(clean)), direction) for at, direction in placed)


def _parts(text: str) -> Iterator[str | Direction]:
    last = 0
    for mark in DIRECTION_MARK.finditer(text):
        yield text[last : mark.start()]
        yield Direction.from_mark(mark[1])
        last = mark.end()
    yield text[last:]


@cache
def story_sounds() -> frozenset[str]:
    """Return the names of all story sounds."""
    return frozenset(file.stem for file in (data_folder("audio") / "story").glob("*.ogg"))
