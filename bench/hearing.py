"""Measure speech recognition: synthetic voices in quiet and noisy rooms, people, children, and what must be refused.

    python -m bench.hearing [--recordings DIR] [--half tune|report] [--quick] [--only NAME …] [--most N]
                            [--minutes N] [--others | --ablation | --set MODULE.CONSTANT=VALUE …] [--json FILE]

`--quick` takes less than four minutes, everything about two hours.

Every set goes through the recogniser that plays (`speech.asr.recogniser`), block by block as from a microphone. Further
rows, for the same audio and judged alike:

- `--others`: three plain recognisers. Vosk with its own endpointing and a list of words; PocketSphinx, where it is
  installed, with a JSGF grammar; open dictation by Vosk with the nearest phrase by rapidfuzz.
- `--ablation`: our recogniser without one of its parts, one row per part.
- `--set vad.MIN_SPEECH_PROBABILITY=0.5`: our recogniser with another value of a constant in a module of `speech.asr`.

Right is the same intent with the same slots, wrong is another one, refused is none. The recogniser may also ask back.

Speakers and noises are split into two halves by their names: one for tuning, the other for reporting.

Recordings are a folder with a `manifest.tsv` (file, transcript, age …). Nothing of them is kept. Times are those of a
machine that computes beside the microphone: from the end of the sound to the decision, including the CPU time of this
thread.
"""

import argparse
import json
import sys
import time
from ast import literal_eval
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from bench.hearing_recognisers import (
    ChangedRecogniser,
    ComparedRecogniser,
    NarratorRecogniser,
    Outcome,
    ablations,
    plain_recognisers,
)
from bench.hearing_rooms import room_sets
from bench.hearing_sequences import measure_children, measure_dice
from bench.hearing_sets import REPORT, TUNE, Sample, SampleSet, basic_sets, find_reading
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ


@dataclass
class Tally:
    """What became of the samples of a set."""

    right: int = 0
    wrong: int = 0
    asked: int = 0
    refused: int = 0
    hours: float = 0.0
    cpu_s: float = 0.0
    waits_s: list[float] = field(default_factory=list)
    """From the end of the voice to the decision, for right samples."""
    computing_s: list[float] = field(default_factory=list)
    mistakes: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """The number of samples."""
        return self.right + self.wrong + self.asked + self.refused

    def percent(self, outcome: str) -> float:
        """Return the share of samples with this outcome."""
        return 100 * float(getattr(self, outcome)) / max(1, self.total)

    def figures(self) -> dict[str, Any]:
        """Return all figures for the JSON file."""
        percents = {key: round(self.percent(key), 2) for key in ("right", "wrong", "asked", "refused")}
        waits = {
            "wait_median_ms": round(1000 * float(np.median(self.waits_s))) if self.waits_s else None,
            "wait_95_ms": round(1000 * float(np.percentile(self.waits_s, 95))) if self.waits_s else None,
            "computing_median_ms": round(1000 * float(np.median(self.computing_s)), 1) if self.computing_s else None,
            "computing_95_ms": (
                round(1000 * float(np.percentile(self.computing_s, 95)), 1) if self.computing_s else None
            ),
        }
        rest = {
            "hours": round(self.hours, 4),
            "wrong_an_hour": round(self.wrong / self.hours, 2) if self.hours else None,
            "share_of_a_core": round(100 * self.cpu_s / 3600 / self.hours, 1) if self.hours else None,
            "mistakes": dict(self.mistakes.most_common(12)),
        }
        return {"samples": self.total, **percents, **waits, **rest}


def judge(sample: Sample, outcome: Outcome, expected: Expectation, tally: Tally) -> None:
    """Count a sample. Right is the expected reading and no other. Any reading of a negative sample is wrong."""
    tally.hours += len(sample.audio) / SAMPLE_RATE_HZ / 3600
    readings = [reading for text in outcome.texts if (reading := find_reading(text, expected)) is not None]
    if any(reading != sample.reading for reading in readings):
        tally.wrong += 1
        tally.mistakes[f"{sample.name} > {' / '.join(outcome.texts)}"] += 1
    elif readings and sample.reading is not None:
        tally.right += 1
        tally.waits_s.append(outcome.decided_s - sample.end_s)
        tally.computing_s.append(outcome.computing_s)
    elif outcome.asked:
        tally.asked += 1
        if sample.reading is not None:
            tally.mistakes[f"{sample.name} ?"] += 1
    else:
        tally.refused += 1
        if sample.reading is not None:
            tally.mistakes[f"{sample.name} -"] += 1


# --- the run -----------------------------------------------------------------------------------------

SEQUENCES = {"children: digit strings": measure_children, "rows of five dice": measure_dice}
OURS = "narrator"


