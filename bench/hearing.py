"""How well is it heard? Synthetic voices in quiet and noisy rooms, people and children, and much that must not count.

    python -m bench.hearing [--recordings DIR] [--half tune|report] [--quick] [--only NAME …] [--most N]
                            [--minutes N] [--others | --ablation] [--json FILE]

`--quick` takes less than four minutes, everything about two hours.

Every set goes through the same ear that plays (`speech.asr.listener`), piece by piece as from a microphone. With
`--others` it goes also through three plain ways of doing it: vosk with its own end of speech and a list of words;
PocketSphinx, where it is installed, with a JSGF grammar; open dictation by vosk with the nearest phrase by rapidfuzz.
With `--ablation` it goes through our ear without one of its parts after the other. All are given the same sound and
judged alike: right is the same intent with the same slots, wrong is another one, refused is none. The ear may also ask.

Speakers and noises are in two halves, told apart by their names: one to tune the ear with, the other to report.

Recordings are a folder with a `manifest.tsv` (file, transcript, age …). They are measured with and never kept.
Times are those of a machine that computes beside the microphone: the end of the sound to the decision, the computing
time of this thread included.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from bench.hearing_ears import Heard, OurEar, Outcome, others, without_a_part
from bench.hearing_rooms import room_sets
from bench.hearing_rows import childrens_rows, dice
from bench.hearing_sets import REPORT, TUNE, Sample, Set, meaning, sets
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.endpoint import RATE


@dataclass
class Tally:
    """What became of the samples of a set."""

    right: int = 0
    wrong: int = 0
    asked: int = 0
    refused: int = 0
    hours: float = 0.0
    cpu: float = 0.0
    """Seconds of computing."""
    waits: list[float] = field(default_factory=list)
    """From the end of the voice to the decision, of what was understood rightly."""
    computing: list[float] = field(default_factory=list)
    mistakes: Counter[str] = field(default_factory=Counter)

    @property
    def all(self) -> int:
        return self.right + self.wrong + self.asked + self.refused

    def share(self, what: str) -> float:
        return 100 * float(getattr(self, what)) / max(1, self.all)

    def figures(self) -> dict[str, Any]:
        told = {key: round(self.share(key), 2) for key in ("right", "wrong", "asked", "refused")}
        waits = {
            "wait_median_ms": round(1000 * float(np.median(self.waits))) if self.waits else None,
            "wait_95_ms": round(1000 * float(np.percentile(self.waits, 95))) if self.waits else None,
            "computing_median_ms": round(1000 * float(np.median(self.computing)), 1) if self.computing else None,
            "computing_95_ms": round(1000 * float(np.percentile(self.computing, 95)), 1) if self.computing else None,
        }
        rest = {
            "hours": round(self.hours, 4),
            "wrong_an_hour": round(self.wrong / self.hours, 2) if self.hours else None,
            "share_of_a_core": round(100 * self.cpu / 3600 / self.hours, 1) if self.hours else None,
            "mistakes": dict(self.mistakes.most_common(12)),
        }
        return {"samples": self.all, **told, **waits, **rest}


def judge(sample: Sample, outcome: Outcome, expected: Expectation, tally: Tally) -> None:
    """Right is what was meant and nothing else. With a command that was no command, any reading is wrong."""
    tally.hours += len(sample.sound) / RATE / 3600
    readings = [reading for text in outcome.texts if (reading := meaning(text, expected)) is not None]
    if any(reading != sample.means for reading in readings):
        tally.wrong += 1
        tally.mistakes[f"{sample.name} > {' / '.join(outcome.texts)}"] += 1
    elif readings and sample.means is not None:
        tally.right += 1
        tally.waits.append(outcome.decided - sample.ends)
        tally.computing.append(outcome.computing)
    elif outcome.asked:
        tally.asked += 1
        if sample.means is not None:
            tally.mistakes[f"{sample.name} ?"] += 1
    else:
        tally.refused += 1
        if sample.means is not None:
            tally.mistakes[f"{sample.name} -"] += 1


# --- the run -----------------------------------------------------------------------------------------

ROWS = {"children: digit strings": childrens_rows, "rows of five dice": dice}
OURS = "narrator"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, metavar="DIR", help="a folder of recordings with a manifest.tsv")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here")
    parser.add_argument("--quick", action="store_true", help="a small part of everything")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="only sets whose name contains this")
    parser.add_argument("--most", type=int, metavar="N", help="so many samples of each set at most")
    parser.add_argument("--minutes", type=float, default=10, metavar="N", help="of each noise in which nobody speaks")
    parser.add_argument("--half", choices=(TUNE, REPORT), default=REPORT, help="of the speakers and noises")
    parser.add_argument("--others", action="store_true", help="plain ways of hearing beside our ear")
    parser.add_argument("--ablation", action="store_true", help="our ear without one of its parts after the other")
    arguments = parser.parse_args()

    def wanted(name: str) -> bool:
        return not arguments.only or any(word in name for word in arguments.only)

    ears = {OURS: OurEar()} | (others() if arguments.others else without_a_part() if arguments.ablation else {})
    chosen = sets(arguments.recordings, arguments.quick)
    if arguments.recordings:
        number, minutes = (5, 0.3) if arguments.quick else (200, arguments.minutes)
        chosen += room_sets(arguments.recordings, arguments.half, number, minutes)
    chosen = [each for each in chosen if wanted(each.name)]
    figures: dict[str, Any] = {"half": arguments.half}
    print(f"Speakers and noises of the half to {arguments.half}.")
    print(f"{'set':36} {'ear':22} {'n':>4} {'right':>6} {'wrong':>6} {'asked':>6}   median / 95 %")
    for number, each in enumerate(chosen, 1):
        samples = (sample for sample in each.samples() if each.halved or sample[0].half == arguments.half)
        figures[each.name] = measured(each, islice(samples, arguments.most), ears, f"{number} of {len(chosen)}")
        if arguments.json:  # as far as it got, in case it is stopped
            arguments.json.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", "utf-8")
    for name, rows in ROWS.items():
        if arguments.recordings and wanted(name):
            figures[name] = rows(
                arguments.recordings, arguments.half, arguments.most or (5 if arguments.quick else 200)
            )
            print(name, figures[name], flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 0


def measured(
    each: Set, samples: Iterable[tuple[Sample, Expectation]], ears: dict[str, Heard], progress: str
) -> dict[str, Any]:
    """The figures of one set, printed as they are known."""
    tallies = {name: Tally() for name in ears}
    for count, (sample, expected) in enumerate(samples, 1):
        for name, ear in ears.items():
            began = time.thread_time()
            outcome = ear.hear(sample.sound, expected)
            tallies[name].cpu += time.thread_time() - began
            judge(sample, outcome, expected, tallies[name])
        if sys.stderr.isatty():
            print(f"\r{progress}: {each.name}, {count} …\033[K", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    found: dict[str, Any] = {"aim": each.aim}
    for name in ears:
        print(line(each, name, tallies[name]), flush=True)
        found[name] = tallies[name].figures()
        if name != OURS:
            found[name]["ratio"] = ratio(each, tallies[OURS], tallies[name])
    return found


def ratio(each: Set, ours: Tally, other: Tally) -> float | None:
    """How many mistakes the other way makes for one of ours: commands not understood, or talk that was."""
    counts = [tally.wrong if each.negative else tally.all - tally.right for tally in (ours, other)]
    return round(counts[1] / counts[0], 2) if counts[0] else None


def line(each: Set, name: str, tally: Tally) -> str:
    told = tally.figures()
    waits = f"{told['wait_median_ms']} / {told['wait_95_ms']} ms" if tally.waits else ""
    title = each.name if name == OURS else ""
    right = "" if each.negative else f"{told['right']:.1f}"
    notes = f"computing {told['computing_median_ms']} ms" if tally.waits else f"{told['wrong_an_hour']} an hour"
    aim = f"; aim {each.aim}" if name == OURS and each.aim else ""
    return (
        f"{title:36} {name:22} {tally.all:4} {right:>6} {told['wrong']:6.1f} {told['asked']:6.1f}"
        f"   {waits:16} {notes}, {told['share_of_a_core']} % of a core{aim}"
    )


if __name__ == "__main__":
    sys.exit(main())
