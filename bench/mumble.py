"""Play a thousand games with mumbling players and count how they end: none may get stuck.

    python -m bench.mumble [--games N]

The last line printed is the count: games, over, saved, stuck (0), broken (0).
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from itertools import cycle, islice

from tests.support.mumblers import mumble_through
from tests.support.tables import plan_name, plans


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    arguments = parser.parse_args()
    ended: Counter[str] = Counter()
    told = time.monotonic()
    for seed, plan in enumerate(islice(cycle(list(plans())), arguments.games)):
        try:
            ended[mumble_through(plan, seed)] += 1
        except AssertionError as stuck:
            ended["stuck"] += 1
            print(stuck)
        except Exception:
            ended["broken"] += 1
            print(f"{plan_name(plan)}, seed {seed}:")
            traceback.print_exc(file=sys.stdout)
        if time.monotonic() - told > 2:
            told = time.monotonic()
            print(f"{seed + 1} of {arguments.games} games …", flush=True)
    counts = ", ".join(f"{kind} {ended[kind]}" for kind in ("over", "saved", "stuck", "broken"))
    print(f"games {arguments.games}, {counts}")
    return 1 if ended["stuck"] or ended["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
