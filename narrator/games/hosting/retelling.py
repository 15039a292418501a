"""A finished game told again: what a retelling is given, and what it gives to the shelf."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from narrator.core.errors import NarratorError
from narrator.core.game import Event
from narrator.language.content.sentences import split_sentences
from narrator.language.lines.story import Chapter, Sentence


@dataclass(frozen=True, slots=True)
class PlayedGame:
    number: int
    game: str
    state: Any
    events: tuple[Event, ...]
    players: tuple[str, ...]
    """Everyone who took part, also those who came later or left before the end."""
    started_at: datetime
    """By the clock on the wall here."""
    finished: bool


@dataclass(frozen=True, slots=True)
class RetoldStory:
    """A story, and what it can be found by beside its own words."""

    title: str
    chapters: tuple[Chapter, ...]
    """None if nothing has been told yet."""
    search_keys: tuple[str, ...]
    """Who was what, and which way was taken: "hedgehog, a brave knight"."""


class StoryTextMissing(NarratorError):
    """The words of this story are in a pack that is not at hand."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Of the file, without its ending."""
        super().__init__(
            f'This story was told from stories of your own, and "{name}" is not among those at hand. '
            "Name their folder again, with --pack."
        )


def paragraph(text: str) -> tuple[Sentence, ...]:
    return tuple(Sentence(text) for text in split_sentences(text) if text)


def drop_empty(paragraphs: Iterable[tuple[Sentence, ...]]) -> tuple[tuple[Sentence, ...], ...]:
    """Those in which something is said."""
    return tuple(some for some in paragraphs if some)


def capitalise(words: str) -> str:
    """As a heading begins."""
    return words[:1].upper() + words[1:]


def title_from(name: str) -> str:
    """Of a story whose words are not at hand only the file is known: "the-lost-sock" → "The lost sock"."""
    return capitalise(" ".join(name.replace("_", " ").replace("-", " ").split())) or name
