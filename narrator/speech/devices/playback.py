"""The speaker: plays one clip of audio at a time, in small blocks, so that it can be cut off within 0.1 s.

The stream stays open between two clips and plays silence, so that the next word starts without delay. The backend
requests each block on a thread that must not block; there a block is only copied. A speaker that was unplugged simply
stops requesting blocks: `play`, which waits for the end of its clip, notices, reopens the stream and continues.

A player of a named device never plays on another one: private lines in the headphones must not reach the room.
Sound servers move a stream to another speaker when its own is unplugged, without notice. So when a sound card was added
or removed since the stream was opened, the stream is reopened by its name before the next word.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from narrator.speech.devices import backend
from narrator.speech.devices.backend import (
    AudioCallback,
    AudioStream,
    AudioUnavailable,
    Direction,
    StreamFormat,
    StreamOpener,
    StreamOwner,
)
from narrator.speech.pcm import Pcm, Samples, to_int16

PLAYBACK_RATE = 22_050
"""The sample rate of most voices, to avoid resampling."""
PLAYBACK_BLOCK_S = 0.010
PLAYBACK_LATENCY_S = 0.040
"""The length of the buffer: a longer one delays stopping, a shorter one causes underruns on a busy machine."""
STOP_FADE_S = 0.005
"""The length of the fade-out of a stopped clip, which prevents a click."""
REQUEST_TIMEOUT_S = 0.5
"""Take the speaker for lost after this long without a request for a block."""
SPEAKER_WAKE_UP_S = 2.5
"""Additional time for the first request: wireless speakers sleep."""
RETRY_AFTER_TIMEOUTS = 6
"""Look for a missing speaker again after this many timeouts."""

SPEAKER_GONE = "The speaker is gone. Everything is still written on the screen."
SPEAKER_BACK = "The speaker is back."
NO_SPEAKER = "There is no speaker here. Everything is written on the screen."


class Playhead:
    """A clip that is being played, and the position in it."""

    def __init__(self, pcm: Pcm) -> None:
        self._pcm = pcm
        self._rate = pcm.rate
        self._samples = pcm.samples
        self._position = 0
        self.is_stopped = False
        self.finished = threading.Event()

    @property
    def seconds(self) -> float:
        """The position in seconds."""
        return min(self._pcm.seconds, self._position / self._rate)

    def set_rate(self, rate: int) -> None:
        """Resample for a speaker of this rate; keep the position in seconds."""
        self._position = round(self._position * rate / self._rate)
        self._samples, self._rate = self._pcm.resampled(rate).samples, rate

    def mix_into(self, block: NDArray[np.int32]) -> None:
        """Add the next samples to the block; after a stop, only a short fade-out."""
        end = min(self._position + len(block), len(self._samples))
        if self.is_stopped:
            end = min(end, self._position + round(STOP_FADE_S * self._rate))
        part = self._samples[self._position : end].astype(np.int32)
        if self.is_stopped:
            part = (part * np.linspace(1, 0, len(part))).astype(np.int32)
        block[: len(part)] += part
        self._position = end
        if self.is_stopped or end >= len(self._samples):
            self.finished.set()


class Playback(StreamOwner):
    """Plays on the default speaker, or on the one of this name."""

    def __init__(
        self,
        device: str | None = None,
        *,
        report: Callable[[str], None] = lambda sentence: None,
        on_played: Callable[[Pcm], None] | None = None,
        open_stream: StreamOpener | None = None,
        timeout_s: float = REQUEST_TIMEOUT_S,
    ) -> None:
        """Prepare to play.

        `report` gets a sentence when the speaker is lost or back, `on_played` a copy of every block (see `echo`).
        """
        super().__init__()
        self.volume = 1.0
        """The gain factor; changes take effect at once, in the middle of a word."""
        self.underruns = 0
        """How often the speaker had to wait for a block, which is heard as a stutter."""
        self.latency = PLAYBACK_LATENCY_S
        """Seconds between a block and the air."""
        self._report, self._on_played = report, on_played
        self._open_stream = open_stream or (lambda callback: open_speaker(callback, device))
        self._is_named = device is not None
        self._sound_cards = ""
        self._timeout_s, self._retry_s = timeout_s, RETRY_AFTER_TIMEOUTS * timeout_s
        self._rate = PLAYBACK_RATE
        self._clip: Playhead | None = None
        self._audible_clip: Playhead | None = None
        """The same clip, while there is a speaker that plays it."""
        self._music: Pcm | None = None
        self._background: Samples | None = None
        """The music at the rate of the stream."""
        self._background_position = 0
        self._requested_at = 0.0
        self._audible_until = 0.0
        self._tried_at = 0.0
        self._opened_in_vain = 0
        """How often the stream was opened without ever requesting a block."""
        self._is_missing = self._was_found = False
        self._turn = threading.Lock()
        """Held by the caller whose clip is playing."""

    # --- called from any thread --------------------------------------------------------------------

    def open(self) -> bool:
        """Open the speaker ahead of the first word. Return whether there is one."""
        if not self._is_alive() and self._turn.acquire(blocking=False):  # else `play` opens it
            try:
                return self._recover()
            finally:
                self._turn.release()
        return self._is_alive()

    def play(self, pcm: Pcm) -> float:
        """Play the clip to its end or until it is stopped. Return the position at which it ended, in seconds.

        Return at once without a speaker.
        """
        with self._turn:
            self._clip = clip = Playhead(pcm)
            try:
                while not clip.finished.is_set() and not clip.is_stopped and (self._is_alive() or self._recover()):
                    if self._audible_clip is not clip:
                        clip.set_rate(self._rate)
                        self._audible_clip = clip
                    clip.finished.wait(self._timeout_s)
            finally:
                self._clip = self._audible_clip = None
            return clip.seconds

    def stop(self) -> None:
        """Cut off the clip that is playing."""
        clip = self._clip
        if clip is not None:
            clip.is_stopped = True

    def set_background(self, music: Pcm | None) -> None:
        """Loop this music under everything else, until None is given."""
        self._music = music if music is not None and len(music.samples) else None
        self._background_position = 0
        self._resample_music()
        if self._music is not None:
            self.open()

    @property
    def is_audible(self) -> bool:
        """Whether a clip is playing or still in the speaker's buffer."""
        return self._clip is not None or monotonic() < self._audible_until

    @property
    def is_busy(self) -> bool:
        return self._is_alive() and (self._audible_clip is not None or self._background is not None)

    def close(self) -> None:
        """Stop and release the speaker."""
        self.stop()
        with self._turn, backend.exclusive_access():
            self.close_stream()

    # --- the callback ------------------------------------------------------------------------------

    def _callback(self, out: Samples, late: bool) -> None:
        """Fill a block with the clip and the background, or with silence."""
        self._requested_at = monotonic()
        self._opened_in_vain = 0
        self.underruns += late
        clip, background = self._audible_clip, self._background
        if clip is None and background is None:  # the usual case, which must be cheap
            out.fill(0)
        else:
            out[:] = to_int16(self._mix(len(out), clip, background) * self.volume)
        if self._on_played is not None:
            self._on_played(Pcm(out.copy(), self._rate))

    def _mix(self, count: int, clip: Playhead | None, background: Samples | None) -> NDArray[np.int32]:
        block = np.zeros(count, dtype=np.int32)
        if clip is not None and not clip.finished.is_set():
            clip.mix_into(block)
            self._audible_until = self._requested_at + self.latency
        if background is not None:
            start = self._background_position
            block += np.take(background, np.arange(start, start + count), mode="wrap")
            self._background_position = (start + count) % len(background)
        return block

    # --- the speaker -------------------------------------------------------------------------------

    def _is_alive(self) -> bool:
        if self._stream is None or monotonic() - self._requested_at >= self._timeout_s:
            return False
        return not self._is_named or backend.read_sound_cards() == self._sound_cards

    def _recover(self) -> bool:
        """Reopen the stream. Without a speaker, report it once and return False."""
        if self._is_missing and monotonic() - self._tried_at < self._retry_s:
            return False
        if self._opened_in_vain > 1 or not self._open():
            self._opened_in_vain = 0
            if not self._is_missing:
                self._report(SPEAKER_GONE if self._was_found else NO_SPEAKER)
            self._is_missing, self._tried_at = True, monotonic()
            return False
        self._was_found = True
        if self._is_missing:
            self._is_missing = False
            self._report(SPEAKER_BACK)
        return True

    def _open(self) -> bool:
        self._audible_clip = None  # an inaudible clip must not prevent a refresh of the devices
        if self._try_to_open():
            return True
        with suppress(AudioUnavailable):
            return backend.refresh_devices() and self._try_to_open()
        return False

    def _try_to_open(self) -> bool:
        with backend.exclusive_access():
            self.close_stream()
            try:
                self._stream, self._rate = self._open_stream(self._callback)
            except AudioUnavailable:
                return False
            self.latency = self._stream.latency
            self._requested_at = monotonic() + SPEAKER_WAKE_UP_S
            self._sound_cards = backend.read_sound_cards()
            self._opened_in_vain += 1
            self._resample_music()
            return True

    def _resample_music(self) -> None:
        self._background = None if self._music is None else self._music.resampled(self._rate).samples


def open_speaker(callback: AudioCallback, name: str | None = None) -> tuple[AudioStream, int]:
    """Open the speaker of this name, or the default one."""
    stream_format = StreamFormat(PLAYBACK_RATE, PLAYBACK_BLOCK_S, PLAYBACK_LATENCY_S)
    return backend.open_stream(Direction.SPEAKER, name, stream_format, callback)
