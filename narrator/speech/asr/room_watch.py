"""The ear watches the room: why was an answer missed, and is there something to change before the evening goes on?"""

from collections import deque
from collections.abc import Iterable

import numpy as np

from narrator.speech.asr.endpoint import RATE, SPEECH
from narrator.speech.asr.recording import frames_of
from narrator.speech.networks.silero_vad import best_detector
from narrator.speech.pcm import LEVEL_FRAME_S, Pcm, Samples
from narrator.speech.room import Room, RoomTrouble, measured

LATELY = 6.0
"""Seconds that tell why something was just missed."""
FIRST = 60.0
"""Seconds after which the room of this evening is judged."""
HEARD = 8.0
"""Decibels by which somebody must have been louder than the room in that time: nothing is told of an empty one."""


class RoomWatch:
    """Remembers what was heard lately, and the first minute: frames, and how likely each was speech."""

    def __init__(self) -> None:
        self._lately: deque[tuple[Samples, float]] = deque()
        self._samples = 0
        self._first: list[tuple[Samples, float]] | None = []
        self._heard = 0

    def feed(self, frame: Samples, speech: float) -> RoomTrouble | None:
        """What is wrong with the room, once, when the first minute is over."""
        self._lately.append((frame, speech))
        self._samples += len(frame)
        while self._samples > LATELY * RATE:
            self._samples -= len(self._lately.popleft()[0])
        if self._first is None:
            return None
        self._first.append((frame, speech))
        self._heard += len(frame)
        if self._heard < FIRST * RATE:
            return None
        minute, self._first = self._first, None
        room = judged(minute)
        return room.trouble if room.voice > room.noise + HEARD else None

    def trouble(self, began: float, ended: float) -> RoomTrouble | None:
        """Why what began and ended so many seconds ago was missed, as far as the room is to blame."""
        seconds = self._samples / RATE
        return judged(self._lately, (seconds - began, seconds - ended)).trouble if self._lately else None


def judged(heard: Iterable[tuple[Samples, float]], answer: tuple[float, float] | None = None) -> Room:
    """The room in these frames; somebody answered between these two seconds of it."""
    frames, speech = zip(*heard, strict=True)
    spoken = np.repeat(np.array(speech) >= SPEECH, [len(frame) for frame in frames])[:: round(LEVEL_FRAME_S * RATE)]
    return measured(Pcm(np.concatenate(frames), RATE), spoken, answer)


def room_of(recording: Pcm) -> Room:
    """The room of a whole recording."""
    detector = best_detector()
    return judged((frame, detector.speech(frame)) for frame in frames_of(recording.resampled(RATE)))
