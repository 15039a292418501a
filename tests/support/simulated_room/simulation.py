"""A spoken game, step by step: the room's sound goes to the recogniser, and its results to the session.

Everything happens in one thread, which advances the room's clock; only the narrator's voice uses other threads.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from narrator.apps.demo.output import DemoOutput
from narrator.apps.demo.spoken_demo import (
    NO_ANSWER_AFTER_S,
    SETTLE_S,
    FedSpeechInput,
    HearingOutcome,
    judge_event,
    most_important,
)
from narrator.apps.terminal.text_output import PlainTextOutput
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import REPROMPT_AFTER_S, Session
from narrator.language.lines.outbox import SpokenLine
from narrator.language.understanding.understand import Understanding
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Inbox, InputEvent, UtteranceHeard
from narrator.speech.tts.spoken_output import SpokenOutput
from tests.support.simulated_room.room import SimulatedRoom


@dataclass
class GuestUtterance:
    """What a player says, and what becomes of it."""

    player: str
    words: str
    meaning: Understanding | None = None  # `None` if it is not meant for the narrator
    outcomes: list[HearingOutcome] = field(default_factory=list)
    is_reported: bool = False  # whether it was printed that it was not understood


class CountingScreen(PlainTextOutput):
    """Prints, and counts the words of the narrator's last reply."""

    def __init__(self, output: DemoOutput) -> None:
        super().__init__(output)
        self._output = output
        self.words = self.replies = 0

    def say(self, lines: Sequence[SpokenLine]) -> None:
        super().say(lines)
        self.replies += 1
        self.words = sum(len(line.text.split()) for line in lines)

    def print_line(self, text: str) -> None:
        self._output.write(f"{text}\n")
        self._output.flush()


class InterruptibleVoice(SpokenOutput):
    """The narrator's voice, which counts how often it was stopped."""

    stops = 0

    def stop(self) -> tuple[SpokenLine, ...]:
        self.stops += 1
        return super().stop()


@dataclass
class Simulation:
    """Everything that takes part in a simulated game."""

    conversation: Conversation
    session: Session
    room: SimulatedRoom
    recogniser: FedSpeechInput
    speaker: InterruptibleVoice
    inbox: Inbox
    screen: CountingScreen
    on_event: Callable[[InputEvent, GuestUtterance | None], None]
    """Called with each event before the session gets it, and with what is being said."""
    unprompted_replies: int = 0  # how often the narrator replied although no player had spoken
    _utterance: GuestUtterance | None = None
    _quiet_since_s: float = 0.0

    @property
    def is_narrating(self) -> bool:
        return self.speaker.is_speaking

    def step(self) -> None:
        for frame in self.room.step(lambda: self.speaker.is_speaking):
            for event in self.recogniser.feed(frame):
                self._take(event)
            while not self.inbox.empty():  # the narrator has finished, or reports trouble
                self.session.take(self.inbox.get())
        if self.is_narrating or self.room.is_talking:
            self._quiet_since_s = self.room.seconds
        elif self.room.seconds - self._quiet_since_s >= REPROMPT_AFTER_S:
            self._quiet_since_s = self.room.seconds
            self.session.remind_of_waiting()

    def type(self, words: str) -> None:
        event = UtteranceHeard(words)
        self.on_event(event, None)
        self.session.take(event)

    def wait(self, seconds: float) -> None:
        until = self.room.seconds + seconds
        while self.room.seconds < until:
            self.step()

    def wait_for_narrator(self, timeout_s: float = float("inf")) -> None:
        until = self.room.seconds + timeout_s
        while self.is_narrating and self.room.seconds < until:
            self.step()

    def speak(self, utterance: GuestUtterance, sound: Pcm) -> HearingOutcome:
        """Let a player say this, and wait for what becomes of it."""
        self._utterance = utterance
        self.room.speak(sound)
        while self.room.is_talking:
            self.step()
        ended_s = self.room.seconds
        while not self._is_settled(utterance, self.room.seconds - ended_s):
            self.step()
        self._utterance = None
        return most_important(utterance.outcomes)

    def _is_settled(self, utterance: GuestUtterance, since_s: float) -> bool:
        """Tell whether nothing more will be heard of an utterance that ended this long ago."""
        if self.is_narrating:  # the recogniser keeps missing the narrator's words, so missed events mean nothing
            return since_s >= NO_ANSWER_AFTER_S or bool({*utterance.outcomes} - {HearingOutcome.MISSED})
        if self.recogniser.is_hearing:
            return False
        return since_s >= (SETTLE_S if utterance.outcomes else NO_ANSWER_AFTER_S)

    def _take(self, event: InputEvent) -> None:
        utterance = self._utterance
        if utterance is not None:
            utterance.outcomes.append(judge_event(event, utterance.meaning, self.conversation))
        before = self.screen.replies, self.speaker.stops
        self.on_event(event, utterance)
        self.session.take(event)
        if utterance is None and before != (self.screen.replies, self.speaker.stops):
            self.unprompted_replies += 1
