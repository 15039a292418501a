"""Remove the narrator's own voice from what the microphone records, so that players can answer while it speaks.

The canceller (`canceller.py`) needs both streams aligned: for every recorded frame, what was played at the same time.
The player delivers its blocks, silence included, and the microphone its frames, each in its own rhythm and by its own
clock. So the played blocks are buffered here for a moment, and resampled slightly faster or slower to follow the drift
between the clocks. After a gap in one of the streams they are aligned again, and the canceller's filter is distrusted.

A wireless speaker plays up to two seconds late, and the filter covers only 0.4 s. So until the canceller has proven
itself, the delay between the streams is measured, and the played blocks are held back as long. Without that, the
narrator would take its own voice for a player's and answer itself.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from queue import Empty, SimpleQueue

import numpy as np

from narrator.speech.echo.canceller import ECHO_FRAME_SAMPLES, EchoCanceller
from narrator.speech.pcm import Pcm, Samples, StreamResampler, rms_dbfs
from narrator.speech.room import MAX_PLAYBACK_DELAY_S, RoomTrouble, delay_between

ECHO_RATE = 16_000
STARTING_BUFFER_S = 0.03
"""The length of the buffer of played audio when the streams are aligned, so that no frame has to wait."""
MAX_BUFFER_S = 0.3
"""Align the streams again above this: the echo would be recorded before its playback is processed."""
MAX_ECHO_S = 1.0
"""How long an echo may stay in the room and in the devices' buffers."""
DRIFT_INTERVAL_FRAMES = 25
"""The number of played frames between two measurements of the clock drift."""
DRIFT_STEP = 0.7
"""The share of a measured drift that is corrected at once; less if its effect shows only after several measurements."""
MAX_REMEMBERED_FRAMES = 1000
"""The number of frames whose levels are kept: longer than any utterance."""
LOUD_FRAMES = 4
"""The number of loudest frames that decide about an utterance: a vowel is longer."""
MAX_DRIFT = 5e-4
"""The largest relative difference between two clocks."""
DELAY_SEARCH_S = 4.0
"""The length of both streams that is searched for the delay."""
DELAY_INTERVAL_FRAMES = 50
"""The number of played frames between two searches for the delay. Two equal results in a row are believed."""
NO_ECHO_SEARCHES = 3
"""Trust the canceller after this many searches without an echo: the players wear headphones."""
MAX_CANCELLER_DELAY_S = 0.2
"""The longest delay that the filter covers without holding back the playback."""
DELAY_MARGIN_S = 0.04
"""How long before the echo the delayed playback starts."""


class SpeechOrigin(Enum):
    """The speaker of an utterance that was recorded while the narrator spoke.

    The values are limits: the largest attenuation in decibels from the recording to the cleaned utterance, and the
    smallest share of other sound in its loudest frames.
    """

    PLAYER = 15.0, 0.5
    PERHAPS_PLAYER = 20.0, 0.25
    """A player, unless the narrator itself just said these words."""
    OWN_ECHO = np.inf, 0.0


