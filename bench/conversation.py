"""Measure the time from a typed line to its answer, over whole games of every mode.

    python -m bench.conversation [--games N] [--json FILE]

Every game and mode is played by a random player, with a journal on the disk as in real use.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from pathlib import Path

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import load_content
from narrator.storage.journal import Journal

NAMES = ("Lily", "Nick", "Julie", "Dylan", "Mia", "Tom", "Zoe", "Ben", "Ada", "Max", "Ivy", "Sam")
MOST = 3000


def thinking_ms(plan: Plan, seed: int, folder: Path) -> list[float]:
    """Return the time for each answer of one game."""
    taken = []
    with Journal.open(folder / f"{seed}.sqlite") as journal:
        talk = Conversation(journal, load_content(), plan, practice=False)
        player = Guest(random.Random(seed))
        talk.open()
        for _ in range(MOST):
            if talk.game_topic is None:
                break
            words = player.answer(talk)
            began = time.perf_counter()
            talk.hear(words)
            taken.append((time.perf_counter() - began) * 1000)
        talk.close()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2, help="how many games of each mode (2)")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    arguments = parser.parse_args()
    rows = []
    print(f"{'game':<14}{'mode':<13}{'players':>8}{'answers':>9}{'median ms':>11}{'95 % ms':>9}{'longest ms':>12}")
    for name, game in games().items():
        for mode, allowed in game.MODES.items():
            for players in sorted({min(allowed), max(allowed)}):
                plan = Plan(
                    name, str(mode), tuple(Seat(n) for n in NAMES[:players]), privacy=Privacy.OPEN, seed="bench"
                )
                with tempfile.TemporaryDirectory() as folder:
                    taken = [ms for seed in range(arguments.games) for ms in thinking_ms(plan, seed, Path(folder))]
                taken.sort()
                figures = [statistics.median(taken), taken[int(len(taken) * 0.95)], taken[-1]]
                median, most, longest = (round(figure, 1) for figure in figures)
                rows.append(
                    {
                        "game": name,
                        "mode": mode,
                        "players": players,
                        "median_ms": median,
                        "p95_ms": most,
                        "max_ms": longest,
                    }
                )
                print(f"{name:<14}{mode:<13}{players:>8}{len(taken):>9}{median:>11}{most:>9}{longest:>12}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
