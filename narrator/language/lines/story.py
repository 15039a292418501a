"""A story as it is told again: chapters, paragraphs, sentences. Whatever tells, prints or exports it starts from here.

It reads as one story. Nothing of the talk at the table is in it, no cards, no points; everything is a whole sentence.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from narrator.language.language import DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    clip: str | None = None
    """A player's own recording that follows these words ("And Lily said:"), by its name among the `Clips`."""
    clip_text: str = ""  # what that recording says, in writing, as well as it was understood


@dataclass(frozen=True, slots=True)
class Picture:
    emoji: str
    alt: str  # what it shows, for those who do not see it: "a hedgehog"


@dataclass(frozen=True, slots=True)
class Chapter:
    """One part of the story: the first is the beginning, not a cover."""

    title: str
    paragraphs: tuple[tuple[Sentence, ...], ...]
    pictures: tuple[Picture, ...] = ()  # who appears in it, each where it comes up first

    @property
    def sentences(self) -> Iterator[Sentence]:
        return (sentence for paragraph in self.paragraphs for sentence in paragraph)


@dataclass(frozen=True, slots=True)
class ToldStory:
    """A whole story, or as much of it as was played."""

    number: int  # of its game in the journal
    title: str
    game: str  # which game made it
    played: datetime
    players: tuple[str, ...]
    finished: bool
    chapters: tuple[Chapter, ...]
    language: str = DEFAULT_LANGUAGE
