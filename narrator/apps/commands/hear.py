"""`narrator hear`: show what the recogniser hears in recordings, and what that would mean in a game."""

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
from narrator.dialog.game_topic import expectation_in_state
from narrator.games import game_options as every_game_option
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content, load_content
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import Grammar, SlotNames, read_grammar
from narrator.language.understanding.player_list import parse_players
from narrator.language.understanding.understand import Ambiguous, Understood
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.recogniser import Recogniser
from narrator.speech.asr.recording import RecordingUnreadable, stream_recording
from narrator.speech.asr.result import RecognitionResult, ResultReason
from narrator.speech.devices.capture import Capture
from narrator.storage.luck import RandomLuck

MAX_MOVES = 3000
"""More moves than any game has."""
DEFAULT_PLAYERS = 4


class NoSuchPhase(NarratorError):
    """Players do not speak in a phase of that name."""


@dataclass(frozen=True, slots=True)
class HeardUtterance:
    """One utterance in a recording, or the reason why there is none."""

    file: str
    text: str = ""
    intent: str | None = None
    slots: dict[str, Any] = field(default_factory=dict)
    accepted: bool = False
    reason: str = ""
    end_of_speech_s: float | None = None
    decided_s: float | None = None

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, default=str)

    def to_line(self) -> str:
        meaning = " ".join([self.intent or "", *(f"{slot}={value}" for slot, value in self.slots.items())])
        verdict = "accepted" if self.accepted else f"refused ({self.reason})"
        delay = "" if self.decided_s is None else f", after {self.decided_s - (self.end_of_speech_s or 0):.2f} s"
        parts = (f"“{self.text}”", meaning.strip(), verdict)
        return f"{self.file}: {' → '.join(part for part in parts if part)}{delay}"


def run(arguments: HearArguments) -> int:
    expectation = build_expectation(arguments)
    recogniser = load_recogniser()
    recogniser.expect(recogniser.index(expectation), free_speech=expectation.free)
    if arguments.files:
        utterances = hear_recordings(arguments.files, recogniser, expectation)
    else:
        utterances = hear_microphone(recogniser, expectation)
    for utterance in utterances:
        print(utterance.to_json() if arguments.json else utterance.to_line(), flush=True)
    return 0


def hear_recordings(
    files: Sequence[Path], recogniser: Recogniser, expectation: Expectation
) -> Iterator[HeardUtterance]:
    for file in files:
        recogniser.reset()
        try:
            is_silent = True
            for result in recognise_recording(file, recogniser):
                is_silent = False
                yield describe_result(str(file), result, expectation)
            if is_silent:
                yield HeardUtterance(str(file), reason="there is no speech in it")
        except RecordingUnreadable as error:
            yield HeardUtterance(str(file), reason=str(error))


def recognise_recording(file: Path, recogniser: Recogniser) -> Iterator[RecognitionResult]:
    try:
        for block in stream_recording(file):
            yield from recogniser.feed(block)
    except RecordingUnreadable:  # perhaps only the end of it
        yield from recogniser.flush()
        raise
    yield from recogniser.flush()


def hear_microphone(recogniser: Recogniser, expectation: Expectation) -> Iterator[HeardUtterance]:
    with closing(Capture(lambda sentence: print(sentence, file=sys.stderr, flush=True))) as capture:
        for frame in capture:
            for result in recogniser.feed(frame):
                yield describe_result("microphone", result, expectation)


def describe_result(file: str, result: RecognitionResult, expectation: Expectation) -> HeardUtterance:
    """Add the meaning that an utterance would have in the game."""
    accepted, reason = result.accepted, str(result.reason)
    intent: str | None = None
    slots: dict[str, Any] = {}
    if accepted:
        match expectation.understand(result.text):
            case Understood(reading):
                intent, slots = reading.intent, dict(reading.slots)
            case Ambiguous(readings):
                intent, slots = readings[0].intent, dict(readings[0].slots)
                accepted, reason = False, "it could mean several things"
            case _ if result.reason is not ResultReason.FREE:  # free words count as they are
                accepted, reason = False, "it means nothing here"
    elif result.candidates:
        reason = f"{reason}: {' or '.join(result.candidates)}?"
    return HeardUtterance(file, result.text, intent, slots, accepted, reason, result.end_of_speech_s, result.decided_s)


# --- what to listen for --------------------------------------------------------------------------


