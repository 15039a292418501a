"""The metadata and links of a DAISY book are right. `make test-export` opens it in real readers."""

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

REQUIRED_METADATA = (
    *(f"dc:{name}" for name in ("title", "creator", "date", "format", "identifier", "language", "publisher")),
    *(f"ncc:{name}" for name in ("charset", "pageFront", "pageNormal", "pageSpecial", "tocItems", "totalTime")),
)
XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(scope="module")
def files(book: Book, pages: Sequence[NarratedPage]) -> dict[str, bytes]:
    archive = zipfile.ZipFile(io.BytesIO(render_daisy(book, pages, "hibari")))
    return {name: archive.read(name) for name in archive.namelist()}


def read_metadata(body: bytes) -> dict[str, str]:
    metas = (each for each in ElementTree.fromstring(body).iter() if each.tag in ("meta", f"{XHTML}meta"))
    return {str(meta.get("name")): str(meta.get("content")) for meta in metas}


def smil_files(files: dict[str, bytes]) -> list[str]:
    """Return the SMIL files in the order of the book."""
    refs = ElementTree.fromstring(files["master.smil"]).iter("ref")
    return [str(ref.get("src")).partition("#")[0] for ref in refs]


def parse_clock(text: str) -> int:
    hours, minutes, seconds = map(int, text.split(":"))
    return 3600 * hours + 60 * minutes + seconds


def test_metadata_matches_the_contents(files: dict[str, bytes], book: Book) -> None:
    facts = read_metadata(files["ncc.html"])
    assert all(facts.get(name) for name in REQUIRED_METADATA)
    assert facts["dc:format"] == "Daisy 2.02"
    assert facts["dc:title"] == book.title.replace("&", "+").replace("<", "‹").replace(">", "›")
    assert int(facts["ncc:files"]) == len(files)
    assert int(facts["ncc:tocItems"]) == len(re.findall(rb"<h1", files["ncc.html"])) == len(book.pages)
    heard = sum(decode_mp3(body).seconds for name, body in files.items() if name.endswith(".mp3"))
    assert parse_clock(facts["ncc:totalTime"]) == pytest.approx(heard, abs=0.6)


def test_times_are_continuous_across_pages(files: dict[str, bytes]) -> None:
    elapsed = 0.0
    for name in smil_files(files):
        facts, tree = read_metadata(files[name]), ElementTree.fromstring(files[name])
        duration = float(str(tree.find("body/seq").get("dur")).rstrip("s"))  # type: ignore[union-attr]
        assert parse_clock(facts["ncc:totalElapsedTime"]) == pytest.approx(elapsed, abs=0.6)
        assert parse_clock(facts["ncc:timeInThisSmil"]) == pytest.approx(duration, abs=0.6)
        elapsed += duration
        last = 0.0
        for audio in tree.iter("audio"):
            begin, end = (parse_time(audio.get(f"clip-{edge}")) for edge in ("begin", "end"))
            assert begin == last
            assert begins_at(decode_mp3(files[str(audio.get("src"))]), begin)
            last = end
        assert last == duration


def parse_time(text: str | None) -> float:
    found = re.fullmatch(r"npt=(\d+\.\d{3})s", text or "")
    assert found
    return float(found[1])


def test_every_link_has_a_target(files: dict[str, bytes]) -> None:
    names = {
        name: {each.get("id") for each in ElementTree.fromstring(body).iter()}
        for name, body in files.items()
        if not name.endswith(".mp3")
    }
    links = [
        link
        for name in names
        for each in ElementTree.fromstring(files[name]).iter()
        for link in (each.get("href"), each.get("src"))
        if link
    ]
    assert len(links) > 20
    for link in links:
        file, _, place = link.partition("#")
        assert file in files
        assert not place or place in names[file], link


def test_file_names_are_short_and_ascii(files: dict[str, bytes]) -> None:
    assert all(re.fullmatch(r"[a-z0-9-]{1,16}\.[a-z0-9]{3,4}", name) for name in files)


def test_same_story_gives_the_same_file(book: Book, clips: Clips) -> None:
    one, other = (render_daisy(book, narrate_book(book, ToneVoice(), clips), "tones") for _ in range(2))
    assert one == other
