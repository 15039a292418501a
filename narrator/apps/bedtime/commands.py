"""What somebody in bed may say: "stop", "again", "softer", "go on", "good night", "stop in ten minutes". No more.

Doubt means silence. There is no question back, ever: what is not understood for certain was not said. Nor does the
narrator obey itself: when the words are in the sentence it is telling just now, the microphone hears its own voice.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from queue import Empty, SimpleQueue
from types import FrameType

from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.sequencer import BedtimeCommand, Command, StopIn
from narrator.apps.terminal.output import handle_signals
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.understand import Understood, tidy
from narrator.speech.ports import Inbox, InputSource, TroubleReported, UtteranceHeard

STOP_IN_INTENT = "StopIn"


def command_expectation(language: str = "en") -> Expectation:
    """For the ear, and for understanding what it heard."""
    return Expectation(load_grammar(language, "bedtime"), (*Command, STOP_IN_INTENT))


def parse_command(heard: UtteranceHeard, telling: str = "", language: str = "en") -> BedtimeCommand | None:
    """What was meant for certain; nothing else. `telling`: the words that the narrator is saying just now."""
    if heard.candidates or occurs_in(heard.text, telling):
        return None
    meant = command_expectation(language).understand(heard.text)
    if not isinstance(meant, Understood) or meant.correcting:
        return None
    intent, slots = meant.reading.intent, meant.reading.slots
    return StopIn(60.0 * slots["minutes"]) if intent == STOP_IN_INTENT else Command(intent)


def occurs_in(words: str, telling: str) -> bool:
    """Whether these words stand in what is being told."""
    heard = tidy(words).casefold()
    return bool(heard) and re.search(rf"\b{re.escape(heard)}\b", tidy(telling).casefold()) is not None


class CommandInbox:
    """Collects what is asked for, until the sequencer has a moment to look."""

    def __init__(self, tell: Callable[[str], None], language: str = "en") -> None:
        """`tell` gets what an ear has to say, in a sentence: the microphone is gone."""
        self.signal = 0  # by which signal it was asked to end, if it was
        self._tell = tell
        self._language = language
        self._telling: deque[str] = deque(maxlen=2)
        """What the narrator says, and what it said before: an ear takes a moment to decide."""
        self.inbox: Inbox = SimpleQueue()

    def note_passage(self, passage: Passage) -> None:
        """This is heard in the room from now on; whoever says the same may be the narrator itself."""
        self._telling.append(f"{passage.text} {passage.said}")

    def take_commands(self) -> Iterator[BedtimeCommand]:
        """What was asked for since the last look. Whatever is in doubt was not said."""
        with suppress(Empty):
            while True:
                match self.inbox.get_nowait():
                    case UtteranceHeard() as heard:
                        command = parse_command(
                            heard, " ".join(self._telling) if heard.is_spoken else "", self._language
                        )
                        if command is not None:
                            yield command
                    case TroubleReported(sentence):
                        self._tell(sentence)
        if self.signal:
            yield Command.GOOD_NIGHT

    @contextmanager
    def listening(self, ears: Sequence[InputSource]) -> Iterator[None]:
        """With these ears, for these few sentences."""
        expectation = command_expectation(self._language)
        for ear in ears:
            ear.expect(expectation)
            ear.listen(self.inbox)
        try:
            yield
        finally:
            for ear in ears:
                ear.close()

    def catching_signals(self) -> AbstractContextManager[None]:
        """The first Ctrl-C asks it to fade out; the second ends it at once."""
        return handle_signals(self._signalled, "SIGINT", "SIGTERM")

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        if self.signal:
            raise KeyboardInterrupt
        self.signal = number
