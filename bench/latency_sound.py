"""Measure latencies with real streams on virtual devices, through PortAudio and through miniaudio.

    python -m bench.latency --sound [--times N] [--json FILE]

Another program records what the speaker plays (`tests.support.virtual_audio`), so the times include our buffers, the
library's and the sound server's. The routes are measured in turn, so that a busy machine affects all of them equally;
processor time, which does not depend on other programs, is printed as well. Synthetic voices say "stop" into the room,
and a short tone answers; the second start is `narrator play` with its real recogniser and the system's voice.
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

START_TIMEOUT_S = 60.0
PLAY_ARGUMENTS = (
    *("storytellers", "--mode", "youngest", "--story", "lighthouse", "--players", "Lily 5, Nick 8"),
    *("--no-practice", "--seed", "table", "--ears", "microphone", "--voice", "system", "--plain"),
)


@contextmanager
def open_audio(route: AudioRoute) -> Iterator[VirtualAudio]:
    """Start the virtual devices for this route."""
    with tempfile.TemporaryDirectory() as folder:
        audio = VirtualAudio(Path(folder), route)
        try:
            audio.open()
            yield audio
        finally:
            audio.close()


def measure_route(route: AudioRoute, times: int) -> dict[str, list[float]]:
    """Measure one round in this process."""
    with open_audio(route) as audio:
        return (
            measure_playback(audio, times) | measure_answers(audio, times) | measure_starts(audio, max(1, times // 4))
        )


def measure_playback(audio: VirtualAudio, times: int) -> dict[str, list[float]]:
    """Measure the time from `play` to the first sound, and from `stop` to silence."""
    player = Playback(SPEAKER)
    player.open()
    start_times, stop_times = [], []
    with audio.record(SPEAKER) as speaker:
        for _ in range(times):
            speaker.clear()
            playing = Thread(target=player.play, args=(whistle(440, 5.0),))
            started = monotonic()
            playing.start()
            sleep(0.5)
            stopped = monotonic()
            player.stop()
            playing.join()
            sleep(0.3)
            start_times.append(speaker.sound_times()[0] - started)
            stop_times.append(max(0.0, speaker.sound_times()[-1] - stopped))
    player.close()
    return {"play, to the first sound": start_times, "stop called, to silence": stop_times}


def measure_answers(audio: VirtualAudio, times: int) -> dict[str, list[float]]:
    """Measure the time from the end of a word in the room to the first sound of the answer."""
    # imported here, because Vosk loads slowly
    from narrator.dialog.intents import INTERRUPTING_INTENTS  # noqa: PLC0415
    from narrator.language.understanding.expectation import Expectation  # noqa: PLC0415
    from narrator.language.understanding.grammar import load_grammar  # noqa: PLC0415
    from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ  # noqa: PLC0415
    from narrator.speech.asr.speech_input import SpeechInput  # noqa: PLC0415
    from narrator.speech.devices.capture import Capture  # noqa: PLC0415
    from narrator.speech.ports import Inbox, UtteranceHeard  # noqa: PLC0415
    from tests.support.synthetic_speech import SPEAKERS  # noqa: PLC0415

    inbox: Inbox = SimpleQueue()
    capture, player = Capture(lambda sentence: None, ROOM), Playback(SPEAKER)
    recogniser = SpeechInput(capture)
    recogniser.expect(Expectation(load_grammar("en"), INTERRUPTING_INTENTS))
    recogniser.listen(inbox)
    player.open()
    waits: list[float] = []
    speakers = SPEAKERS
    words = [
        Pcm.from_array(speakers[number % len(speakers)].say("stop").astype(np.int16), SAMPLE_RATE_HZ).normalised()
        for number in range(times)
    ]
    processor_times: list[float] = []
    with audio.record(ROOM) as room, audio.record(SPEAKER) as speaker:
        sleep(3.0)  # until the recogniser has loaded its model and opened the microphone
        for word in words:
            room.clear()
            speaker.clear()
            while not inbox.empty():
                inbox.get()
            used = process_time()
            saying = Thread(target=audio.play, args=(Pcm.join([word, Pcm.silence(1.5, SAMPLE_RATE_HZ)]),))
            saying.start()
            try:
                while not (isinstance(heard := inbox.get(timeout=4), UtteranceHeard) and heard.text):
                    pass
                player.play(whistle(660, 0.2))
                waits.append(wait_for_first_sound(speaker) - room.sound_times()[-1])
            except Empty:
                pass  # not recognised; bench/hearing measures that
            saying.join()
            processor_times.append(process_time() - used)
    recogniser.close()
    capture.close()
    player.close()
    return {
        '"stop" said, to the first sound of the answer': waits,
        "the same with two seconds around it, processor time": processor_times,
    }


def wait_for_first_sound(speaker: Recorder) -> float:
    """Return the time of the first sound, which may still be buffered."""
    deadline = monotonic() + 2
    while not speaker.sound_times() and monotonic() < deadline:
        sleep(0.01)
    return speaker.sound_times()[0]


def measure_starts(audio: VirtualAudio, times: int) -> dict[str, list[float]]:
    """Measure `narrator play` until its first word is played. The first start only fills the cache."""
    with tempfile.TemporaryDirectory() as folder:
        home = {"NARRATOR_HOME": f"{folder}/home", "NARRATOR_CACHE": f"{folder}/cache"}
        _, *measured = [start_once(audio, home, stay=number == 0) for number in range(times + 1)]
    rows = "play to the first word, second start", "the same, processor time"
    return {row: list(values) for row, values in zip(rows, zip(*measured, strict=True), strict=True)}


def start_once(audio: VirtualAudio, home: dict[str, str], *, stay: bool) -> tuple[float, float]:
    """Return the seconds to the first word, and the processor time."""
    with audio.record(SPEAKER) as speaker:
        started = monotonic()
        narrator = subprocess.Popen(
            [sys.executable, "-m", "narrator", "play", *PLAY_ARGUMENTS],
            env=os.environ | home,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while not speaker.last_sound_time():
                assert monotonic() - started < START_TIMEOUT_S, "it does not speak"
                sleep(0.01)
            first = speaker.sound_times()[0]
            if stay:
                sleep(8.0)
        finally:
            narrator.kill()
            _, _, used = os.wait4(narrator.pid, 0)
            narrator.returncode = -9
    return first - started, used.ru_utime + used.ru_stime


def measure_all_routes(times: int, rounds: int) -> dict[AudioRoute, dict[str, list[float]]]:
    """Measure all routes, round by round, each in a separate process, because a process can load only one library."""
    results: dict[AudioRoute, dict[str, list[float]]] = {route: {} for route in AudioRoute}
    for _ in range(rounds):
        for route in AudioRoute:
            command = [sys.executable, "-m", "bench.latency", "--alone", f"way {route}", "--times", str(times)]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
            for row, values in json.loads(done.stdout.splitlines()[-1]).items():
                results[route].setdefault(row, []).extend(values)
    return results
