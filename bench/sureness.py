"""Fit the weights of the evidence for a phrase: `narrator.speech.asr.evidence.WEIGHTS`.

    python -m bench.sureness --recordings DIR [--half tune|report] [--most N]

Recognises people in rooms, commands and other talk, records the evidence for each phrase that was decided with both
recognisers, and whether that phrase was said, and fits a logistic regression. Prints the fitted weights beside the
current ones, and what the current ones accept. Fit on the tuning half; the other half only shows their worth.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from bench.hearing_recognisers import NarratorRecogniser
from bench.hearing_rooms import room_sets
from bench.hearing_sets import REPORT, TUNE, SampleSet, basic_sets, find_reading
from narrator.speech.asr import decision
from narrator.speech.asr.decision import ACCEPT_LOG_ODDS
from narrator.speech.asr.evidence import WEIGHTS, Evidence

HARD_SETS = ("dB", "single", "telephone", "commands, clean", "other words")
"""Parts of the names of the difficult sets."""
RIDGE = 0.05
NEWTON_STEPS = 60
Array = NDArray[np.float64]


def collect_evidence(
    each: SampleSet, half: str, most: int, recogniser: NarratorRecogniser
) -> Iterator[tuple[Evidence, bool]]:
    """Yield, for each utterance, the evidence for the phrase and whether that phrase was said."""
    collected: list[Evidence] = []

    def collect(lead: float, dictation_lead: float, likelihood: float, steps_needed: int) -> Evidence:
        collected.append(Evidence(lead, dictation_lead, likelihood, steps_needed))
        return collected[-1]

    samples = ((sample, expected) for sample, expected in each.samples() if each.is_halved or sample.half == half)
    with patch.object(decision, "Evidence", collect):
        for sample, expected in islice(samples, most):
            for result in recogniser.results(sample.audio, expected):
                if collected:
                    is_right = sample.reading is not None and find_reading(result.text, expected) == sample.reading
                    yield collected[-1], is_right
                collected.clear()


def fit_weights(features: Array, is_right: Array) -> Array:
    """Return the weights that explain best what was right (logistic regression by Newton's method, with a ridge)."""
    weights = np.zeros(features.shape[1])
    for _ in range(NEWTON_STEPS):
        probability = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (is_right - probability) - RIDGE * weights
        hessian = (features * (probability * (1 - probability))[:, None]).T @ features + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(hessian, gradient)
    return weights


def main() -> int:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, metavar="DIR", required=True, help="recordings with a manifest.tsv")
    parser.add_argument("--half", choices=(TUNE, REPORT), default=TUNE, help="which speakers and noises")
    parser.add_argument("--most", type=int, default=40, metavar="N", help="at most this many samples of each set")
    arguments = parser.parse_args()
    recogniser = NarratorRecogniser()
    sets = [*room_sets(arguments.recordings, arguments.half, 200), *basic_sets(arguments.recordings, quick=False)]
    features, is_right = [], []
    for each in sets:
        if any(name in each.name for name in HARD_SETS):
            found = list(collect_evidence(each, arguments.half, arguments.most, recogniser))
            sure = [was_said for evidence, was_said in found if evidence.log_odds >= ACCEPT_LOG_ODDS]
            print(f"{each.name:36} judged {len(found):4}, sure {len(sure):4}, of these right {sum(sure):4}", flush=True)
            features += [evidence.features() for evidence, _ in found]
            is_right += [was_said for _, was_said in found]
    print("now   ", *(f"{weight:6.2f}" for weight in WEIGHTS))
    fitted = fit_weights(np.array(features), np.array(is_right, dtype=np.float64))
    print("fitted", *(f"{weight:6.2f}" for weight in fitted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
