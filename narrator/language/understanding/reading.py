"""What an utterance means: a reading, and the four possible results of understanding it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Reading:
    """One meaning of an utterance: its intent and the values of its slots."""

    intent: str
    slots: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Understood:
    """The utterance has exactly one meaning."""

    reading: Reading
    is_correction: bool = False
    """It began with "no", so it replaces what was said before."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The utterance has several meanings."""

    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The utterance does not fit, but this name is close enough to ask about."""

    text: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class NoReading:
    """The utterance has no meaning at the moment."""

    text: str


Understanding: TypeAlias = Understood | Ambiguous | Suggestion | NoReading
