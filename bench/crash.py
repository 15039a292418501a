"""Kill a playing Narrator again and again: every announced move must be stored afterwards, exactly once.

A child process plays by a script, and reports every answer through a pipe once it is accepted. The parent kills it at a
random moment, resumes the game and compares it with the same conversation without a kill: the moves, the state, and
what was answered since the last move. The answer that was in progress may be stored or not, but only as a whole. The
next child goes on from there.

    python bench/crash.py [--kills 500] [--game dixit]
"""

import argparse
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count, cycle, takewhile
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from narrator.apps.demo.guests import Guest
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.hosting.plan import Plan
from narrator.storage.journal import Journal
from tests.support.tables import content, plan_name, plans, put, question

UNDO_SHARE = 0.1
"""The share of turns that say "undo"."""
EARLY_KILL_SHARE = 0.2
"""The share of kills while the child is still opening, beginning or resuming the game."""
OPENING_S = 0.05
"""About how long opening takes."""
MAX_ANSWERS = 20
"""After about this many answers the child is killed."""
KILLS_PER_GAME = 10
"""After this many kills the next kind of game is begun."""


# --- script ------------------------------------------------------------------------------------


@contextmanager
def open_game(path: Path, plan: Plan, game_id: int | None) -> Iterator[Conversation]:
    """Begin a game, or resume the one with this number."""
    with Journal.open(path) as journal:
        talk = Conversation(journal, content(), plan, private_line=True, practice=False)
        try:
            _ = talk.open() if game_id is None else talk.resume(game_id)
            yield talk
        finally:
            talk.close()


def take_turn(plan: Plan, turn: int, talk: Conversation) -> None:
    """Give the answer of this turn, which depends only on its number and the state of the game."""
    dice, game_topic = Random(f"{plan.seed}:{turn}"), talk.game_topic
    assert game_topic is not None
    undoable = game_topic.now.filled or game_topic.table.last_undoable  # else "undo" is about who plays
    put(talk, "undo" if undoable and dice.random() < UNDO_SHARE else Guest(dice).answer(talk))


@dataclass
class Reference:
    """The same conversation without a kill."""

    plan: Plan
    folder: Path
    _open: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> "Reference":
        self.talk = self._open.enter_context(open_game(self.folder / "narrator.sqlite", self.plan, None))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def resume(self) -> None:
        """Close and resume the game, so that what is not stored is forgotten here, too."""
        if self.talk.game_topic is not None:
            self._open.close()
            self.talk = self._open.enter_context(open_game(self.folder / "narrator.sqlite", self.plan, 1))

    @property
    def over(self) -> bool:
        return self.talk.game_topic is None

    def take_turn(self, turn: int) -> None:
        if not self.over:
            take_turn(self.plan, turn, self.talk)

    def stored(self) -> "StoredGame":
        return read_stored(self.talk, 1)


@dataclass(frozen=True)
class StoredGame:
    """The moves of a game, and its question with the answers since the last move."""

    moves: tuple[Any, ...]
    asked: tuple[Any, ...] | None

    @property
    def half_answer(self) -> str:
        """The known parts of the next answer: filled slots, the speaker, locked players."""
        if self.asked is None:
            return ""
        filled, answering, speaker, locked, heard, again = self.asked[1]
        named = {"who speaks": speaker, "who has locked": locked, "who was ready": heard, "who comes or goes": again}
        return ", ".join([*filled, *filter(named.get, named), *([answering] if answering and not filled else [])])


def read_stored(talk: Conversation, game_id: int) -> StoredGame:
    return StoredGame(talk.journal.read(game_id).moves, question(talk) if talk.game_topic else None)


# --- child -------------------------------------------------------------------------------------


def play(path: Path, plan: Plan, game_id: int | None, turn: int, pipe: int) -> None:
    """Begin or resume the game, follow the script to its end, and report each answer."""
    with open_game(path, plan, game_id) as talk:
        os.write(pipe, b"%d\n" % turn)
        while talk.game_topic is not None:
            turn += 1
            take_turn(plan, turn, talk)
            os.write(pipe, b"%d\n" % turn)


