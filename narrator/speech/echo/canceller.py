"""Echo cancellation (AEC): what was played is taken out of what was heard, frame by frame.

Two steps. An *adaptive filter* learns the way from the speaker through the room to the microphone and subtracts what it
expects of the echo. What it does not know yet, the *suppressor* takes out pitch by pitch, and with it some of whoever
speaks at that very moment and pitch; so the better the filter, the less of a child is lost.

The filter is a Kalman filter in the frequency domain, in blocks of a frame (Enzner and Vary 2006): for every pitch and
every frame of the echo's length it keeps how strong the echo is and how unsure it is of that. While somebody speaks
over the narrator it learns slowly by itself, because what it hears is then mostly not its doing; nobody has to decide
who is speaking. And how unsure it is tells the suppressor how much echo must be left. It is plain arithmetic in numpy:
it runs wherever the rest does, in about 3 % of a core and only while something is played.

How unsure it is at the very beginning must be right, or it learns noise by heart: so it first listens for half a second
how loud the speaker comes back at all.

What is left after all that is either somebody who speaks, or a crumb of the echo. The two are told apart by which part
of the frame's power got through the suppressor (`others`): of the narrator alone hardly ever a twelfth, of somebody
who speaks into an echo four times as strong as a rule half. Crumbs are swept away (a gate), so that no answer begins
with them.

Until the filter has shown what it can do, in the first seconds of an evening or when the streams have lost step, only
what is much louder than any echo gets through, and at first nothing: else the narrator would hear itself.

A microphone and a speaker that run by two clocks drift apart, by up to two samples in ten thousand, and no filter
learns a room that moves. But the filter's own slow turning tells the drift to a millionth (`drift`), and whoever brings
the played sound to our rate can make up for it (see `echo`).
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.speech.pcm import Samples, to_int16

Numbers: TypeAlias = NDArray[np.float64]

FRAME = 320  # samples, 20 ms: of a frame, and of each block of the filter
BLOCKS = 20  # frames that an echo may last, its delay on the way out and in included: 0.4 s
LISTENS = 25  # frames of something played in which it only listens how loud that comes back
DOUBT = 3.0  # how much stronger than it sounded, in power, an echo may be at first
KEPT = 0.999  # how much of what it knows the filter still believes a frame later: people move, and clocks drift
CALM = 0.8  # how much of the last frame's sound is kept when the loudness of everything but the echo is judged
LEAST = 0.01
"""To which part a pitch is made softer at most; but never below the room, or every breath would stand out from it."""
CREEPS = 1.01  # by how much the room may seem louder from frame to frame: its power is the least that was heard lately
DIES = 0.6  # how much of the expected rest of the echo is still expected a frame later
SHOWN = 0.03  # which part of the echo the filter may leave to be believed: it takes out 15 dB
WEAK = 0.05  # an echo that is only such a part of what is heard does no harm
AT_FIRST = 250  # frames on trial, at most, in which nothing gets through; after them a weak echo is known as weak
LOUDER = 3.0  # how much louder than the echo a voice must be until the filter is believed, in power
CRUMB = 0.1  # which part of a frame's power must be somebody else's to be let through
HANGS = 0.85  # how much of that part still counts a frame later: words have soft ends
LONG = 0.98  # how much of the last frame is kept in what is judged over a second
WINDOW = np.sqrt(np.hanning(2 * FRAME + 1)[:-1])
SPEECH, VOWELS = slice(6, 300), slice(6, 140)
"""The pitches by which speech is told from a crumb, hum being neither; and those that somebody must have said
something in, because a hiss of the narrator's is learned last."""
LOW = slice(4, 120)
"""The pitches by which the drift is told, up to 3 kHz: above, the filter may have turned all the way round."""


