"""How fast the voices render, and whether anybody could hear where a breath group was cut.

    python -m bench.voice [piper] [system] [--lines N] [--json FILE]

Rendering is told in seconds for a second of speech, by the clock and in processor time of this process. A seam between
two parts is told as how far below the voice the ten milliseconds around it are, and how far the wave jumps there if the
loudspeaker has to wait; a click is a jump that is near the voice itself. How soon something is heard is for
`bench.latency`.
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

from bench.latency import new_line
from narrator.speech.pcm import FULL_SCALE, Pcm
from narrator.speech.tts import piper, system
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.phrasing import split_into_breath_groups
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE, VOICE_LEVEL_DBFS, Renderer, StreamingRenderer

AROUND = 0.005
"""Seconds on either side of a seam."""


def speed(renderer: Renderer, lines: int) -> dict[str, float]:
    """Seconds of rendering for a second of speech, and for loading."""
    luck = random.Random(5)
    began = perf_counter()
    renderer.load()
    told = {"loading_s": perf_counter() - began}
    sound = clock = work = 0.0
    for _ in range(lines):
        for group in split_into_breath_groups(new_line(25, luck)):
            began, worked = perf_counter(), process_time()
            sound += renderer.render(group.text, DEFAULT_WORDS_PER_MINUTE).seconds
            clock += perf_counter() - began
            work += process_time() - worked
    return told | {"clock_x": clock / sound, "processor_x": work / sound}


def seams(renderer: StreamingRenderer, lines: int) -> dict[str, float]:
    """What the seams are like, and how much is there at the first one."""
    luck = random.Random(6)
    levels, jumps, firsts, works, whole = [], [], [], [], 0
    for _ in range(lines):
        worked = process_time()
        parts = renderer.stream(new_line(luck.randint(6, 12), luck), DEFAULT_WORDS_PER_MINUTE)
        before = next(parts)
        firsts.append(before.seconds)
        works.append(process_time() - worked)
        more = False
        for part in parts:
            more = True
            around = Pcm.join((before.part(before.seconds - AROUND), part.part(0, AROUND)))
            levels.append(around.level - VOICE_LEVEL_DBFS)
            jump = max(abs(int(before.samples[-1])), abs(int(part.samples[0])))
            jumps.append(20 * np.log10(max(1, jump) / FULL_SCALE) - VOICE_LEVEL_DBFS)
            before = part
        whole += not more
    return {
        "seams": len(levels),
        "around_median_db": float(np.median(levels)),
        "around_loudest_db": float(np.max(levels)),
        "jump_largest_db": float(np.max(jumps)),
        "first_part_median_s": float(np.median(firsts)),
        "first_part_processor_ms": 1000 * float(np.median(works)),
        "uncut_of_all_x": whole / lines,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="piper, system; both where installed if not said")
    parser.add_argument("--lines", type=int, default=30, help="how many lines are rendered (30)")
    parser.add_argument("--json", "--out", type=Path, metavar="FILE", help="write the figures here")
    wishes = parser.parse_args()
    there: dict[VoiceKind, bool] = {"piper": piper.is_piper_installed(), "system": system.is_system_voice_installed()}
    every: dict[str, dict[str, Any]] = {}
    for kind in (kind for kind, here in there.items() if here and (not wishes.voices or kind in wishes.voices)):
        renderer = choose_voice(kind).renderers[0]
        told: dict[str, float] = speed(renderer, wishes.lines)
        if isinstance(renderer, StreamingRenderer):
            told |= seams(renderer, wishes.lines)
        renderer.close()
        every[kind] = {name: round(value, 3) for name, value in told.items()}
        if hasattr(os, "getloadavg"):
            every[kind]["load"] = round(os.getloadavg()[0], 1)
        print("\n".join(f"{kind:7} {name:26} {value:8}" for name, value in every[kind].items()), flush=True)
    if wishes.json:
        wishes.json.write_text(json.dumps(every, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
