"""How soon is it in the air? Through PortAudio and through miniaudio, in one run, in a house of PulseAudio servers.

    python -m bench.latency --sound [--times N] [--json FILE]

The stopwatch is another program that records what the speaker plays (`tests.support.virtual_audio`),
so the times include our buffers, the library's and the sound server's. The ways are measured in turn, so that a
busy machine is unfair to nobody; and what a library costs in computing, which no other program changes, is told, too.
"Stop" is said by synthetic voices into the room and answered with a short tone; the second start is `narrator play`
with its real ear and the system's voice.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, process_time, sleep

import numpy as np

from narrator.speech.devices.playback import Playback
from narrator.speech.pcm import Pcm
from tests.support.virtual_audio import ROOM, SPEAKER, AudioRoute, Recorder, VirtualAudio, whistle

PATIENCE = 60.0
EVENING = (
    *("storytellers", "--mode", "youngest", "--story", "lighthouse", "--players", "Lily 5, Nick 8"),
    *("--no-practice", "--seed", "table", "--ears", "microphone", "--voice", "system", "--plain"),
)


@contextmanager
def opened(way: AudioRoute) -> Iterator[VirtualAudio]:
    with tempfile.TemporaryDirectory() as folder:
        house = VirtualAudio(Path(folder), way)
        try:
            house.open()
            yield house
        finally:
            house.close()


def measured(way: AudioRoute, times: int) -> dict[str, list[float]]:
    """One round, in this process."""
    with opened(way) as house:
        return first_sounds(house, times) | answers(house, times) | starts(house, max(1, times // 4))


def first_sounds(house: VirtualAudio, times: int) -> dict[str, list[float]]:
    """From `play` to the first sound in the air, and from `stop` to silence."""
    player = Playback(SPEAKER)
    player.open()
    begun, silent = [], []
    with house.record(SPEAKER) as air:
        for _ in range(times):
            air.clear()
            playing = Thread(target=player.play, args=(whistle(440, 5.0),))
            began = monotonic()
            playing.start()
            sleep(0.5)
            stopped = monotonic()
            player.stop()
            playing.join()
            sleep(0.3)
            begun.append(air.sound_times()[0] - began)
            silent.append(max(0.0, air.sound_times()[-1] - stopped))
    player.close()
    return {"play, to the first sound": begun, "stop called, to silence": silent}


def answers(house: VirtualAudio, times: int) -> dict[str, list[float]]:
    """From the end of a word in the room to the first sound of the answer."""
    # here, because Vosk and eSpeak take a moment
    from narrator.dialog.manners import INTERRUPTING  # noqa: PLC0415
    from narrator.language.understanding.expectation import Expectation  # noqa: PLC0415
    from narrator.language.understanding.grammar import load_grammar  # noqa: PLC0415
    from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ  # noqa: PLC0415
    from narrator.speech.asr.speech_input import SpeechInput  # noqa: PLC0415
    from narrator.speech.devices.capture import Capture  # noqa: PLC0415
    from narrator.speech.ports import Inbox, UtteranceHeard  # noqa: PLC0415
    from tests.support.synthetic_speech import available_speakers  # noqa: PLC0415

    inbox: Inbox = SimpleQueue()
    capture, player = Capture(lambda sentence: None, ROOM), Playback(SPEAKER)
    ear = SpeechInput(capture)
    ear.expect(Expectation(load_grammar("en"), INTERRUPTING))
    ear.listen(inbox)
    player.open()
    waits: list[float] = []
    everybody = available_speakers()
    words = [
        Pcm.from_array(everybody[number % len(everybody)].say("stop").astype(np.int16), SAMPLE_RATE_HZ).normalised()
        for number in range(times)
    ]
    computing: list[float] = []
    with house.record(ROOM) as room, house.record(SPEAKER) as air:
        sleep(3.0)  # until the ear has read its model and opened the microphone
        for word in words:
            room.clear()
            air.clear()
            while not inbox.empty():
                inbox.get()
            used = process_time()
            saying = Thread(target=house.play, args=(Pcm.join([word, Pcm.silence(1.5, SAMPLE_RATE_HZ)]),))
            saying.start()
            try:
                while not (isinstance(heard := inbox.get(timeout=4), UtteranceHeard) and heard.text):
                    pass
                player.play(whistle(660, 0.2))
                waits.append(first_of(air) - room.sound_times()[-1])
            except Empty:
                pass  # not heard at all: a matter of bench/hearing
            saying.join()
            computing.append(process_time() - used)
    ear.close()
    capture.close()
    player.close()
    return {
        '"stop" said, to the first sound of the answer': waits,
        "the same with two seconds around it, computing": computing,
    }


def first_of(air: Recorder) -> float:
    """When the first sound came: what was played may still be on its way."""
    deadline = monotonic() + 2
    while not air.sound_times() and monotonic() < deadline:
        sleep(0.01)
    return air.sound_times()[0]


def starts(house: VirtualAudio, times: int) -> dict[str, list[float]]:
    """`narrator play` until its first word is in the air; the first time only so that the words are kept."""
    with tempfile.TemporaryDirectory() as folder:
        home = {"NARRATOR_HOME": f"{folder}/home", "NARRATOR_CACHE": f"{folder}/cache"}
        _, *taken = [start(house, home, stay=number == 0) for number in range(times + 1)]
    rows = "play to the first word, second start", "the same, computing only"
    return {row: list(values) for row, values in zip(rows, zip(*taken, strict=True), strict=True)}


def start(house: VirtualAudio, home: dict[str, str], *, stay: bool) -> tuple[float, float]:
    """Seconds to the first word, and seconds of computing."""
    with house.record(SPEAKER) as air:
        began = monotonic()
        narrator = subprocess.Popen(
            [sys.executable, "-m", "narrator", "play", *EVENING],
            env=os.environ | home,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while not air.last_sound_time():
                assert monotonic() - began < PATIENCE, "it does not speak"
                sleep(0.01)
            first = air.sound_times()[0]
            if stay:
                sleep(8.0)
        finally:
            narrator.kill()
            _, _, used = os.wait4(narrator.pid, 0)
            narrator.returncode = -9
    return first - began, used.ru_utime + used.ru_stime


def in_turn(times: int, rounds: int) -> dict[AudioRoute, dict[str, list[float]]]:
    """Every way, round by round, each in a process of its own: a process loads one library only."""
    every: dict[AudioRoute, dict[str, list[float]]] = {way: {} for way in AudioRoute}
    for _ in range(rounds):
        for way in AudioRoute:
            command = [sys.executable, "-m", "bench.latency", "--alone", f"way {way}", "--times", str(times)]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
            for row, values in json.loads(done.stdout.splitlines()[-1]).items():
                every[way].setdefault(row, []).extend(values)
    return every
