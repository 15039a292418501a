"""What a recording tells about the room and the microphone, and what in it keeps answers from being understood.

Measured are how loud the voice and the room are, whether waves are cut off (clipping), and how high the sound reaches:
headsets without a wire and telephones carry nothing above 4 kHz (band width), and "five" and "nine" sound the same.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import log10

import numpy as np

from narrator.sound.pcm import FULL, SILENT, Pcm

CLIPPED = 1e-3
"""The share of samples as loud as can be, from which on words are spoiled."""
STANDS_OUT = 12.0
"""Decibels by which a voice must be louder than the room to be understood well."""
LOUD_ROOM = -50.0
"""Decibels from which on a room is loud."""
SOFT = -45.0
"""Decibels below which a voice comes from far away, or the microphone is turned down."""
TALK = 10.0
"""Decibels by which the sound of a room that is full of talk goes up and down; a tap or a fan does not."""
NARROW = -50.0
"""Decibels, against what is below, of all that is above 4 kHz, where nothing is carried there."""
LOOK = 512


class RoomTrouble(StrEnum):
    """What keeps answers from being understood."""

    CLIPPED = "clipped"
    LOUD = "loud"
    TWO = "two"
    """Others talk at the same time."""
    FAR = "far"
    NARROW = "narrow"


@dataclass(frozen=True, slots=True)
class Room:
    """Levels are in decibels below full scale."""

    voice: float
    noise: float
    clipped: float
    """Which share of the samples."""
    restless: float
    """By how many decibels the room goes up and down without the voice."""
    high: float
    """How strong the sound above 4 kHz is, against what is below."""

    @property
    def trouble(self) -> RoomTrouble | None:
        """What should be changed first; nothing if all is well."""
        if self.clipped > CLIPPED:
            return RoomTrouble.CLIPPED
        if self.voice - self.noise < STANDS_OUT and self.noise > LOUD_ROOM:
            return RoomTrouble.TWO if self.restless > TALK else RoomTrouble.LOUD
        if self.voice < SOFT:
            return RoomTrouble.FAR
        return RoomTrouble.NARROW if self.high < NARROW else None


def measured(sound: Pcm) -> Room:
    """The room in which this was recorded, with a voice in it."""
    levels = sound.levels()
    if not len(levels):
        return Room(SILENT, SILENT, 0.0, 0.0, 0.0)
    quiet, noise, talk = (float(each) for each in np.percentile(levels, [10, 40, 60]))
    loud = np.abs(sound.samples.astype(np.int32)) >= FULL * 0.99
    return Room(sound.voice_level, noise, float(np.mean(loud)), talk - quiet, above_four(sound))


def above_four(sound: Pcm) -> float:
    """How strong the sound is above 4 kHz, against what is below."""
    looks = len(sound.samples) // LOOK
    if not looks:
        return 0.0
    pieces = sound.samples[: looks * LOOK].reshape(looks, LOOK) * np.hanning(LOOK)
    power = np.mean(np.abs(np.fft.rfft(pieces, axis=1)) ** 2, axis=0)
    pitch = np.fft.rfftfreq(LOOK, 1 / sound.rate)
    high = float(np.sum(power[pitch > 4300]))
    return 10 * log10(max(high, 1e-9) / max(float(np.sum(power[(pitch > 200) & (pitch < 3500)])), 1e-9))


def delay_between(played: Pcm, heard: Pcm) -> float | None:
    """Seconds after which what was played was heard; nothing if it was not heard. By their correlation."""
    near, far = heard.samples.astype(np.float64), played.resampled(heard.rate).samples.astype(np.float64)
    size = 1 << (len(near) + len(far)).bit_length()
    cross = np.fft.rfft(near, size) * np.fft.rfft(far, size).conj()
    likeness = np.abs(np.fft.irfft(cross / np.maximum(np.abs(cross), 1e-9), size))[: len(near)]  # phases alone (PHAT)
    at = int(np.argmax(likeness))
    return at / heard.rate if likeness[at] > 12 * np.median(likeness) else None
