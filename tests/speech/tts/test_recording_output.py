"""The audio output that records."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.speech.pcm import Pcm
from narrator.speech.tts.recording_output import RecordingFailed, RecordingOutput


def tone(seconds: float, rate: int) -> Pcm:
    wave = np.sin(2 * np.pi * 440 * np.arange(round(seconds * rate)) / rate)
    return Pcm.from_array(wave * 0.3, rate)


def test_clock_counts_sound_and_silence() -> None:
    output = RecordingOutput()
    output.play(tone(0.5, 22050))
    output.pass_time(1.0)
    output.play(tone(0.5, 16000))
    assert output.seconds == pytest.approx(2.0, abs=0.001)
    levels = [output.to_pcm().part(start, start + 0.3).level for start in (0.1, 0.8, 1.6)]
    assert levels[1] == -100
    assert levels[0] == pytest.approx(levels[2], abs=0.2)


def test_clip_can_be_stopped() -> None:
    played = 0.0

    def stop_soon(block: Pcm) -> None:
        nonlocal played
        played += block.seconds
        if played > 0.2:
            output.stop()

    output = RecordingOutput(on_block=stop_soon)
    assert output.play(tone(2, 22050)) == pytest.approx(0.22, abs=0.03)


@pytest.mark.parametrize("kind", ["wav", "flac", "ogg", "mp3"])
def test_file_contains_the_played_sound(kind: str, tmp_path: Path) -> None:
    output = RecordingOutput()
    output.play(tone(2, 22050))
    output.write(tmp_path / f"game.{kind}")
    numbers, rate = soundfile.read(tmp_path / f"game.{kind}")
    assert len(numbers) / rate == pytest.approx(2, abs=0.1)
    assert Pcm.from_array(numbers, rate).level == pytest.approx(output.to_pcm().level, abs=1)


def test_unwritable_file_raises_a_readable_error(tmp_path: Path) -> None:
    output = RecordingOutput()
    with pytest.raises(RecordingFailed, match=r"not game\.txt"):
        output.write(tmp_path / "game.txt")
    with pytest.raises(RecordingFailed, match="cannot be written"):
        output.write(tmp_path / "nowhere" / "game.wav")
