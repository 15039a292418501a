"""Measure the speed of the rules: random games per second, replay of a long game, cost of early and late moves.

    python -m bench.rules [--seconds S] [--json FILE]

Everything runs on one core. Replays read a journal on disk, as when a game is resumed.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from narrator.core.game import Game, Seat
from narrator.games import games
from narrator.storage.journal import Journal
from narrator.storage.luck import RandomLuck
from narrator.storage.table import Table

NAMES = ("Lily", "Nick", "Julie", "Dylan", "Mia", "Tom", "Zoe", "Ben", "Ada", "Max", "Ivy", "Sam")


def seats(count: int) -> list[Seat]:
    return [Seat(name, 5 + number) for number, name in enumerate(NAMES[:count])]


def options_of(game: Game[Any], mode: str) -> Any:
    plain = game.Options()
    return game.Options(mode=type(plain.mode)(mode))


def play_out(game: Game[Any], mode: str, players: int, dice: random.Random) -> Iterator[tuple[Any, Any]]:
    """Play a random game and yield each state with the move made in it."""
    luck = RandomLuck(dice)
    state = game.setup(seats(players), options_of(game, mode)).state
    while state.outcome is None:
        move = game.chance(state, luck) or dice.choice(list(game.moves(state)))
        yield state, move
        state = game.apply(state, move).state


def games_per_second(game: Game[Any], mode: str, players: int, seconds: float) -> tuple[float, float]:
    """Return random games per second, and moves per game."""
    dice, played, moves = random.Random(1), 0, 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        moves += sum(1 for _ in play_out(game, mode, players, dice))
        played += 1
    return played / spent, moves / played


def longest_game(game: Game[Any], mode: str, players: int, tries: int = 20) -> list[tuple[Any, Any]]:
    """Return the longest of some random games."""
    return max((list(play_out(game, mode, players, random.Random(seed))) for seed in range(tries)), key=len)


def replay_ms(name: str, mode: str, played: list[tuple[Any, Any]]) -> float:
    """Return the median time to open the journal, read the game and replay its moves."""
    game = games()[name]
    state = played[0][0]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "narrator.sqlite"
        with Journal.open(path) as journal:
            game_id = journal.begin(name, state.seats, options_of(game, mode), "bench", [move for _, move in played])

        def resume() -> None:
            with Journal.open(path) as journal, Table.resume(journal, game_id):
                pass

        return median_ms(resume)


def median_ms(work: Callable[[], None], times: int = 15) -> float:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


def late_to_early(game: Game[Any], played: list[tuple[Any, Any]]) -> float:
    """Return the cost of moves in the last quarter of a game relative to the first: about 1 if it does not grow."""
    quarter = max(1, len(played) // 4)

    def cost(part: list[tuple[Any, Any]]) -> float:
        def replay() -> None:
            for state, move in part:
                game.apply(state, move)

        return median_ms(replay) / len(part)

    return cost(played[-quarter:]) / cost(played[:quarter])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to play each mode (default 1)")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    arguments = parser.parse_args()
    rows = []
    heads = f"{'games/s':>10}{'moves':>8}{'longest':>9}{'replay ms':>11}{'late/early':>12}"
    print(f"{'game':<13}{'mode':<13}{'players':>8}{heads}")
    for name, game in games().items():
        for mode, allowed in game.MODES.items():
            for players in sorted({min(allowed), max(allowed)} | ({4} & set(allowed))):
                rate, moves = games_per_second(game, mode, players, arguments.seconds)
                played = longest_game(game, mode, players)
                row = {
                    "game": name,
                    "mode": str(mode),
                    "players": players,
                    "games_a_second": round(rate, 1),
                    "moves": round(moves, 1),
                    "longest": len(played),
                    "replay_ms": round(replay_ms(name, mode, played), 2),
                    "late_to_early": round(late_to_early(game, played), 2),
                }
                rows.append(row)
                print(
                    f"{name:<13}{mode:<13}{players:>8}{row['games_a_second']:>10}{row['moves']:>8}"
                    f"{row['longest']:>9}{row['replay_ms']:>11}{row['late_to_early']:>12}",
                    flush=True,
                )
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
