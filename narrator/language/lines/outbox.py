"""Render the lines of an answer, and remember earlier answers so that they can be repeated."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from narrator.language.lines.audience import EVERYBODY, Audience
from narrator.language.lines.clip_marks import BEGIN, END, mark_clip, remove_clip_marks
from narrator.language.lines.line import Line, Verbosity
from narrator.language.lines.renderer import STORY_TEXT, LineRenderer
from narrator.language.lines.showing import Showing


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line in words, for everybody or for one player."""

    text: str
    audience: Audience = EVERYBODY
    marked_text: str | None = None
    """The text with marks where recordings are played (see `clip_marks`), or None if it has none."""
    is_narration: bool = False
    """Whether it is a page of the story or tells what happened. An answer cannot interrupt it, as it can a question."""
    spare_letters: int | None = None
    """See `Line.spare_letters`."""
    shows: Showing | None = None
    """See `Line.shows`."""
    id: str = ""
    """See `Line.id`; empty for a line that was not rendered from a message."""


class Outbox:
    """Renders the lines of an answer and remembers the answers of the session."""

    def __init__(self) -> None:
        self._answers: list[tuple[SpokenLine, ...]] = []
        self._back = 0
        self._ids: frozenset[str] = frozenset()
        """The ids of the lines in the last answer."""

    def render(
        self,
        lines: Sequence[tuple[LineRenderer, Line]],
        verbosity: Verbosity,
        *,
        table_verbosity: Verbosity,
        remember: bool,
    ) -> tuple[SpokenLine, ...]:
        """Return the lines of an answer in words, each by its own renderer.

        `verbosity` is that of the asked player, `table_verbosity` that of the cards on the table, which all players
        need. With `remember`, the lines for everybody can be repeated later. An answer that only repeats is not
        remembered.
        """
        by_line = ((renderer, line, table_verbosity if reads_card(line) else verbosity) for renderer, line in lines)
        rendered = [spoken for each in by_line if (spoken := render_line(*each))]
        if remember and (for_everybody := tuple(spoken for spoken in rendered if spoken.audience == EVERYBODY)):
            self._back = 0
            self._answers.append(for_everybody)
            said = [line for _, line in lines if line.audience == EVERYBODY]
            inside = (fact for line in said for fact in line.facts.values() if isinstance(fact, Line))
            self._ids = frozenset(each.id for each in (*said, *inside))
        return tuple(rendered)

    def has_asked(self, question: Line) -> bool:
        """Whether the last answer contained this question."""
        return question.id in self._ids

    def last_answer(self) -> tuple[SpokenLine, ...]:
        """Return the last answer, word for word."""
        self._back = 0
        return self._answers[-1] if self._answers else ()

    def earlier_answer(self) -> tuple[SpokenLine, ...]:
        """Return one answer further back with each call; nothing before the first."""
        if self._back + 1 >= len(self._answers):
            return ()
        self._back += 1
        return self._answers[-1 - self._back]


def reads_card(line: Line) -> bool:
    """Whether the line reads a card on the table."""
    return line.shows is not None and line.shows.card is not None


def render_line(renderer: LineRenderer, line: Line, verbosity: Verbosity) -> SpokenLine | None:
    """Return the line in words, or None if it has none."""
    text = renderer.render(line, verbosity)
    if not text:
        return None
    marked = mark_recorded_names(text, renderer.names) if renderer.names else text
    has_clips = BEGIN in marked
    return SpokenLine(
        remove_clip_marks(text) if has_clips else text,
        line.audience,
        marked if has_clips else None,
        is_narration=line.is_narration or line.id == STORY_TEXT,
        spare_letters=line.spare_letters[verbosity] if line.spare_letters else None,
        shows=line.shows,
        id=line.id,
    )


def mark_recorded_names(text: str, names: Mapping[str, str]) -> str:
    """Mark each player's name that has a recording, so that the recording is played instead."""
    for name, sound in names.items():
        text = re.sub(rf"\b{re.escape(name)}\b(?![^{BEGIN}]*{END})", mark_clip(name, sound), text)
    return text
