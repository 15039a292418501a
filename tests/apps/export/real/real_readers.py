"""Books opened by others: Readium, daisy-player, xmllint with the DTDs of the W3C, Chromium and axe-core."""

import json
import os
import re
import shutil
import subprocess
import time
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from PIL import Image

from narrator.apps.export.book import Book, lay_out_book
from narrator.apps.export.formats import METADATA_SUBSTITUTES, render_daisy, render_epub, render_html
from narrator.apps.export.narration import NarratedPage, narrate_book
from narrator.language.content.packs import load
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from tests.apps.export.audio_checks import ToneVoice
from tests.apps.export.sample_stories import SMALL_STORY, make_recordings, play_game

HERE = Path(__file__).parent
MODULES = Path(os.environ["NARRATOR_READERS"])
CHROMIUM = (
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--allow-file-access-from-files",
)
LINE = re.compile(rb"\d+ (.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Shelved:
    """One story in all forms."""

    book: Book
    pages: Sequence[NarratedPage]
    epub: Path
    daisy: Path
    html: Path
    folder: Path


@pytest.fixture(scope="module", params=["made up", "played"])
def shelved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shelved:
    folder = tmp_path_factory.mktemp("books")
    clips = make_recordings(folder / "clips")
    story = SMALL_STORY
    if request.param == "played":
        number = play_game(folder)
        with Journal.open(folder / "narrator.sqlite") as journal:
            story = Library(journal, load(), clips).story(number)
    book = lay_out_book(story)
    pages = list(narrate_book(book, ToneVoice(), clips))
    shelf = Shelved(book, pages, folder / "book.epub", folder / "book.zip", folder / "book.html", folder)
    shelf.epub.write_bytes(render_epub(book, pages, "tones"))
    shelf.daisy.write_bytes(render_daisy(book, pages, "tones"))
    shelf.html.write_bytes(render_html(book))
    return shelf


def run(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- readers of books ----------------------------------------------------------------------------


def expected(shelved: Shelved, before: str, ending: str) -> list[tuple[str, str]]:
    """Each pair of text and sound, as Readium writes them."""
    return [
        (
            f"{before}{page.page.id}.{ending}#{clip.line.id}",
            f"{before}{page.page.id}.mp3#t={clip.begin / 1000:g},{clip.until / 1000:g}",
        )
        for page in shelved.pages
        for clip in page.timed_lines
    ]


def test_readium_opens_the_epub(shelved: Shelved, tmp_path: Path) -> None:
    found = json.loads(run("node", HERE / "open_book.js", MODULES, shelved.epub, tmp_path))
    assert found["title"] == shelved.book.title
    assert found["contents"] == [page.heading.display_text for page in shelved.book.pages]
    assert found["duration"] * 1000 == pytest.approx(sum(page.milliseconds for page in shelved.pages))
    assert [tuple(pair) for pair in found["pairs"]] == expected(shelved, "EPUB/", "xhtml")


def test_readium_opens_the_daisy_book(shelved: Shelved, tmp_path: Path) -> None:
    found = json.loads(run("node", HERE / "open_book.js", MODULES, shelved.daisy, tmp_path))
    assert found["title"] == shelved.book.title.translate(METADATA_SUBSTITUTES)
    assert found["contents"] == [page.heading.display_text for page in shelved.book.pages]
    assert found["duration"] == pytest.approx(sum(page.milliseconds for page in shelved.pages) / 1000, abs=0.6)
    with zipfile.ZipFile(found["converted"]) as archive:
        order = json.loads(archive.read("manifest.json"))["readingOrder"]
        told = [json.loads(archive.read(entry["properties"]["media-overlay"])) for entry in order]
    assert [pair for page in told for pair in pairs(page)] == expected(shelved, "", "xhtml")


def pairs(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "audio" in node:
        yield node["text"], node["audio"]
    for child in node.get("narration", ()):
        yield from pairs(child)


def test_daisy_player_lists_the_book(shelved: Shelved, tmp_path: Path) -> None:
    """It ends there, for it finds no sound card; by then it has read the book."""
    shown = tmp_path / "shown"
    terminal = ["tmux", "-S", str(tmp_path / "terminal")]
    player = f"HOME={tmp_path} TMPDIR={tmp_path} daisy-player -v {shelved.daisy} 2>&1"
    run(*terminal, "new-session", "-d", "-x", "120", "-y", "50", f"{player}; sleep 60")
    try:
        titles = [page.heading.display_text for page in shelved.book.pages]
        for _ in range(200):
            shown.write_text(run(*terminal, "capture-pane", "-p"))
            listed = [title.decode() for title in LINE.findall(shown.read_bytes())]
            if listed[-len(titles) :] == titles:
                break
            time.sleep(0.1)
        assert listed[-len(titles) :] == titles
    finally:
        run(*terminal, "kill-server")


def test_daisy_book_is_valid_by_its_dtds(shelved: Shelved, tmp_path: Path) -> None:
    with zipfile.ZipFile(shelved.daisy) as archive:
        archive.extractall(tmp_path)
    files = [*tmp_path.glob("*.smil"), *tmp_path.glob("*.html")]
    assert len(files) == 2 * len(shelved.pages) + 2
    run("xmllint", "--nonet", "--noout", "--valid", *files)


# --- the browser ---------------------------------------------------------------------------------


def browse(page: Path, profile: Path, *wishes: str) -> str:
    return run(*CHROMIUM, f"--user-data-dir={profile}", *wishes, page.as_uri())


@pytest.fixture
def unpacked(shelved: Shelved, tmp_path: Path) -> list[Path]:
    """Every page that somebody may read, on its own."""
    with zipfile.ZipFile(shelved.epub) as archive:
        archive.extractall(tmp_path)
    shutil.copy(shelved.html, tmp_path / "EPUB" / "print.html")
    pages = tmp_path / "EPUB"
    return [*sorted(pages.glob("*.xhtml")), pages / "print.html"]


@pytest.mark.parametrize("light", ["bright", "dark"])
def test_axe_finds_no_violation(unpacked: list[Path], tmp_path: Path, light: str) -> None:
    for script in (MODULES / "node_modules/axe-core/axe.min.js", HERE / "run_axe.js"):
        shutil.copy(script, unpacked[0].parent)
    scripts = '<script src="axe.min.js"></script><script src="run_axe.js"></script></body>'
    wishes = ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"] if light == "dark" else []
    for page in unpacked:
        page.write_text(page.read_text("utf-8").replace("</body>", scripts), "utf-8")
        seen = browse(page, tmp_path / "profile", "--virtual-time-budget=20000", "--dump-dom", *wishes)
        told = re.search(r'id="found-by-axe">([^<]*)<', seen)
        assert told, f"axe did not finish on {page.name}"
        found = json.loads(unquote(told[1]))
        assert found["violations"] == [], page.name
        assert found["passes"] > 10


def test_browser_shows_every_page(unpacked: list[Path], tmp_path: Path) -> None:
    for page in unpacked:
        picture = tmp_path / f"{page.stem}.png"
        browse(page, tmp_path / "profile", "--window-size=900,1200", f"--screenshot={picture}")
        colours = Image.open(picture).convert("L").getcolors(256)
        assert colours is not None
        shades = {shade: count for count, shade in colours}
        assert shades.get(255, 0) > 0.3 * 900 * 1200, "bright paper"
        assert sum(count for shade, count in shades.items() if shade < 60) > 1000, "dark letters"


def test_each_chapter_is_printed_on_its_own_page(shelved: Shelved, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    browse(shelved.html, tmp_path / "profile", "--no-pdf-header-footer", f"--print-to-pdf={paper}")
    sheets = run("pdftotext", "-layout", paper, "-").rstrip("\f\n").split("\f")
    headings = [page.heading.display_text for page in shelved.book.pages]
    assert len(sheets) == len(headings)
    for sheet, heading in zip(sheets, headings, strict=True):
        assert " ".join(sheet.split()).startswith(heading)
