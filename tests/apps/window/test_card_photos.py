"""A photo on a card that the family made: added on the page of stories, shown on the big screen and on phones."""

from base64 import b64encode
from pathlib import Path

import pytest

from narrator.apps.window.art import card_art, find_art
from narrator.apps.window.library_page import LibraryPage
from narrator.games.hosting.panels import card_drawings
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import load_family_content
from narrator.storage.shared_pack import MAX_PHOTO_BYTES
from tests.apps.window.window_session import open_window_session
from tests.support.shell import narrator
from tests.support.tables import content

PHOTO = b"\xff\xd8\xff\xe0 a photo of a sock"
MAKE = ("make", "a dream", "--players", "Lily 6", "--plain")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with one card of the family's own."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    assert narrator(*MAKE, typed="a sock sings in the rain\nthe wet sock\ngoodbye\n").returncode == 0
    return tmp_path / "home"


def drawn(title: str) -> str:
    """Return the picture of this dream on the pages."""
    address = card_art(title, card_drawings(load_family_content())[title])
    return (find_art(address.removeprefix("/art/")) or b"").decode()


def test_photo_is_shown_with_the_spoken_sentence_as_its_description(home: Path, tmp_path: Path) -> None:
    with open_window_session(tmp_path / "table", Plan(), content=content()) as session:
        session.window._server.pages.library = LibraryPage(content(), home / "narrator.sqlite")
        screen = session.big_screen()
        assert "data-photo" in screen.request("GET", "/library")[2].decode()
        assert screen.request("POST", "/library/1/photo", b"GIF89a")[0] == 409
        assert screen.request("POST", "/library/1/photo", PHOTO + bytes(MAX_PHOTO_BYTES))[0] == 413
        assert "<image" not in drawn("the wet sock")
        assert screen.request("POST", "/library/1/photo", PHOTO)[0] == 204
        assert screen.request("POST", "/library/2/photo", PHOTO)[0] == 409
    picture = drawn("the wet sock")
    assert f"data:image/jpeg;base64,{b64encode(PHOTO).decode()}" in picture
    assert "<desc>A sock sings in the rain.</desc>" in picture


def test_backup_brings_a_card_back_with_its_photo(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    LibraryPage(content(), home / "narrator.sqlite").add_photo(1, PHOTO)
    assert narrator("stories", "--backup", str(tmp_path / "all.zip")).returncode == 0
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "there"))
    narrator(*MAKE, typed="a pig flies\nthe pig\ngoodbye\n")  # set aside by the backup
    assert narrator("stories", "--restore", str(tmp_path / "all.zip")).returncode == 0
    narrator("play", "--plain", typed="goodbye\n")
    assert b64encode(PHOTO).decode() in drawn("the wet sock")
    assert "the pig" not in card_drawings(load_family_content())


def test_photo_is_packed_and_forgotten_with_its_card(home: Path, tmp_path: Path) -> None:
    LibraryPage(content(), home / "narrator.sqlite").add_photo(1, b"an older one".join([PHOTO[:4], b""]))
    LibraryPage(content(), home / "narrator.sqlite").add_photo(1, PHOTO)
    (photo,) = (home / "made" / "card-1" / "pictures").iterdir()
    assert narrator("pack", str(tmp_path / "a")).returncode == 0
    assert photo.name.encode() in (tmp_path / "a.narrator.zip").read_bytes()
    assert narrator("stories", "--forget", "1", "--yes").returncode == 0
    assert not [*(home / "made").iterdir()]
    played = narrator("check", str(tmp_path / "a.narrator.zip"))
    assert (played.returncode, "1 extra dream." in played.stdout) == (0, True)