def main() -> int:
    """Run the bench."""
    arguments = parse_arguments()

    def is_wanted(name: str) -> bool:
        return not arguments.only or any(word in name for word in arguments.only)

    recognisers: dict[str, ComparedRecogniser] = {OURS: NarratorRecogniser()}
    if arguments.others:
        recognisers |= plain_recognisers()
    elif arguments.ablation:
        recognisers |= ablations()
    recognisers |= {setting: changed_recogniser(setting) for setting in arguments.set}
    sets = basic_sets(arguments.recordings, arguments.quick)
    if arguments.recordings:
        count, minutes = (5, 0.3) if arguments.quick else (200, arguments.minutes)
        sets += room_sets(arguments.recordings, arguments.half, count, minutes)
    sets = [each for each in sets if is_wanted(each.name)]
    figures: dict[str, Any] = {"half": arguments.half}
    print(f"Speakers and noises of the half to {arguments.half}.")
    print(f"{'set':36} {'recogniser':22} {'n':>4} {'right':>6} {'wrong':>6} {'asked':>6}   median / 95 %")
    for number, each in enumerate(sets, 1):
        samples = (sample for sample in each.samples() if each.is_halved or sample[0].half == arguments.half)
        progress = f"{number} of {len(sets)}"
        figures[each.name] = measure(each, islice(samples, arguments.most), recognisers, progress)
        write_figures(arguments.json, figures)  # after each set, in case the run is stopped
    for name, measure_sequences in SEQUENCES.items():
        if arguments.recordings and is_wanted(name):
            count = arguments.most or (5 if arguments.quick else 200)
            figures[name] = measure_sequences(arguments.recordings, arguments.half, count)
            print(name, figures[name], flush=True)
    write_figures(arguments.json, figures)
    return 0


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, metavar="DIR", help="a folder of recordings with a manifest.tsv")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument("--quick", action="store_true", help="a small part of everything")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="only sets whose name contains one of these")
    parser.add_argument("--most", type=int, metavar="N", help="at most this many samples of each set")
    parser.add_argument("--minutes", type=float, default=10, metavar="N", help="length of each noise without speech")
    parser.add_argument("--half", choices=(TUNE, REPORT), default=REPORT, help="which speakers and noises")
    parser.add_argument("--others", action="store_true", help="compare with plain recognisers")
    parser.add_argument("--ablation", action="store_true", help="compare with our recogniser without one of its parts")
    parser.add_argument(
        "--set", nargs="*", default=[], metavar="MODULE.CONSTANT=VALUE", help="compare with other values of constants"
    )
    return parser.parse_args()


def changed_recogniser(setting: str) -> ChangedRecogniser:
    """Return our recogniser with another value of one constant: `MODULE.CONSTANT=VALUE`."""
    name, _, value = setting.partition("=")
    module_name, _, constant = name.rpartition(".")
    module = find_module(module_name)
    if not hasattr(module, constant):
        raise SystemExit(f"bench.hearing: {module.__name__} has no constant {constant}.")
    return ChangedRecogniser((module, constant, literal_eval(value)))


def find_module(name: str) -> ModuleType:
    """Return a module of the recogniser or of its networks by its short name."""
    for package in ("narrator.speech.asr", "narrator.speech.networks"):
        try:
            return import_module(f"{package}.{name}")
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"bench.hearing: there is no module {name} in speech.asr or speech.networks.")


def write_figures(file: Path | None, figures: dict[str, Any]) -> None:
    """Write the JSON file, if one is wanted."""
    if file:
        file.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", "utf-8")


def measure(
    each: SampleSet,
    samples: Iterable[tuple[Sample, Expectation]],
    recognisers: dict[str, ComparedRecogniser],
    progress: str,
) -> dict[str, Any]:
    """Return the figures of one set, and print them."""
    tallies = {name: Tally() for name in recognisers}
    for count, (sample, expected) in enumerate(samples, 1):
        for name, recogniser in recognisers.items():
            started = time.thread_time()
            outcome = recogniser.recognise(sample.audio, expected)
            tallies[name].cpu_s += time.thread_time() - started
            judge(sample, outcome, expected, tallies[name])
        if sys.stderr.isatty():
            print(f"\r{progress}: {each.name}, {count} …\033[K", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    figures: dict[str, Any] = {"aim": each.aim}
    for name in recognisers:
        print(format_row(each, name, tallies[name]), flush=True)
        figures[name] = tallies[name].figures()
        if name != OURS:
            figures[name]["ratio"] = mistake_ratio(each, tallies[OURS], tallies[name])
    return figures


def mistake_ratio(each: SampleSet, ours: Tally, other: Tally) -> float | None:
    """Return the other recogniser's mistakes per mistake of ours: commands missed, or talk that was accepted."""
    counts = [tally.wrong if each.is_negative else tally.total - tally.right for tally in (ours, other)]
    return round(counts[1] / counts[0], 2) if counts[0] else None


def format_row(each: SampleSet, name: str, tally: Tally) -> str:
    """Return one printed row."""
    figures = tally.figures()
    waits = f"{figures['wait_median_ms']} / {figures['wait_95_ms']} ms" if tally.waits_s else ""
    title = each.name if name == OURS else ""
    right = "" if each.is_negative else f"{figures['right']:.1f}"
    notes = f"computing {figures['computing_median_ms']} ms" if tally.waits_s else f"{figures['wrong_an_hour']} an hour"
    aim = f"; aim {each.aim}" if name == OURS and each.aim else ""
    return (
        f"{title:36} {name:22} {tally.total:4} {right:>6} {figures['wrong']:6.1f} {figures['asked']:6.1f}"
        f"   {waits:16} {notes}, {figures['share_of_a_core']} % of a core{aim}"
    )


if __name__ == "__main__":
    sys.exit(main())
