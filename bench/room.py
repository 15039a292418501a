"""Does the ear know what is wrong with a room? People's answers in rooms that are fine, loud, full of talk, too large.

    python -m bench.room --recordings DIR [--half tune|report] [--most N]

Each scene lasts six seconds with an answer at its end, as the ear sees it when it has missed one. For each kind of room
it is counted what would be said of it. Speakers and noises are in two halves, as in `bench.hearing`.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from bench.hearing_rooms import ROOMS, halves, noise_of
from bench.hearing_sets import REPORT, TUNE, clips
from narrator.speech.asr.endpoint import RATE
from narrator.speech.asr.recording import frames_of, read_recording
from narrator.speech.asr.room_watch import judged
from narrator.speech.networks.silero_vad import best_detector
from narrator.speech.pcm import FULL_SCALE, Pcm, Samples, to_int16
from tests.support.synthetic_speech import Sound, by_telephone

SECONDS, BEHIND = 6.0, 0.5
QUIET = -68.0
"""Decibels of a quiet room's hiss."""
VOICE = -25.0
"""Decibels of whoever answers."""
KINDS = ("commands_digits", "animals", "yesno", "child")


def scene(voice: Pcm, level: float, seed: int, noise: Sound | None = None, snr: float = 0.0) -> tuple[Samples, float]:
    """The room with the answer in it, and when that begins."""
    luck = np.random.default_rng(seed)
    count = round(SECONDS * RATE)
    room = luck.normal(0, FULL_SCALE * 10 ** (QUIET / 20), count)
    if noise is not None:
        piece = np.resize(np.roll(noise, -int(luck.integers(0, len(noise)))), count)
        room += piece / np.sqrt(np.mean(piece**2)) * FULL_SCALE * 10 ** ((level - snr) / 20)
    said = voice.samples[: count - round(BEHIND * RATE)] * 10 ** ((level - voice.voice_level) / 20)
    at = count - len(said) - round(BEHIND * RATE)
    room[at : at + len(said)] += said
    return to_int16(room), at / RATE


def scenes(folder: Path, half: str) -> Iterator[tuple[str, Callable[[Pcm, int], tuple[Samples, float]]]]:
    """Every kind of room by its name."""
    yield "quiet", lambda voice, seed: scene(voice, VOICE, seed)
    for name, (files, *_) in ROOMS.items():
        noise = noise_of(folder, files, half)
        for snr in (20, 12, 6):
            yield f"{name}, {snr} dB", lambda voice, seed, noise=noise, snr=snr: scene(voice, VOICE, seed, noise, snr)  # type: ignore[misc]
    talker = noise_of(folder, ("onetalker",), half)
    for snr in (6, 0):
        yield f"one more who talks, {snr} dB", lambda voice, seed, snr=snr: scene(voice, VOICE, seed, talker, snr)  # type: ignore[misc]

    def telephone(voice: Pcm, seed: int) -> tuple[Samples, float]:
        sound, at = scene(voice, VOICE, seed)
        return by_telephone(sound), at

    yield "by telephone", telephone
    for level in (-40, -50, -5):
        yield f"a voice of {level} dB", lambda voice, seed, level=level: scene(voice, level, seed)  # type: ignore[misc]


def told_of(sound: Samples, began: float) -> str:
    detector = best_detector()
    heard = [(frame, detector.speech(frame)) for frame in frames_of(Pcm(sound, RATE))]
    return judged(heard, (began, SECONDS - BEHIND)).trouble or "fine"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, metavar="DIR", required=True, help="recordings with a manifest.tsv")
    parser.add_argument("--half", choices=(TUNE, REPORT), default=REPORT)
    parser.add_argument("--most", type=int, default=40, metavar="N", help="so many answers at most")
    wishes = parser.parse_args()
    kinds = [halves(wishes.half, clips(wishes.recordings, kind))[: wishes.most // len(KINDS)] for kind in KINDS]
    voices = [read_recording(clip.file) for found in kinds for clip in found]
    for name, make in scenes(wishes.recordings, wishes.half):
        counted = Counter(told_of(*make(voice, seed)) for seed, voice in enumerate(voices))
        print(f"{name:28}", ", ".join(f"{what} {count}" for what, count in counted.most_common()), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
