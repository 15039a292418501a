"""A game outside the package (Pebble Path in `tests/sixth_game`) is found, played, retold and exported."""

import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.demo.guests import Guest
from narrator.apps.demo.text_demo import make_demo_plan
from narrator.dialog.conversation import Conversation
from narrator.games import available_games, game_options, games
from narrator.games.hosting.host import host_of
from narrator.language.content.packs import load_content
from narrator.storage.journal import Journal

GAME = "pebble_path"
REPOSITORY = Path(__file__).parents[1]
TYPED = ["ready", "two", "three", "A frog sat on a stone.", "ready", "one", "two", "It waited for the tram."]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    return tmp_path


def narrator(*arguments: str, typed: list[str] | None = None) -> str:
    """Run the program with typed input and return its output."""
    done = subprocess.run(
        [sys.executable, "-m", "narrator", *arguments],
        input="\n".join([*(typed or []), ""]),
        text=True,
        capture_output=True,
        check=True,
        cwd=REPOSITORY,
    )
    return done.stdout


def test_extra_game_is_found_although_no_file_names_it() -> None:
    assert GAME in games()
    assert GAME in available_games()
    assert game_options()[GAME][0].name == "long_path"
    files = [
        *(REPOSITORY / "narrator").rglob("*.py"),
        *(REPOSITORY / "grammars").rglob("*"),
        *(REPOSITORY / "content").rglob("*"),
    ]
    assert not [file for file in files if file.is_file() and GAME.encode() in file.read_bytes()]


def test_omitted_host_functions_have_defaults() -> None:
    host = host_of(GAME)
    assert not host.USES_CARDS
    assert host.story_titles(load_content()) == {}
    assert host.recall_cast is None


def test_extra_game_is_played_retold_and_exported(home: Path) -> None:
    said = narrator("play", "pebble", "path", "--players", "Lily, Nick", "--no-practice", typed=[*TYPED, "goodbye"])
    assert "Nick holds three and walks." in said
    assert "Stage three of four." in said
    assert "The Pebble Path" in narrator("stories")
    told = narrator("stories", "--text", "the frog")
    assert 'said, "A frog sat on a stone."' in " ".join(told.split())
    for kind in ("html", "epub"):
        narrator("export", "1", "--to", kind, "--output", str(home / f"path.{kind}"))
    assert "waited for the tram" in (home / "path.html").read_text("utf-8")
    with zipfile.ZipFile(home / "path.epub") as book:
        pages = [book.read(name).decode() for name in book.namelist() if name.endswith(".xhtml")]
    assert any("waited for the tram" in page for page in pages)


def test_game_option_works_on_the_command_line_and_by_voice(home: Path) -> None:
    said = narrator("play", "--long-path", "--players", "Lily, Nick", "--no-practice", typed=["goodbye"])
    assert "Stage one of seven." in said
    assert main(["play", "dixit", "--long-path"]) == 2
    with Journal.open() as journal:
        talk = Conversation(journal, load_content(), practice=False)
        talk.open()
        said = [each.text for each in talk.hear("the long way round")]
        talk.close()
    assert said[:2] == ["Pebble Path!", "We take the long path, with seven stages."]


def test_simulated_players_finish_the_extra_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "pebbles", "--text", "--seed", "7"]) == 0
    assert "farthest. Well done!" in capsys.readouterr().out
    guest, plan = Guest(random.Random(1)), make_demo_plan(GAME)
    with Journal.open() as journal:
        talk = Conversation(journal, load_content(), plan, practice=False)
        talk.open()
        while talk.game_topic is not None:
            talk.hear(guest.answer(talk))
        talk.close()
        assert journal.games()[0].ended is not None
