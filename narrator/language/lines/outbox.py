"""What is about to be said, to whom, how, and what was said before."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from narrator.language.lines.clip_marks import BEGIN, END, mark_clip, remove_clip_marks
from narrator.language.lines.line import Line, Verbosity
from narrator.language.lines.renderer import LineRenderer


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """One line for the room, or for one player's ear alone."""

    text: str
    to: str | None = None
    marked_text: str | None = (
        None  # the same with marks where recordings are played (see `own_voice`), if there are any
    )
    is_narration: bool = False  # a page of the story, or what happened: no answer breaks it off, as it does a question
    aloud: bool = False  # of a line for one player: said in the room, while the others cover their ears
    spare_letters: int | None = None  # of the last of these: how many letters longer they all could have been


class Outbox:
    """Puts the lines of an answer into words, and remembers the answers of this evening."""

    def __init__(self) -> None:
        self._answers: list[tuple[SpokenLine, ...]] = []
        self._back = 0
        self._ids: frozenset[str] = frozenset()
        """What the last answer was made of."""

    def render(
        self, lines: Sequence[tuple[LineRenderer, Line]], verbosity: Verbosity, *, remember: bool
    ) -> tuple[SpokenLine, ...]:
        """An answer, each line in the words it belongs to. What the room heard of it can be heard again, unless it only
        goes with what was said before.
        """
        found: list[SpokenLine] = []
        for words, line in lines:
            text = words.render(line, verbosity)
            heard = mark_recorded_names(text, words.names) if words.names else text
            differs = heard if BEGIN in heard else None
            read = text if differs is None else remove_clip_marks(text)
            story, spare = (
                line.is_narration or line.id == "text",
                line.spare_letters[verbosity] if line.spare_letters else None,
            )
            if text:
                found.append(
                    SpokenLine(read, line.to, differs, is_narration=story, aloud=line.aloud, spare_letters=spare)
                )
        if remember:
            self._back = 0
        if remember and (in_the_room := tuple(said for said in found if said.to is None)):
            self._answers.append(in_the_room)
            inside = (fact for _, line in lines for fact in line.facts.values() if isinstance(fact, Line))
            self._ids = frozenset(each.id for each in (*(line for _, line in lines), *inside))
        return tuple(found)

    def has_asked(self, question: Line) -> bool:
        return question.id in self._ids

    def last_answer(self) -> tuple[SpokenLine, ...]:
        """The last answer once more, word for word."""
        self._back = 0
        return self._answers[-1] if self._answers else ()

    def earlier_answer(self) -> tuple[SpokenLine, ...]:
        """One answer further back each time; nothing beyond the first."""
        if self._back + 1 >= len(self._answers):
            return ()
        self._back += 1
        return self._answers[-1 - self._back]


def mark_recorded_names(text: str, names: Mapping[str, str]) -> str:
    """With the names of those who taught us theirs as they say it."""
    for name, sound in names.items():
        text = re.sub(rf"\b{re.escape(name)}\b(?![^{BEGIN}]*{END})", mark_clip(name, sound), text)
    return text