class AlignedEchoCanceller:
    """Aligns playback and recording and removes the one from the other."""

    def __init__(self, report: Callable[[RoomTrouble], None] = lambda trouble: None) -> None:
        """Start without knowledge of the room. `report` gets what players should change about the speaker."""
        self._report = report
        self.drift = 0.0
        """The relative speed difference of the microphone's clock from the speaker's."""
        self._canceller = EchoCanceller()
        self._blocks: SimpleQueue[Pcm] = SimpleQueue()
        self._resampler: StreamResampler | None = None
        self._buffer = np.zeros(0, dtype=np.int16)
        self._is_aligned = False
        self._recorded_past = self._played_past = np.zeros(round(DELAY_SEARCH_S * ECHO_RATE), dtype=np.int16)
        """The last seconds of both streams."""
        self._held_back_samples = 0
        """By how many samples the playback is held back, because the speaker plays late."""
        self._delay: float | None = None
        """The last measured delay in seconds; None if no echo was found."""
        self._searches_without_echo = 0
        self._silence_s = MAX_ECHO_S
        self._played_frames = 0
        """The number of frames with playback."""
        self._levels: deque[tuple[float, float, float]] = deque(maxlen=MAX_REMEMBERED_FRAMES)
        """Of the last frames: the level as recorded, the level after cleaning, and the share that is not echo."""
        self._frames = 0

    def add_playback(self, block: Pcm) -> None:
        """Take note of a block given to the speaker. Called from the audio callback, so it must not block."""
        self._blocks.put(block)

    def clean_frame(self, frame: Samples) -> Samples:
        """Return the previous frame without what was played. Call it for every frame, from one thread only."""
        count = len(frame)
        self._recorded_past = np.concatenate([self._recorded_past[count:], frame])
        self._played_past = np.concatenate([self._played_past[count:], self._next_playback(count)])
        played = self._played_past[len(self._played_past) - self._held_back_samples - count :][:count]
        self._silence_s = 0.0 if played.any() else self._silence_s + count / ECHO_RATE
        if self._silence_s > MAX_ECHO_S:  # nothing to subtract; then listening should cost next to nothing
            cleaned = self._canceller.skip(frame)
        else:
            cleaned = self._canceller.process(frame, played)
        self._levels.append((rms_dbfs(frame), rms_dbfs(cleaned), self._canceller.other_share))
        self._frames += 1
        if self._silence_s == 0.0:
            self._played_frames += 1
            if self._played_frames % DRIFT_INTERVAL_FRAMES == 0:
                self._follow_drift()
            if self._played_frames % DELAY_INTERVAL_FRAMES == 0:
                self._follow_delay()
        return cleaned

    def origin_of(self, start: float, end: float) -> SpeechOrigin:
        """Return who spoke between these two seconds since the first frame."""
        first = self._frames - len(self._levels)
        frames_per_s = ECHO_RATE / ECHO_FRAME_SAMPLES
        levels = list(self._levels)[max(0, round(start * frames_per_s) - first) : round(end * frames_per_s) + 2 - first]
        if len(levels) < LOUD_FRAMES:
            return SpeechOrigin.PERHAPS_PLAYER
        loudest = sorted(((cleaned, share) for _, cleaned, share in levels), reverse=True)[: 2 * LOUD_FRAMES]
        attenuation = sorted(recorded for recorded, _, _ in levels)[-LOUD_FRAMES] - loudest[LOUD_FRAMES - 1][0]
        other_share = sorted(share for _, share in loudest)[-LOUD_FRAMES]
        return next(
            origin for origin in SpeechOrigin if attenuation <= origin.value[0] and other_share >= origin.value[1]
        )

    def close(self) -> None:
        """Release the resampler."""
        if self._resampler is not None:
            self._resampler.close()

    def _next_playback(self, count: int) -> Samples:
        """Return the next `count` samples of playback; silence until the streams are aligned."""
        with suppress(Empty):
            while True:
                self._buffer = np.concatenate([self._buffer, self._resample(self._blocks.get_nowait())])
        buffered = len(self._buffer)
        if self._is_aligned and not count <= buffered < MAX_BUFFER_S * ECHO_RATE:
            self._is_aligned = False
            self._canceller.distrust()
        if not self._is_aligned:
            if buffered < count + STARTING_BUFFER_S * ECHO_RATE:
                return np.zeros(count, dtype=np.int16)
            self._buffer = self._buffer[-count - round(STARTING_BUFFER_S * ECHO_RATE) :]
            self._is_aligned = True
        played, self._buffer = self._buffer[:count], self._buffer[count:]
        return played

    def _resample(self, block: Pcm) -> Samples:
        if block.rate == ECHO_RATE:  # a headset: one device, one clock
            return block.samples
        if self._resampler is None or self._resampler.source_rate != block.rate:
            self.close()
            self._resampler = StreamResampler(block.rate, ECHO_RATE)
            self._apply_drift()
        return self._resampler.process(block.samples)

    def _follow_delay(self) -> None:
        """Hold back the playback if its echo comes too late for the canceller."""
        played, recorded = Pcm(self._played_past, ECHO_RATE), Pcm(self._recorded_past, ECHO_RATE)
        previous, self._delay = self._delay, delay_between(played, recorded)
        self._searches_without_echo = self._searches_without_echo + 1 if self._delay is None else 0
        if self._searches_without_echo >= NO_ECHO_SEARCHES:
            self._canceller.skip_trial()
        if self._delay is None or previous is None or abs(self._delay - previous) > DELAY_MARGIN_S:
            return
        if not 0 <= self._delay - self._held_back_samples / ECHO_RATE <= MAX_CANCELLER_DELAY_S:
            self._held_back_samples = max(0, round((self._delay - DELAY_MARGIN_S) * ECHO_RATE))
            self._canceller.reset()
            if self._delay > MAX_PLAYBACK_DELAY_S:
                self._report(RoomTrouble.LATE)

    def _follow_drift(self) -> None:
        interval = DRIFT_INTERVAL_FRAMES * ECHO_FRAME_SAMPLES
        measured = self._canceller.measure_drift() / interval
        step = DRIFT_STEP / (1 + self._held_back_samples / interval)
        self.drift = float(np.clip(self.drift + step * measured, -MAX_DRIFT, MAX_DRIFT))
        self._apply_drift()

    def _apply_drift(self) -> None:
        if self._resampler:
            self._resampler.set_target_rate(ECHO_RATE * (1 + self.drift))
