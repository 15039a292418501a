"""`narrator hear`: what the ear makes of recordings, and what that would mean at the table."""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from hassil.errors import MissingListError, MissingRuleError

from narrator.apps.commands._command_arguments import HearArguments
from narrator.apps.demo.text_demo import GUEST_NAMES
from narrator.core.errors import NarratorError
from narrator.core.game import CardSource, Seat
from narrator.dialog.dialogue import expectation_in_state
from narrator.games import game_options as every_wish
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content, load_content
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import Grammar, SlotNames, read_grammar
from narrator.language.understanding.player_list import parse_players
from narrator.language.understanding.understand import Ambiguous, Understood
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recogniser import Recogniser, RecognitionResult
from narrator.speech.asr.recording import RecordingUnreadable, frames_of, read_recording
from narrator.speech.devices.capture import Capture
from narrator.storage.luck import RandomLuck

LONGEST = 3000  # moves; no game is that long


class NoSuchPhase(NarratorError):
    """This game has no phase of that name in which players speak."""


@dataclass(frozen=True, slots=True)
class HeardUtterance:
    """One utterance of one file; or why there is none."""

    file: str
    text: str = ""
    intent: str | None = None
    slots: dict[str, Any] = field(default_factory=dict)
    accepted: bool = False
    reason: str = ""
    end_of_speech_s: float | None = None
    decided_s: float | None = None

    def as_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, default=str)

    def as_line(self) -> str:
        meant = " ".join([self.intent or "", *(f"{slot}={value}" for slot, value in self.slots.items())])
        verdict = "accepted" if self.accepted else f"refused ({self.reason})"
        waited = "" if self.decided_s is None else f", after {self.decided_s - (self.end_of_speech_s or 0):.2f} s"
        told = " → ".join(part for part in (f"“{self.text}”", meant.strip(), verdict) if part)
        return f"{self.file}: {told}{waited}"


def run(wishes: HearArguments) -> int:
    expected = _expected(wishes)
    recogniser = load_recogniser()
    recogniser.expect(PhraseIndex.of(expected))
    findings = _recordings(wishes.files, recogniser, expected) if wishes.files else _microphone(recogniser, expected)
    for each in findings:
        print(each.as_json() if wishes.json else each.as_line(), flush=True)
    return 0


def _expected(wishes: HearArguments) -> Expectation:
    players = parse_players(wishes.players) if wishes.players else ()
    if wishes.grammar:
        grammar = _grammar(wishes.grammar)
        return Expectation(grammar, grammar.names, _lists(grammar, players))
    if not (wishes.game and wishes.phase):
        raise NarratorError("say what to listen for: --game and --phase, or --grammar.")
    return expected_in(wishes.game, wishes.phase, players)


def _lists(grammar: Grammar, players: Sequence[Seat]) -> SlotNames:
    """The players; and nothing for each slot that only a game could fill."""
    names = [seat.name for seat in players] or list(GUEST_NAMES[:4])
    lists: dict[str, Sequence[tuple[str, Any]]] = {"player": [(name, name) for name in names]}
    while True:
        try:
            next((phrase for phrase in grammar.phrases(grammar.intent_names, lists) if phrase is None), None)
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


def _recordings(files: list[Path], recogniser: Recogniser, expected: Expectation) -> Iterator[HeardUtterance]:
    for file in files:
        try:
            sound = read_recording(file)
        except RecordingUnreadable as error:
            yield HeardUtterance(str(file), reason=str(error))
            continue
        recogniser.reset()
        results = [result for frame in frames_of(sound) for result in recogniser.feed(frame)]
        results += recogniser.flush()
        if not results:
            yield HeardUtterance(str(file), reason="nobody speaks")
        for result in results:
            yield finding(str(file), result, expected)


def _microphone(recogniser: Recogniser, expected: Expectation) -> Iterator[HeardUtterance]:
    with closing(Capture(lambda sentence: print(sentence, file=sys.stderr, flush=True))) as capture:
        for frame in capture:
            for result in recogniser.feed(frame):
                yield finding("microphone", result, expected)


def finding(file: str, result: RecognitionResult, expected: Expectation) -> HeardUtterance:
    """What became of one utterance, with what it would mean at the table."""
    accepted, reason = result.accepted, str(result.reason)
    intent: str | None = None
    slots: dict[str, Any] = {}
    if accepted:
        match expected.understand(result.text):
            case Understood(reading):
                intent, slots = reading.intent, dict(reading.slots)
            case Ambiguous(readings):
                intent, slots = readings[0].intent, dict(readings[0].slots)
                accepted, reason = False, "it could mean several things"
            case _:
                accepted, reason = False, "it means nothing here"
    elif result.candidates:
        reason = f"{reason}: {' or '.join(result.candidates)}?"
    return HeardUtterance(file, result.text, intent, slots, accepted, reason, result.end_of_speech_s, result.decided_s)


# --- a phase of a game ---------------------------------------------------------------------------


def expected_in(game: str, phase: str, players: tuple[Seat, ...] = ()) -> Expectation:
    """What may be said in this phase of this game; a phase may also be called by what is done in it ("vote")."""
    if game not in games():
        raise NoSuchPhase(f'there is no game "{game}". There are {", ".join(sorted(games()))}.')
    content = load_content()
    return expectation_in_state(game, _state_in(game, phase, players, content), content)


def _state_in(game: str, phase: str, players: tuple[Seat, ...], content: Content) -> Any:
    """A typical table in this phase, reached by really playing: with fixed luck and players who do anything that is
    allowed, in one mode after the other, until the phase comes."""
    wanted = _plain(phase)
    seen: dict[str, None] = {}
    for plan in _plans(game, players):
        for state in _played(game, plan, content):
            here = _plain(str(state.phase))
            seen[here] = None
            asked = {answer.intent.lower() for ask in host_of(game).questions(state, content) for answer in ask.answers}
            if wanted in {here, *asked}:
                return state
    raise NoSuchPhase(f'{game} has no phase "{phase}" in which players speak. There are {", ".join(seen)}.')


def _plain(phase: str) -> str:
    return phase.lower().replace("_", " ").replace("-", " ")


def _plans(game: str, players: tuple[Seat, ...]) -> list[Plan]:
    """Ways to play: the usual first; then with the family's own cards, and with what else the game can be asked for."""
    own_cards: list[dict[str, Any]] = [{"cards": CardSource.TABLE}] if host_of(game).USES_CARDS else []
    wished = ({"game_options": {wish.name: wish.values[-1]}} for wish in every_wish().get(game, ()))
    ways: list[dict[str, Any]] = [{}, *own_cards, *wished]
    plans = []
    for way in ways:
        for mode, allowed in games()[game].MODES.items():
            number = min(allowed, key=lambda number: abs(number - (len(players) or 4)))
            seats = (*players, *(Seat(name) for name in GUEST_NAMES if name not in {each.name for each in players}))[
                :number
            ]
            plans.append(Plan(game, str(mode), seats, **way))
    return plans


def _played(game: str, plan: Plan, content: Content) -> Any:
    """The states of one game in which a player is asked."""
    rules, random = games()[game], Random(7)
    state = rules.setup(plan.seats, host_of(game).build_options(plan, content)).state
    for _ in range(LONGEST):
        move = rules.chance(state, RandomLuck(random))
        if move is None:
            if state.outcome is not None:
                return
            yield state
            move = random.choice(list(rules.moves(state)))
        state = rules.apply(state, move).state
