"""The narrator's own words between the parts of a story, from `retelling.ftl`.

A story that is told again is told in the same words: which wording of a line is taken depends on the number of the
story and on nothing else. Within a story a line that comes again comes in other words, as long as there are any.
"""

import re
from collections.abc import Callable
from itertools import count, takewhile
from typing import Any, TypeAlias

from narrator.core.game import SpokenWords
from narrator.language.content.sentences import split_sentences
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.line import Line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.lines.story import Sentence

MARKS = re.compile(r"[\[\]{}*|]")
"""What stands for something else in a story file stands for nothing in what a player said."""
SPEECH_MARKS = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})
ENDS = (".", "!", "?", "…")


FindClip: TypeAlias = Callable[[SpokenWords], SpokenWords]
"""What there still is of a recording: it may be gone, or have been understood only later."""


def clip_unchanged(clip: SpokenWords) -> SpokenWords:
    return clip


class StoryWording:
    def __init__(self, number: int, language: str = DEFAULT_LANGUAGE, found: FindClip = clip_unchanged) -> None:
        self._number = number
        self._found = found
        self._lines = LineRenderer(language, "retelling")
        self._times: dict[str, int] = {}

    def render(self, name: str, /, **facts: Any) -> str:
        others = takewhile(lambda part: self._lines.has(name, part), (f"or{n}" for n in count(1)))
        parts = [None, *others]
        times = self._times.get(name, 0)
        self._times[name] = times + 1
        return self._lines.render(Line(name, facts, parts[(self._number + times) % len(parts)] or "first"))

    def phrase(self, name: str, /, **facts: Any) -> str:
        said = self.render(name, **facts)
        return said[:1].lower() + said[1:]

    def sentences(self, name: str, /, **facts: Any) -> tuple[Sentence, ...]:
        return tuple(map(Sentence, split_sentences(self.render(name, **facts))))

    def quote(self, name: str, clip: SpokenWords | None, /, **facts: Any) -> tuple[Sentence, ...]:
        """What a player said: in their own voice where there is a recording, else in writing; nothing if neither.

        The line ends where the player begins to speak.
        """
        if clip is None:
            return ()
        clip = self._found(clip)
        said = as_quoted_sentence(clip.text or "")
        if not (clip.sound or said):
            return ()
        *before, lead = split_sentences(self.render(name, **facts))
        last = Sentence(lead, clip.sound, said) if clip.sound else Sentence(f'{lead.rstrip(":")}, "{said}"')
        return (*map(Sentence, before), last)


def as_quoted_sentence(words: str) -> str:
    """Free words as a sentence between quotation marks: "um, an owl" → "Um, an owl."."""
    words = " ".join(MARKS.sub(" ", words.translate(SPEECH_MARKS)).split()).strip('"').strip()
    if not any(letter.isalnum() for letter in words):
        return ""
    words = (words[0].upper() + words[1:]).replace('"', "'")
    return words if words.endswith(ENDS) else words.rstrip(",;:- ") + "."


def as_card_name(words: str) -> str:
    """What the family calls one of its own cards, as it stands within a sentence: "The moon." → "the moon"."""
    words = " ".join(MARKS.sub(" ", words.translate(SPEECH_MARKS)).replace('"', " ").split()).strip(" .,;:!?…-")
    article, space, rest = words.partition(" ")
    return f"{article.lower()} {rest}" if space and article.lower() in ("a", "an", "the") else words