def start(path: Path, plan: Plan, game_id: int | None, turn: int) -> tuple[int, int]:
    """Start a child that plays. Return its process id and the pipe from it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    try:
        play(path, plan, game_id, turn, writing)
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def kill(child: int, pipe: int, dice: Random) -> tuple[bool, list[int]]:
    """Kill the child at a random moment. Return whether it was still alive, and the turns that it reported."""
    wanted = 0 if dice.random() < EARLY_KILL_SHARE else dice.randint(1, MAX_ANSWERS)
    began = time.monotonic()
    heard = b""
    while heard.count(b"\n") < wanted and (part := os.read(pipe, 4096)):
        heard += part
    pace = (time.monotonic() - began) / wanted if wanted else OPENING_S
    time.sleep(dice.uniform(0, 2 * pace))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit("The child failed by itself.")
    with os.fdopen(pipe, "rb") as rest:
        heard += rest.read()
    return os.WIFSIGNALED(status), [int(line) for line in heard.splitlines()]


# --- parent ------------------------------------------------------------------------------------


@dataclass
class CrashTally:
    """The counts so far."""

    kills: int = 0
    given: int = 0
    halves: Counter[str] = field(default_factory=Counter)
    """The number of kills at each half answer."""
    lost: int = 0
    doubled: int = 0
    astray: int = 0

    def __str__(self) -> str:
        return (
            f"kills {self.kills}, {self.halves.total()} of them at half an answer, moves given out {self.given}, "
            f"moves lost {self.lost}, moves doubled {self.doubled}, half answers lost or changed {self.astray}"
        )


def play_with_kills(path: Path, reference: Reference, tally: CrashTally, kills: int, dice: Random) -> Iterator[None]:
    """Play one game to its end with kills, comparing it with the reference after each."""
    plan, turn = reference.plan, 0
    game_id: int | None = None
    while not reference.over and tally.kills < kills:
        killed, reported = kill(*start(path, plan, game_id, turn), dice)
        tally.kills += killed
        for turn in reported[1:]:
            reference.take_turn(turn)
        ids = find_games(path, plan)
        if not ids:
            tally.lost += bool(reported)
            continue
        game_id, *others = ids
        found, wanted = read_game(path, plan, game_id), reference.stored()
        if found != wanted:  # the answer in progress may be stored
            turn += 1
            reference.take_turn(turn)
            wanted = reference.stored()
        if killed and found.half_answer:
            tally.halves[f"{plan.game}: {found.half_answer}"] += 1
        if others or found.moves != wanted.moves:
            pairs = zip(found.moves, wanted.moves, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            tally.lost += max(1, len(wanted.moves) - same)
            tally.doubled += len(found.moves) - same + len(others)
            print(f"{plan_name(plan)}, turn {turn}:\n  {found.moves[same:]}\n  {wanted.moves[same:]}")
            return
        if found != wanted:
            print(f"{plan_name(plan)}, turn {turn}:\n  {found.asked}\n  {wanted.asked}")
            tally.astray += 1
            return
        reference.resume()
        yield
    tally.given += len(reference.stored().moves)


def find_games(path: Path, plan: Plan) -> list[int]:
    """Return the numbers of the games with the seed of this plan. More than one would be an error."""
    with Journal.open(path) as journal:
        return [game.id for game in journal.games()[:2] if journal.read(game.id).seed == plan.seed]


def read_game(path: Path, plan: Plan, game_id: int) -> StoredGame:
    with open_game(path, plan, game_id) as talk:
        return read_stored(talk, game_id)


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a playing Narrator again and again, and count what is missing.")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--game", choices=sorted(games()))
    arguments = parser.parse_args()
    tally = CrashTally()
    dice = Random()
    shown = time.monotonic()
    wanted = [plan for plan in plans() if arguments.game in (None, plan.game)]
    Random(1).shuffle(wanted)
    content()
    with TemporaryDirectory() as folder:
        for number, way in zip(count(), cycle(wanted), strict=False):
            plan = replace(way, seed=f"{way.seed} {number}")
            # Two homes: which story is proposed depends on those told in the same home.
            killed, spared = Path(folder) / f"{number} killed", Path(folder) / f"{number} spared"
            spared.mkdir()
            kills = min(arguments.kills, tally.kills + KILLS_PER_GAME)
            with Reference(plan, spared) as reference:
                for _ in play_with_kills(killed / "narrator.sqlite", reference, tally, kills, dice):
                    if time.monotonic() - shown > 2:
                        shown = time.monotonic()
                        print(f"{tally} … {plan_name(plan)}", flush=True)
            if tally.kills >= arguments.kills:
                break
    for half, times in sorted(tally.halves.items()):
        print(f"{times:5}  {half}")
    print(tally)
    return 1 if tally.lost or tally.doubled or tally.astray else 0


if __name__ == "__main__":
    sys.exit(main())
