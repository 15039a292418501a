"""Synthetic speakers and rooms for tests and benches: noise, echo, telephone lines, and voices raised to a child's.

All speakers are the narrator's voice. The same call always returns the same samples.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.apps.demo.guest_voices import guest_renderer
from narrator.speech.asr.audio_format import FRAME_SAMPLES, SAMPLE_RATE_HZ
from narrator.speech.pcm import Pcm, Samples, to_int16
from narrator.speech.tts.role_voices import shift_pitch

Signal = NDArray[np.float64]
"""Audio at 16 kHz as floating-point samples."""

START_S, AFTER_S = 3.0, 2.0
"""Seconds of the room before and after a voice; a recogniser at a table has heard the room for a while."""


@dataclass(frozen=True, slots=True)
class SyntheticSpeaker:
    """The narrator's voice at another pitch and speed, as Americans or Britons pronounce."""

    name: str
    pitch: float = 1.0
    words_per_minute: int = 160
    british: bool = False

    def say(self, text: str, slower: float = 1.0) -> Signal:
        """Return the text as speech, slowed down by a factor."""
        rate = round(self.words_per_minute / slower / self.pitch)
        return trim_silence(shift_pitch(guest_renderer(self.british).render(text, rate), self.pitch))


NARRATOR_SPEAKER = SyntheticSpeaker("hibari")
SPEAKERS = (
    NARRATOR_SPEAKER,
    SyntheticSpeaker("man", 0.82, 150),
    SyntheticSpeaker("girl", 1.2, 165),
    SyntheticSpeaker("fast man", 0.86, 190),
    SyntheticSpeaker("slow woman", 1.1, 140),
    SyntheticSpeaker("Briton", 1.0, 160, british=True),
    SyntheticSpeaker("British girl", 1.2, 170, british=True),
    SyntheticSpeaker("British man", 0.82, 150, british=True),
    SyntheticSpeaker("deep man", 0.76, 150),
    SyntheticSpeaker("young woman", 1.14, 160),
    SyntheticSpeaker("old Briton", 0.9, 135, british=True),
    SyntheticSpeaker("young Briton", 1.08, 150, british=True),
    SyntheticSpeaker("very fast woman", 1.05, 220),
)
"""Low and high, slow and fast, American and British."""


# --- speech synthesis -------------------------------------------------------------------------------


def trim_silence(sound: Pcm) -> Signal:
    """Return the sound at 16 kHz without the silence around it."""
    samples = sound.resampled(SAMPLE_RATE_HZ).samples.astype(np.float64)
    loud = np.flatnonzero(np.abs(samples) > np.abs(samples).max() * 0.01)
    return samples[loud[0] : loud[-1] + 1] if len(loud) else samples


# --- voices and rooms -------------------------------------------------------------------------------


def say_like_child(speaker: SyntheticSpeaker, text: str, factor: float) -> Signal:
    """Return speech with pitch and formants raised at the same tempo: said more slowly, then played faster."""
    slow = speaker.say(text, slower=factor)
    return Pcm(to_int16(slow), round(SAMPLE_RATE_HZ * factor)).resampled(SAMPLE_RATE_HZ).samples.astype(np.float64)