def build_expectation(arguments: HearArguments) -> Expectation:
    """Return what the session would expect in a phase of a game, or all phrases of a grammar file."""
    players = parse_players(arguments.players) if arguments.players else ()
    if arguments.grammar:
        grammar = load_grammar_file(arguments.grammar)
        return Expectation(grammar, grammar.intent_names, make_lists(grammar, players))
    if not (arguments.game and arguments.phase):
        raise NarratorError("say what to listen for, with --game and --phase or with --grammar.")
    return expectation_in_phase(arguments.game, arguments.phase, players)


def load_grammar_file(file: Path) -> Grammar:
    try:
        return read_grammar(file)
    except OSError as error:
        raise NarratorError(f"{file} cannot be read ({error.strerror}).") from error
    except Exception as error:  # hassil and YAML raise many kinds of errors for a mistake in the file
        detail = " ".join(str(error).split()) or type(error).__name__
        raise NarratorError(f"{file} is not a grammar: {detail}") from error


def make_lists(grammar: Grammar, players: Sequence[Seat]) -> SlotNames:
    """Return the lists that the grammar needs: the players, and an empty list for each slot that a game would fill."""
    names = [seat.name for seat in players] or list(GUEST_NAMES[:DEFAULT_PLAYERS])
    lists: dict[str, Sequence[tuple[str, Any]]] = {"player": [(name, name) for name in names]}
    while True:
        try:
            for _ in grammar.phrases(grammar.intent_names, lists):
                pass
        except MissingListError as error:
            slot = re.search(r"\{(\w+)", str(error))
            if slot is None or slot[1] in lists:
                raise NarratorError(f"the grammar is incomplete: {error}") from error
            lists[slot[1]] = []
        except MissingRuleError as error:
            raise NarratorError(f"the grammar is incomplete: {error}") from error
        else:
            return lists


def expectation_in_phase(game: str, phase: str, players: tuple[Seat, ...] = ()) -> Expectation:
    """Return what may be said in this phase. It may also be called by the move that is asked for, such as "vote"."""
    if game not in games():
        raise NoSuchPhase(f'there is no game "{game}". Choose from {", ".join(sorted(games()))}.')
    content = load_content()
    return expectation_in_state(game, find_state(game, phase, players, content), content)


def find_state(game: str, phase: str, players: tuple[Seat, ...], content: Content) -> Any:
    """Play random games, in one mode after another, until the phase comes, and return the state."""
    wanted = normalise_phase(phase)
    seen: dict[str, None] = {}
    for plan in possible_plans(game, players):
        for state in play_randomly(game, plan, content):
            name = normalise_phase(str(state.phase))
            seen[name] = None
            questions = host_of(game).questions(state, content)
            intents = {answer.intent.lower() for question in questions for answer in question.answers}
            if wanted in {name, *intents}:
                return state
    raise NoSuchPhase(f'in {game} players do not speak in a phase "{phase}". Choose from {", ".join(seen)}.')


def normalise_phase(phase: str) -> str:
    return phase.lower().replace("_", " ").replace("-", " ")


def possible_plans(game: str, players: tuple[Seat, ...]) -> Iterator[Plan]:
    """Yield plans for every mode: as usual, with cards on the table, and with each option that has fixed values."""
    variants: list[dict[str, Any]] = [{}]
    if host_of(game).USES_CARDS:
        variants.append({"cards": CardSource.TABLE})
    options = [option for option in every_game_option().get(game, ()) if option.values]
    variants += [{"game_options": {option.name: option.values[-1]}} for option in options]
    taken = {seat.name for seat in players}
    everybody = (*players, *(Seat(name) for name in GUEST_NAMES if name not in taken))
    wanted = len(players) or DEFAULT_PLAYERS
    for variant in variants:
        for mode, allowed in games()[game].MODES.items():
            size = min(allowed, key=lambda number: abs(number - wanted))
            yield Plan(game, str(mode), everybody[:size], **variant)


def play_randomly(game: str, plan: Plan, content: Content) -> Iterator[Any]:
    """Yield the states of one random game that ask a player something. The dice are the same every time."""
    rules, dice = games()[game], Random(7)
    state = rules.setup(plan.seats, host_of(game).build_options(plan, content)).state
    for _ in range(MAX_MOVES):
        move = rules.chance(state, RandomLuck(dice))
        if move is None:
            if state.outcome is not None:
                return
            yield state
            move = dice.choice(list(rules.moves(state)))
        state = rules.apply(state, move).state
