"""Acoustics of the room and the microphone: what keeps answers from being recognised.

Measured are the levels of the voice and the room, the share of other people's talk around an answer, clipping, and the
bandwidth: wireless headsets and telephones carry nothing above 4 kHz, and "five" and "nine" sound the same. A speech
detector says which frames are speech. The thresholds were tuned on the tuning half of the speakers and noises:
`python -m bench.room --recordings DIR --half tune` counts what would be said about each kind of room.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import log10

import numpy as np
from numpy.typing import NDArray

from narrator.speech.pcm import FULL_SCALE, LEVEL_FRAME_S, SILENCE_DBFS, Pcm, mean_dbfs

MAX_CLIPPED_SHARE = 1e-3
"""Share of samples at full scale above which clipping spoils words."""
FULL_SCALE_SHARE = 0.99
"""Lowest share of full scale that counts as clipped."""
MIN_SNR_DB = 15.0
"""Level of the voice above the room's that is needed to recognise it well."""
LOUD_ROOM_DB = -50.0
"""Level above which a room is loud."""
SOFT_VOICE_DB = -45.0
"""Level below which the speaker is far away or the microphone is turned down."""
MAX_TALK_SHARE = 0.6
"""Share of talk in the time around an answer above which other people talk; a player's third try is below it."""
TALK_BELOW_VOICE_DB = 15.0
"""How much softer than the voice that talk may be."""
NARROW_BAND_DB = -50.0
"""Level above 4 kHz, relative to the level below, under which the connection carries nothing there."""
EDGE_FRAMES = 10
"""Frames before and after an answer that may belong to it, because the detector is slow."""
VOICE_RANGE_DB = 20
"""Frames within this range below the loudest are the voice."""
SPECTRUM_SAMPLES = 512
MIN_CORRELATION_PEAK = 25.0
"""Lowest peak of the correlation, relative to its root mean square, of two recordings of the same sound. People who
speak at the same time rarely reach 20; a voice and its echo in noise of the same level reach 30 to 50.
Not covered by `bench.room`."""
MAX_PLAYBACK_DELAY_S = 0.5
"""Delay of a speaker above which the narrator waits until its own voice has died away. Not covered by `bench.room`."""


class RoomTrouble(StrEnum):
    """What makes speech hard to recognise."""

    CLIPPED = "clipped"
    LOUD = "loud"
    TWO = "two"
    """Other people talk at the same time."""
    FAR = "far"
    NARROW = "narrow"
    LATE = "late"
    """The speaker plays with a long delay."""


@dataclass(frozen=True, slots=True)
class Room:
    """Measurements of a room. Levels are in dB relative to full scale."""

    voice_db: float
    noise_db: float
    clipped_share: float
    """Of all samples."""
    talk_share: float
    """Share of other people's talk in the time around an answer."""
    high_band_db: float
    """Level above 4 kHz, relative to the level below."""

    @property
    def trouble(self) -> RoomTrouble | None:
        """The problem to solve first, or `None`."""
        if self.clipped_share > MAX_CLIPPED_SHARE:
            return RoomTrouble.CLIPPED
        if self.talk_share > MAX_TALK_SHARE:
            return RoomTrouble.TWO
        if self.voice_db - self.noise_db < MIN_SNR_DB and self.noise_db > LOUD_ROOM_DB:
            return RoomTrouble.LOUD
        if self.voice_db < SOFT_VOICE_DB:
            return RoomTrouble.FAR
        return RoomTrouble.NARROW if self.high_band_db < NARROW_BAND_DB else None


def measure_room(sound: Pcm, is_speech: NDArray[np.bool_], answer: tuple[float, float] | None = None) -> Room:
    """Measure the room of a recording.

    `is_speech` has one value per frame. `answer`: the start and end of an answer in seconds; speech outside of it is
    other people's talk.
    """
    levels = sound.frame_levels()
    if not len(levels):
        return Room(SILENCE_DBFS, SILENCE_DBFS, 0.0, 0.0, 0.0)
    voice, is_outside = (levels[is_speech] if is_speech.any() else levels), np.zeros(len(levels), dtype=np.bool_)
    if answer is not None:
        first, last = (max(0, round(second / LEVEL_FRAME_S)) for second in answer)
        is_outside[: max(0, first - EDGE_FRAMES)] = is_outside[last + EDGE_FRAMES :] = True
        voice = levels[first : last + 1] if first < len(levels) else voice
    voice_db = mean_dbfs(voice[voice >= voice.max() - VOICE_RANGE_DB])
    silent = levels[~is_speech]
    noise_db = float(np.median(silent) if len(silent) > len(levels) / 10 else np.percentile(levels, 10))
    talk = levels[is_outside & is_speech]
    is_loud_talk = len(talk) > 0 and mean_dbfs(talk) > voice_db - TALK_BELOW_VOICE_DB
    talk_share = len(talk) / np.sum(is_outside) if is_loud_talk else 0.0
    is_clipped = np.abs(sound.samples.astype(np.int32)) >= FULL_SCALE * FULL_SCALE_SHARE
    return Room(voice_db, noise_db, float(np.mean(is_clipped)), float(talk_share), measure_high_band_db(sound))


def measure_high_band_db(sound: Pcm) -> float:
    """Return the level above 4.3 kHz relative to the level from 200 Hz to 3.5 kHz."""
    windows = len(sound.samples) // SPECTRUM_SAMPLES
    if not windows:
        return 0.0
    pieces = sound.samples[: windows * SPECTRUM_SAMPLES].reshape(windows, SPECTRUM_SAMPLES)
    power = np.mean(np.abs(np.fft.rfft(pieces * np.hanning(SPECTRUM_SAMPLES), axis=1)) ** 2, axis=0)
    frequency = np.fft.rfftfreq(SPECTRUM_SAMPLES, 1 / sound.rate)
    high = float(np.sum(power[frequency > 4300]))
    low = float(np.sum(power[(frequency > 200) & (frequency < 3500)]))
    return 10 * log10(max(high, 1e-9) / max(low, 1e-9))


def delay_between(played: Pcm, heard: Pcm) -> float | None:
    """Return the seconds after which the played sound was heard, or `None` if it was not (GCC-PHAT correlation)."""
    near, far = heard.samples.astype(np.float64), played.resampled(heard.rate).samples.astype(np.float64)
    size = 1 << (len(near) + len(far)).bit_length()
    cross = np.fft.rfft(near, size) * np.fft.rfft(far, size).conj()
    correlation = np.abs(np.fft.irfft(cross / np.maximum(np.abs(cross), 1e-9), size))  # phases alone
    peak = int(np.argmax(correlation[: len(near)]))
    is_heard = correlation[peak] > MIN_CORRELATION_PEAK * np.sqrt(np.mean(correlation**2))
    return peak / heard.rate if is_heard else None
