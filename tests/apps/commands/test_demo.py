"""`narrator demo` from the command line. The spoken demo itself is tested in `tests/apps/demo`."""

from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.demo import spoken_demo
from narrator.apps.demo.guests import Guest
from narrator.apps.demo.text_demo import print_demo
from narrator.games import games
from narrator.storage.journal import Journal


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


def test_kept_text_demo_can_be_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    assert main(["demo", "storyline", "--seed", "demo", "--text", "--keep"]) == 0
    assert main(["export", "newest", "--to", "html", "-o", str(tmp_path / "story.html")]) == 0
    assert "Lily" in (tmp_path / "story.html").read_text("utf-8")
    capsys.readouterr()


def test_interrupted_text_demo_keeps_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    monkeypatch.setattr(Guest, "answer", answer)
    with pytest.raises(KeyboardInterrupt):
        print_demo(keep=True)
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        assert not journal.game_ids()


def test_unknown_recording_format_is_refused_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--fast", "--out", str(tmp_path / "demo.txt")]) == 1
    printed = capsys.readouterr()
    assert ".mp3 file, not demo.txt" in printed.err
    assert not printed.out
