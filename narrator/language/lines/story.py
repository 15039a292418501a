"""A retold story: chapters, paragraphs and sentences. Bedtime, search and export all start from it.

It reads as one story in whole sentences, without cards, points or the conversation of the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.clip_marks import mark_clip

if TYPE_CHECKING:
    from narrator.language.content.direction import PlacedDirection
    from narrator.language.content.models import WrittenScene


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, which may lead to a player's recording: "And Lily said:"."""

    text: str
    clip: str | None = None
    """The name of the recording that follows."""
    clip_text: str = ""
    """The transcript of the recording."""
    directions: tuple["PlacedDirection", ...] = ()
    """What the author wrote for the voice, by position in the text."""

    @property
    def spoken(self) -> str:
        """The text, followed by the mark of the recording if there is one."""
        return f"{self.text} {mark_clip(self.clip_text, self.clip)}" if self.clip else self.text


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a character or card."""

    emoji: str
    alt: str
    """What it shows, for readers who cannot see it: "a hedgehog"."""
    scene: "WrittenScene | None" = None
    """The scene that its author composed, if any."""


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
    setting: str | None = None
    """The setting of its place, for the cover: one of the names in `content/scenes/scene.py`."""
    makers: tuple[str, ...] = ()
    """The children who made the story, if it is their own."""

    @property
    def cast_emoji(self) -> tuple[str, ...]:
        """The first emoji of each picture, in the order of the story."""
        pictures = (picture for chapter in self.chapters for picture in chapter.pictures)
        return tuple(dict.fromkeys(picture.emoji.split()[0] for picture in pictures if picture.emoji.strip()))
