"""What an utterance may mean: understood, ambiguous, perhaps, or not at all."""

from dataclasses import dataclass
from typing import TypeAlias

from narrator.understand.grammar import Reading


@dataclass(frozen=True, slots=True)
class Understood:
    reading: Reading
    correcting: bool = False
    """It began with "no": it takes the place of what was said before."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Perhaps:
    """Nothing fits, but this is close enough to ask."""

    said: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    text: str


Understanding: TypeAlias = Understood | Ambiguous | Perhaps | NotUnderstood
