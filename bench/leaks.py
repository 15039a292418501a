"""Play random pairs of games that differ only in a secret, and report where another player could notice it.

`python -m bench.leaks --pairs 1000` plays games with all kinds of privacy, with and without window, speaker and
phones, with mumbling, kills and lost phones. It exits with 1 if a surface of another player differed.
"""

import argparse
import itertools
import sys
import time

from tests.support.twins import Leak, cases, open_pair

MAX_SHOWN_LETTERS = 2000
PAIRS_PER_REPORT = 100


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.leaks", description=__doc__)
    parser.add_argument("--pairs", type=int, default=200, help="how many pairs to play")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first pairs")
    parser.add_argument("--steps", type=int, default=25, help="how many things are said in each pair")
    wanted = parser.parse_args()
    leaks, compared, started = 0, 0, time.monotonic()
    endless = (case for seed in itertools.count(wanted.first) for case in cases([seed], wanted.steps))
    for number, case in enumerate(itertools.islice(endless, wanted.pairs), 1):
        try:
            with open_pair(case) as pair:
                compared += pair.play()
        except Leak as leak:
            leaks += 1
            print(str(leak)[:MAX_SHOWN_LETTERS], end="\n\n", flush=True)
        if number % PAIRS_PER_REPORT == 0:
            print(f"{number} of {wanted.pairs} pairs, {leaks} leaks", file=sys.stderr, flush=True)
    seconds = time.monotonic() - started
    print(f"{wanted.pairs} pairs, surfaces compared {compared} times, {leaks} leaks, {seconds:.0f} s")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
