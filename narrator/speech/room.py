"""What a recording tells about the room and the microphone, and what in it keeps answers from being understood.

Measured are how loud the voice and the room are, how much others talk around an answer, whether waves are cut off
(clipping), and how high the sound reaches: headsets without a wire and telephones carry nothing above 4 kHz (band
width), and "five" and "nine" sound the same. Which moments are speech is told by a detector.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import log10

import numpy as np
from numpy.typing import NDArray

from narrator.speech.pcm import FULL_SCALE, LEVEL_FRAME_S, SILENCE_DBFS, Pcm, mean_dbfs

CLIPPED = 1e-3  # the share of samples as loud as can be, from which on words are spoiled
STANDS_OUT = 15.0  # decibels by which a voice must be louder than the room to be understood well
LOUD_ROOM = -50.0  # decibels from which on a room is loud
SOFT = -45.0  # decibels below which a voice comes from far away, or the microphone is turned down
OTHERS = 0.6
"""The share of the time around an answer, from which on others talk: more than whoever tries for the third time."""
AS_LOUD = 15.0  # decibels by which they may be softer for that
NARROW = -50.0  # decibels, against what is below, of all that is above 4 kHz, where nothing is carried there
EDGE = 10  # grains before and behind an answer that may be part of it: the detector is slow
LOOK = 512
ALIKE = 25.0
"""How much more alike, than at any other time, two sounds must be to be the same one. Of people who speak at the same
time hardly any are 20 times, a voice and its echo in noise as loud are 30 to 50 times."""
TOO_LATE = 0.5  # seconds after which a speaker may sound at most: from then on the narrator waits for its own voice


class RoomTrouble(StrEnum):
    CLIPPED = "clipped"
    LOUD = "loud"
    TWO = "two"  # others talk at the same time
    FAR = "far"
    NARROW = "narrow"
    LATE = "late"  # what is played comes out of the speaker long afterwards


@dataclass(frozen=True, slots=True)
class Room:
    """Levels are in decibels below full scale."""

    voice: float
    noise: float
    clipped: float  # which share of the samples
    others: float  # the share of the time around an answer in which others talked
    high: float  # how strong the sound above 4 kHz is, against what is below

    @property
    def trouble(self) -> RoomTrouble | None:
        """What should be changed first; nothing if all is well."""
        if self.clipped > CLIPPED:
            return RoomTrouble.CLIPPED
        if self.others > OTHERS:
            return RoomTrouble.TWO
        if self.voice - self.noise < STANDS_OUT and self.noise > LOUD_ROOM:
            return RoomTrouble.LOUD
        if self.voice < SOFT:
            return RoomTrouble.FAR
        return RoomTrouble.NARROW if self.high < NARROW else None


def measured(sound: Pcm, spoken: NDArray[np.bool_], answer: tuple[float, float] | None = None) -> Room:
    """The room in which this was recorded, with somebody in it who spoke in these grains of it. If it is known between
    which seconds they answered, the rest is others' talk."""
    levels = sound.frame_levels()
    if not len(levels):
        return Room(SILENCE_DBFS, SILENCE_DBFS, 0.0, 0.0, 0.0)
    said, around = (levels[spoken] if spoken.any() else levels), np.zeros(len(levels), dtype=np.bool_)
    if answer is not None:
        first, last = (max(0, round(second / LEVEL_FRAME_S)) for second in answer)
        around[: max(0, first - EDGE)] = around[last + EDGE :] = True
        said = levels[first : last + 1] if first < len(levels) else said
    voice = mean_dbfs(said[said >= said.max() - 20])
    silent = levels[~spoken]
    noise = float(np.median(silent) if len(silent) > len(levels) / 10 else np.percentile(levels, 10))
    talk = levels[around & spoken]
    others = len(talk) / np.sum(around) if len(talk) and mean_dbfs(talk) > voice - AS_LOUD else 0.0
    clipped = np.abs(sound.samples.astype(np.int32)) >= FULL_SCALE * 0.99
    return Room(voice, noise, float(np.mean(clipped)), float(others), above_four(sound))


def above_four(sound: Pcm) -> float:
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
    likeness = np.abs(np.fft.irfft(cross / np.maximum(np.abs(cross), 1e-9), size))  # phases alone (PHAT)
    at = int(np.argmax(likeness[: len(near)]))
    return at / heard.rate if likeness[at] > ALIKE * np.sqrt(np.mean(likeness**2)) else None
