"""How soon is it heard? From a decision to the first sound, from "stop" to silence, from the command to the first word.

    python -m bench.latency [piper] [system] [--times N] [--json FILE] [--quick] [--sound]

Everything runs as it does in play: the spoken voice, its cache, the real player and the real ear, each voice in a
process of its own. Only the sound card is a stand-in, which asks for a block every ten milliseconds and looks at what
it gets. So the times are those to the sound card; what waits in its buffer (40 ms are asked for) comes on top.

"Stop" is said by synthetic voices into a quiet room, in real time; the narrator's own voice is not in what the ear
hears. Memory is that of the process and of those it has started. The second start is `narrator play` itself, with the
ear's model loading beside it, when the same words were said at an earlier start.

With `--sound` the way through the sound card's library is measured instead, PortAudio and miniaudio in one run, in the
air of a house of PulseAudio servers (`bench.latency_sound`).
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
from time import monotonic, sleep
from typing import Any, get_args

import numpy as np

from bench import latency_sound
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.devices import playback
from narrator.speech.devices.backend import AudioCallback
from narrator.speech.devices.playback import PLAYBACK_BLOCK_S, PLAYBACK_RATE, Playback
from narrator.speech.pcm import Samples
from narrator.speech.ports import Cue
from narrator.speech.tts import piper, system
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.spoken_output import SpokenOutput
from tests.support.virtual_audio import AudioRoute

AIMS = {
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
"""Milliseconds, at the 95th percentile."""
MEMORY = {"piper": 450, "system": 250}
"""Megabytes, with the ear."""
AUDIBLE = 100
"""A sample that can be heard: 50 decibels below the loudest."""
SHORTEST, LATEST = 0.2, 1.9
"""Seconds before and after the end of the word "stop" in which it may have been heard."""
AT_A_TIME = 4
"""So often each library is measured before it is the next one's turn: a machine is not equally busy all the time."""
PAUSE = 0.4
"""Seconds of silence within what is read, at most."""
HELLO = "Hello! I am the narrator."
STORY = (
    "the sleepy hedgehog carried a yellow lantern through the snow and every window of the old hotel was dark while "
    "two brave pirates looked for their soup under a table where nobody had swept because the cat slept there"
)


class SoundCard:
    """Stands in for the sound card: asks for blocks in real time, and notes when something can be heard."""

    latency = 0.0

    def __init__(self) -> None:
        self.sounding = Event()
        self.first = self.last = 0.0
        self._closed = Event()

    def open(self, ask: AudioCallback) -> "tuple[SoundCard, int]":
        self._closed.set()
        self._closed = Event()  # whoever was asking before has its own
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
            heard = np.flatnonzero(np.abs(block.astype(int)) > AUDIBLE)
            if len(heard):
                now = monotonic()
                self.last = now + heard[-1] / PLAYBACK_RATE
                if not self.sounding.is_set():
                    self.first = now + heard[0] / PLAYBACK_RATE
                    self.sounding.set()
            due += PLAYBACK_BLOCK_S
            sleep(max(0.0, due - monotonic()))


@contextmanager
def speaking(kind: VoiceKind, folder: Path) -> Iterator[tuple[SpokenOutput, SoundCard]]:
    """A voice that has said its first words already."""
    card = SoundCard()
    player = Playback(open_stream=card.open)
    player.open()
    voice = SpokenOutput(choose_voice(kind).renderers[:1], player, cache=SpeechCache(folder))
    voice.say([SpokenLine(HELLO)])
    voice.wait()
    try:
        yield voice, card
    finally:
        voice.stop()
        voice.close()
        player.close()


def new_line(words: int, luck: random.Random) -> str:
    """Words in a row, with a comma here and there, as in the stories."""
    chosen = luck.choices(STORY.split(), k=words)
    for place in range(luck.randint(5, 9), words - 2, luck.randint(6, 11)):
        chosen[place] += ","
    return " ".join(chosen).capitalize() + "."


