"""What a game's `retelling.py` gets (`PlayedGame`) and returns (`RetoldStory`), and helpers for writing one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from narrator.core.errors import NarratorError
from narrator.core.game import Event
from narrator.language.content.direction import split_directions
from narrator.language.content.sentences import sentences_at
from narrator.language.lines.story import Chapter, Sentence


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A stored game, replayed to its last move."""

    number: int
    game: str
    state: Any
    events: tuple[Event, ...]
    players: tuple[str, ...]
    """Everyone who took part, including players who joined late or left early."""
    started_at: datetime
    """In local time."""
    finished: bool


@dataclass(frozen=True, slots=True)
class RetoldStory:
    """A game retold as a story."""

    title: str
    chapters: tuple[Chapter, ...]
    """Empty if the game has only just begun."""
    search_keys: tuple[str, ...]
    """What the story can be found by besides its text: "hedgehog a brave knight"."""
    setting: str | None = None
    """The setting of its place: one of the names in `content/scenes/scene.py`."""
    makers: tuple[str, ...] = ()
    """The children who made the story, if it is their own."""


class StoryTextMissing(NarratorError):
    """The text of this story is in a pack that is not loaded."""

    def __init__(self, name: str) -> None:
        self.name = name
        """The file name without its extension."""
        super().__init__(
            f'The text of this story, "{name}", is in a content pack that is not loaded. '
            "Name the folder of the pack with --pack."
        )


def paragraph(text: str) -> tuple[Sentence, ...]:
    """Split the text into sentences, each with the directions that are marked in it."""
    clean, placed = split_directions(text)
    sentences: list[Sentence] = []
    for start, sentence in sentences_at(clean):
        end = start + len(sentence) + 1  # a direction at the very end belongs to the last sentence
        own = tuple((at - start, direction) for at, direction in placed if start <= at < end)
        sentences += [Sentence(sentence, directions=own)] if sentence else []
    return tuple(sentences)


def drop_empty(paragraphs: Iterable[tuple[Sentence, ...]]) -> tuple[tuple[Sentence, ...], ...]:
    """Return the paragraphs without the empty ones."""
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def capitalise(words: str) -> str:
    """Return the words with a capital first letter."""
    return words[:1].upper() + words[1:]


def title_from(name: str) -> str:
    """Return a title from a file name, for a story whose text is not loaded: "The lost sock" for "the-lost-sock"."""
    return capitalise(" ".join(name.replace("_", " ").replace("-", " ").split())) or name
