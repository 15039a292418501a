"""Played aloud, everything is printed when it is heard; broken off, it is over at once."""

import io

import numpy as np

from narrator.apps.demo.guest_voices import RATE
from narrator.apps.demo.outlet import AloudOutlet
from narrator.speech.pcm import Pcm
from narrator.speech.tts.recording_output import RecordingOutput

BLOCK = np.full(RATE // 50, 9000, dtype=np.int16)


class Paper(io.StringIO):
    """Remembers how much was played before each line."""

    def __init__(self, player: RecordingOutput) -> None:
        super().__init__()
        self._player = player
        self.times: list[tuple[float, str]] = []

    def write(self, text: str, /) -> int:
        self.times.append((round(self._player.now, 2), text))
        return len(text)


def test_lines_appear_when_they_are_heard() -> None:
    player = RecordingOutput(RATE)
    paper = Paper(player)
    outlet = AloudOutlet(paper, None, player)
    outlet.write("first\n")
    for _ in range(400):  # eight seconds, longer than a piece
        outlet.sound(BLOCK)
    outlet.write("second\n")
    outlet.sound(BLOCK)
    outlet.close()
    assert paper.times == [(0.0, "first\n"), (8.0, "second\n")]
    assert player.recorded().seconds == Pcm(BLOCK, RATE).seconds * 401


def test_broken_off_nothing_more_is_told() -> None:
    player = RecordingOutput(RATE)
    outlet = AloudOutlet(io.StringIO(), None, player)
    outlet.sound(BLOCK)
    outlet.break_off()
    assert player.recorded().seconds == 0
