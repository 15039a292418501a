"""Voice activity detection: whether a player is speaking to the narrator, and how long it has been quiet.

Works on the level of each 10 ms frame and on the speech probability of a neural detector (Silero). Frames that the
detector rejects count as silence however loud they are: taps, dishes, machines. The detector cannot tell players from
other people in the room, so while others talk only the level decides.
"""

from collections import deque
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from narrator.speech.asr.audio_format import FRAME_S, FRAME_SAMPLES
from narrator.speech.pcm import Samples

ROOM_FRAMES = 300
"""Frames that are used to estimate the noise floor and the level of background talk (3 s).
Bench: hearing --only kitchen "four people"."""
MIN_ESTIMATE_FRAMES = 30
"""Frames needed for an estimate of the noise floor, and frames of talk needed to assume background talk.
Bench: hearing --only kitchen "four people"."""
ESTIMATE_EVERY_FRAMES = 10
"""Interval of these estimates. Percentiles are slow, and ten a second are enough. Bench: latency."""
NOISE_FLOOR_PERCENTILE = 12
"""Percentile of the recent levels taken as the noise floor. Bench: hearing --only kitchen tap."""
TALK_LEVEL_PERCENTILE = 90
"""Percentile of the background talk's levels taken as its level. Higher ignores more talk and misses more players.
Bench: hearing --only "four people" "four children" "without speech"."""
CONTINUOUS_FRAMES = 250
"""Length of a sound after which it may be continuous noise instead of a voice, which has gaps.
Bench: hearing --only "without speech"."""
CONTINUOUS_RANGE_DB = 20.0
"""A sound of that length is noise if its level stays within this range below its maximum: a tap, a radio, a room full
of people. Bench: hearing --only "without speech"."""
CONTINUOUS_PERCENTILE = 10
"""Percentile of the levels that must stay within that range. Bench: hearing --only "without speech"."""
MASKED_AFTER_FRAMES = 100
"""Talk must have lasted longer than this to count as masked by a louder voice.
Bench: hearing --ablation, "no masking"."""
MASKED_BY_DB = 5.0
"""The louder voice must exceed everything before it by this much. Bench: hearing --ablation, "no masking"."""
MASKED_WITHIN_FRAMES = 30
"""The louder voice must rise that far within this many frames. Bench: hearing --ablation, "no masking"."""
MIN_SPEECH_PROBABILITY = 0.35
"""Detector output above which a frame is speech. Higher ignores more noise and misses more soft speech.
Bench: hearing --ablation, "no Silero"."""
MIN_TALK_PROBABILITY = 0.5
"""Detector output above which a frame may be background talk. Higher than for speech because taps, dishes and music
exceed that for moments. Bench: hearing --only kitchen music."""
MIN_TALK_SHARE = 0.2
"""Share of such frames above which people are talking in the room.
Bench: hearing --only kitchen music "four people"."""
FAR_ABOVE_NOISE_DB = 24.0
"""Level above the noise floor that is a voice even if the detector rejects it: it misses many voices over a telephone;
a lower value accepts the loud moments of music. Bench: hearing --ablation, "no level override"."""
ONSET_ABOVE_TALK_DB = 2.0
"""Level above background talk at which a voice starts. Bench: hearing --only "four people" "four children"."""
HYSTERESIS_DB = 3.0
"""How far that threshold drops while a player speaks, because word endings are soft.
Bench: hearing --only "four people" "commands with a pause"."""
MIN_VOICE_DB = 16.0
"""Level, relative to one quantisation step, below which nothing is a voice. Bench: hearing --only quiet."""
SILENCE_BELOW_PEAK_DB = 25.0
"""Level below an utterance's peak that is silence even in the quietest room. Bench: hearing --only "commands, echo"."""
LULL_BELOW_PEAK_DB = 11.0
"""Level below an utterance's peak that is a lull. Smaller ends utterances earlier in noise and cuts more.
Bench: hearing --only kitchen "four people"."""
ONSET_FRAMES, ONSET_WINDOW_FRAMES = 4, 6
"""A voice starts when this many of the last frames are loud; a knock is shorter. Bench: hearing --only kitchen."""
SMOOTHING_FRAMES = 5
"""Frames averaged before levels are compared with the peak. Not measured separately."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """How long it has been quiet: below every voice, and below this voice."""

    silence_s: float
    lull_s: float


def frame_levels_db(samples: Samples) -> NDArray[np.float64]:
    """Return the level of each whole frame, with low-frequency rumble attenuated (fridges, hands on the table)."""
    signal = samples.astype(np.float64)
    difference = np.diff(signal, prepend=signal[:1])  # attenuates below 1 kHz, where rumble is and voices are redundant
    emphasised = 0.5 * signal + difference
    power = np.mean(
        emphasised[: len(emphasised) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES) ** 2, axis=1
    )
    levels: NDArray[np.float64] = 10 * np.log10(power + 1.0)
    return levels


class VoiceActivityDetector:
    """Tracks, frame by frame, whether a player is speaking and how long it has been quiet."""

    def __init__(self) -> None:
        self._recent: deque[float] = deque(maxlen=ROOM_FRAMES)
        """Levels of all recent frames."""
        self._background: deque[tuple[float, bool]] = deque(maxlen=ROOM_FRAMES)
        """Levels of frames outside utterances, and whether each may be talk."""
        self._utterance: list[tuple[float, bool]] = []
        """The same for the frames of the current utterance."""
        self._peak_history: list[float] = []
        """The utterance's peak after each of its frames."""
        self._loud: deque[bool] = deque(maxlen=ONSET_WINDOW_FRAMES)
        self._smoothing: deque[float] = deque(maxlen=SMOOTHING_FRAMES)
        self._peak_db = 0.0
        self._noise_floor_db, self._talk_db = inf, 0.0
        self._noise_floor_at_onset_db = 0.0
        self._frames_until_estimate = 0
        self.level_db = 0.0
        """Level of the last frame; 0 if the frame is not speech."""
        self.is_speaking = False
        self.quiet = Quiet(0.0, 0.0)

    @property
    def threshold_db(self) -> float:
        """The level at which a voice starts."""
        return max(MIN_VOICE_DB, self._talk_db + ONSET_ABOVE_TALK_DB)

    @property
    def has_background_talk(self) -> bool:
        """Whether other people are talking in the room."""
        return self._talk_db > 0.0

    @property
    def is_far_above_noise(self) -> bool:
        """Whether the current voice is so loud that noise cannot change its words."""
        return self._peak_db > self._noise_floor_at_onset_db + FAR_ABOVE_NOISE_DB

    @property
    def last_frame_is_loud(self) -> bool:
        """Whether the last frame was above the threshold, so that the voice may be continuing."""
        return bool(self._loud) and self._loud[-1]

    @property
    def masks_earlier_talk(self) -> bool:
        """Whether a much louder voice has started, so that everything before it was background talk."""
        peaks = self._peak_history
        return len(peaks) > MASKED_AFTER_FRAMES and peaks[-1] > peaks[-MASKED_WITHIN_FRAMES] + MASKED_BY_DB

    def feed(self, level_db: float, speech_probability: float = 1.0) -> bool:
        """Process one frame. Return whether an utterance is in progress."""
        self._remember(level_db, speech_probability)
        is_voice = speech_probability >= MIN_SPEECH_PROBABILITY or level_db > self._noise_floor_db + FAR_ABOVE_NOISE_DB
        self.level_db = level_db = level_db if is_voice or self.has_background_talk else 0.0
        self._smoothing.append(level_db)
        if self.is_speaking:
            self._peak_db = max(self._peak_db, float(np.mean(self._smoothing)))
        threshold_db = self.threshold_db
        if self.is_speaking and self._is_continuous_noise():
            self.finish(is_background=True)
            threshold_db = self.threshold_db
        if self.is_speaking:
            self._peak_history.append(self._peak_db)
            threshold_db = max(threshold_db - HYSTERESIS_DB, self._peak_db - SILENCE_BELOW_PEAK_DB)
        self._loud.append(level_db > threshold_db)
        if not self.is_speaking:
            if sum(self._loud) >= ONSET_FRAMES:
                self._start_utterance()
            return self.is_speaking
        self._measure_quiet()
        return True

    def finish(self, *, is_background: bool = False) -> None:
        """End the utterance. If it was background talk or noise, add it to the estimate of the room."""
        if is_background:
            self._background.extend(self._utterance)
            self._estimate_room()
        self._utterance, self._peak_history = [], []
        self.is_speaking = False
        self._loud.clear()
        self.quiet = Quiet(0.0, 0.0)

    def _start_utterance(self) -> None:
        self.is_speaking, self._peak_db = True, float(np.mean(self._smoothing))
        self._noise_floor_at_onset_db = self._noise_floor_db if self._noise_floor_db < inf else 0.0
        self.quiet = Quiet(0.0, 0.0)

    def _measure_quiet(self) -> None:
        is_sounding = sum(list(self._loud)[-3:]) >= 2  # a click does not end the silence
        lull_db = self._peak_db - LULL_BELOW_PEAK_DB
        is_lull = float(np.mean(self._smoothing)) < lull_db and (
            self._smoothing[-1] < lull_db or self._smoothing[-2] < lull_db
        )
        self.quiet = Quiet(
            0.0 if is_sounding else self.quiet.silence_s + FRAME_S, self.quiet.lull_s + FRAME_S if is_lull else 0.0
        )

    def _is_continuous_noise(self) -> bool:
        lower_bound_db = self._peak_db - CONTINUOUS_RANGE_DB
        if len(self._utterance) != CONTINUOUS_FRAMES:
            return False
        levels = [level for level, _ in self._utterance]
        return self._noise_floor_at_onset_db < lower_bound_db < float(np.percentile(levels, CONTINUOUS_PERCENTILE))

    def _remember(self, level_db: float, speech_probability: float) -> None:
        self._recent.append(level_db)
        frames = self._utterance if self.is_speaking else self._background
        frames.append((level_db, speech_probability > MIN_TALK_PROBABILITY))
        if self._frames_until_estimate == 0:
            self._estimate_room()
            self._frames_until_estimate = ESTIMATE_EVERY_FRAMES
        self._frames_until_estimate -= 1

    def _estimate_room(self) -> None:
        if len(self._recent) > MIN_ESTIMATE_FRAMES:
            self._noise_floor_db = float(np.percentile(self._recent, NOISE_FLOOR_PERCENTILE))
        talk = [level for level, is_talk in self._background if is_talk]
        has_talk = len(talk) > max(MIN_ESTIMATE_FRAMES, MIN_TALK_SHARE * len(self._background))
        self._talk_db = float(np.percentile(talk, TALK_LEVEL_PERCENTILE)) if has_talk else 0.0


