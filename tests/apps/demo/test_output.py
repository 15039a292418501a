"""The output of the spoken demo: each line is printed when it is heard."""

import io

import numpy as np

from narrator.apps.demo.guest_voices import SAMPLE_RATE
from narrator.apps.demo.output import AloudDemoOutput
from narrator.speech.pcm import Pcm
from narrator.speech.tts.recording_output import RecordingOutput

BLOCK = np.full(SAMPLE_RATE // 50, 9000, dtype=np.int16)


class TimedText(io.StringIO):
    """Remembers how many seconds were played before each line."""

    def __init__(self, player: RecordingOutput) -> None:
        super().__init__()
        self._player = player
        self.times: list[tuple[float, str]] = []

    def write(self, text: str, /) -> int:
        self.times.append((round(self._player.seconds, 2), text))
        return len(text)


def test_lines_are_printed_when_they_are_heard() -> None:
    player = RecordingOutput(SAMPLE_RATE)
    text = TimedText(player)
    output = AloudDemoOutput(text, None, player)
    output.write("first\n")
    for _ in range(400):  # eight seconds, which is more than one piece
        output.play(BLOCK)
    output.write("second\n")
    output.play(BLOCK)
    output.close()
    assert text.times == [(0.0, "first\n"), (8.0, "second\n")]
    assert player.to_pcm().seconds == Pcm(BLOCK, SAMPLE_RATE).seconds * 401


def test_abort_stops_at_once() -> None:
    player = RecordingOutput(SAMPLE_RATE)
    output = AloudDemoOutput(io.StringIO(), None, player)
    output.play(BLOCK)
    output.abort()
    assert player.to_pcm().seconds == 0
