"""Kill a playing Narrator again and again: what it gave out must be there afterwards, all of it and only once.

A child plays in words, by a script, and reports every answer through a pipe once it is taken. The parent kills it at a
random moment, resumes the game and compares it with the same conversation that nobody killed: the moves, the state, and
what was answered since the last move. The answer that was under way when the child died may be there or not, but only
as a whole. Then the next child goes on from there.

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

UNDO = 0.1
"""How often the script takes back instead of answering."""
TOO_EARLY = 0.2
"""How often the child is killed without waiting for it to sit down: it dies while opening, beginning or resuming."""
SITTING_DOWN = 0.05
"""Seconds that it takes, about."""
LONGEST = 20
"""Answers that the child may give at most, or little more."""

AT_ONE_TABLE = 10
"""Kills after which another game is begun, so that all of them get their share."""


# --- the script --------------------------------------------------------------------------------


@contextmanager
def seated(path: Path, plan: Plan, game_id: int | None) -> Iterator[Conversation]:
    """At a new table, or at the one that was left."""
    with Journal.open(path) as journal:
        talk = Conversation(journal, content(), plan, private_line=True, practice=False)
        try:
            _ = talk.open() if game_id is None else talk.resume(game_id)
            yield talk
        finally:
            talk.close()


def take_turn(plan: Plan, turn: int, talk: Conversation) -> None:
    """What is said in this turn depends on its number and the table alone."""
    dice, game_topic = Random(f"{plan.seed}:{turn}"), talk.game_topic
    assert game_topic is not None
    undoable = game_topic.now.filled or game_topic.table.last_undoable  # before the first answer it is about who plays
    put(talk, "undo" if undoable and dice.random() < UNDO else Guest(dice).answer(talk))


@dataclass
class Reference:
    """The same conversation in a house where nobody is killed."""

    plan: Plan
    folder: Path
    _open: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> "Reference":
        self.talk = self._open.enter_context(seated(self.folder / "narrator.sqlite", self.plan, None))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def come_back(self) -> None:
        """Leave, and go on with the kept game: what is not worth keeping is forgotten here, too."""
        if self.talk.game_topic is not None:
            self._open.close()
            self.talk = self._open.enter_context(seated(self.folder / "narrator.sqlite", self.plan, 1))

    @property
    def over(self) -> bool:
        return self.talk.game_topic is None

    def take_turn(self, turn: int) -> None:
        if not self.over:
            take_turn(self.plan, turn, self.talk)

    def kept(self) -> "Kept":
        return kept_of(self.talk, 1)


@dataclass(frozen=True)
class Kept:
    """What must be there: the moves, what was answered since, and what is asked therefore."""

    moves: tuple[Any, ...]
    asked: tuple[Any, ...] | None

    @property
    def half(self) -> str:
        """What is there of an answer, in a word or two: the places that are filled, who speaks, who has locked."""
        if self.asked is None:
            return ""
        filled, answering, speaker, locked, heard, again = self.asked[1]
        named = {"who speaks": speaker, "who has locked": locked, "who was ready": heard, "who comes or goes": again}
        return ", ".join([*filled, *filter(named.get, named), *([answering] if answering and not filled else [])])


def kept_of(talk: Conversation, game_id: int) -> Kept:
    return Kept(talk.journal.read(game_id).moves, question(talk) if talk.game_topic else None)


# --- the child ---------------------------------------------------------------------------------


def play(path: Path, plan: Plan, game_id: int | None, turn: int, pipe: int) -> None:
    """Begin or resume, then follow the script to the end; after each answer, report it."""
    with seated(path, plan, game_id) as talk:
        os.write(pipe, b"%d\n" % turn)
        while talk.game_topic is not None:
            turn += 1
            take_turn(plan, turn, talk)
            os.write(pipe, b"%d\n" % turn)


def start(path: Path, plan: Plan, game_id: int | None, turn: int) -> tuple[int, int]:
    """A child, and the pipe from it."""
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
    """Kill the child somewhere in a turn: whether it still lived, and which turns it had reported."""
    wanted = 0 if dice.random() < TOO_EARLY else dice.randint(1, LONGEST)
    began = time.monotonic()
    heard = b""
    while heard.count(b"\n") < wanted and (part := os.read(pipe, 4096)):
        heard += part
    pace = (time.monotonic() - began) / wanted if wanted else SITTING_DOWN
    time.sleep(dice.uniform(0, 2 * pace))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit("The child failed by itself.")
    with os.fdopen(pipe, "rb") as rest:
        heard += rest.read()
    return os.WIFSIGNALED(status), [int(line) for line in heard.splitlines()]


# --- the parent --------------------------------------------------------------------------------


@dataclass
class Tally:
    kills: int = 0
    given: int = 0
    halves: Counter[str] = field(default_factory=Counter)
    """How often somebody was killed at each half answer."""
    lost: int = 0
    doubled: int = 0
    astray: int = 0

    def __str__(self) -> str:
        return (
            f"kills {self.kills}, {self.halves.total()} of them at half an answer, moves given out {self.given}, "
            f"moves lost {self.lost}, moves doubled {self.doubled}, half answers lost or changed {self.astray}"
        )


def follow(path: Path, told: Reference, tally: Tally, kills: int, dice: Random) -> Iterator[None]:
    """Play one game to its end, with all the kills it takes."""
    plan, turn = told.plan, 0
    game_id: int | None = None
    while not told.over and tally.kills < kills:
        killed, reported = kill(*start(path, plan, game_id, turn), dice)
        tally.kills += killed
        for turn in reported[1:]:
            told.take_turn(turn)
        kept = found(path, plan)
        if not kept:
            tally.lost += bool(reported)
            continue
        game_id, *others = kept
        there, wanted = resumed(path, plan, game_id), told.kept()
        if there != wanted:  # the answer that was under way
            turn += 1
            told.take_turn(turn)
            wanted = told.kept()
        if killed and there.half:
            tally.halves[f"{plan.game}: {there.half}"] += 1
        if others or there.moves != wanted.moves:
            pairs = zip(there.moves, wanted.moves, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            tally.lost += max(1, len(wanted.moves) - same)
            tally.doubled += len(there.moves) - same + len(others)
            print(f"{plan_name(plan)}, turn {turn}:\n  {there.moves[same:]}\n  {wanted.moves[same:]}")
            return
        if there != wanted:
            print(f"{plan_name(plan)}, turn {turn}:\n  {there.asked}\n  {wanted.asked}")
            tally.astray += 1
            return
        told.come_back()
        yield
    tally.given += len(told.kept().moves)


def found(path: Path, plan: Plan) -> list[int]:
    """The number under which the game is kept, if it was ever begun; more than one would be wrong."""
    with Journal.open(path) as journal:
        return [listing.id for listing in journal.games()[:2] if journal.read(listing.id).seed == plan.seed]


def resumed(path: Path, plan: Plan, game_id: int) -> Kept:
    """The game as it is found."""
    with seated(path, plan, game_id) as talk:
        return kept_of(talk, game_id)


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a playing Narrator again and again, and count what is missing.")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--game", choices=sorted(games()))
    asked = parser.parse_args()
    tally = Tally()
    dice = Random()
    shown = time.monotonic()
    wanted = [plan for plan in plans() if asked.game in (None, plan.game)]
    Random(1).shuffle(wanted)
    content()
    with TemporaryDirectory() as folder:
        for number, way in zip(count(), cycle(wanted), strict=False):
            plan = replace(way, seed=f"{way.seed} {number}")
            # in homes of their own: which story is proposed depends on those that were told there
            killed, spared = Path(folder) / f"{number} killed", Path(folder) / f"{number} spared"
            spared.mkdir()
            kills = min(asked.kills, tally.kills + AT_ONE_TABLE)
            with Reference(plan, spared) as told:
                for _ in follow(killed / "narrator.sqlite", told, tally, kills, dice):
                    if time.monotonic() - shown > 2:
                        shown = time.monotonic()
                        print(f"{tally} … {plan_name(plan)}", flush=True)
            if tally.kills >= asked.kills:
                break
    for half, times in sorted(tally.halves.items()):
        print(f"{times:5}  {half}")
    print(tally)
    return 1 if tally.lost or tally.doubled or tally.astray else 0


if __name__ == "__main__":
    sys.exit(main())
