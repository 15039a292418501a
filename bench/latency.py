"""Measure latencies: from a decision to the first sound, from "stop" to silence, from the command to the first word.

    python -m bench.latency [hibari] [system] [--times N] [--json FILE] [--quick] [--sound]

Everything runs as in a game: the voice, its cache, the player and the recogniser, each voice in a separate process.
Only the sound card is simulated: it requests a block every 10 ms and records when it contains sound. So the times end
at the sound card; its buffer (40 ms are requested) adds to them.

"Stop" is said by synthetic voices in a quiet room, in real time; the recogniser does not hear the narrator. Memory is
that of the process and its children. The second start is `narrator play` with the recogniser's model loading in
parallel, after an earlier start has cached the same words.

With `--sound` the audio libraries PortAudio and miniaudio are measured instead, in one run, on virtual PulseAudio
servers (`bench.latency_sound`).
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import median
from threading import Event, Thread
from time import monotonic, process_time, sleep
from typing import Any, get_args

import numpy as np

from bench import latency_sound
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.devices import playback
from narrator.speech.devices.backend import AudioCallback
from narrator.speech.devices.playback import PLAYBACK_BLOCK_S, PLAYBACK_RATE, Playback
from narrator.speech.pcm import Samples
from narrator.speech.ports import Cue
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.phonemes import is_hibari_installed
from narrator.speech.tts.spoken_output import SpokenOutput
from narrator.speech.tts.system import is_system_voice_installed
from tests.support.virtual_audio import AudioRoute

MAX_P95_MS = {
    "a cue": 50,
    "a cached line": 50,
    "a new line of 4 words": 300,
    "a new line of 12 words": 300,
    "a new line of 25 words": 300,
    "12 words, while others are rendered ahead": 300,
    "stop called, to silence": 100,
    '"stop" said, to silence': 600,
    '"stop" decided, to silence': 300,
    "play to the first word, second start": 1500,
}
"""The limit of each latency, at the 95th percentile."""
MAX_MEGABYTES = {"hibari": 500, "system": 500}
"""Memory limit of each voice together with both recognisers."""
AUDIBLE_SAMPLE = 100
"""The smallest sample that counts as sound: 50 dB below full scale."""
HEARD_BEFORE_S, HEARD_AFTER_S = 0.2, 1.9
"""The recogniser's decision must come within this time before and after the end of the word "stop"."""
MEASUREMENTS_PER_TURN = 4
"""The libraries take turns after this many measurements, because the load of a machine changes."""
MAX_PAUSE_S = 0.4
"""The longest silence inside what is read."""
HELLO = "Hello! I am the narrator."
STORY = (
    "the sleepy hedgehog carried a yellow lantern through the snow and every window of the old hotel was dark while "
    "two brave pirates looked for their soup under a table where nobody had swept because the cat slept there"
)


class SoundCard:
    """A simulated sound card: requests blocks in real time and records when they contain sound."""

    latency = 0.0

    def __init__(self) -> None:
        self.sounding = Event()
        self.first = self.last = 0.0
        self._closed = Event()

    def open(self, ask: AudioCallback) -> "tuple[SoundCard, int]":
        self._closed.set()
        self._closed = Event()  # the thread of an earlier stream keeps its own event
        Thread(target=self._run, args=(ask, self._closed), daemon=True).start()
        return self, PLAYBACK_RATE

    def forget(self) -> None:
        self.sounding.clear()

    def close(self) -> None:
        self._closed.set()

    def _run(self, ask: AudioCallback, closed: Event) -> None:
        block = np.zeros(round(PLAYBACK_RATE * PLAYBACK_BLOCK_S), dtype=np.int16)
        due = monotonic()
        while not closed.is_set():
            ask(block, False)
            heard = np.flatnonzero(np.abs(block.astype(int)) > AUDIBLE_SAMPLE)
            if len(heard):
                now = monotonic()
                self.last = now + heard[-1] / PLAYBACK_RATE
                if not self.sounding.is_set():
                    self.first = now + heard[0] / PLAYBACK_RATE
                    self.sounding.set()
            due += PLAYBACK_BLOCK_S
            sleep(max(0.0, due - monotonic()))


