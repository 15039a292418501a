"""Bedtime commands: "stop", "again", "softer", "good night", "stop in ten minutes", "another voice for the bear".

Utterances that are not understood with certainty are ignored; bedtime asks no questions. Words that occur in the
sentence being told are ignored too, because the microphone may have heard the narrator.
"""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from queue import Empty, SimpleQueue
from types import FrameType

from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.sequencer import BedtimeCommand, ChangeVoice, Command, StopIn
from narrator.apps.terminal.output import handle_signals
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.understand import Understood, tidy
from narrator.speech.ports import Inbox, InputSource, TroubleReported, UtteranceHeard

STOP_IN_INTENT, CHANGE_VOICE_INTENT = "StopIn", "ChangeVoice"


def command_expectation(language: str = DEFAULT_LANGUAGE, speakers: Sequence[str] = ()) -> Expectation:
    """Return what the recogniser should expect. The same value parses what it heard.

    `speakers` are the characters of the story. The last word of a name is enough if no other name ends with it.
    """
    last_words = Counter(name.split()[-1] for name in speakers)
    short = ((name.split()[-1], name) for name in speakers if last_words[name.split()[-1]] == 1)
    names = dict((*short, *((name, name) for name in speakers)))
    intents = (*Command, STOP_IN_INTENT, *((CHANGE_VOICE_INTENT,) if names else ()))
    return Expectation(load_grammar(language, "bedtime"), intents, {"speaker": tuple(names.items())})


def parse_command(
    heard: UtteranceHeard, being_told: str = "", language: str = DEFAULT_LANGUAGE, speakers: Sequence[str] = ()
) -> BedtimeCommand | ChangeVoice | None:
    """Return the command, if it is certain. `being_told` is the text that the narrator is saying now."""
    if heard.candidates or occurs_in(heard.text, being_told):
        return None
    understood = command_expectation(language, speakers).understand(heard.text)
    if not isinstance(understood, Understood) or understood.is_correction:
        return None
    intent, slots = understood.reading.intent, understood.reading.slots
    if intent == CHANGE_VOICE_INTENT:
        return ChangeVoice(slots["speaker"])
    return StopIn(60.0 * slots["minutes"]) if intent == STOP_IN_INTENT else Command(intent)


def occurs_in(words: str, text: str) -> bool:
    """Return whether the text contains these words in a row."""
    heard = tidy(words).casefold()
    return bool(heard) and re.search(rf"\b{re.escape(heard)}\b", tidy(text).casefold()) is not None


class CommandInbox:
    """Collects utterances and signals until the sequencer polls for commands."""

    def __init__(self, report: Callable[[str], None], language: str = DEFAULT_LANGUAGE) -> None:
        """Create an inbox. `report` is called with a sentence when an input fails."""
        self.signal = 0  # number of the signal that asked the program to end
        self._report = report
        self._language = language
        self._speakers: Sequence[str] = ()
        self._sources: Sequence[InputSource] = ()
        self._being_told: deque[str] = deque(maxlen=2)
        """This passage and the one before: the recogniser needs a moment to decide."""
        self.inbox: Inbox = SimpleQueue()

    def note_passage(self, passage: Passage) -> None:
        """Remember that this passage is being told, so that its words are not taken for a command."""
        self._being_told.append(f"{passage.text} {passage.clip_text}")

    def set_speakers(self, speakers: Sequence[str]) -> None:
        """Understand these characters in "another voice for the bear"."""
        self._speakers = speakers
        for source in self._sources:
            source.expect(command_expectation(self._language, speakers))

    def take_commands(self) -> Iterator[BedtimeCommand | ChangeVoice]:
        """Yield the commands that were given since the last call."""
        with suppress(Empty):
            while True:
                match self.inbox.get_nowait():
                    case UtteranceHeard() as heard:
                        being_told = " ".join(self._being_told) if heard.is_spoken else ""
                        command = parse_command(heard, being_told, self._language, self._speakers)
                        if command is not None:
                            yield command
                    case TroubleReported(sentence):
                        self._report(sentence)
        if self.signal:
            yield Command.GOOD_NIGHT

    @contextmanager
    def listening(self, sources: Sequence[InputSource]) -> Iterator[None]:
        """Listen to these inputs for bedtime commands."""
        expectation = command_expectation(self._language, self._speakers)
        self._sources = sources
        for source in sources:
            source.expect(expectation)
            source.listen(self.inbox)
        try:
            yield
        finally:
            for source in sources:
                source.close()

    def catching_signals(self) -> AbstractContextManager[None]:
        """Fade out on the first Ctrl-C and end at once on the second."""
        return handle_signals(self._signalled, "SIGINT", "SIGTERM")

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        if self.signal:
            raise KeyboardInterrupt
        self.signal = number