# --- what is measured, each in a process of its own ------------------------------------------------


def first_sounds(kind: VoiceKind, times: int) -> dict[str, list[float]]:
    """From `say` to the first sound, and from `stop` to silence."""
    luck = random.Random(5)
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

    with tempfile.TemporaryDirectory() as folder, speaking(kind, Path(folder)) as (voice, card):
        measure("a cue", lambda: voice.play_cue(Cue.HEARD))
        measure("a cached line", lambda: voice.say([SpokenLine(HELLO)]))
        for words in (4, 12, 25):
            measure(f"a new line of {words} words", lambda: voice.say([SpokenLine(new_line(words, luck))]))  # noqa: B023
        voice.prefetch([new_line(25, luck) for _ in range(50)])
        measure("12 words, while others are rendered ahead", lambda: voice.say([SpokenLine(new_line(12, luck))]))
        for _ in range(times):
            card.forget()
            voice.say([SpokenLine(new_line(25, luck))])
            card.sounding.wait(30)
            sleep(luck.uniform(0.05, 0.6))
            began = monotonic()
            voice.stop()
            sleep(0.2)
            waits.setdefault("stop called, to silence", []).append(max(0.0, card.last - began))
    return waits


def stop_said(kind: VoiceKind, times: int) -> dict[str, list[float]]:
    """From the end of the word "stop" to silence, while a story is read."""
    # here, because Vosk and eSpeak are not for those who measure memory
    from narrator.dialog.intents import INTERRUPTING_INTENTS  # noqa: PLC0415
    from narrator.language.understanding.expectation import Expectation  # noqa: PLC0415
    from narrator.language.understanding.grammar import load_grammar  # noqa: PLC0415
    from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ  # noqa: PLC0415
    from narrator.speech.asr.recording import BLOCK_SAMPLES  # noqa: PLC0415
    from narrator.speech.asr.speech_input import SpeechInput  # noqa: PLC0415
    from narrator.speech.ports import Inbox, UtteranceHeard  # noqa: PLC0415
    from tests.support.synthetic_speech import START_S, available_speakers, end_of_voice_s, place_in_room  # noqa: PLC0415

    everybody = available_speakers()
    words = [everybody[number % len(everybody)].say("stop") for number in range(times)]
    said: SimpleQueue[float] = SimpleQueue()

    def room() -> Iterator[Samples]:
        """All of them, one after the other, in real time."""
        due = monotonic()
        for number, word in enumerate(words):
            sound = place_in_room(word, seed=number)
            said.put(due + START_S + end_of_voice_s(word))
            for at in range(0, len(sound), BLOCK_SAMPLES):
                due += BLOCK_SAMPLES / SAMPLE_RATE_HZ
                sleep(max(0.0, due - monotonic()))
                yield sound[at : at + BLOCK_SAMPLES]

    inbox: Inbox = SimpleQueue()
    ear = SpeechInput(room())
    ear.expect(Expectation(load_grammar("en"), INTERRUPTING_INTENTS))
    luck = random.Random(7)
    waits: list[float] = []
    stopping: list[float] = []
    unheard = 0
    with tempfile.TemporaryDirectory() as folder, speaking(kind, Path(folder)) as (voice, card):
        ear.listen(inbox)
        for _ in words:
            ended = said.get()
            voice.say([SpokenLine(new_line(25, luck)) for _ in range(3)])
            sleep(max(0.0, ended - SHORTEST - monotonic()))
            while not inbox.empty():
                inbox.get()  # what was heard too late for the one before
            try:
                while not (
                    isinstance(heard := inbox.get(timeout=ended + LATEST - monotonic()), UtteranceHeard) and heard.text
                ):
                    pass
            except Empty:
                unheard += 1
            else:
                decided = monotonic()
                voice.stop()
                sleep(0.2)
                if card.last > ended - PAUSE:  # else it was not reading at all, for want of words
                    waits.append(max(0.0, card.last - ended))
                    stopping.append(max(0.0, card.last - decided))
            voice.stop()
        ear.close()
    return {
        '"stop" said, to silence': waits,
        '"stop" decided, to silence': stopping,
        "not heard": [float(unheard)],
    }