class EchoCanceller:
    """Give it, frame by frame, what was heard and what was played meanwhile. It answers one frame late."""

    def __init__(self) -> None:
        self._played = np.zeros((BLOCKS, FRAME + 1), dtype=np.complex128)
        """The spectra of what was played, the latest first."""
        self._other = np.full(FRAME + 1, 1e3 * FRAME)  # the power of everything but the echo
        self._before = np.zeros(FRAME), np.zeros(FRAME)  # the frames before: as played, and without the echo
        self._left = np.zeros(FRAME + 1)
        self._room = self._smooth = np.ones(FRAME + 1)
        self._tail = np.zeros(FRAME)
        self.others = 1.0  # which part of the power of the frame that was given out last is not the echo's
        self._hangs = 0.0
        self.begin_anew()

    def begin_anew(self) -> None:
        """The way from the speaker to the microphone is not known, or another one."""
        self._way = np.zeros_like(self._played)  # how the room sounds from the speaker to the microphone
        self._then = self._way
        self._unsure = np.zeros(self._way.shape)  # the variance of that
        self._listened = 0  # frames of something played, as far as they were needed to know how loud it comes back
        self._comes_back = np.zeros(FRAME + 1), np.full(FRAME + 1, 1e3)
        """The power of what was heard in them, and of what had been played."""
        self._doubtful()

    def _doubtful(self) -> None:
        """The filter has to show anew what it can do."""
        self._frames: int | None = 0  # in which it was tried; none any more when it is believed
        self._coupling = np.zeros(FRAME + 1), np.full(FRAME + 1, 1e3)
        """The power of what was heard and of what was played, over a second."""
        self._proof = np.array([1.0, 1.0, 0.0])
        """The power of what is left, of what was heard and of the echo in it, over a second."""

    def believe(self) -> None:
        """Nothing comes back, so there is nothing to show."""
        self._frames = None

    def skip(self, near: Samples) -> Samples:
        """Nothing has been played for a while: the frame before, as it was heard."""
        before, now = self._before[1], near.astype(np.float64)
        self._before, self._tail = (np.zeros(FRAME), now), before * WINDOW[FRAME:] ** 2
        self._played[:] = 0
        self.others = 1.0
        self._know_the_room(np.abs(np.fft.rfft(np.concatenate([before, now]) * WINDOW)) ** 2)
        return to_int16(before)

    def process(self, near: Samples, far: Samples) -> Samples:
        """The frame before this one, without what was played."""
        rest, expected = self._cancel(near.astype(np.float64), far.astype(np.float64))
        before, self._before = self._before[1], (far.astype(np.float64), rest)
        return self._suppress(np.concatenate([before, rest]), expected)

    def unsettle(self) -> None:
        """The two streams have lost step: what is known of the room is believed no more."""
        self._unsure += np.abs(self._way) ** 2
        self._doubtful()

    def drift(self) -> float:
        """By how many samples the way became longer since this was asked last: the two clocks differ."""
        then, self._then = self._then, self._way.copy()
        turned = np.sum(self._way * then.conj(), axis=0)[LOW]
        pitch = np.pi / FRAME * np.arange(FRAME + 1)[LOW]
        weight = pitch * np.abs(turned)
        return float(-np.sum(weight * np.angle(turned)) / max(1e-12, float(np.sum(weight * pitch))))

    def _cancel(self, near: Numbers, far: Numbers) -> tuple[Numbers, Numbers]:
        """What is left without the echo as far as it is known; and how much echo is still in it, pitch by pitch."""
        self._played[1:] = self._played[:-1]
        self._played[0] = np.fft.rfft(np.concatenate([self._before[0], far]))
        power = self._played.real**2 + self._played.imag**2
        echo = np.fft.irfft(np.sum(self._played * self._way, axis=0))[FRAME:]
        rest = near - echo
        error = np.fft.rfft(np.concatenate([np.zeros(FRAME), rest]))
        heard = np.abs(error) ** 2
        if self._listened < LISTENS:
            self._listen(heard, power)
        left = 0.5 * np.sum(power * self._unsure, axis=0)
        self._other = CALM * self._other + (1 - CALM) * heard
        gain = self._unsure / (left + self._other + 1e-3)
        step = np.fft.irfft(gain * self._played.conj() * error, axis=1)
        step[:, FRAME:] = 0  # a block of the filter is no longer than a frame
        self._way += np.fft.rfft(step, axis=1)
        learned = np.maximum(0, 1 - 0.5 * gain * power)
        self._unsure = KEPT**2 * learned * self._unsure + (1 - KEPT**2) * np.abs(self._way) ** 2
        return rest, left if self._frames is None else np.maximum(left, self._at_most(near, echo, rest))

    def _listen(self, heard: Numbers, power: Numbers) -> None:
        """How loud what is played comes back; that is how much there is to learn at first."""
        before, sent = self._comes_back
        self._comes_back = before + heard, sent + 0.5 * np.sum(power, axis=0)
        self._listened += 1
        if self._listened == LISTENS:
            found = np.maximum(self._comes_back[0] / self._comes_back[1], 1e-7)  # who knows no doubt learns nothing
            self._unsure[:] = DOUBT * np.convolve(np.pad(found, 4, mode="edge"), np.ones(9) / 9, mode="valid")
            self._other = 0.1 * heard

    def _at_most(self, near: Numbers, echo: Numbers, rest: Numbers) -> Numbers:
        """As much echo as there can be, by how loud what was played came back so far: the filter is still on trial."""
        assert self._frames is not None
        self._frames += 1
        played = np.max(np.abs(self._played) ** 2, axis=0)
        spectrum: Numbers = np.abs(np.fft.rfft(np.concatenate([np.zeros(FRAME), near]))) ** 2
        heard, sent = self._coupling
        self._coupling = LONG * heard + (1 - LONG) * spectrum, LONG * sent + (1 - LONG) * played
        self._proof = LONG * self._proof + (1 - LONG) * np.array([rest @ rest, near @ near, echo @ echo])
        left, all_of_it, of_echo = self._proof
        known = self._frames > AT_FIRST
        if left < SHOWN * all_of_it or (known and of_echo < WEAK * all_of_it):
            self._frames = None
        most: Numbers = LOUDER * self._coupling[0] / self._coupling[1] * played if known else 100 * spectrum
        return most

    def _suppress(self, both: Numbers, expected: Numbers) -> Samples:
        """Each pitch of these two frames is made softer as far as it is the rest of the echo (spectral subtraction)."""
        spectrum = np.fft.rfft(both * WINDOW)
        self._left = np.maximum(expected, DIES * self._left)
        power = np.abs(spectrum) ** 2 + 1e-9
        self._know_the_room(power)
        least = np.clip(np.sqrt(self._room / power), LEAST, 1)
        gains = np.maximum(1 - self._left / power, 0)
        through = power * gains**2
        self.others = float(np.sum(through[VOWELS]) / np.sum(power[VOWELS]))
        self._hangs = max(float(np.sum(through[SPEECH]) / np.sum(power[SPEECH])), HANGS * self._hangs)
        softer = np.fft.irfft(spectrum * (np.maximum(gains, least) if self._hangs > CRUMB else least)) * WINDOW
        out, self._tail = self._tail + softer[:FRAME], softer[FRAME:]
        return to_int16(out)

    def _know_the_room(self, power: Numbers) -> None:
        """How loud the room is by itself: the least that was heard of each pitch lately."""
        self._smooth = CALM * self._smooth + (1 - CALM) * power
        self._room = np.minimum(CREEPS * self._room + 1, self._smooth)
