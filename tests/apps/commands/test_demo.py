"""`narrator demo` from the command line. The spoken demo itself is tested in `tests/apps/demo`."""

from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.demo import spoken_demo
from narrator.games import games


@pytest.mark.parametrize(("game", "mode"), [(name, str(mode)) for name, game in games().items() for mode in game.MODES])
def test_text_demo_plays_every_game_to_the_end(game: str, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", game, "--mode", mode, "--seed", "demo", "--text"]) == 0
    printed = capsys.readouterr().out
    assert "Lily: " in printed
    assert "“new game”, or “goodbye”" in printed


def test_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "chess"]) == 2
    assert "There is no game" in capsys.readouterr().err


def test_demo_is_printed_without_a_speech_model(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spoken_demo, "find_model", lambda: None)
    assert main(["demo", "--mode", "cooperative", "--seed", "demo"]) == 0
    printed = capsys.readouterr()
    assert "narrator setup" in printed.err
    assert "Lily: " in printed.out


def test_text_demo_cannot_be_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--text", "--out", str(tmp_path / "demo.wav")]) == 2
    assert "Leave out --out" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_unknown_recording_format_is_refused_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--fast", "--out", str(tmp_path / "demo.txt")]) == 1
    printed = capsys.readouterr()
    assert ".mp3 file, not demo.txt" in printed.err
    assert not printed.out