def add_reverberation(voice: Signal, seconds: float = 0.5, seed: int = 1) -> Signal:
    """Add the echo of a tiled kitchen: an exponential tail, a third as strong as the voice."""
    random = np.random.default_rng(seed)
    time = np.arange(round(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    tail = random.normal(0, 1, len(time)) * 10 ** (-3 * time / seconds)
    tail[: round(0.004 * SAMPLE_RATE_HZ)] = 0
    tail *= 0.33 / np.sqrt(np.sum(tail**2))
    tail[0] = 1.0
    size = len(voice) + len(tail)
    return np.fft.irfft(np.fft.rfft(voice, size) * np.fft.rfft(tail, size), size)[: len(voice) + len(tail) // 2]


def voice_power(voice: Signal) -> float:
    """Return the mean power of the loud frames; pauses do not make a voice softer."""
    frames = frame_power(voice)
    return float(np.mean(frames[frames > frames.max() * 1e-3])) if len(frames) else 1.0


def frame_power(signal: Signal) -> Signal:
    """Return the mean power of each complete frame."""
    frames = signal[: len(signal) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    power: Signal = np.mean(frames**2, axis=1)
    return power


def place_in_room(voice: Signal, noise: Signal | None = None, snr_db: float = 45.0, *, seed: int = 1) -> Samples:
    """Return the voice with noise before, during and after it; by default with the hiss of a quiet room."""
    random = np.random.default_rng(seed)
    size = len(voice) + round((START_S + AFTER_S) * SAMPLE_RATE_HZ)
    if noise is None:
        spectrum = np.fft.rfft(random.normal(0, 1, size))
        room = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(size, 1 / SAMPLE_RATE_HZ), 60)), size)
    else:
        start = int(random.integers(0, len(noise)))
        room = np.resize(np.roll(noise, -start), size).astype(np.float64)
    room = room * np.sqrt(voice_power(voice) / max(float(np.mean(room**2)), 1e-9)) * 10 ** (-snr_db / 20)
    start = round(START_S * SAMPLE_RATE_HZ)
    room[start : start + len(voice)] += voice
    peak = float(np.abs(room).max())
    return to_int16(room * min(1.0, 32000 / peak))


def make_babble(sentences: Sequence[str], talkers: int = 6, seconds: float = 20.0) -> Signal:
    """Return several people talking at once."""
    mixed = np.zeros(round(seconds * SAMPLE_RATE_HZ))
    for number, speaker in enumerate(SPEAKERS[1 : talkers + 1]):
        talk = np.concatenate([speaker.say(sentence) for sentence in sentences[number:] or sentences])
        mixed += np.resize(talk, len(mixed)) / np.sqrt(voice_power(talk))
    return mixed * 1000


def make_kitchen_noise(seconds: float = 20.0, seed: int = 3) -> Signal:
    """Return running water, and plates that ring when they are put down."""
    random = np.random.default_rng(seed)
    size = round(seconds * SAMPLE_RATE_HZ)
    water = np.diff(random.normal(0, 1, size + 1)) * 0.4
    for _ in range(round(seconds * 2)):
        start = int(random.integers(0, size - SAMPLE_RATE_HZ))
        ring = np.arange(round(0.25 * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
        tone = np.sin(2 * np.pi * random.uniform(900, 5000, 4)[:, None] * ring).sum(axis=0)
        water[start : start + len(ring)] += tone * np.exp(-ring * 25) * random.uniform(0.5, 2)
    return water * 1000


def end_of_voice_s(voice: Signal) -> float:
    """Return where the voice ends: where its level drops for good 30 dB below its peak."""
    levels = 10 * np.log10(frame_power(voice) + 1)
    threshold = min(max(levels.max() - 30, np.percentile(levels, 10) + 8), levels.max() - 10)
    return float((np.flatnonzero(levels > threshold)[-1] + 1) * FRAME_SAMPLES / SAMPLE_RATE_HZ)


def through_telephone(audio: Samples) -> Samples:
    """Return the audio as a Bluetooth headset transmits it: 8 kHz, 300 to 3400 Hz, eight logarithmic bits."""
    narrow = Pcm(audio, SAMPLE_RATE_HZ).resampled(8000).samples.astype(np.float64)
    spectrum, frequencies = np.fft.rfft(narrow), np.fft.rfftfreq(len(narrow), 1 / 8000)
    spectrum[(frequencies < 300) | (frequencies > 3400)] = 0
    wave = np.clip(np.fft.irfft(spectrum, len(narrow)) / 32768, -1, 1)
    steps = np.round(np.sign(wave) * np.log1p(255 * np.abs(wave)) / np.log(256) * 127) / 127
    received = np.sign(steps) * np.expm1(np.abs(steps) * np.log(256)) / 255
    return Pcm(to_int16(received * 32768), 8000).resampled(SAMPLE_RATE_HZ).samples
