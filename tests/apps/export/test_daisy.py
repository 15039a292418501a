"""The DAISY book: everything it says about itself is so. Readers of the format open it in `make test-export`."""

import io
import re
import zipfile
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from narrator.apps.export.book import Book
from narrator.apps.export.formats import render_daisy
from narrator.apps.export.narration import NarratedPage, narrate_book
from narrator.storage.clips import Clips
from tests.apps.export.audio_checks import ToneVoice, begins_at, decode_mp3

REQUIRED = (
    *(f"dc:{name}" for name in ("title", "creator", "date", "format", "identifier", "language", "publisher")),
    *(f"ncc:{name}" for name in ("charset", "pageFront", "pageNormal", "pageSpecial", "tocItems", "totalTime")),
)
XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(scope="module")
def files(book: Book, pages: Sequence[NarratedPage]) -> dict[str, bytes]:
    archive = zipfile.ZipFile(io.BytesIO(render_daisy(book, pages, "piper")))
    return {name: archive.read(name) for name in archive.namelist()}


def about(body: bytes) -> dict[str, str]:
    metas = (each for each in ElementTree.fromstring(body).iter() if each.tag in ("meta", f"{XHTML}meta"))
    return {str(meta.get("name")): str(meta.get("content")) for meta in metas}


def smils(files: dict[str, bytes]) -> list[str]:
    """In the order of the book."""
    refs = ElementTree.fromstring(files["master.smil"]).iter("ref")
    return [str(ref.get("src")).partition("#")[0] for ref in refs]


def clock(text: str) -> int:
    hours, minutes, seconds = map(int, text.split(":"))
    return 3600 * hours + 60 * minutes + seconds


def test_what_it_says_of_itself_is_so(files: dict[str, bytes], book: Book) -> None:
    facts = about(files["ncc.html"])
    assert all(facts.get(name) for name in REQUIRED)
    assert facts["dc:format"] == "Daisy 2.02"
    assert facts["dc:title"] == book.title.replace("&", "+").replace("<", "‹").replace(">", "›")
    assert int(facts["ncc:files"]) == len(files)
    assert int(facts["ncc:tocItems"]) == len(re.findall(rb"<h1", files["ncc.html"])) == len(book.pages)
    heard = sum(decode_mp3(body).seconds for name, body in files.items() if name.endswith(".mp3"))
    assert clock(facts["ncc:totalTime"]) == pytest.approx(heard, abs=0.6)


def test_time_runs_through_all_its_parts(files: dict[str, bytes]) -> None:
    elapsed = 0.0
    for name in smils(files):
        facts, tree = about(files[name]), ElementTree.fromstring(files[name])
        duration = float(str(tree.find("body/seq").get("dur")).rstrip("s"))  # type: ignore[union-attr]
        assert clock(facts["ncc:totalElapsedTime"]) == pytest.approx(elapsed, abs=0.6)
        assert clock(facts["ncc:timeInThisSmil"]) == pytest.approx(duration, abs=0.6)
        elapsed += duration
        last = 0.0
        for audio in tree.iter("audio"):
            begin, end = (moment(audio.get(f"clip-{edge}")) for edge in ("begin", "end"))
            assert begin == last
            assert begins_at(decode_mp3(files[str(audio.get("src"))]), begin)
            last = end
        assert last == duration


def moment(text: str | None) -> float:
    found = re.fullmatch(r"npt=(\d+\.\d{3})s", text or "")
    assert found
    return float(found[1])


def test_every_way_leads_somewhere(files: dict[str, bytes]) -> None:
    names = {
        name: {each.get("id") for each in ElementTree.fromstring(body).iter()}
        for name, body in files.items()
        if not name.endswith(".mp3")
    }
    ways = [
        way
        for name in names
        for each in ElementTree.fromstring(files[name]).iter()
        for way in (each.get("href"), each.get("src"))
        if way
    ]
    assert len(ways) > 20
    for way in ways:
        file, _, place = way.partition("#")
        assert file in files
        assert not place or place in names[file], way


def test_the_oldest_player_can_read_the_names(files: dict[str, bytes]) -> None:
    assert all(re.fullmatch(r"[a-z0-9-]{1,16}\.[a-z0-9]{3,4}", name) for name in files)


def test_the_same_story_is_the_same_file(book: Book, clips: Clips) -> None:
    one, other = (render_daisy(book, narrate_book(book, ToneVoice(), clips), "tones") for _ in range(2))
    assert one == other
