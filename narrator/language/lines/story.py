"""A retold story: chapters, paragraphs and sentences. Bedtime, search and export all start from it.

It reads as one story in whole sentences, without cards, points or the conversation of the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from narrator.language.language import DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, which may lead to a player's recording: "And Lily said:"."""

    text: str
    clip: str | None = None
    """The name of the recording that follows."""
    clip_text: str = ""
    """The transcript of the recording."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a character or card."""

    emoji: str
    alt: str
    """What it shows, for readers who cannot see it: "a hedgehog"."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One part of the story. The first is the beginning, not a cover."""

    title: str
    paragraphs: tuple[tuple[Sentence, ...], ...]
    pictures: tuple[Picture, ...] = ()
    """Characters and cards that appear in this chapter for the first time."""

    @property
    def sentences(self) -> Iterator[Sentence]:
        """All sentences of the chapter."""
        return (sentence for paragraph in self.paragraphs for sentence in paragraph)


@dataclass(frozen=True, slots=True)
class ToldStory:
    """A story, or as much of it as was played."""

    number: int
    """The number of its game in the journal."""
    title: str
    game: str
    """The name of the game."""
    played: datetime
    players: tuple[str, ...]
    finished: bool
    chapters: tuple[Chapter, ...]
    language: str = DEFAULT_LANGUAGE
