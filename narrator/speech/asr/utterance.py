"""One utterance as it sounds: the voice, and the room before it.

The recognisers get it piece by piece, amplified, with the noise of the room softer. In a quiet room all of it is
judged. In a noisy one, where others talk before, during and after it, only what stands out, as it was: what makes their
talk softer takes the consonants of the voice along.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from narrator.speech.asr.endpoint import SECONDS, island, loudness
from narrator.speech.asr.noise import Softener
from narrator.speech.pcm import Samples, to_int16

PRE_ROLL, PRE_ROLL_IN_TALK = 60, 30
"""Grains before a voice that go with it: the breath of an "h" is too soft to be caught, and the recogniser needs to
hear the room before the first word, or an "s" in noise becomes a "the". Where others talk it would hear their words."""
REMEMBERED = 300
"""Grains of the room that are kept, to know what it sounds like without the voice."""
QUIET = 26.0
"""Decibels by which a voice stands out from others' talk so far that it is no trouble."""
TAIL = 12
"""Grains after a voice that belong to it in a noisy room."""
CLEAR = 8000.0
"""The height to which the waves of a voice are brought; far below it the recogniser hears its own dither."""
LOUDEST = 4 * CLEAR
"""Above this a wave would be cut off."""
MOST_GAIN = 100.0
NOTHING: Samples = np.zeros(0, dtype=np.int16)

Moment = tuple[Samples, float]
"""A grain of sound, and its level as far as it counts."""


class Utterance:
    """Begins with the moment before the voice; `before` is all that is remembered of the room."""

    def __init__(self, before: Sequence[Moment] = (), *, among_talkers: bool = False) -> None:
        self._pre_roll = PRE_ROLL_IN_TALK if among_talkers else PRE_ROLL
        self._room = before[: -self._pre_roll]
        self.moments = list(before[-self._pre_roll :])
        self._before_it = len(self.moments)
        self._among_talkers = among_talkers
        self._gain = MOST_GAIN
        self._softener = Softener(self._noise)
        self._given: list[Samples] = []
        self._passed_on = 0

    @property
    def seconds(self) -> float:
        return len(self.moments) * SECONDS

    @property
    def since_it_began(self) -> float:
        """Seconds of it without the moment before."""
        return (len(self.moments) - self._before_it) * SECONDS

    @property
    def sound(self) -> Samples:
        """As it was."""
        return joined(self.moments)

    @property
    def given(self) -> Samples:
        """What the recognisers got."""
        return np.concatenate([NOTHING, *self._given])

    @property
    def loudness(self) -> float:
        return loudness(levels_of(self.moments))

    @cached_property
    def others(self) -> float:
        """How loud the room was before, but for its loudest moments, if others talked in it."""
        return loudness(levels_of(self._room), 95) if self._among_talkers else 0.0

    @cached_property
    def _noise(self) -> Samples:
        """What was heard before and was no speech."""
        return joined([moment for moment in self._room if not moment[1]])

    @property
    def in_a_quiet_room(self) -> bool:
        """Whether it leaves silence behind when it is over, and not only a lull."""
        return not self._among_talkers or self.loudness > self.others + QUIET

    def room_known_for(self, grains: int) -> bool:
        return len(self._room) >= grains

    def unheard(self, *, afresh: bool) -> tuple[Samples, bool]:
        """What the recognisers have not got yet; and whether it is all of it once more, because that was asked for or
        because what they got was only the soft beginning, amplified too much."""
        new = self.moments[self._passed_on :]
        if not new:
            return NOTHING, False
        loudest = highest(joined(new))
        if loudest * self._gain > LOUDEST:
            self._gain, afresh = max(1.0, CLEAR / loudest), True
        if afresh:
            self._given, self._softener, new = [], Softener(self._noise), self.moments
        self._passed_on = len(self.moments)
        softer = self._softener.feed(joined(new))
        self._given.append(softer if self._gain == 1.0 else to_int16(softer * self._gain))
        return self._given[-1], afresh

    def standing_out(self) -> tuple[int, int]:
        """From which grain to which it stands out from others' talk."""
        return island(levels_of(self.moments))

    def amplified(self, first: int, last: int) -> Samples:
        """From one grain to another, with a little before and after."""
        voice = joined(self.moments[max(0, first - self._pre_roll) : last + TAIL])
        return to_int16(voice * (CLEAR / highest(voice)))


def joined(moments: Sequence[Moment]) -> Samples:
    return np.concatenate([NOTHING, *(grain for grain, _ in moments)])


def levels_of(moments: Sequence[Moment]) -> NDArray[np.float64]:
    return np.array([level for _, level in moments], dtype=np.float64)


def highest(samples: Samples) -> int:
    """The highest wave."""
    return max(1, int(np.abs(samples.astype(np.int32)).max()))