@contextmanager
def speaking(kind: VoiceKind) -> Iterator[tuple[SpokenOutput, SoundCard]]:
    """Open a voice that has already said its first words."""
    card = SoundCard()
    player = Playback(open_stream=card.open)
    player.open()
    voice = SpokenOutput(choose_voice(kind).renderers[:1], player)
    voice.say([SpokenLine(HELLO)])
    voice.wait()
    try:
        yield voice, card
    finally:
        voice.stop()
        voice.close()
        player.close()


def make_line(words: int, rng: random.Random) -> str:
    """Return random words with a few commas, as in the stories."""
    chosen = rng.choices(STORY.split(), k=words)
    for position in range(rng.randint(5, 9), words - 2, rng.randint(6, 11)):
        chosen[position] += ","
    return " ".join(chosen).capitalize() + "."


# --- measurements, each in a separate process ------------------------------------------------------


def measure_first_sounds(kind: VoiceKind, times: int) -> dict[str, list[float]]:
    """Measure from `say` to the first sound, and from `stop` to silence."""
    rng = random.Random(5)
    waits: dict[str, list[float]] = {}

    def measure(name: str, speak: Callable[[], object]) -> None:
        for _ in range(times):
            card.forget()
            began = monotonic()
            speak()
            if card.sounding.wait(30):
                waits.setdefault(name, []).append(card.first - began)
            voice.stop()
            sleep(0.1)

    with speaking(kind) as (voice, card):
        measure("a cue", lambda: voice.play_cue(Cue.HEARD))
        for words in (4, 12, 25):
            measure(f"a new line of {words} words", lambda: voice.say([SpokenLine(make_line(words, rng))]))  # noqa: B023
        for _ in range(times):
            card.forget()
            voice.say([SpokenLine(make_line(25, rng))])
            card.sounding.wait(30)
            sleep(rng.uniform(0.05, 0.6))
            began = monotonic()
            voice.stop()
            sleep(0.2)
            waits.setdefault("stop called, to silence", []).append(max(0.0, card.last - began))
    return waits


def measure_stop(kind: VoiceKind, times: int) -> dict[str, list[float]]:
    """Measure from the end of the word "stop" to silence, while a story is read."""
    # imported here, so that Vosk does not count in the measurement of memory
    from narrator.dialog.intents import INTERRUPTING_INTENTS  # noqa: PLC0415
    from narrator.language.understanding.expectation import Expectation  # noqa: PLC0415
    from narrator.language.understanding.grammar import load_grammar  # noqa: PLC0415
    from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ  # noqa: PLC0415
    from narrator.speech.asr.recording import BLOCK_SAMPLES  # noqa: PLC0415
    from narrator.speech.asr.speech_input import SpeechInput  # noqa: PLC0415
    from narrator.speech.ports import Inbox, UtteranceHeard  # noqa: PLC0415
    from tests.support.synthetic_speech import SPEAKERS, START_S, end_of_voice_s, place_in_room  # noqa: PLC0415

    speakers = SPEAKERS
    words = [speakers[number % len(speakers)].say("stop") for number in range(times)]
    ends: SimpleQueue[float] = SimpleQueue()

    def room() -> Iterator[Samples]:
        """Yield all words one after the other, in real time."""
        due = monotonic()
        for number, word in enumerate(words):
            sound = place_in_room(word, seed=number)
            ends.put(due + START_S + end_of_voice_s(word))
            for start in range(0, len(sound), BLOCK_SAMPLES):
                due += BLOCK_SAMPLES / SAMPLE_RATE_HZ
                sleep(max(0.0, due - monotonic()))
                yield sound[start : start + BLOCK_SAMPLES]

    inbox: Inbox = SimpleQueue()
    recogniser = SpeechInput(room())
    recogniser.expect(Expectation(load_grammar("en"), INTERRUPTING_INTENTS))
    rng = random.Random(7)
    waits: list[float] = []
    stopping: list[float] = []
    unheard = 0
    with speaking(kind) as (voice, card):
        recogniser.listen(inbox)
        for _ in words:
            ended = ends.get()
            voice.say([SpokenLine(make_line(25, rng)) for _ in range(3)])
            sleep(max(0.0, ended - HEARD_BEFORE_S - monotonic()))
            while not inbox.empty():
                inbox.get()  # recognised too late for the word before
            try:
                while not (
                    isinstance(heard := inbox.get(timeout=ended + HEARD_AFTER_S - monotonic()), UtteranceHeard)
                    and heard.text
                ):
                    pass
            except Empty:
                unheard += 1
            else:
                decided = monotonic()
                voice.stop()
                sleep(0.2)
                if card.last > ended - MAX_PAUSE_S:  # otherwise the voice had nothing left to read
                    waits.append(max(0.0, card.last - ended))
                    stopping.append(max(0.0, card.last - decided))
            voice.stop()
        recogniser.close()
    return {
        '"stop" said, to silence': waits,
        '"stop" decided, to silence': stopping,
        "not heard": [float(unheard)],
    }


