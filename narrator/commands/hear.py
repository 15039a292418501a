"""What the ear makes of recordings: the words, what they would mean, and whether they would count.

Say what is listened for: a phase of a game (`--game storytellers --phase vote`), or the templates of a file in the
format of `grammars/` (`--grammar mine.yaml`). Recordings may be WAV, FLAC, OGG or MP3 of any rate. Without a recording
the microphone is listened to, until Ctrl-C.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hassil.errors import MissingListError, MissingRuleError

from narrator.commands._arguments import option
from narrator.commands._typical import expected_in
from narrator.demo import NAMES
from narrator.ears.listener import Decision, Listener
from narrator.ears.phrasebook import Phrasebook
from narrator.ears.recording import RecordingUnreadable, frames_of, read_recording
from narrator.ears.vosk import vosk_listener
from narrator.errors import NarratorError
from narrator.host.plan import read_players
from narrator.play import Seat
from narrator.sound.capture import Capture
from narrator.understand.expectation import Expectation
from narrator.understand.grammar import Grammar, Lists, read_grammar
from narrator.understand.understanding import Ambiguous, Understood

MICROPHONE = "microphone"
NOT_UNDERSTOOD = "it means nothing here"
AMBIGUOUS = "it could mean several things"


@dataclass(frozen=True, slots=True)
class HeardUtterance:
    """One utterance of one file; or why there is none."""

    file: str
    text: str = ""
    intent: str | None = None
    slots: dict[str, Any] | None = None
    accepted: bool = False
    reason: str = ""
    end_of_speech_s: float | None = None
    decided_s: float | None = None

    def as_json(self) -> str:
        return json.dumps({**asdict(self), "slots": self.slots or {}}, ensure_ascii=False, default=str)

    def as_line(self) -> str:
        meant = " ".join([self.intent or "", *(f"{slot}={value}" for slot, value in (self.slots or {}).items())])
        verdict = "accepted" if self.accepted else f"refused ({self.reason})"
        waited = "" if self.decided_s is None else f", after {self.decided_s - (self.end_of_speech_s or 0):.2f} s"
        told = " → ".join(part for part in (f"“{self.text}”", meant.strip(), verdict) if part)
        return f"{self.file}: {told}{waited}"


@dataclass(frozen=True, slots=True)
class HearArguments:
    files: list[Path] = option("recordings; none: the microphone", "files", metavar="FILE")
    game: str | None = option("as if this game were played", metavar="G")
    phase: str | None = option("and stood in this phase", metavar="P")
    grammar: Path | None = option("or with all the templates of this file", metavar="FILE")
    players: str | None = option('who plays: "Lily 6, Nick 8"', metavar="NAMES")
    json: bool = option("one JSON object per line")


def run(wishes: HearArguments) -> int:
    expected = _expected(wishes)
    listener = vosk_listener()
    listener.expect(Phrasebook.of(expected))
    findings = _recordings(wishes.files, listener, expected) if wishes.files else _microphone(listener, expected)
    for each in findings:
        print(each.as_json() if wishes.json else each.as_line(), flush=True)
    return 0


def _expected(wishes: HearArguments) -> Expectation:
    players = read_players(wishes.players) if wishes.players else ()
    if wishes.grammar:
        grammar = _grammar(wishes.grammar)
        return Expectation(grammar, grammar.names, _lists(grammar, players))
    if not (wishes.game and wishes.phase):
        raise NarratorError("say what to listen for: --game and --phase, or --grammar.")
    return expected_in(wishes.game, wishes.phase, players)


def _lists(grammar: Grammar, players: Sequence[Seat]) -> Lists:
    """The players; and nothing for each slot that only a game could fill."""
    names = [seat.name for seat in players] or list(NAMES[:4])
    lists: dict[str, Sequence[tuple[str, Any]]] = {"player": [(name, name) for name in names]}
    while True:
        try:
            next((phrase for phrase in grammar.phrases(grammar.names, lists) if phrase is None), None)
        except MissingListError as error:
            slot = re.search(r"\{(\w+)", str(error))
            if slot is None or slot[1] in lists:
                raise NarratorError(f"the grammar is incomplete: {error}") from error
            lists[slot[1]] = []
        except MissingRuleError as error:
            raise NarratorError(f"the grammar is incomplete: {error}") from error
        else:
            return lists


def _grammar(file: Path) -> Any:
    try:
        return read_grammar(file)
    except OSError as error:
        raise NarratorError(f"{file} cannot be read ({error.strerror}).") from error
    except Exception as error:  # hassil and YAML raise many kinds, and each is the author's to mend
        raise NarratorError(f"{file} is no grammar: {' '.join(str(error).split()) or type(error).__name__}") from error


def _recordings(files: list[Path], listener: Listener, expected: Expectation) -> Iterator[HeardUtterance]:
    for file in files:
        try:
            sound = read_recording(file)
        except RecordingUnreadable as error:
            yield HeardUtterance(str(file), reason=str(error))
            continue
        listener.in_another_room()
        decisions = [decision for frame in frames_of(sound) for decision in listener.feed(frame)]
        decisions += listener.flush()
        if not decisions:
            yield HeardUtterance(str(file), reason="nobody speaks")
        for decision in decisions:
            yield finding(str(file), decision, expected)


def _microphone(listener: Listener, expected: Expectation) -> Iterator[HeardUtterance]:
    with closing(Capture(lambda sentence: print(sentence, file=sys.stderr, flush=True))) as capture:
        for frame in capture:
            for decision in listener.feed(frame):
                yield finding(MICROPHONE, decision, expected)


def finding(file: str, decision: Decision, expected: Expectation) -> HeardUtterance:
    """What became of one utterance, with what it would mean at the table."""
    accepted, reason = decision.accepted, str(decision.reason)
    intent: str | None = None
    slots: dict[str, Any] = {}
    if accepted:
        match expected.understand(decision.text):
            case Understood(reading):
                intent, slots = reading.intent, dict(reading.slots)
            case Ambiguous(readings):
                intent, slots = readings[0].intent, dict(readings[0].slots)
                accepted, reason = False, AMBIGUOUS
            case _:
                accepted, reason = False, NOT_UNDERSTOOD
    elif decision.doubt:
        reason = f"{reason}: {' or '.join(decision.doubt)}?"
    return HeardUtterance(
        file, decision.text, intent, slots, accepted, reason, decision.end_of_speech_s, decision.decided_s
    )
