"""One evening of the demo, step by step: what sounds goes into the ear, what it hears to the session, and it is noted
what became of everything that was said.

All of it happens in one thread, in which the time of the room passes; only the narrator's voice is made in others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from queue import SimpleQueue

from narrator.apps.demo.acoustics import SimulatedRoom
from narrator.apps.demo.outlet import Outlet
from narrator.apps.terminal.printed import PrintedVoice
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import REPROMPT_AFTER_S, Session
from narrator.language.lines.outbox import SpokenLine
from narrator.language.understanding.understand import Ambiguous, Understanding, Understood
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.speech_input import SpeechInput
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.ports import Inbox, InputEvent, UtteranceHeard
from narrator.speech.tts.spoken import SpokenVoice

DEAF = 2.2  # seconds after which whoever was not answered knows that nobody has heard it
AFTERWARDS = 0.25  # seconds after the last word in which the end of it may still be judged


class HearingOutcome(StrEnum):
    RIGHT = "understood"
    ASKED = "asked"
    MISSED = "missed"
    WRONG = "taken for something else"


@dataclass
class GuestUtterance:
    player: str
    words: str
    meaning: Understanding | None = None  # nothing, if it was not for the narrator
    outcomes: list[HearingOutcome] = field(default_factory=list)
    told: bool = False  # whether it was told what the ear made of it


class RoomEar(SpeechInput):
    """The ear that plays, fed by hand: in the thread in which time passes."""

    def __init__(self) -> None:
        super().__init__(())
        self._recogniser = load_recogniser()

    def listen(self, inbox: Inbox) -> None:
        """It is fed."""

    @property
    def hearing(self) -> bool:
        return self._recogniser.is_hearing

    def hear(self, frame: Samples) -> list[InputEvent]:
        self.apply_expectation(self._recogniser)
        heard: Inbox = SimpleQueue()
        for result in self._recogniser.feed(frame):
            self.report(result, heard, result.decided_s)
        return [heard.get() for _ in range(heard.qsize())]


class DemoScreen(PrintedVoice):
    """Prints, and knows how much was said last."""

    def __init__(self, outlet: Outlet) -> None:
        super().__init__(outlet)
        self._outlet = outlet
        self.words = self.answers = 0

    def say(self, lines: Sequence[SpokenLine]) -> None:
        super().say(lines)
        self.answers += 1
        self.words = sum(len(said.text.split()) for said in lines)

    def tell(self, line: str) -> None:
        """What somebody else says, or what was heard."""
        self._outlet.write(f"{line}\n")
        self._outlet.flush()


class Narrator(SpokenVoice):
    """The narrator's voice, which has nothing to do ahead: the clock of the room waits for it."""

    stops = 0  # how often it was interrupted

    def prepare_game(self, game: str | None) -> None:
        """Not here."""

    def stop(self) -> tuple[SpokenLine, ...]:
        self.stops += 1
        return super().stop()


@dataclass
class Simulation:
    talk: Conversation
    session: Session
    room: SimulatedRoom
    ear: RoomEar
    speaker: Narrator
    inbox: Inbox
    screen: DemoScreen
    note: Callable[[InputEvent, GuestUtterance | None], None]
    """Gets all that reaches the session from the ear, before it does, and what was said just then."""
    by_itself: int = 0  # how often the narrator answered although nobody had said anything
    _now: GuestUtterance | None = None
    _quiet_since: float = 0.0

    @property
    def narrating(self) -> bool:
        return self.speaker.is_speaking

    def step(self) -> None:
        for frame in self.room.step(lambda: self.speaker.is_speaking):
            for happening in self.ear.hear(frame):
                self._take(happening)
            while not self.inbox.empty():  # the narrator has finished, or something is wrong
                self.session.take(self.inbox.get())
        if self.narrating or self.room.talking:
            self._quiet_since = self.room.now
        elif self.room.now - self._quiet_since >= REPROMPT_AFTER_S:
            self._quiet_since = self.room.now
            self.session.nobody_speaks()

    def typed(self, words: str) -> None:
        typed = UtteranceHeard(words)
        self.note(typed, None)
        self.session.take(typed)

    def wait(self, seconds: float) -> None:
        until = self.room.now + seconds
        while self.room.now < until:
            self.step()

    def hear_out(self, most: float = float("inf")) -> None:
        """Until the narrator has finished, or for so many seconds."""
        until = self.room.now + most
        while self.narrating and self.room.now < until:
            self.step()

    def speak(self, utterance: GuestUtterance, sound: Pcm) -> HearingOutcome:
        """Let somebody say this, and wait for what becomes of it."""
        self._now = utterance
        self.room.speak(sound)
        while self.room.talking:
            self.step()
        ended = self.room.now
        while not self._settled(utterance, self.room.now - ended):
            self.step()
        self._now = None
        return best(utterance.outcomes)

    def _settled(self, utterance: GuestUtterance, since: float) -> bool:
        """Whether nothing more will become of it, so many seconds after its end."""
        if self.narrating:  # it hears itself all the time, so only what it makes of that counts
            return since >= DEAF or bool({*utterance.outcomes} - {HearingOutcome.MISSED})
        if self.ear.hearing:
            return False
        return since >= (AFTERWARDS if utterance.outcomes else DEAF)

    # --- what happens ------------------------------------------------------------------------------

    def _take(self, happening: InputEvent) -> None:
        utterance = self._now
        if utterance is not None:
            utterance.outcomes.append(self._judged(happening, utterance))
        before = self.screen.answers, self.speaker.stops
        self.note(happening, utterance)
        self.session.take(happening)
        if utterance is None and before != (self.screen.answers, self.speaker.stops):
            self.by_itself += 1

    def _judged(self, happening: InputEvent, utterance: GuestUtterance) -> HearingOutcome:
        if not isinstance(happening, UtteranceHeard):
            return HearingOutcome.MISSED
        if happening.candidates:
            return HearingOutcome.ASKED
        if utterance.meaning is None:
            return HearingOutcome.WRONG
        return HearingOutcome.RIGHT if self._same(happening, utterance.meaning) else HearingOutcome.WRONG

    def _same(self, heard: UtteranceHeard, meaning: Understanding) -> bool:
        """Whether it means what was meant; free words are right if they are taken for free words."""
        understood = self.talk.understand(heard.text)
        if isinstance(meaning, Understood):
            return isinstance(understood, Understood) and understood.reading == meaning.reading
        if isinstance(meaning, Ambiguous):
            return understood == meaning
        return heard.recording is not None and not isinstance(understood, Understood)


def best(outcomes: list[HearingOutcome]) -> HearingOutcome:
    """What counts of all that became of an utterance: what was done at the table."""
    order = (HearingOutcome.WRONG, HearingOutcome.RIGHT, HearingOutcome.ASKED)
    return next((outcome for outcome in order if outcome in outcomes), HearingOutcome.MISSED)
