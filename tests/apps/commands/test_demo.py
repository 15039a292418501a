"""`narrator demo`, as a shell sees it. That guests really speak and are heard is tested in `tests/demo`."""

from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.demo import performance
from narrator.games import games


@pytest.mark.parametrize(("game", "mode"), [(name, str(mode)) for name, game in games().items() for mode in game.MODES])
def test_the_guests_play_a_whole_game(game: str, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", game, "--mode", mode, "--seed", "demo", "--text"]) == 0
    told = capsys.readouterr().out
    assert "Lily: " in told
    assert "“new game”, or “goodbye”" in told


def test_an_unknown_game_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "chess"]) == 2
    assert "There is no game" in capsys.readouterr().err


def test_where_nobody_can_be_heard_the_guests_write(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(performance, "find_model", lambda: None)
    assert main(["demo", "--mode", "cooperative", "--seed", "demo"]) == 0
    told = capsys.readouterr()
    assert "narrator setup" in told.err
    assert "Lily: " in told.out


def test_what_is_only_written_is_not_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--text", "--out", str(tmp_path / "demo.wav")]) == 2
    assert "Leave out --out" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_recording_of_another_kind_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--fast", "--out", str(tmp_path / "demo.txt")]) == 1
    told = capsys.readouterr()
    assert ".mp3 file, not demo.txt" in told.err
    assert not told.out