# --- the loudest voice in background talk -------------------------------------------------------

SAME_VOICE_DB = 12.0
"""Level below the loudest moment down to which frames belong to the same voice. Larger includes more of the others'
words. Bench: hearing --ablation, "whole utterance"."""
MAX_GAP_FRAMES = 30
"""Longest gap within one voice. Bench: hearing --only "four people" "four children"."""


def loudest_segment(levels: NDArray[np.float64]) -> tuple[int, int]:
    """Return the first frame and the end of the loudest voice; the rest is background talk."""
    smooth = np.convolve(levels, np.ones(SMOOTHING_FRAMES) / SMOOTHING_FRAMES, "same")
    loudest = int(np.argmax(smooth))
    loud = np.flatnonzero(smooth > smooth[loudest] - SAME_VOICE_DB)
    gaps = np.flatnonzero(np.diff(loud) > MAX_GAP_FRAMES)
    ends = [*loud[gaps], loud[-1]]
    starts = [loud[0], *loud[gaps + 1]]
    return next((int(start), int(end) + 1) for start, end in zip(starts, ends, strict=True) if end >= loudest)


def peak_level_db(levels: NDArray[np.float64], percentile: float = 100.0) -> float:
    """Return the smoothed peak level, or another percentile of the smoothed levels."""
    smooth = (
        np.convolve(levels, np.ones(SMOOTHING_FRAMES) / SMOOTHING_FRAMES, "valid")
        if len(levels) >= SMOOTHING_FRAMES
        else levels
    )
    return float(np.percentile(smooth, percentile)) if len(smooth) else 0.0
