"""Learning a name that the ear does not know: its owner says it twice, and from then on it is known by ear.

What was understood of it, however odd, becomes another way to say the name; the recording is what the narrator plays
when it calls that player. Both are kept for the next evening.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from narrator.keep.journal import Journal
from narrator.talk.interlude import Interlude
from narrator.tell.lines import line
from narrator.tell.outbox import Mouth
from narrator.understand.grammar import Lists, Reading
from narrator.understand.understanding import tidy

KEPT = "name"
TIMES = 2


@dataclass(frozen=True, slots=True)
class ByEar:
    """A name as it sounds."""

    aliases: tuple[str, ...] = ()
    sound: str | None = None

    @classmethod
    def kept(cls, journal: Journal, name: str) -> "ByEar | None":
        """As its owner taught it; nothing if that never happened."""
        note = journal.noted(KEPT, name)
        try:
            return ADAPTER.validate_json(note) if note else None
        except ValidationError:
            return None

    def keep(self, journal: Journal, name: str) -> None:
        journal.note(KEPT, name, json.dumps({"aliases": self.aliases, "sound": self.sound}))


ADAPTER = TypeAdapter(ByEar)


class Naming(Interlude):
    """Asks each of these players for their name, twice."""

    expects_words = True

    def __init__(
        self, names: Sequence[str], mouth: Mouth, learned: Callable[[str, ByEar], None], ready: Callable[[], None]
    ) -> None:
        self._names = list(names)
        self._said: list[str] = []
        self._mouth, self._learned, self._ready = mouth, learned, ready

    def active(self) -> frozenset[str]:
        return frozenset({"Help", "WhatCanISay", "Skip"})

    def lists(self) -> Lists:
        return {}

    wide = lists

    def prompt(self) -> None:
        if self._names:
            self._mouth.say(line("learn-name-again" if self._said else "learn-name", seat=self._names[0]))
        else:
            self._ready()

    go_on = prompt

    def respond(self, reading: Reading, *, correcting: bool = False) -> None:
        if reading.intent == "Skip":
            self._done(ByEar())
        else:
            self.prompt()

    def take_words(self, text: str, sound: str | None = None) -> None:
        """Once it was understood as this, next time perhaps as that: both will do."""
        self._said.append(tidy(text).casefold())
        if len(self._said) < TIMES:
            self.prompt()
        else:
            self._done(ByEar(tuple(dict.fromkeys(said for said in self._said if said)), sound))

    def _done(self, by_ear: ByEar) -> None:
        name, self._said = self._names.pop(0), []
        self._learned(name, by_ear)
        self.prompt()

    def miss(self) -> None:
        self.prompt()
