"""The speaker: plays one piece of sound at a time, in small blocks, so that a word can be cut off within a tenth of a
second.

The stream stays open between two pieces and plays silence, so that the next word does not wait for it. The backend asks
for each block on a thread that must not wait; there a block is copied and nothing else. A speaker that was unplugged
simply stops asking: whoever waits for the end of a piece notices, opens the stream again and goes on where it was.

A player of a named device never plays anywhere else: what is meant for one player's headphones is not for the room.
Sound servers move a stream to another speaker when its own is unplugged, and say nothing; so when a sound card has come
or gone since the stream was opened, it is opened again, by its name, before another word.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from narrator.speech.devices import backend as devices
from narrator.speech.devices.backend import Direction, Format, NoSound, OpenStream, PassOn, Stream, StreamUser
from narrator.speech.pcm import Pcm, Samples, to_int16

RATE = 22_050  # what most voices speak at, so that their sound need not be changed
BLOCK = 0.010  # seconds that are asked for at a time
LATENCY = 0.040  # seconds that wait before the speaker: more and stopping takes long, fewer and a busy machine stutters
FADE = 0.005  # seconds in which a stopped sound dies away, so that it does not click
PATIENCE = 0.5  # seconds without a question after which the speaker is taken for gone
WAKING = 2.5  # seconds more that a speaker may take when it has just been opened: those without a wire sleep
RETRIES = 6  # so many times that long before a speaker that was not there is looked for again

GONE = "The speaker is gone. Everything is still written on the screen."
BACK = "The speaker is back."
NEVER_WAS = "There is no speaker here. Everything is written on the screen."


class Playhead:
    def __init__(self, pcm: Pcm) -> None:
        self._pcm = pcm
        self._rate = pcm.rate
        self._samples = pcm.samples
        self._position = 0
        self.stopped = False
        self.over = threading.Event()

    @property
    def seconds(self) -> float:
        return min(self._pcm.seconds, self._position / self._rate)

    def fit(self, rate: int) -> None:
        """Get ready for a speaker of this rate; the place stays the same."""
        self._position = round(self._position * rate / self._rate)
        self._samples, self._rate = self._pcm.resampled(rate).samples, rate

    def fill(self, block: NDArray[np.int32]) -> None:
        """Add the next samples to the block; a few softer and softer ones once it was stopped."""
        end = min(self._position + len(block), len(self._samples))
        if self.stopped:
            end = min(end, self._position + round(FADE * self._rate))
        part = self._samples[self._position : end].astype(np.int32)
        if self.stopped:
            part = (part * np.linspace(1, 0, len(part))).astype(np.int32)
        block[: len(part)] += part
        self._position = end
        if self.stopped or end >= len(self._samples):
            self.over.set()


class Playback(StreamUser):
    """Plays on a speaker: the system's choice, or the one of this name."""

    def __init__(
        self,
        device: str | None = None,
        *,
        tell: Callable[[str], None] = lambda sentence: None,
        played: Callable[[Pcm], None] | None = None,
        open_stream: OpenStream | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """`tell` gets a sentence when the speaker is gone or back, `played` a copy of every block (see `echo`)."""
        super().__init__()
        self.volume = 1.0  # of what is in the pieces; changes at once, in the middle of a word
        self.underflows = 0  # how often the speaker had to wait for us, which is heard as a stutter
        self._tell, self._played = tell, played
        self._open_stream = open_stream or (lambda ask: open_speaker(ask, device))
        self._named = device is not None
        self._cards = ""
        self._patience, self._retry = patience, RETRIES * patience
        self._rate = RATE
        self.latency = LATENCY  # seconds between a block and the air
        self._piece: Playhead | None = None
        self._filling: Playhead | None = None  # the same piece, while there is a speaker for it
        self._music: Pcm | None = None
        self._beneath: Samples | None = None
        self._beneath_at = 0
        self._asked = 0.0  # when the speaker asked last
        self._sounding_until = 0.0
        self._tried = 0.0
        self._fruitless = 0  # how often the stream was opened without ever asking for anything
        self._missing = self._was = False
        self._turn = threading.Lock()  # one piece after the other

    # --- what others do ----------------------------------------------------------------------------

    def open(self) -> bool:
        """Have the speaker ready, so that the first word need not wait. False: there is none."""
        if not self._alive() and self._turn.acquire(blocking=False):  # else a piece is playing, which sees to it
            try:
                return self._recover()
            finally:
                self._turn.release()
        return self._alive()

    def play(self, pcm: Pcm) -> float:
        """Play it, and come back when it is over or was stopped: after so many seconds of it.

        Without a speaker nothing sounds and nobody waits.
        """
        with self._turn:
            self._piece = piece = Playhead(pcm)
            try:
                while not piece.over.is_set() and not piece.stopped and (self._alive() or self._recover()):
                    if self._filling is not piece:
                        piece.fit(self._rate)
                        self._filling = piece
                    piece.over.wait(self._patience)
            finally:
                self._piece = self._filling = None
            return piece.seconds

    def stop(self) -> None:
        piece = self._piece
        if piece is not None:
            piece.stopped = True

    def beneath(self, music: Pcm | None) -> None:
        """Play this under everything else, over and over, until it is to end."""
        self._music = music if music is not None and len(music.samples) else None
        self._beneath_at = 0
        self._fit_music()
        if self._music is not None:
            self.open()

    @property
    def sounding(self) -> bool:
        """Whether something is in the air, or on its way there."""
        return self._piece is not None or monotonic() < self._sounding_until

    @property
    def busy(self) -> bool:
        return self._alive() and (self._filling is not None or self._beneath is not None)

    def close(self) -> None:
        self.stop()
        with self._turn, devices.opening():
            self.let_go()

    # --- the callback ------------------------------------------------------------------------------

    def _ask(self, out: Samples, late: bool) -> None:
        """Fill a block: the piece that is playing, what is beneath it, or silence."""
        self._asked = monotonic()
        self._fruitless = 0
        self.underflows += late
        piece, beneath = self._filling, self._beneath
        if piece is None and beneath is None:  # most of the time; it should cost next to nothing
            out.fill(0)
        else:
            out[:] = to_int16(self._mixed(len(out), piece, beneath) * self.volume)
        if self._played is not None:
            self._played(Pcm(out.copy(), self._rate))

    def _mixed(self, count: int, piece: Playhead | None, beneath: Samples | None) -> NDArray[np.int32]:
        block = np.zeros(count, dtype=np.int32)
        if piece is not None and not piece.over.is_set():
            piece.fill(block)
            self._sounding_until = self._asked + self.latency
        if beneath is not None:
            place = self._beneath_at
            block += np.take(beneath, np.arange(place, place + count), mode="wrap")
            self._beneath_at = (place + count) % len(beneath)
        return block

    # --- the speaker -------------------------------------------------------------------------------

    def _alive(self) -> bool:
        if self._stream is None or monotonic() - self._asked >= self._patience:
            return False
        return not self._named or devices.cards() == self._cards

    def _recover(self) -> bool:
        """Open the stream again. False: there is no speaker; that is told once."""
        if self._missing and monotonic() - self._tried < self._retry:
            return False
        if self._fruitless > 1 or not self._open():
            self._fruitless = 0
            if not self._missing:
                self._tell(GONE if self._was else NEVER_WAS)
            self._missing, self._tried = True, monotonic()
            return False
        self._was = True
        if self._missing:
            self._missing = False
            self._tell(BACK)
        return True

    def _open(self) -> bool:
        self._filling = None  # what cannot be heard does not keep anybody from looking for another speaker
        if self._try_to_open():
            return True
        with suppress(NoSound):
            return devices.look_again() and self._try_to_open()
        return False

    def _try_to_open(self) -> bool:
        with devices.opening():
            self.let_go()
            try:
                self._stream, self._rate = self._open_stream(self._ask)
            except NoSound:
                return False
            self.latency = self._stream.latency
            self._asked, self._cards = monotonic() + WAKING, devices.cards()
            self._fruitless += 1
            self._fit_music()
            return True

    def _fit_music(self) -> None:
        self._beneath = None if self._music is None else self._music.resampled(self._rate).samples


def open_speaker(ask: PassOn, name: str | None = None) -> tuple[Stream, int]:
    return devices.open_stream(Direction.SPEAKER, name, Format(RATE, BLOCK, LATENCY), ask)
