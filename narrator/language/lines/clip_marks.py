"""A player's own words in the middle of a line: written for those who read it, played for those who hear it.

What somebody recorded stands in a line between marks, with its transcript and the name of the recording. The marks are
letters that no text holds, so they pass through every line unharmed and are taken off at the very end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from narrator.core.game import SpokenWords

BEGIN, MIDDLE, END = "\ue000", "\ue001", "\ue002"
MARKED = re.compile(f"{BEGIN}([^{MIDDLE}]*){MIDDLE}([^{END}]*){END}")
UNWRITTEN = "…"  # for a song or a sound, which has no transcript


@dataclass(frozen=True, slots=True)
class ClipMark:
    sound: str
    words: str = ""  # what it says, as far as that was understood


def mark_clip(words: str, sound: str) -> str:
    return f"{BEGIN}{words}{MIDDLE}{sound}{END}"


def quote_clip(clip: SpokenWords | None) -> str:
    """What a player said, in the player's own voice where it was recorded; nothing if there is nothing."""
    words = clip.text or "" if clip else ""
    return mark_clip(words, clip.sound) if clip and clip.sound else words


def remove_clip_marks(line: str) -> str:
    return MARKED.sub(lambda mark: mark[1] or UNWRITTEN, line)


def split_at_clips(line: str) -> Iterator[str | ClipMark]:
    """The line as it is heard: words for the narrator, and recordings."""
    at = 0
    for mark in MARKED.finditer(line):
        yield from with_words(line[at : mark.start()])
        yield ClipMark(mark[2], mark[1])
        at = mark.end()
    yield from with_words(line[at:])


def with_words(text: str) -> Iterator[str]:
    if re.search(r"\w", text):
        yield text.strip()
