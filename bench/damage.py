"""Flip single bits in a family's home: each difference must be reported, and no command may end in a traceback.

A home with finished and unfinished games, texts, titles, settings, learned names and recordings is made once. For each
flip it is copied, one bit of one file is flipped, and everything is read through the real library: the list, every
story, every recording, every setting, and every unfinished game is resumed.

    python -m bench.damage [--flips 1000] [--seed 1]
"""

import argparse
import shutil
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from narrator.language.content.packs import load_content
from tests.support.homes import compare_home, flip_bit, furnish_home, read_home


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice, content, tally = Random(arguments.seed), load_content(), Counter[str]()
    shown = time.monotonic()
    with TemporaryDirectory() as folder:
        whole, damaged = Path(folder) / "whole", Path(folder) / "damaged"
        furnish_home(whole, content)
        before = read_home(whole, content)
        if before.warnings:
            raise SystemExit(f"The undamaged home gives warnings: {before.warnings}")
        print(f"{sum(file.stat().st_size for file in whole.rglob('*')) / 1000:.0f} kB, {len(before.read)} things read")
        for done in range(1, arguments.flips + 1):
            shutil.copytree(whole, damaged)
            where = flip_bit(damaged, dice)
            result = compare_home(damaged, content, before)
            tally[result] += 1
            if result in ("silent", "traceback"):
                print(f"{result}: {where}", flush=True)
            shutil.rmtree(damaged)
            if time.monotonic() - shown > 20:
                shown = time.monotonic()
                print(f"{done}: {dict(tally)} …", flush=True)
    print(", ".join(f"{what} {tally[what]}" for what in ("told", "no difference", "silent", "traceback")))
    return 1 if tally["silent"] or tally["traceback"] else 0


if __name__ == "__main__":
    sys.exit(main())
