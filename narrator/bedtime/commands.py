"""What somebody in bed may say: "stop", "again", "softer", "go on", "good night", "stop in ten minutes". No more.

Doubt means silence. There is no question back, ever: what is not understood for certain was not said. Nor does the
narrator obey itself: when the words are in the sentence it is telling just now, the microphone hears its own voice.
"""

import re

from narrator.bedtime.sequencer import BedtimeCommand, Command, StopIn
from narrator.ears.port import Heard
from narrator.understand.expectation import Expectation
from narrator.understand.grammar import load_grammar
from narrator.understand.understanding import Understood, tidy

COMMANDS = {
    "StopTelling": Command.STOP,
    "TellAgain": Command.AGAIN,
    "TellSofter": Command.SOFTER,
    "GoOnTelling": Command.GO_ON,
    "GoodNight": Command.GOOD_NIGHT,
    "AfterThisStory": Command.AFTER_THIS_STORY,
}
STOP_IN = "StopIn"


def expected(language: str = "en") -> Expectation:
    """For the ear, and for understanding what it heard."""
    return Expectation(load_grammar(language, "bedtime"), (*COMMANDS, STOP_IN))


def command_in(heard: Heard, telling: str = "", language: str = "en") -> BedtimeCommand | None:
    """What was meant for certain; nothing else. `telling`: the words that the narrator is saying just now."""
    if heard.doubt or within(heard.text, telling):
        return None
    meant = expected(language).understand(heard.text)
    if not isinstance(meant, Understood) or meant.correcting:
        return None
    intent, slots = meant.reading.intent, meant.reading.slots
    return StopIn(60.0 * slots["minutes"]) if intent == STOP_IN else COMMANDS[intent]


def within(words: str, telling: str) -> bool:
    """Whether these words stand in what is being told."""
    heard = tidy(words).casefold()
    return bool(heard) and re.search(rf"\b{re.escape(heard)}\b", tidy(telling).casefold()) is not None
