"""Who may say something at bedtime: a voice where the microphone is asked for, a keyboard, and Ctrl-C."""

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from types import FrameType

from narrator.bedtime.commands import command_in, expected
from narrator.bedtime.script import Passage
from narrator.bedtime.sequencer import BedtimeCommand, Command
from narrator.ears.port import Ear, Heard, Inbox, Trouble

SIGNALS = (signal.SIGINT, signal.SIGTERM)


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

    def tells(self, passage: Passage) -> None:
        """This is heard in the room from now on; whoever says the same may be the narrator itself."""
        self._telling.append(f"{passage.text} {passage.said}")

    def orders(self) -> Iterator[BedtimeCommand]:
        """What was asked for since the last look. Whatever is in doubt was not said."""
        with suppress(Empty):
            while True:
                match self.inbox.get_nowait():
                    case Heard() as heard:
                        command = command_in(heard, " ".join(self._telling) if heard.aloud else "", self._language)
                        if command is not None:
                            yield command
                    case Trouble(sentence):
                        self._tell(sentence)
        if self.signal:
            yield Command.GOOD_NIGHT

    @contextmanager
    def listening(self, ears: Sequence[Ear]) -> Iterator[None]:
        """With these ears, for these few sentences."""
        expectation = expected(self._language)
        for ear in ears:
            ear.expect(expectation)
            ear.listen(self.inbox)
        try:
            yield
        finally:
            for ear in ears:
                ear.close()

    @contextmanager
    def minding_signals(self) -> Iterator[None]:
        """The first Ctrl-C asks it to fade out; the second ends it at once."""
        before = [(number, signal.signal(number, self._signalled)) for number in SIGNALS]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        if self.signal:
            raise KeyboardInterrupt
        self.signal = number
