"""Check a spoken game against the same game typed."""

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from narrator.apps.demo.guest_voices import SAMPLE_RATE
from narrator.apps.demo.output import DemoOutput
from narrator.dialog.conversation import Conversation
from narrator.dialog.topic import NO_WORDS
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import load_content
from narrator.language.lines.line import Verbosity
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.reading import Understanding
from narrator.speech.ports import UtteranceHeard
from narrator.speech.tts.recording_output import RecordingFile
from narrator.storage.journal import Journal

HASTY = Preferences(verbosity=Verbosity.BRIEF, rate=440)
"""The narrator says little and speaks fast, to keep tests short."""


class TimedOutput(DemoOutput):
    """Remembers when each line was printed, in seconds of sound."""

    def __init__(self, recording: RecordingFile | None = None) -> None:
        super().__init__(io.StringIO(), recording)
        self.samples = 0
        self.lines: list[tuple[float, str]] = []

    def write(self, text: str, /) -> None:
        self.lines += [(self.samples / SAMPLE_RATE, text)] if text.strip() else []

    def play(self, samples: Any) -> None:
        super().play(samples)
        self.samples += len(samples)


class RecordedConversation(Conversation):
    """Remembers all input: utterances, doubts and misses."""

    reached: ClassVar[list[tuple[str, Any]]]
    said: ClassVar[str | None] = None
    """What the player said, recorded instead of what was heard, if it is known."""

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> tuple[SpokenLine, ...]:
        self.reached.append(("hear", self.said or utterance.text))
        return super().answer(meaning, utterance)

    def doubt(self, phrases: Sequence[str]) -> tuple[SpokenLine, ...]:
        start = len(self.reached)
        lines = super().doubt(phrases)
        self.reached[start:] = [("doubt", phrases)]  # it includes what `doubt` itself called
        return lines

    def miss(self) -> tuple[SpokenLine, ...]:
        self.reached.append(("miss", None))
        return super().miss()


def moves_when_typed(plan: Plan, reached: Sequence[tuple[str, Any]], folder: Path) -> tuple[Any, ...]:
    """Play the same game by typing, with the same doubts and misses, and return its moves."""
    with Journal.open(folder / "typed.sqlite") as journal:
        conversation = Conversation(journal, load_content(), plan, practice=False)
        conversation.open()
        for kind, value in reached:
            match kind:
                case "hear":
                    conversation.hear(value)
                case "doubt":
                    conversation.doubt(value)
                case _:
                    conversation.miss()
        conversation.close()
        return journal.read(journal.game_ids()[-1]).moves


def without_free_words(moves: Sequence[Any]) -> list[str]:
    """Return the moves without free words, which the recogniser may have written down in any way."""
    return [re.sub(r"SpokenWords\(.*?\)", "SpokenWords", repr(move)) for move in moves]
