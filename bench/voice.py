"""How soon the narrator's words are heard, how fast they are rendered, and what the voice takes of the memory.

python -m bench.voice [piper] [system] [--times N] [--json FILE]

Each voice is measured in a process of its own. "First sound" is the time from `say` to the first audible sample given
to the player; what the loudspeaker takes on top of that is measured by the tests of real sound. Memory is that of the
process and of those it has started, with the speech model of the ear loaded as well where it is installed.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from threading import Event
from time import perf_counter, process_time, sleep
from typing import Any

import numpy as np

from narrator.ears.model import find_model, load_model
from narrator.sound.pcm import Pcm
from narrator.voices import piper, system
from narrator.voices.cache import Cache
from narrator.voices.choose import choose
from narrator.voices.cues import Cue
from narrator.voices.render import Renderer, pieces
from narrator.voices.spoken import Outputs, SpokenVoice
from narrator.words.mouth import Said

CACHED, NEW = 0.050, 0.300
"""Seconds: the aims, at the 95th percentile."""
MEMORY = {"piper": 450, "system": 250}
"""Megabytes, with the ear: the aims."""
AUDIBLE = 300
"""A sample that can be heard: 40 decibels below the loudest."""
STORY = (
    "the sleepy hedgehog carried a yellow lantern through the snow and every window of the old hotel was dark while "
    "two brave pirates looked for their soup under a table where nobody had swept because the cat slept there"
)


class Probe:
    """A player that notes when the first sound comes, and takes as long as the sound is long."""

    def __init__(self) -> None:
        self.volume = 1.0
        self.first: float | None = None
        self.silent: float | None = None
        self.sounding = Event()
        self._stopped = Event()

    def play(self, pcm: Pcm) -> None:
        self._stopped.clear()
        heard = np.flatnonzero(np.abs(pcm.samples.astype(int)) > AUDIBLE)
        if self.first is None and len(heard):
            self.first = perf_counter() + heard[0] / pcm.rate
        self.sounding.set()
        self._stopped.wait(pcm.seconds)
        self.silent = perf_counter()

    def stop(self) -> None:
        self._stopped.set()

    def beneath(self, music: Pcm | None) -> None: ...


def new_line(words: int, luck: random.Random) -> str:
    """Words in a row, with a comma here and there, as in the stories."""
    chosen = luck.choices(STORY.split(), k=words)
    for place in range(luck.randint(5, 9), words - 2, luck.randint(6, 11)):
        chosen[place] += ","
    return " ".join(chosen).capitalize() + "."


def first_sounds(voice: SpokenVoice, probe: Probe, speak: Callable[[], object], times: int) -> Iterator[float]:
    for _ in range(times):
        probe.first = None
        probe.sounding.clear()
        began = perf_counter()
        speak()
        probe.sounding.wait(30)
        if probe.first is not None:
            yield probe.first - began
        voice.stop()
        sleep(0.1)


def stops(voice: SpokenVoice, probe: Probe, times: int) -> Iterator[float]:
    """From `stop` to silence, while a line is read."""
    for _ in range(times):
        probe.sounding.clear()
        voice.say([Said("Hello! I am the narrator.")])
        probe.sounding.wait(30)
        sleep(0.05)
        began = perf_counter()
        voice.stop()
        yield (probe.silent or perf_counter()) - began


def speed(renderer: Renderer, luck: random.Random, times: int) -> dict[str, float]:
    """Seconds of rendering for a second of speech: by the clock, and in processor time of this process."""
    sound = clock = work = 0.0
    for _ in range(times):
        for piece in pieces(new_line(25, luck)):
            began, worked = perf_counter(), process_time()
            sound += renderer.render(piece.text, 175).seconds
            clock += perf_counter() - began
            work += process_time() - worked
    return {"clock": clock / sound, "processor": work / sound}


def megabytes() -> float | None:
    """Of this process and its children; what they share is counted once."""
    total = 0
    try:
        for process in (os.getpid(), *children(os.getpid())):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    except OSError:
        return None
    return total / 1000


def children(process: int) -> list[int]:
    file = Path(f"/proc/{process}/task/{process}/children")
    every = {int(child) for task in file.parents[1].iterdir() for child in (task / "children").read_text().split()}
    return sorted(every)


def measure(kind: str, times: int) -> dict[str, Any]:
    luck = random.Random(5)
    figures: dict[str, Any] = {"load average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None}
    probe = Probe()
    with tempfile.TemporaryDirectory() as folder:
        renderer = choose(kind).renderers[0]  # type: ignore[arg-type]  # checked on the command line
        began = perf_counter()
        voice = SpokenVoice([renderer], Outputs(probe), cache=Cache(Path(folder)))
        voice.say([Said("Hello! I am the narrator.")])
        voice.wait()
        figures["loaded and first line said"] = perf_counter() - began
        hello = [Said("Hello! I am the narrator.")]
        rows: dict[str, Callable[[], object]] = {
            "a cue": lambda: voice.cue(Cue.HEARD),
            "a cached line": lambda: voice.say(hello),
            "a new line of 5 words": lambda: voice.say([Said(new_line(5, luck))]),
            "a new line of 12 words": lambda: voice.say([Said(new_line(12, luck))]),
            "a new line of 25 words": lambda: voice.say([Said(new_line(25, luck))]),
        }
        figures["first sound"] = {
            name: summary(list(first_sounds(voice, probe, speak, times))) for name, speak in rows.items()
        }
        voice.prefetch([new_line(25, luck) for _ in range(50)])
        busy = list(first_sounds(voice, probe, rows["a new line of 12 words"], times))
        figures["first sound"]["12 words, while others are rendered ahead"] = summary(busy)
        figures["stop to silence"] = summary(list(stops(voice, probe, times)))
        figures["memory"] = megabytes()
        figures["memory with the ear"] = with_the_ear()
        voice.stop()
        voice.close()
    renderer = choose(kind).renderers[0]  # type: ignore[arg-type]  # as above
    renderer.load()
    figures["rendering, seconds for a second of speech"] = speed(renderer, luck, max(2, times // 6))
    renderer.close()
    return figures


def with_the_ear() -> float | None:
    model = find_model()
    if model is None:
        return None
    import vosk  # noqa: PLC0415  # only if there is a model for it

    ear = vosk.KaldiRecognizer(load_model(model), 16000, '["yes", "no", "[unk]"]')
    ear.AcceptWaveform(bytes(32000))
    return megabytes()


def summary(seconds: list[float]) -> dict[str, float]:
    return {"median": median(seconds), "95 %": quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]}


# --- the table -----------------------------------------------------------------------------------


def show(kind: str, figures: dict[str, Any]) -> None:
    print(f"\n{kind}: loaded and first line said after {figures['loaded and first line said']:.1f} s", end="")
    print(f" (load average of the machine {figures['load average']:.1f})" if figures["load average"] else "")
    for name, row in figures["first sound"].items():
        aim = CACHED if name in ("a cue", "a cached line") else NEW
        print(f"  first sound, {name:42}{in_ms(row)}   aim {1000 * aim:.0f} ms{missed(row['95 %'] > aim)}")
    print(f"  stop to silence{'':40}{in_ms(figures['stop to silence'])}   aim 100 ms", end="")
    print(missed(figures["stop to silence"]["95 %"] > 0.1))
    pace = figures["rendering, seconds for a second of speech"]
    print(f"  rendering: {pace['clock']:.3f} × real time by the clock, {pace['processor']:.3f} in processor time")
    if figures["memory"] is not None:
        print(f"  memory: {figures['memory']:.0f} MB")
    if figures["memory with the ear"] is not None:
        whole, limit = figures["memory with the ear"], MEMORY[kind]
        print(f"  memory with the ear: {whole:.0f} MB   aim {limit} MB{missed(whole > limit)}")


def in_ms(row: dict[str, float]) -> str:
    return f"median {1000 * row['median']:4.0f} ms, 95 % {1000 * row['95 %']:4.0f} ms"


def missed(is_missed: bool) -> str:
    return ", missed" if is_missed else ""


def main() -> int:
    parser = argparse.ArgumentParser(description="How soon and how fast the narrator speaks.")
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="piper, system; both where installed if not said")
    parser.add_argument("--times", type=int, default=20, help="how often each is measured")
    parser.add_argument("--json", type=Path, help="where to write all figures")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.alone:
        print(json.dumps(measure(wishes.voices[0], wishes.times)))
        return 0
    there = [name for name, here in (("piper", piper.installed()), ("system", system.installed())) if here]
    every = {}
    for kind in wishes.voices or there:
        if kind not in there:
            print(f"{kind} is not installed.")
            continue
        command = [sys.executable, "-m", "bench.voice", kind, "--alone", "--times", str(wishes.times)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        every[kind] = json.loads(done.stdout)
        show(kind, every[kind])
    if wishes.json:
        wishes.json.write_text(json.dumps(every, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
