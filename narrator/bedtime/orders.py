"""What somebody in bed may say: "stop", "again", "softer", "go on", "good night", "stop in ten minutes". No more.

Doubt means silence. There is no question back, ever: what is not understood for certain was not said. Nor does the
narrator obey itself: when the words are in the sentence it is telling just now, the microphone hears its own voice.
"""

import re

from narrator.bedtime.teller import Order, Said, StopIn
from narrator.ears.port import Heard
from narrator.understand.expectation import Expectation
from narrator.understand.grammar import Reading, load_grammar
from narrator.understand.understanding import Understood, tidy

ORDERS = {
    "StopTelling": Order.STOP,
    "TellAgain": Order.AGAIN,
    "TellSofter": Order.SOFTER,
    "GoOnTelling": Order.GO_ON,
    "GoodNight": Order.GOOD_NIGHT,
    "AfterThisStory": Order.AFTER_THIS_STORY,
}
STOP_IN = "StopIn"


def expected(language: str = "en") -> Expectation:
    """For the ear, and for understanding what it heard."""
    return Expectation(load_grammar(language, "bedtime"), (*ORDERS, STOP_IN))


def order_in(heard: Heard, telling: str = "", language: str = "en") -> Said | None:
    """What was meant for certain; nothing else. `telling`: the words that the narrator is saying just now."""
    if heard.doubt or within(heard.text, telling):
        return None
    meant = expected(language).understand(heard.text)
    return order_of(meant.reading) if isinstance(meant, Understood) and not meant.correcting else None


def order_of(reading: Reading) -> Said:
    return StopIn(60.0 * reading.slots["minutes"]) if reading.intent == STOP_IN else ORDERS[reading.intent]


def within(words: str, telling: str) -> bool:
    """Whether these words stand in what is being told."""
    heard = tidy(words).casefold()
    return bool(heard) and re.search(rf"\b{re.escape(heard)}\b", tidy(telling).casefold()) is not None
