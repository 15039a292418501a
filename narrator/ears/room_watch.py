"""The ear watches the room: why was an answer missed, and is there something to change before the evening goes on?"""

from collections import deque

import numpy as np

from narrator.sound.pcm import Pcm, Samples
from narrator.sound.room import RoomTrouble, measured

RATE = 16_000
LATELY = 6.0
"""Seconds that tell why something was just missed."""
FIRST = 60.0
"""Seconds after which the room of this evening is judged."""
HEARD = 8.0
"""Decibels by which somebody must have been louder than the room in that time: nothing is told of an empty one."""


class RoomWatch:
    """Remembers what was heard lately, and the first minute."""

    def __init__(self) -> None:
        self._lately: deque[Samples] = deque()
        self._samples = 0
        self._first: list[Samples] | None = []
        self._heard = 0

    def feed(self, frame: Samples) -> RoomTrouble | None:
        """What is wrong with the room, once, when the first minute is over."""
        self._lately.append(frame)
        self._samples += len(frame)
        while self._samples > LATELY * RATE:
            self._samples -= len(self._lately.popleft())
        if self._first is None:
            return None
        self._first.append(frame)
        self._heard += len(frame)
        if self._heard < FIRST * RATE:
            return None
        minute, self._first = Pcm(np.concatenate(self._first), RATE), None
        room = measured(minute)
        return room.trouble if room.voice > room.noise + HEARD else None

    def trouble(self) -> RoomTrouble | None:
        """Why something was missed just now, as far as the room is to blame."""
        return measured(Pcm(np.concatenate(self._lately), RATE)).trouble if self._lately else None