def measure_memory(kind: VoiceKind, times: int) -> dict[str, list[float]]:
    """Measure the memory of the voice alone, and with the recogniser."""
    from narrator.speech.asr.loading import load_recogniser  # noqa: PLC0415  # as above

    rng = random.Random(5)
    with speaking(kind) as (voice, _):
        for _ in range(3):
            voice.say([SpokenLine(make_line(25, rng))])
        voice.wait()
        alone = used_megabytes()
        recogniser = load_recogniser()
        recogniser.warm_up()
        recogniser.feed(np.random.default_rng(1).integers(-3000, 3000, 32000, dtype=np.int16))
        return {"the voice alone": [alone], "with the recogniser": [used_megabytes()]}


def used_megabytes(*processes: int) -> float:
    """Return the memory of these processes, by default of this one and its children; shared pages are counted once."""
    total = 0
    for process in processes or (os.getpid(), *children(os.getpid())):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1000


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task")
    return sorted({int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()})


# --- start-up ------------------------------------------------------------------------------------


def measure_starts(kind: VoiceKind, times: int) -> dict[str, list[float]]:
    """Measure `narrator play` in new processes, until the first sound."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"NARRATOR_HOME": f"{folder}/home", "NARRATOR_CACHE": f"{folder}/cache"}
        starts = [start(kind, environment, stay=number < 2) for number in range(times + 2)]
    times_s, processor_s = map(list, zip(*starts, strict=True))
    return {
        "the very first start": times_s[:1],
        "play to the first word, second start": times_s[2:],
        "the same, processor time": processor_s[2:],
    }


def start(kind: VoiceKind, environment: dict[str, str], *, stay: bool) -> tuple[float, float]:
    """Return the seconds to the first sound, and the processor time of all threads until then.

    With `stay` the first words are said to their end.
    """
    command = [sys.executable, "-m", "bench.latency", kind, "--alone", "stays" if stay else "starts"]
    began = monotonic()
    # standard input stays open, without input
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | environment
    ) as done:
        assert done.stdout is not None
        *_, first, used = done.stdout.read().split()
        return float(first) - began, float(used)


def play_until_heard(kind: VoiceKind, *, stay: bool) -> None:
    """Run the command in this process, print the time of the first sound, and exit."""
    from narrator.apps.commands import _audio_setup as chosen  # noqa: PLC0415  # importing the command is part of the measurement
    from narrator.speech.devices.backend import AudioDevices, Device, Direction  # noqa: PLC0415

    card = SoundCard()
    playback.open_speaker = lambda callback, name=None: card.open(callback)
    microphone, speaker = (Device(0, "stand-in", direction, PLAYBACK_RATE) for direction in Direction)
    chosen.find_audio_devices = lambda: AudioDevices((microphone,), (speaker,))  # type: ignore[attr-defined]
    chosen.from_microphone = silence  # type: ignore[assignment]

    def watch() -> None:
        card.sounding.wait(60)
        used = process_time()
        while stay and monotonic() - card.last < 2:
            sleep(0.1)
        print(f"\n{card.first} {used}", flush=True)
        os._exit(0)

    Thread(target=watch, daemon=True).start()
    from narrator.apps.cli import main as narrator  # noqa: PLC0415

    narrator(["play", "--voice", kind, "--ears", "microphone"])


def silence(*ignored: object) -> Iterator[Samples]:
    while True:
        sleep(0.02)
        yield np.zeros(320, dtype=np.int16)


# --- report --------------------------------------------------------------------------------------

Measure = Callable[[VoiceKind, int], dict[str, list[float]]]
MEASURES: dict[str, Measure] = {
    "first sounds": measure_first_sounds,
    "stop said": measure_stop,
    "memory": measure_memory,
    "second start": measure_starts,
}


def measure_voice(kind: VoiceKind, times: int, quick: bool) -> dict[str, Any]:
    """Run all measurements of this voice and print them."""
    results: dict[str, Any] = {}
    for name in MEASURES:
        repetitions = {"stop said": 3 if quick else 26, "second start": 2 if quick else 8}.get(name, times)
        command = [sys.executable, "-m", "bench.latency", kind, "--alone", name, "--times", str(repetitions)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
        for row, values in json.loads(done.stdout.splitlines()[-1]).items():
            results[row] = summarise(row, values) | {"load": load}
            print(format_row(kind, row, results[row]), flush=True)
    return results


def summarise(row: str, values: list[float]) -> dict[str, Any]:
    if row == "not heard":
        return {"count": values[0]}
    if row in ("the voice alone", "with the recogniser"):
        return {"megabytes": round(values[0]), **({} if row == "the voice alone" else {"aim": "memory"})}
    return {
        "median_ms": round(1000 * median(values)),
        "p95_ms": round(1000 * float(np.percentile(values, 95))),
        "times": len(values),
        "aim_ms": MAX_P95_MS.get(row),
    }


def format_row(kind: VoiceKind, row: str, result: dict[str, Any]) -> str:
    if "count" in result:
        return f"{kind:7} {row:44} {result['count']:.0f}"
    if "megabytes" in result:
        aim = f"   aim {MAX_MEGABYTES[kind]}" if "aim" in result else ""
        return f"{kind:7} memory, {row:36} {result['megabytes']} MB{aim}"
    aim = result["aim_ms"]
    missed = "" if aim is None else f"   aim {aim}" + (", missed" if result["p95_ms"] > aim else "")
    times = f"{result['median_ms']:5} / {result['p95_ms']:5} ms"
    return f"{kind:7} {row:44} {times}   {result['times']:3} times, load {result['load']}{missed}"


def measure_sound_libraries(rounds: int, file: Path | None) -> int:
    """Measure PortAudio and miniaudio in one run, each compared with the first."""
    results: dict[str, Any] = {}
    print(f"{'library':22} {'what':46} median /  95 %             against {AudioRoute.PORTAUDIO}")
    for route, rows in latency_sound.measure_all_routes(MEASUREMENTS_PER_TURN, rounds).items():
        results[route] = {row: summarise(row, values) for row, values in rows.items() if values}
        for row, result in results[route].items():
            result["against_first"] = round(
                result["median_ms"] / max(1, results[AudioRoute.PORTAUDIO][row]["median_ms"]), 2
            )
            times = f"{result['median_ms']:5} / {result['p95_ms']:5} ms   {result['times']:3} times"
            print(f"{route:22} {row:46} {times}   {result['against_first']:.2f}, load {os.getloadavg()[0]:.1f}")
    if file:
        file.write_text(json.dumps(results, indent=2) + "\n", "utf-8")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="hibari or system; default: all that are installed")
    parser.add_argument("--times", type=int, default=40, help="number of measurements of each kind (40)")
    parser.add_argument("--json", "--out", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument("--quick", action="store_true", help="measure only a few times")
    parser.add_argument("--sound", action="store_true", help="measure only the audio libraries, in one run")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    installed: list[VoiceKind] = []
    installed += ["hibari"] if is_hibari_installed() else []
    installed += ["system"] if is_system_voice_installed() else []
    kinds = [
        kind for kind in get_args(VoiceKind) if kind in installed and (not arguments.voices or kind in arguments.voices)
    ]
    if arguments.alone in ("stays", "starts"):
        play_until_heard(kinds[0], stay=arguments.alone == "stays")
        return 0
    if arguments.alone and arguments.alone.startswith("way "):
        print(
            json.dumps(latency_sound.measure_route(AudioRoute(arguments.alone.removeprefix("way ")), arguments.times))
        )
        return 0
    if arguments.alone:
        print(json.dumps(MEASURES[arguments.alone](kinds[0], arguments.times)))
        return 0
    if arguments.sound:
        return measure_sound_libraries(
            1 if arguments.quick else max(1, arguments.times // MEASUREMENTS_PER_TURN), arguments.json
        )
    print(f"{'voice':7} {'what':44} median /  95 %")
    results = {kind: measure_voice(kind, 5 if arguments.quick else arguments.times, arguments.quick) for kind in kinds}
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
