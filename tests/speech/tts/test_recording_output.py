"""Playing into a recording."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.speech.pcm import Pcm
from narrator.speech.tts.recording_output import RecordingFailed, RecordingOutput


def tone(seconds: float, rate: int) -> Pcm:
    wave = np.sin(2 * np.pi * 440 * np.arange(round(seconds * rate)) / rate)
    return Pcm.from_array(wave * 0.3, rate)


def test_its_clock_runs_with_the_sound_and_with_the_silence_between() -> None:
    tape = RecordingOutput()
    tape.play(tone(0.5, 22050))
    tape.pass_time(1.0)
    tape.play(tone(0.5, 16000))
    assert tape.seconds == pytest.approx(2.0, abs=0.001)
    levels = [tape.to_pcm().part(at, at + 0.3).level for at in (0.1, 0.8, 1.6)]
    assert levels[1] == -100
    assert levels[0] == pytest.approx(levels[2], abs=0.2)


def test_it_can_be_stopped_in_the_middle() -> None:
    heard = 0.0

    def stop_soon(block: Pcm) -> None:
        nonlocal heard
        heard += block.seconds
        if heard > 0.2:
            tape.stop()

    tape = RecordingOutput(on_block=stop_soon)
    assert tape.play(tone(2, 22050)) == pytest.approx(0.22, abs=0.03)


@pytest.mark.parametrize("kind", ["wav", "flac", "ogg", "mp3"])
def test_it_writes_what_was_heard(kind: str, tmp_path: Path) -> None:
    tape = RecordingOutput()
    tape.play(tone(2, 22050))
    tape.write(tmp_path / f"game.{kind}")
    numbers, rate = soundfile.read(tmp_path / f"game.{kind}")
    assert len(numbers) / rate == pytest.approx(2, abs=0.1)
    assert Pcm.from_array(numbers, rate).level == pytest.approx(tape.to_pcm().level, abs=1)


def test_what_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    tape = RecordingOutput()
    with pytest.raises(RecordingFailed, match=r"not game\.txt"):
        tape.write(tmp_path / "game.txt")
    with pytest.raises(RecordingFailed, match="cannot be written"):
        tape.write(tmp_path / "nowhere" / "game.wav")
