"""Measure how long the narrator speaks: words before each answer, minutes of a whole game, host words per story word.

    python -m bench.pace [GAME …] [--games N] [--json FILE]

Beside the minutes that the narrator speaks it prints how long the game takes with five seconds for each answer, how
long it is announced to take, and which limits are exceeded (`tests/support/pace.py`).
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

from narrator.games.hosting.plan import Privacy
from tests.support.pace import PACED_TABLES, TOKENS, exceeded_limits, measure_pace, summarise_pace

COLUMNS = {
    "table": "<34",
    "median": ">7",
    "opening": ">9",
    "longest": ">9",
    "finale": ">8",
    "minutes": ">9",
    "evening": ">9",
    "announced": ">11",
    "host_for_story": ">16",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="GAME", help="measure only these games")
    parser.add_argument("--games", type=int, default=2, help="number of games at each table (default: 2)")
    parser.add_argument("--privacy", type=Privacy, help="use this privacy mode at tables that play with tokens")
    parser.add_argument("--longest", action="store_true", help="print also the longest stretch at each table")
    parser.add_argument("--json", type=Path, help="write the figures also to this file")
    arguments = parser.parse_args()
    print("".join(f"{name:{width}}" for name, width in COLUMNS.items()) + "  exceeded limits")
    rows = []
    privacy = arguments.privacy or TOKENS
    for table in (replace(each, privacy=privacy) if each.privacy is TOKENS else each for each in PACED_TABLES):
        if arguments.only and table.game not in arguments.only:
            continue
        log: list[str] = []
        figures = summarise_pace(table, [measure_pace(table, seed, log) for seed in range(arguments.games)])
        rows.append(figures)
        cells = "".join(f"{figures[name]:{width}}" for name, width in COLUMNS.items())
        print(f"{cells}  {', '.join(exceeded_limits(table, figures))}", flush=True)
        if arguments.longest:
            print(f"    {max(log, key=lambda text: len(text.split()))}")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
