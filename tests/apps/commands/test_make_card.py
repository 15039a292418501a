"""Making a card of one's own, from the first question to the hand that it is dealt to."""

from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.language.content.packs import load_family_content
from tests.support.shell import narrator

MAKE = ("make", "a character", "--players", "Lily 6", "--plain")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_made_character_is_dealt_listed_and_forgotten(home: Path) -> None:
    made = narrator(*MAKE, typed="the sock monster\nit sings in the bath\ngoodbye\n")
    assert (made.returncode, made.stderr) == (0, "")
    assert "A card by Lily." in made.stdout
    assert load_family_content().character("sock monster").tag == "who sings in the bath"
    assert "The sock monster" in narrator("stories").stdout
    assert narrator("check", str(home / "made" / "card-1")).returncode == 0
    assert main(["stories", "--forget", "1", "--yes"]) == 0
    assert not any(each.name == "sock monster" for each in load_family_content().characters)
    assert not [*(home / "made").iterdir()]


def test_card_goes_on_at_the_same_question_after_the_program_was_stopped() -> None:
    stopped = narrator(*MAKE, typed="the sock monster\n")
    assert "And what does the sock monster do all day?" in stopped.stdout
    resumed = narrator("make", "--resume", "--plain", typed="it sings\ngoodbye\n")
    assert "It sings." in resumed.stdout
    assert load_family_content().character("sock monster").tag == "who sings"


def test_card_can_be_made_on_request_in_the_lobby() -> None:
    said = "let's make a card\nTom\na dream\nno, wait\na dream\na pig flies\nthe pig\n"
    made = narrator("play", "--plain", typed=f"{said}let's make a card\na character\nan ant\nit sings\ngoodbye\n")
    assert "What shall it be? A character or a dream?" in made.stdout
    assert "The pig. A pig flies." in made.stdout
    assert made.stdout.count("Who is playing?") == 1  # the second card is made by the same children
    assert load_family_content().dreams[-1].title == "the pig"
    assert load_family_content().character("ant").tag == "who sings"


def test_missing_pack_of_a_card_is_written_again(home: Path) -> None:
    narrator(*MAKE, typed="the sock monster\nit sings\ngoodbye\n")
    file = home / "made/card-1/storytellers/extra-characters.yaml"
    file.unlink()
    narrator("play", "--plain", typed="goodbye\n")
    assert file.is_file()
