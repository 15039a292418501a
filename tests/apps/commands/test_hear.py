"""`narrator hear`: what the ear makes of recordings."""

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.apps.cli import main
from narrator.apps.commands.hear import NoSuchPhase, expected_in
from narrator.speech.asr.recording import RecordingUnreadable, read_recording

KEYS = ["file", "text", "intent", "slots", "accepted", "reason", "end_of_speech_s", "decided_s"]


@pytest.mark.parametrize(("kind", "rate"), [("wav", 44_100), ("flac", 8_000), ("ogg", 48_000), ("mp3", 22_050)])
def test_recordings_of_any_kind_and_rate_are_read(tmp_path: Path, kind: str, rate: int) -> None:
    tone = np.sin(2 * np.pi * 440 * np.arange(rate) / rate) * 0.5
    soundfile.write(tmp_path / f"tone.{kind}", np.stack([tone, tone], axis=1), rate)
    sound = read_recording(tmp_path / f"tone.{kind}")
    assert sound.rate == 16_000
    assert sound.seconds == pytest.approx(1.0, abs=0.1)
    assert 8_000 < np.abs(sound.samples[4000:12000].astype(int)).max() < 20_000


def test_what_is_no_recording_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter.wav").write_text("Dear Lily")
    for path, why in (
        (tmp_path / "letter.wav", "no recording"),
        (tmp_path / "none.wav", "no such"),
        (tmp_path, "folder"),
    ):
        with pytest.raises(RecordingUnreadable, match=why):
            read_recording(path)


def test_a_phase_is_reached_by_playing() -> None:
    voting = expected_in("storytellers", "voting")
    assert "Vote" in voting.active
    assert "i vote for symbol three" in set(voting.phrases)
    assert expected_in("storytellers", "vote").active == voting.active
    assert len(dict(expected_in("storytellers", "lay").lists)["card"]) >= 5


def test_an_unknown_phase_is_answered_with_those_there_are() -> None:
    with pytest.raises(NoSuchPhase, match="voting"):
        expected_in("storytellers", "dancing")
    with pytest.raises(NoSuchPhase, match="storytellers"):
        expected_in("chess", "voting")


def test_without_anything_to_listen_for_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hear", "some.wav"]) == 1
    assert "--grammar" in capsys.readouterr().err


def test_many_recordings_and_a_bad_one_give_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.support.synthetic_speech import SyntheticSpeaker, place_in_room  # noqa: PLC0415 - only where eSpeak is

    grammar = tmp_path / "mine.yaml"
    grammar.write_text(
        'language: en\nintents:\n  Vote:\n    data:\n      - sentences: ["[i vote for] [the] [symbol] {symbol}"]\n'
        "lists:\n  symbol: {range: {from: 1, to: 9}}\n"
    )
    soundfile.write(
        tmp_path / "vote.wav", place_in_room(SyntheticSpeaker("en-us+m3", 150).say("i vote for symbol seven")), 16_000
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
    assert "no recording" in bad["reason"]
    assert not silence["accepted"]
