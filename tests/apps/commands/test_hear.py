"""`narrator hear`: what the recogniser hears in recordings."""

import json
import os
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.apps.cli import main
from narrator.apps.commands.hear import NoSuchPhase, expectation_in_phase
from narrator.speech.asr import recording
from narrator.speech.asr.recording import RecordingTooLong, RecordingUnreadable, read_recording, stream_recording

KEYS = ["file", "text", "intent", "slots", "accepted", "reason", "end_of_speech_s", "decided_s"]


@pytest.mark.parametrize(("kind", "rate"), [("wav", 44_100), ("flac", 8_000), ("ogg", 48_000), ("mp3", 22_050)])
def test_all_formats_and_rates_are_read(tmp_path: Path, kind: str, rate: int) -> None:
    tone = np.sin(2 * np.pi * 440 * np.arange(rate) / rate) * 0.5
    soundfile.write(tmp_path / f"tone.{kind}", np.stack([tone, tone], axis=1), rate)
    sound = read_recording(tmp_path / f"tone.{kind}")
    assert sound.rate == 16_000
    assert sound.seconds == pytest.approx(1.0, abs=0.1)
    assert 8_000 < np.abs(sound.samples[4000:12000].astype(int)).max() < 20_000


def test_other_files_are_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "letter.wav").write_text("Dear Lily")
    soundfile.write(tmp_path / "empty.wav", np.zeros(0, np.int16), 16_000)
    os.mkfifo(tmp_path / "pipe.wav")
    for path, reason in (
        (tmp_path / "letter.wav", "not a recording"),
        (tmp_path / "empty.wav", "is empty"),
        (tmp_path / "none.wav", "no such"),
        (tmp_path, "folder"),
        (tmp_path / "pipe.wav", "a pipe or a device"),
        (Path("/dev/zero"), "a pipe or a device"),
    ):
        with pytest.raises(RecordingUnreadable, match=reason):
            read_recording(path)


@pytest.mark.parametrize("rate", [1, 3_999, 1_000_000])
def test_absurd_sample_rates_are_refused(tmp_path: Path, rate: int) -> None:
    soundfile.write(tmp_path / "odd.wav", np.zeros(16_000, np.int16), rate)
    with pytest.raises(RecordingUnreadable, match=f"sample rate is {rate} Hz"):
        read_recording(tmp_path / "odd.wav")


def test_long_recording_needs_little_memory(tmp_path: Path) -> None:
    """Five minutes would be 58 MB as a whole."""
    soundfile.write(tmp_path / "long.flac", np.zeros(5 * 60 * 48_000, np.int16), 48_000)
    tracemalloc.start()
    try:
        samples = sum(map(len, stream_recording(tmp_path / "long.flac")))
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert samples == 5 * 60 * 16_000
    assert peak_bytes < 12_000_000


def test_recording_is_cut_off_after_the_longest_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(recording, "MAX_RECORDING_S", 60)
    soundfile.write(tmp_path / "exact.flac", np.zeros(60 * 16_000, np.int16), 16_000)
    assert read_recording(tmp_path / "exact.flac").seconds == 60
    soundfile.write(tmp_path / "long.flac", np.zeros(61 * 16_000, np.int16), 16_000)
    blocks = stream_recording(tmp_path / "long.flac")
    assert sum(len(next(blocks)) for _ in range(2_000)) == 60 * 16_000
    with pytest.raises(RecordingTooLong):
        next(blocks)
    assert main(["hear", str(tmp_path / "long.flac"), "--game", "storytellers", "--phase", "voting"]) == 0
    assert "only the first 1 minutes of a recording are read" in capsys.readouterr().out


def test_free_words_are_accepted_where_a_game_asks_for_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.support.synthetic_speech import SyntheticSpeaker, place_in_room  # noqa: PLC0415 - only where hibari is

    speech = SyntheticSpeaker("man", 0.82, 150).say("a quiet evening at sea")
    soundfile.write(tmp_path / "clue.wav", place_in_room(speech), 16_000)
    assert main(["hear", str(tmp_path / "clue.wav"), "--game", "storyline", "--phase", "naming", "--json"]) == 0
    clue = json.loads(capsys.readouterr().out)
    assert (clue["accepted"], clue["reason"]) == (True, "free words")


def test_phase_is_reached_by_playing() -> None:
    voting = expectation_in_phase("storytellers", "voting")
    assert "Vote" in voting.active
    assert "i vote for symbol three" in set(voting.phrases)
    assert expectation_in_phase("storytellers", "vote").active == voting.active
    assert len(dict(expectation_in_phase("storytellers", "lay").lists)["card"]) >= 5


def test_unknown_phase_is_answered_with_the_known_ones() -> None:
    with pytest.raises(NoSuchPhase, match="voting"):
        expectation_in_phase("storytellers", "dancing")
    with pytest.raises(NoSuchPhase, match="storytellers"):
        expectation_in_phase("chess", "voting")


def test_something_to_listen_for_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hear", "some.wav"]) == 1
    assert "--grammar" in capsys.readouterr().err


def test_each_recording_gives_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.support.synthetic_speech import SyntheticSpeaker, place_in_room  # noqa: PLC0415 - only where hibari is

    grammar = tmp_path / "mine.yaml"
    grammar.write_text(
        'language: en\nintents:\n  Vote:\n    data:\n      - sentences: ["[i vote for] [the] [symbol] {symbol}"]\n'
        "lists:\n  symbol: {range: {from: 1, to: 9}}\n"
    )
    soundfile.write(
        tmp_path / "vote.wav", place_in_room(SyntheticSpeaker("man", 0.82, 150).say("i vote for symbol seven")), 16_000
    )
    soundfile.write(tmp_path / "silence.flac", np.zeros(16_000, np.int16), 16_000)
    (tmp_path / "bad.mp3").write_bytes(b"no sound at all")
    files = [str(tmp_path / name) for name in ("vote.wav", "bad.mp3", "silence.flac")]
    assert main(["hear", *files, "--grammar", str(grammar), "--json"]) == 0
    vote, bad, silence = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(list(line) == KEYS for line in (vote, bad, silence))
    assert (vote["intent"], vote["slots"], vote["accepted"]) == ("Vote", {"symbol": 7}, True)
    assert 0 < vote["decided_s"] - vote["end_of_speech_s"] < 1
    assert not bad["accepted"]
    assert "not a recording" in bad["reason"]
    assert not silence["accepted"]
