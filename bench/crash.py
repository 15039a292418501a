"""Kill a playing Narrator again and again: what it gave out must be there afterwards, all of it and only once.

A child plays by a script and reports every turn through a pipe once the table has given it out. The parent kills it at
a random moment, resumes the game and compares it, moves and state, with the same script played in memory by the rules
alone. The turn that was under way when the child died may be there or not, but only as a whole. Then the next child
goes on from there.

    python bench/crash.py [--kills 500] [--game dixit]
"""

import argparse
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, takewhile
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from narrator.games import games
from narrator.keep.journal import Journal
from narrator.keep.luck import luck_of
from narrator.keep.table import Table
from narrator.play import Game, Seat

NAMES = ("Lily", "Nick", "Julie", "Dylan", "Mia", "Tom", "Zoe", "Ben", "Ada", "Max", "Ivy", "Sam")
UNDO = 0.15
"""How often the script takes back instead of playing, where it can."""
TOO_EARLY = 0.2
"""How often the child is killed without waiting for it to sit down: it dies while opening, beginning or resuming."""
SITTING_DOWN = 0.01
"""Seconds that it takes, about."""
LONGEST = 20
"""Turns that the child may play at most, or little more."""


@dataclass(frozen=True)
class Plan:
    """One game to be played, and its script."""

    name: str
    seats: tuple[Seat, ...]
    options: Any
    seed: str

    @property
    def game(self) -> Game[Any]:
        return games()[self.name]


def plans(only: str | None) -> Iterator[Plan]:
    """Every game in every mode, over and over, with all numbers of players."""
    ways = [(name, mode) for name, game in games().items() if only in (None, name) for mode in game.MODES]
    for number in count():
        name, mode = ways[number % len(ways)]
        players = Random(number).choice(list(games()[name].MODES[mode]))
        yield Plan(
            name, tuple(Seat(one) for one in NAMES[:players]), games()[name].Options(mode=mode), f"game {number}"
        )


# --- the script --------------------------------------------------------------------------------


class Player(Protocol):
    """Whoever can follow the script: a table, or the reference."""

    @property
    def state(self) -> Any: ...
    def play(self, move: Any) -> object: ...
    def undo(self) -> object | None: ...


def take_turn(plan: Plan, turn: int, player: Player) -> None:
    """What is done in this turn depends on its number and the state alone."""
    dice = Random(f"{plan.seed}:{turn}")
    if dice.random() < UNDO and player.undo() is not None:
        return
    player.play(dice.choice(list(plan.game.moves(player.state))))


@dataclass
class Reference:
    """The game in memory: no file, no table."""

    plan: Plan
    state: Any
    moves: tuple[Any, ...] = ()
    past: tuple["Reference", ...] = ()
    """What undo leads back to."""

    @classmethod
    def begin(cls, plan: Plan) -> "Reference":
        reference = cls(plan, plan.game.setup(plan.seats, plan.options).state)
        reference._draw()
        return reference

    def play(self, move: Any) -> None:
        before = replace(self)
        shown = self._make(move) | self._draw()
        self.past = () if shown or type(move) in self.plan.game.CHANCE else (*self.past, before)

    def undo(self) -> object | None:
        if not self.past:
            return None
        before = self.past[-1]
        self.state, self.moves, self.past = before.state, before.moves, before.past
        return before

    def after(self, turn: int) -> "Reference":
        """This, one turn later."""
        later = replace(self)
        if self.plan.game.outcome(self.state) is None:
            take_turn(self.plan, turn, later)
        return later

    def _make(self, move: Any) -> bool:
        step = self.plan.game.apply(self.state, move)
        self.state = step.state
        self.moves = (*self.moves, move)
        return any(event.reveals for event in step.events)

    def _draw(self) -> bool:
        shown = False
        while (move := self.plan.game.chance(self.state, luck_of(self.plan.seed, len(self.moves) + 1))) is not None:
            shown |= self._make(move)
        return shown


# --- the child ---------------------------------------------------------------------------------


def play(path: Path, plan: Plan, game_id: int | None, turn: int, pipe: int) -> None:
    """Begin or resume, then follow the script to the end; after each turn, report it."""
    with Journal.open(path) as journal, sit_down(journal, plan, game_id) as table:
        os.write(pipe, b"%d\n" % turn)
        while table.outcome() is None:
            turn += 1
            take_turn(plan, turn, table)
            os.write(pipe, b"%d\n" % turn)


def sit_down(journal: Journal, plan: Plan, game_id: int | None) -> Table:
    if game_id is None:
        return Table.begin(journal, plan.name, plan.seats, plan.options, plan.seed)
    return Table.resume(journal, game_id)


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
    lost: int = 0
    doubled: int = 0

    def __str__(self) -> str:
        return f"kills {self.kills}, moves given out {self.given}, moves lost {self.lost}, moves doubled {self.doubled}"


def follow(path: Path, plan: Plan, tally: Tally, kills: int, dice: Random) -> Iterator[None]:
    """Play one game to its end, with all the kills it takes."""
    game_id: int | None = None
    turn = 0
    told = Reference.begin(plan)
    while plan.game.outcome(told.state) is None and tally.kills < kills:
        killed, reported = kill(*start(path, plan, game_id, turn), dice)
        tally.kills += killed
        if game_id is None and reported:
            tally.given += len(told.moves)
        for turn in reported[1:]:
            before = len(told.moves)
            told = told.after(turn)
            tally.given += max(0, len(told.moves) - before)
        kept = found(path, plan)
        if not kept:
            tally.lost += len(told.moves) if reported else 0
            continue
        game_id, *others = kept
        under_way = told.after(turn + 1)
        moves, state = resumed(path, game_id)
        if (moves, state) == (under_way.moves, under_way.state):
            told, turn = under_way, turn + 1
        elif others or (moves, state) != (told.moves, told.state):
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, told.moves, strict=False)))
            tally.lost += max(1, len(told.moves) - same)
            tally.doubled += len(moves) - same + len(others)
            return
        yield


def found(path: Path, plan: Plan) -> list[int]:
    """The number under which the game is kept, if it was ever begun; more than one would be wrong."""
    with Journal.open(path) as journal:
        return [listing.id for listing in journal.games()[:2] if journal.read(listing.id).seed == plan.seed]


def resumed(path: Path, game_id: int) -> tuple[tuple[Any, ...], Any]:
    """The moves as they were found, and the state as it is resumed."""
    with Journal.open(path) as journal:
        moves = journal.read(game_id).moves
        with Table.resume(journal, game_id) as table:
            return moves, table.state


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a playing Narrator again and again, and count what is missing.")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--game", choices=sorted(games()))
    asked = parser.parse_args()
    tally = Tally()
    dice = Random()
    shown = time.monotonic()
    with TemporaryDirectory() as folder:
        for plan in plans(asked.game):
            for _ in follow(Path(folder) / "narrator.sqlite", plan, tally, asked.kills, dice):
                if time.monotonic() - shown > 2:
                    shown = time.monotonic()
                    print(f"{tally} … {plan.name} {plan.options.mode}", flush=True)
            if tally.kills >= asked.kills:
                break
    print(tally)
    return 1 if tally.lost or tally.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
