"""Measure how fast Narrator answers on a small computer, by limiting it to a share of this one's processors.

    python -m bench.small_computer [--share SHARE] [--json FILE]

First the time from the end of a spoken answer to the recogniser's decision, with and without Moonshine. Its
processor time is measured block by block, and stretched as if fewer processors did the work, so other programs do not
matter. Then the time from a decision to the first sound of each voice, under a real limit in periods of 20 ms, which
needs Linux and the right to create control groups (root). An answer should be under a second in all.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import process_time
from unittest.mock import patch

import numpy as np

from narrator.speech.asr import phrase_scorer
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recogniser import Recogniser
from narrator.speech.asr.recording import split_into_blocks
from narrator.speech.pcm import Pcm, Samples, to_int16
from tests.support.synthetic_speech import SPEAKERS

PERIOD_US = 20_000
GROUP = "narrator-bench"
ANSWERS = ("the owl", "three", "i vote for three", "the hedgehog", "yes", "repeat that")
QUIET_S = 3.0
"""The room before and after each answer."""
LINES = ("a new line of 4 words", "a new line of 12 words", '"stop" said, to silence')
"""The latencies that are reported, by their names in `bench.latency`."""


@contextmanager
def limited_processor(share: float) -> Iterator[None]:
    """Limit this process and its children to a share of all processors."""
    quota = str(round(share * (os.cpu_count() or 1) * PERIOD_US))
    unified = Path("/sys/fs/cgroup/cgroup.controllers")
    group = Path("/sys/fs/cgroup" if unified.is_file() else "/sys/fs/cgroup/cpu") / GROUP
    parent = group.parent
    group.mkdir(exist_ok=True)
    try:
        if unified.is_file():
            (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(quota)
        (group / "cgroup.procs").write_text(str(os.getpid()))
        yield
    finally:
        (parent / "cgroup.procs").write_text(str(os.getpid()))
        group.rmdir()


def decision_times_s(processors: float) -> list[float]:
    """Return the time from the end of each answer to its decision, on a computer with this share of our processors."""
    recogniser = load_recogniser()
    recogniser.expect(PhraseIndex(ANSWERS))
    noise = np.random.default_rng(1)
    times: list[float] = []
    for speaker in SPEAKERS[1:4]:
        for answer in ANSWERS:
            quiet = noise.normal(0, 20, round(QUIET_S * SAMPLE_RATE_HZ)).astype(np.int16)
            audio = np.concatenate([quiet, to_int16(speaker.say(answer)), quiet])
            heard = first_decision_s(recogniser, audio, processors)
            if heard is None:
                print(f"not heard: {answer}", file=sys.stderr)
            else:
                times.append(heard)
    return times


def first_decision_s(recogniser: Recogniser, audio: Samples, processors: float) -> float | None:
    """Feed one answer, and return when it was decided after its end, or `None` if it was not heard.

    Blocks arrive in real time, and each takes the processor time that it took here, on fewer processors.
    """
    ready_s = arrived_s = 0.0
    decided: float | None = None
    for block in split_into_blocks(Pcm(audio, SAMPLE_RATE_HZ)):
        arrived_s += len(block) / SAMPLE_RATE_HZ
        began = process_time()
        results = recogniser.feed(block)
        ready_s = max(ready_s, arrived_s) + (process_time() - began) / processors
        for result in results:
            if decided is None:
                start_s = arrived_s - result.decided_s  # the recogniser counts from its own start
                decided = ready_s - (start_s + result.end_of_speech_s)
    return decided


def summarise(times_s: list[float]) -> dict[str, int]:
    return {
        "median_ms": round(1000 * median(times_s)),
        "p95_ms": round(1000 * float(np.percentile(times_s, 95))),
        "times": len(times_s),
    }


def voice_times() -> dict[str, dict[str, int]]:
    """Return the latencies of every installed voice, from `bench.latency`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "latency.json"
        command = [sys.executable, "-m", "bench.latency", "--quick", "--json", str(file)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found = json.loads(file.read_text("utf-8"))
    return {f"{voice}: {row}": found[voice][row] for voice in found for row in LINES if row in found[voice]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=0.25, help="share of all processors (0.25)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    arguments = parser.parse_args()
    processors = min(1.0, arguments.share * (os.cpu_count() or 1))
    rows = {"answer to decision": summarise(decision_times_s(processors))}
    with patch.object(phrase_scorer, "find_model", return_value=None):  # as if Moonshine were not installed
        rows["answer to decision, without Moonshine"] = summarise(decision_times_s(processors))
    try:
        with limited_processor(arguments.share):
            rows |= voice_times()
    except OSError as error:
        print(f"The processor cannot be limited here ({error.strerror}); run this as root on Linux.", file=sys.stderr)
        return 1
    print(f"{arguments.share:.0%} of {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    for row, result in rows.items():
        print(f"{row:48} {result['median_ms']:5} / {result['p95_ms']:5} ms   {result['times']} times")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
