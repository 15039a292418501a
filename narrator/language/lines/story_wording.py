"""The narrator's own words between the parts of a retold story, from `retelling.ftl`.

A story is always retold in the same words: the wording of a line depends only on the number of the story. Within a
story, a repeated line uses its other wordings in turn.
"""

import re
from collections.abc import Callable
from itertools import count, takewhile
from typing import Any, TypeAlias

from narrator.core.game import SpokenWords
from narrator.language.content.sentences import split_sentences
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.line import Line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.lines.story import Sentence

MARKUP_SIGNS = re.compile(r"[\[\]{}*|]")
"""Signs that are markup in a story file. They are removed from what a player said."""
STRAIGHT_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})
SENTENCE_ENDINGS = (".", "!", "?", "…")

FindClip: TypeAlias = Callable[[SpokenWords], SpokenWords]
"""Returns what is still there of a recording. It may be deleted, or have got a transcript later."""


def clip_unchanged(clip: SpokenWords) -> SpokenWords:
    """Return the recording as it is."""
    return clip


class StoryWording:
    """Renders the lines of one retold story."""

    def __init__(self, number: int, language: str = DEFAULT_LANGUAGE, found: FindClip = clip_unchanged) -> None:
        """Prepare the retelling of the story with this number."""
        self._number = number
        self._found = found
        self._lines = LineRenderer(language, "retelling")
        self._times: dict[str, int] = {}

    def render(self, name: str, /, **facts: Any) -> str:
        """Return the line in the wording that is due."""
        others = takewhile(lambda variant: self._lines.has(name, variant), (f"or{n}" for n in count(1)))
        variants = [None, *others]
        times = self._times.get(name, 0)
        self._times[name] = times + 1
        return self._lines.render(Line(name, facts, variants[(self._number + times) % len(variants)] or "first"))

    def phrase(self, name: str, /, **facts: Any) -> str:
        """Return the line as a part of a sentence, without its capital."""
        text = self.render(name, **facts)
        return text[:1].lower() + text[1:]

    def sentences(self, name: str, /, **facts: Any) -> tuple[Sentence, ...]:
        """Return the sentences of the line."""
        return tuple(map(Sentence, split_sentences(self.render(name, **facts))))

    def find_clip(self, clip: SpokenWords) -> SpokenWords:
        """Return what is still there of a recording."""
        return self._found(clip)

    def quote(self, name: str, clip: SpokenWords | None, /, **facts: Any) -> tuple[Sentence, ...]:
        """Return the line followed by what a player said, as a recording or in quotation marks; nothing if neither.

        The line ends where the player begins to speak.
        """
        if clip is None:
            return ()
        clip = self._found(clip)
        quoted = as_quoted_sentence(clip.text or "")
        if not (clip.sound or quoted):
            return ()
        *before, lead = split_sentences(self.render(name, **facts))
        last = Sentence(lead, clip.sound, quoted) if clip.sound else Sentence(f'{lead.rstrip(":")}, "{quoted}"')
        return (*map(Sentence, before), last)


def as_quoted_sentence(words: str) -> str:
    """Return free words as a sentence for quotation marks: "um, an owl" → "Um, an owl."."""
    words = " ".join(MARKUP_SIGNS.sub(" ", words.translate(STRAIGHT_QUOTES)).split()).strip('"').strip()
    if not any(letter.isalnum() for letter in words):
        return ""
    words = (words[0].upper() + words[1:]).replace('"', "'")
    return words if words.endswith(SENTENCE_ENDINGS) else words.rstrip(",;:- ") + "."


def as_card_name(words: str) -> str:
    """Return the words for a family's own card as they stand within a sentence: "The moon." → "the moon"."""
    words = " ".join(MARKUP_SIGNS.sub(" ", words.translate(STRAIGHT_QUOTES)).replace('"', " ").split()).strip(
        " .,;:!?…-"
    )
    article, space, rest = words.partition(" ")
    return f"{article.lower()} {rest}" if space and article.lower() in get_language().articles else words
