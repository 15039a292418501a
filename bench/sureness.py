"""How sure is a phrase that both ears take for the likeliest? Fits `narrator.speech.asr.support.WEIGHTS`.

    python -m bench.sureness --recordings DIR [--half tune|report] [--most N]

Listens to people in rooms, to commands and to other talk, notes what spoke for each phrase that was judged
(`Support`) and whether it was what was said, and fits a logistic regression to that. Printed are the weights,
and what the present ones would accept. Fit on the half to tune with; the other half only shows what they are worth.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from bench.hearing_ears import OurEar
from bench.hearing_rooms import room_sets
from bench.hearing_sets import REPORT, TUNE, Set, meaning, sets
from narrator.speech.asr import agreement
from narrator.speech.asr.agreement import SURE
from narrator.speech.asr.support import WEIGHTS, Support

NOTED = ("dB", "single", "telephone", "commands, clean", "other words")
"""Of the sets, those in which it is hard to be sure."""
RIDGE = 0.05
STEPS = 60
Numbers = NDArray[np.float64]


def judged(each: Set, half: str, most: int, ear: OurEar) -> Iterator[tuple[Support, bool]]:
    """Of each utterance what spoke for the phrase, and whether that was said."""
    noted: list[Support] = []

    def noting(ahead: float, worse: float, likelihood: float, needed: int) -> Support:
        noted.append(Support(ahead, worse, likelihood, needed))
        return noted[-1]

    samples = ((one, at) for one, at in each.samples() if each.halved or one.half == half)
    with patch.object(agreement, "Support", noting):
        for sample, expected in islice(samples, most):
            for decision in ear.decisions(sample.sound, expected):
                if noted:
                    yield noted[-1], sample.means is not None and meaning(decision.text, expected) == sample.means
                noted.clear()


def fitted(told: Numbers, right: Numbers) -> Numbers:
    """The weights that explain best what was right (Newton's steps, with a little ridge)."""
    weights = np.zeros(told.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-told @ weights))
        slope = told.T @ (right - likely) - RIDGE * weights
        bend = (told * (likely * (1 - likely))[:, None]).T @ told + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, metavar="DIR", required=True)
    parser.add_argument("--half", choices=(TUNE, REPORT), default=TUNE)
    parser.add_argument("--most", type=int, default=40, metavar="N", help="so many samples of each set at most")
    arguments = parser.parse_args()
    ear = OurEar()
    chosen = [*room_sets(arguments.recordings, arguments.half, 200), *sets(arguments.recordings, quick=False)]
    told, right = [], []
    for each in chosen:
        if any(name in each.name for name in NOTED):
            found = list(judged(each, arguments.half, arguments.most, ear))
            sure = [said for support, said in found if support.odds >= SURE]
            print(f"{each.name:36} judged {len(found):4}, sure {len(sure):4}, of these right {sum(sure):4}", flush=True)
            told += [support.told for support, _ in found]
            right += [said for _, said in found]
    print("now   ", *(f"{weight:6.2f}" for weight in WEIGHTS))
    print("fitted", *(f"{weight:6.2f}" for weight in fitted(np.array(told), np.array(right, dtype=np.float64))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
