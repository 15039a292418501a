"""Measure how fast the voices render, and whether the seams between streamed parts are audible.

    python -m bench.voice [piper] [system] [--lines N] [--json FILE]

Rendering is measured in seconds per second of speech, in real time and in processor time of this process. For a seam
between two parts it prints the level of the 10 ms around it relative to the voice, and the jump of the waveform there
in case of an underrun; a jump close to the level of the voice is a click. `bench.latency` measures how soon something
is heard.
"""

import argparse
import json
import os
import random
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from bench.latency import make_line
from narrator.speech.pcm import FULL_SCALE, Pcm
from narrator.speech.tts import piper, system
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.phrasing import split_into_breath_groups
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE, VOICE_LEVEL_DBFS, Renderer, StreamingRenderer

SEAM_WINDOW_S = 0.005
"""The time on either side of a seam."""


def measure_speed(renderer: Renderer, lines: int) -> dict[str, float]:
    """Return the seconds for loading and for rendering a second of speech."""
    rng = random.Random(5)
    started = perf_counter()
    renderer.load()
    figures = {"loading_s": perf_counter() - started}
    speech_s = clock_s = processor_s = 0.0
    for _ in range(lines):
        for group in split_into_breath_groups(make_line(25, rng)):
            started, processor_start = perf_counter(), process_time()
            speech_s += renderer.render(group.text, DEFAULT_WORDS_PER_MINUTE).seconds
            clock_s += perf_counter() - started
            processor_s += process_time() - processor_start
    return figures | {"clock_x": clock_s / speech_s, "processor_x": processor_s / speech_s}


def measure_seams(renderer: StreamingRenderer, lines: int) -> dict[str, float]:
    """Return the levels at the seams, and the length and cost of the first parts."""
    rng = random.Random(6)
    levels, jumps, firsts, costs, uncut = [], [], [], [], 0
    for _ in range(lines):
        processor_start = process_time()
        parts = renderer.stream(make_line(rng.randint(6, 12), rng), DEFAULT_WORDS_PER_MINUTE)
        before = next(parts)
        firsts.append(before.seconds)
        costs.append(process_time() - processor_start)
        more = False
        for part in parts:
            more = True
            around = Pcm.join((before.part(before.seconds - SEAM_WINDOW_S), part.part(0, SEAM_WINDOW_S)))
            levels.append(around.level - VOICE_LEVEL_DBFS)
            jump = max(abs(int(before.samples[-1])), abs(int(part.samples[0])))
            jumps.append(20 * np.log10(max(1, jump) / FULL_SCALE) - VOICE_LEVEL_DBFS)
            before = part
        uncut += not more
    return {
        "seams": len(levels),
        "around_median_db": float(np.median(levels)),
        "around_loudest_db": float(np.max(levels)),
        "jump_largest_db": float(np.max(jumps)),
        "first_part_median_s": float(np.median(firsts)),
        "first_part_processor_ms": 1000 * float(np.median(costs)),
        "uncut_of_all_x": uncut / lines,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="piper or system; default: all that are installed")
    parser.add_argument("--lines", type=int, default=30, help="number of lines to render (default: 30)")
    parser.add_argument("--json", "--out", type=Path, metavar="FILE", help="write the figures also to this file")
    arguments = parser.parse_args()
    installed: dict[VoiceKind, bool] = {
        "piper": piper.is_piper_installed(),
        "system": system.is_system_voice_installed(),
    }
    results: dict[str, dict[str, Any]] = {}
    for kind in (
        kind
        for kind, is_installed in installed.items()
        if is_installed and (not arguments.voices or kind in arguments.voices)
    ):
        renderer = choose_voice(kind).renderers[0]
        figures: dict[str, float] = measure_speed(renderer, arguments.lines)
        if isinstance(renderer, StreamingRenderer):
            figures |= measure_seams(renderer, arguments.lines)
        renderer.close()
        results[kind] = {name: round(value, 3) for name, value in figures.items()}
        if hasattr(os, "getloadavg"):
            results[kind]["load"] = round(os.getloadavg()[0], 1)
        print("\n".join(f"{kind:7} {name:26} {value:8}" for name, value in results[kind].items()), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
