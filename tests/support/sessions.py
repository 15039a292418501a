"""A session with a simulated speaker, for tests."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.audience import ROOM_SPEAKER, may_reach
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.expectation import Expectation
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Cue, Inbox, SpeechFinished, UtteranceHeard
from tests.support.tables import conversation

FAMILY = Plan("storytellers", "youngest", (Seat("Lily", 5), Seat("Nick", 8)), privacy=Privacy.OPEN, seed="table")
SOUND = Pcm(np.zeros(1600, dtype=np.int16), 16_000)


class RecordingScreen:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, lines: Sequence[SpokenLine]) -> None:
        self.lines += [said.text for said in lines]

    def close(self) -> None:
        """Nothing to do."""


class FakeSpeaker:
    """A speaker that speaks until a test lets it finish."""

    def __init__(self) -> None:
        self.waiting: list[SpokenLine] = []
        self.said: list[SpokenLine | Cue] = []
        self.manner = Preferences()
        self.current_line = ""

    @property
    def is_speaking(self) -> bool:
        return bool(self.waiting)

    @property
    def is_telling_story(self) -> bool:
        return any(said.is_narration for said in self.waiting)

    def say(self, lines: Sequence[SpokenLine]) -> None:
        aloud = [said for said in lines if may_reach(said.audience, ROOM_SPEAKER)]
        self.waiting += aloud
        self.said += aloud
        self.current_line = self.waiting[0].text if self.waiting else self.current_line

    def play_cue(self, cue: Cue) -> None:
        self.said.append(cue)

    def stop(self) -> tuple[SpokenLine, ...]:
        rest, self.waiting = tuple(self.waiting), []
        return rest

    def finish(self) -> None:
        self.waiting = []

    def set_preferences(self, manner: Preferences) -> None:
        self.manner = manner

    def begin_game(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""


class RecordingInput:
    """An input that only records its expectations."""

    def __init__(self) -> None:
        self.expected = Expectation.of_phrases([])

    def listen(self, inbox: Inbox) -> None:
        """Nothing to do."""

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        self.expected = expectation

    def close(self) -> None:
        """Nothing to do."""


class SpokenSession:
    """A family with a microphone and a loudspeaker."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.screen, self.room, self.ear = RecordingScreen(), FakeSpeaker(), RecordingInput()
        self.kept: list[int | None] = []
        self.session = Session(talk, [self.ear], self.screen, self.room, self.keep)
        self.session.begin()

    def keep(self, sound: Pcm, words: str, game: int | None) -> str:
        self.kept.append(game)
        return "clip-0123456789ab"

    def quiet(self) -> None:
        """Let the narrator finish."""
        self.room.finish()
        self.session.take(SpeechFinished())

    def says(self, text: str, sound: Pcm | None = None) -> list[str]:
        """Return the answer to an utterance of a player."""
        before = len(self.screen.lines)
        self.session.take(UtteranceHeard(text, sound, is_spoken=True))
        return self.screen.lines[before:]

    @property
    def moves(self) -> int:
        assert self.talk.game_topic is not None
        return len(self.talk.journal.read(self.talk.game_topic.table.id).moves)


@contextmanager
def spoken_session(plan: Plan = FAMILY) -> Iterator[SpokenSession]:
    with conversation(plan) as talk:
        yield SpokenSession(talk)
