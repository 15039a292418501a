"""One utterance: the audio of a voice, and of the room before it.

The decoders get it in pieces, amplified and with the room's noise suppressed. In a quiet room the whole utterance is
decoded. If other people talk at the same time, only the loudest segment is decoded, without noise suppression, which
would remove the consonants of the voice together with the talk.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from narrator.speech.asr.audio_format import FRAME_S, FRAME_SAMPLES
from narrator.speech.asr.noise_suppressor import NoiseSuppressor
from narrator.speech.asr.vad import loudest_segment, peak_level_db
from narrator.speech.pcm import Samples, to_int16

PRE_ROLL_FRAMES = 60
"""Frames before the voice that are decoded with it. The breath of an "h" is too soft for the VAD, and without the room
before the first word Vosk hears an "s" in noise as "the". Bench: hearing --ablation, "short pre-roll"."""
PRE_ROLL_IN_TALK_FRAMES = 30
"""The same where other people talk; more would include their words.
Bench: hearing --ablation, "long pre-roll in talk"."""
PRE_ROLL_OF_SENTENCE_FRAMES = 20
"""The same for the transcript of a sentence. Bench: spoken."""
FAR_ABOVE_TALK_DB = 26.0
"""Level above background talk at which the talk does no harm and the room counts as quiet.
Bench: hearing --only "four people" "four children"."""
TALK_PERCENTILE = 95
"""Percentile of the levels before the voice that is taken as the level of background talk.
Bench: hearing --only "four people" "four children"."""
TAIL_FRAMES = 12
"""Frames after the loudest segment that are decoded with it. Bench: hearing --only "four people" "four children"."""
TARGET_PEAK = 8000.0
"""Sample value to which a voice's peak is amplified. Far below it Vosk's dither drowns the voice.
Bench: hearing --only quiet telephone."""
MAX_PEAK = 4 * TARGET_PEAK
"""Sample value above which the amplified voice would clip, so that the gain is chosen again. Not tuned."""
INITIAL_GAIN = 100.0
"""Gain until the first loud sample is known. Bench: hearing --only quiet."""
NO_SAMPLES: Samples = np.zeros(0, dtype=np.int16)

Frame = tuple[Samples, float]
"""The samples of one frame, and its level in dB (0 if it is not speech)."""


class Utterance:
    """The frames of one utterance, from shortly before the voice."""

    def __init__(self, before: Sequence[Frame] = (), *, has_background_talk: bool = False) -> None:
        """Start an utterance after the frames in `before`."""
        pre_roll = PRE_ROLL_IN_TALK_FRAMES if has_background_talk else PRE_ROLL_FRAMES
        self._pre_roll_limit = pre_roll
        self._room = before[:-pre_roll]
        self.frames = list(before[-pre_roll:])
        self._pre_roll_frames = len(self.frames)
        self._has_background_talk = has_background_talk
        self._gain = INITIAL_GAIN
        self._suppressor = NoiseSuppressor(self._noise)
        self._decoded: list[Samples] = []
        self._frames_taken = 0

    @property
    def duration_s(self) -> float:
        """Seconds including the pre-roll."""
        return len(self.frames) * FRAME_S

    @property
    def since_onset_s(self) -> float:
        """Seconds without the pre-roll."""
        return (len(self.frames) - self._pre_roll_frames) * FRAME_S

    @property
    def raw_samples(self) -> Samples:
        """The audio as it was recorded."""
        return join_frames(self.frames)

    @property
    def decoded_samples(self) -> Samples:
        """The audio as the decoders got it."""
        return np.concatenate([NO_SAMPLES, *self._decoded])

    @property
    def sentence_samples(self) -> Samples:
        """The same with less of the room before the voice, which Moonshine takes for words."""
        surplus = max(0, self._pre_roll_frames - PRE_ROLL_OF_SENTENCE_FRAMES)
        return self.decoded_samples[surplus * FRAME_SAMPLES :]

    @property
    def peak_db(self) -> float:
        """The peak level of the voice."""
        return peak_level_db(frame_levels(self.frames))

    @cached_property
    def talk_db(self) -> float:
        """The level of background talk before the voice; 0 if there was none."""
        return peak_level_db(frame_levels(self._room), TALK_PERCENTILE) if self._has_background_talk else 0.0

    @cached_property
    def _noise(self) -> Samples:
        """The frames before the voice that are not speech."""
        return join_frames([frame for frame in self._room if not frame[1]])

    @property
    def is_in_quiet_room(self) -> bool:
        """Whether silence follows the voice, not just a lull."""
        return not self._has_background_talk or self.peak_db > self.talk_db + FAR_ABOVE_TALK_DB

    def has_room_frames(self, count: int) -> bool:
        """Return whether at least this much of the room before the utterance is known."""
        return len(self._room) >= count

    def take_new_samples(self, *, restart: bool) -> tuple[Samples, bool]:
        """Return the amplified audio that the decoders have not got yet, and whether they must start again.

        They start again, with the whole utterance, if `restart` is set or if the earlier audio was amplified too much
        because only the soft beginning of the voice was known.
        """
        new = self.frames[self._frames_taken :]
        if not new:
            return NO_SAMPLES, False
        peak = peak_sample(join_frames(new))
        if peak * self._gain > MAX_PEAK:
            self._gain, restart = max(1.0, TARGET_PEAK / peak), True
        if restart:
            self._decoded, self._suppressor, new = [], NoiseSuppressor(self._noise), self.frames
        self._frames_taken = len(self.frames)
        suppressed = self._suppressor.feed(join_frames(new))
        self._decoded.append(suppressed if self._gain == 1.0 else to_int16(suppressed * self._gain))
        return self._decoded[-1], restart

    def loudest_segment(self) -> tuple[int, int]:
        """Return the first frame and the end of the voice that is louder than the background talk."""
        return loudest_segment(frame_levels(self.frames))

    def amplified_segment(self, first: int, end: int) -> Samples:
        """Return these frames with a little before and after them, amplified."""
        voice = join_frames(self.frames[max(0, first - self._pre_roll_limit) : end + TAIL_FRAMES])
        return to_int16(voice * (TARGET_PEAK / peak_sample(voice)))


def join_frames(frames: Sequence[Frame]) -> Samples:
    """Return the samples of these frames."""
    return np.concatenate([NO_SAMPLES, *(samples for samples, _ in frames)])


def frame_levels(frames: Sequence[Frame]) -> NDArray[np.float64]:
    """Return the levels of these frames in dB."""
    return np.array([level for _, level in frames], dtype=np.float64)


def peak_sample(samples: Samples) -> int:
    """Return the largest absolute sample value, at least 1."""
    return max(1, int(np.abs(samples.astype(np.int32)).max()))
