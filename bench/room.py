"""Measure whether the narrator finds what is wrong with a room: people's answers in quiet, loud, far and crowded rooms.

    python -m bench.room --recordings DIR [--half tune|report] [--most N]

Each scene lasts six seconds with an answer at its end, as when the recogniser has missed one. For each kind of room the
bench counts what would be said about it. Speakers and noises are split into two halves as in `bench.hearing`.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from bench.hearing_rooms import ROOMS, clips_of_half, load_noise
from bench.hearing_sets import REPORT, TUNE, load_clips
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.recording import read_recording, split_into_blocks
from narrator.speech.asr.room_monitor import measure_blocks
from narrator.speech.networks.silero_vad import load_speech_detector
from narrator.speech.pcm import FULL_SCALE, Pcm, Samples, to_int16
from tests.support.synthetic_speech import Signal, through_telephone

SCENE_S, AFTER_ANSWER_S = 6.0, 0.5
HISS_DB = -68.0
"""Level of a quiet room."""
VOICE_DB = -25.0
"""Level of an answer."""
KINDS = ("commands_digits", "animals", "yesno", "child")

SceneMaker = Callable[[Pcm, int], tuple[Samples, float]]
"""Makes a scene from a voice and a seed: the audio, and where the answer begins."""


def make_scene(
    voice: Pcm, seed: int, *, level_db: float = VOICE_DB, noise: Signal | None = None, snr_db: float = 0.0
) -> tuple[Samples, float]:
    """Return a room with an answer in it, and where the answer begins."""
    random = np.random.default_rng(seed)
    size = round(SCENE_S * SAMPLE_RATE_HZ)
    room = random.normal(0, FULL_SCALE * 10 ** (HISS_DB / 20), size)
    if noise is not None:
        piece = np.resize(np.roll(noise, -int(random.integers(0, len(noise)))), size)
        room += piece / np.sqrt(np.mean(piece**2)) * FULL_SCALE * 10 ** ((level_db - snr_db) / 20)
    after = round(AFTER_ANSWER_S * SAMPLE_RATE_HZ)
    answer = voice.samples[: size - after] * 10 ** ((level_db - voice.voice_level) / 20)
    start = size - len(answer) - after
    room[start : start + len(answer)] += answer
    return to_int16(room), start / SAMPLE_RATE_HZ


def make_telephone_scene(voice: Pcm, seed: int) -> tuple[Samples, float]:
    """Return a quiet room through a telephone."""
    audio, start_s = make_scene(voice, seed)
    return through_telephone(audio), start_s


def scenes(folder: Path, half: str) -> Iterator[tuple[str, SceneMaker]]:
    """Yield every kind of room with its name."""
    yield "quiet", make_scene
    for name, (files, *_) in ROOMS.items():
        noise = load_noise(folder, files, half)
        for snr in (20, 12, 6):
            yield f"{name}, {snr} dB", partial(make_scene, noise=noise, snr_db=snr)
    talker = load_noise(folder, ("onetalker",), half)
    for snr in (6, 0):
        yield f"one more talker, {snr} dB", partial(make_scene, noise=talker, snr_db=snr)
    yield "by telephone", make_telephone_scene
    for level in (-40, -50, -5):
        yield f"a voice of {level} dB", partial(make_scene, level_db=level)


def diagnose(audio: Samples, start_s: float) -> str:
    """Return what would be said about the room."""
    detector = load_speech_detector()
    blocks = [(block, detector.speech_probability(block)) for block in split_into_blocks(Pcm(audio, SAMPLE_RATE_HZ))]
    return measure_blocks(blocks, (start_s, SCENE_S - AFTER_ANSWER_S)).trouble or "fine"


def main() -> int:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, metavar="DIR", required=True, help="recordings with a manifest.tsv")
    parser.add_argument("--half", choices=(TUNE, REPORT), default=REPORT, help="which speakers and noises")
    parser.add_argument("--most", type=int, default=40, metavar="N", help="at most this many answers")
    arguments = parser.parse_args()
    clips = [
        clip
        for kind in KINDS
        for clip in clips_of_half(arguments.half, load_clips(arguments.recordings, kind))[
            : arguments.most // len(KINDS)
        ]
    ]
    voices = [read_recording(clip.file) for clip in clips]
    for name, make in scenes(arguments.recordings, arguments.half):
        counts = Counter(diagnose(*make(voice, seed)) for seed, voice in enumerate(voices))
        print(f"{name:28}", ", ".join(f"{what} {count}" for what, count in counts.most_common()), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
