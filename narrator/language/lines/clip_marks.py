"""Marks for a player's recording within a line: shown as a transcript, played as a clip.

Marks in a line enclose a recording's transcript and the name of the clip. The marks are private-use
characters, which no text contains, so they pass through rendering unchanged and are removed at the very end.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from narrator.core.game import SpokenWords

BEGIN, MIDDLE, END = "\ue000", "\ue001", "\ue002"
MARKED = re.compile(f"{BEGIN}([^{MIDDLE}]*){MIDDLE}([^{END}]*){END}")
NO_TRANSCRIPT = "…"
"""Shown for a song or a sound, which has no transcript."""


@dataclass(frozen=True, slots=True)
class ClipMark:
    """A recording within a line."""

    sound: str
    words: str = ""
    """The transcript, if there is one."""


def mark_clip(words: str, sound: str) -> str:
    """Return the words with marks that name their recording."""
    return f"{BEGIN}{words}{MIDDLE}{sound}{END}"


def quote_clip(clip: SpokenWords | None) -> str:
    """Return what a player said, marked if there is a recording; nothing if the player said nothing."""
    words = clip.text or "" if clip else ""
    return mark_clip(words, clip.sound) if clip and clip.sound else words


def mark_voices(text: str, voices: Mapping[str, str]) -> str:
    """Return the text with marks around recorded words. `voices` maps the name of a recording to its words."""
    for sound, words in voices.items():
        text = text.replace(words, mark_clip(words, sound), 1)
    return text


def remove_clip_marks(line: str) -> str:
    """Return the line with transcripts in place of recordings."""
    return MARKED.sub(lambda mark: mark[1] or NO_TRANSCRIPT, line)


def split_at_clips(line: str) -> Iterator[str | ClipMark]:
    """Yield the parts of a line in order: words for the narrator, and recordings."""
    end = 0
    for mark in MARKED.finditer(line):
        yield from _nonempty(line[end : mark.start()])
        yield ClipMark(mark[2], mark[1])
        end = mark.end()
    yield from _nonempty(line[end:])


def _nonempty(text: str) -> Iterator[str]:
    if re.search(r"\w", text):
        yield text.strip()
