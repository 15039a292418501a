"""What an utterance means: a reading, and the four possible results of understanding."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Reading:
    intent: str
    slots: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Understood:
    reading: Reading
    correcting: bool = False  # it began with "no": it takes the place of what was said before


@dataclass(frozen=True, slots=True)
class Ambiguous:
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Nothing fits, but this is close enough to ask."""

    said: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    text: str


Understanding: TypeAlias = Understood | Ambiguous | Suggestion | NotUnderstood