def memory(kind: VoiceKind, times: int) -> dict[str, list[float]]:
    """With the voice alone, and with the ear beside it."""
    from narrator.speech.asr.loading import load_recogniser  # noqa: PLC0415  # as above

    luck = random.Random(5)
    with tempfile.TemporaryDirectory() as folder, speaking(kind, Path(folder)) as (voice, _):
        for _ in range(3):
            voice.say([SpokenLine(new_line(25, luck))])
        voice.wait()
        alone = megabytes()
        recogniser = load_recogniser()
        recogniser.feed(np.random.default_rng(1).integers(-3000, 3000, 32000, dtype=np.int16))
        return {"the voice alone": [alone], "with the ear": [megabytes()]}


def megabytes() -> float:
    """Of this process and its children; what they share is counted once."""
    total = 0
    for process in (os.getpid(), *children(os.getpid())):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1000


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task")
    return sorted({int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()})


# --- the second start ----------------------------------------------------------------------------


def starts(kind: VoiceKind, times: int) -> dict[str, list[float]]:
    """`narrator play` in fresh processes, until the first sound."""
    with tempfile.TemporaryDirectory() as folder:
        house = {"NARRATOR_HOME": f"{folder}/home", "NARRATOR_CACHE": f"{folder}/cache"}
        taken = [start(kind, house, stay=number < 2) for number in range(times + 2)]
    return {"the very first start": taken[:1], "play to the first word, second start": taken[2:]}


def start(kind: VoiceKind, house: dict[str, str], *, stay: bool) -> float:
    """Seconds to the first sound; to `stay` is to say the first words to their end, so that they are kept."""
    command = [sys.executable, "-m", "bench.latency", kind, "--alone", "stays" if stay else "starts"]
    began = monotonic()
    # the keyboard is there, but nobody types
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | house
    ) as done:
        assert done.stdout is not None
        return float(done.stdout.read().split()[-1]) - began


def play_until_heard(kind: VoiceKind, *, stay: bool) -> None:
    """The command itself, in this process, which ends with the first sound; prints when that was."""
    from narrator.apps.commands import _audio_setup as chosen  # noqa: PLC0415  # the command's own imports are part of what is measured
    from narrator.speech.devices.backend import AudioDevices, Device, Direction  # noqa: PLC0415

    card = SoundCard()
    playback.open_speaker = lambda callback, name=None: card.open(callback)
    ear, mouth = (Device(0, "stand-in", direction, PLAYBACK_RATE) for direction in Direction)
    chosen.find_audio_devices = lambda: AudioDevices((ear,), (mouth,))  # type: ignore[attr-defined]
    chosen.from_microphone = silence  # type: ignore[assignment]

    def watch() -> None:
        card.sounding.wait(60)
        while stay and monotonic() - card.last < 2:
            sleep(0.1)
        print(f"\n{card.first}", flush=True)
        os._exit(0)

    Thread(target=watch, daemon=True).start()
    from narrator.apps.cli import main as narrator  # noqa: PLC0415

    narrator(["play", "--voice", kind, "--ears", "microphone"])


def silence(*ignored: object) -> Iterator[Samples]:
    while True:
        sleep(0.02)
        yield np.zeros(320, dtype=np.int16)


# --- the table -----------------------------------------------------------------------------------

Measure = Callable[[VoiceKind, int], dict[str, list[float]]]
MEASURES: dict[str, Measure] = {
    "first sounds": first_sounds,
    "stop said": stop_said,
    "memory": memory,
    "second start": starts,
}


def figures(kind: VoiceKind, times: int, quick: bool) -> dict[str, Any]:
    """Everything about this voice."""
    told: dict[str, Any] = {}
    for name in MEASURES:
        often = {"stop said": 3 if quick else 26, "second start": 2 if quick else 8}.get(name, times)
        command = [sys.executable, "-m", "bench.latency", kind, "--alone", name, "--times", str(often)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
        for row, values in json.loads(done.stdout.splitlines()[-1]).items():
            told[row] = summary(row, values) | {"load": load}
            print(shown(kind, row, told[row]), flush=True)
    return told


def summary(row: str, values: list[float]) -> dict[str, Any]:
    if row == "not heard":
        return {"count": values[0]}
    if row in ("the voice alone", "with the ear"):
        return {"megabytes": round(values[0]), **({} if row == "the voice alone" else {"aim": "memory"})}
    return {
        "median_ms": round(1000 * median(values)),
        "p95_ms": round(1000 * float(np.percentile(values, 95))),
        "times": len(values),
        "aim_ms": AIMS.get(row),
    }


def shown(kind: VoiceKind, row: str, told: dict[str, Any]) -> str:
    if "count" in told:
        return f"{kind:7} {row:44} {told['count']:.0f}"
    if "megabytes" in told:
        aim = f"   aim {MEMORY[kind]}" if "aim" in told else ""
        return f"{kind:7} memory, {row:36} {told['megabytes']} MB{aim}"
    aim = told["aim_ms"]
    missed = "" if aim is None else f"   aim {aim}" + (", missed" if told["p95_ms"] > aim else "")
    times = f"{told['median_ms']:5} / {told['p95_ms']:5} ms"
    return f"{kind:7} {row:44} {times}   {told['times']:3} times, load {told['load']}{missed}"


def sound_libraries(rounds: int, file: Path | None) -> int:
    """PortAudio and miniaudio, in one run; each against the first."""
    told: dict[str, Any] = {}
    print(f"{'library':22} {'what':46} median /  95 %             against {AudioRoute.PORTAUDIO}")
    for way, rows in latency_sound.measure_all_routes(AT_A_TIME, rounds).items():
        told[way] = {row: summary(row, values) for row, values in rows.items() if values}
        for row, each in told[way].items():
            each["against_first"] = round(each["median_ms"] / max(1, told[AudioRoute.PORTAUDIO][row]["median_ms"]), 2)
            times = f"{each['median_ms']:5} / {each['p95_ms']:5} ms   {each['times']:3} times"
            print(f"{way:22} {row:46} {times}   {each['against_first']:.2f}, load {os.getloadavg()[0]:.1f}")
    if file:
        file.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="piper, system; both where installed if not said")
    parser.add_argument("--times", type=int, default=40, help="how often each is measured (40)")
    parser.add_argument("--json", "--out", type=Path, metavar="FILE", help="write the figures here")
    parser.add_argument("--quick", action="store_true", help="only a few times")
    parser.add_argument("--sound", action="store_true", help="only the libraries that carry sound, in one run")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    there: list[VoiceKind] = [name for name, it in (("piper", piper), ("system", system)) if it.installed()]  # type: ignore[misc]
    kinds = [kind for kind in get_args(VoiceKind) if kind in there and (not wishes.voices or kind in wishes.voices)]
    if wishes.alone in ("stays", "starts"):
        play_until_heard(kinds[0], stay=wishes.alone == "stays")
        return 0
    if wishes.alone and wishes.alone.startswith("way "):
        print(json.dumps(latency_sound.measure_route(AudioRoute(wishes.alone.removeprefix("way ")), wishes.times)))
        return 0
    if wishes.alone:
        print(json.dumps(MEASURES[wishes.alone](kinds[0], wishes.times)))
        return 0
    if wishes.sound:
        return sound_libraries(1 if wishes.quick else max(1, wishes.times // AT_A_TIME), wishes.json)
    print(f"{'voice':7} {'what':44} median /  95 %")
    every = {kind: figures(kind, 5 if wishes.quick else wishes.times, wishes.quick) for kind in kinds}
    if wishes.json:
        wishes.json.write_text(json.dumps(every, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
