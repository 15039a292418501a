"""Open exported books with Readium, daisy-player, xmllint with the DTDs of the W3C, Chromium and axe-core."""

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
from narrator.language.content.packs import load_content
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
LISTED_TITLE = re.compile(rb"\d+ (.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class ExportedStory:
    """One story in all formats."""

    book: Book
    pages: Sequence[NarratedPage]
    epub: Path
    daisy: Path
    html: Path
    folder: Path


@pytest.fixture(scope="module", params=["invented", "played"])
def exported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ExportedStory:
    folder = tmp_path_factory.mktemp("books")
    clips = make_recordings(folder / "clips")
    story = SMALL_STORY
    if request.param == "played":
        number = play_game(folder)
        with Journal.open(folder / "narrator.sqlite") as journal:
            story = Library(journal, load_content(), clips).story(number)
    book = lay_out_book(story)
    pages = list(narrate_book(book, ToneVoice(), clips))
    exported = ExportedStory(book, pages, folder / "book.epub", folder / "book.zip", folder / "book.html", folder)
    exported.epub.write_bytes(render_epub(book, pages, "tones"))
    exported.daisy.write_bytes(render_daisy(book, pages, "tones"))
    exported.html.write_bytes(render_html(book))
    return exported


def run(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- book readers --------------------------------------------------------------------------------


def expected(exported: ExportedStory, before: str, ending: str) -> list[tuple[str, str]]:
    """Return each pair of text and sound, in Readium's notation."""
    return [
        (
            f"{before}{page.page.id}.{ending}#{clip.line.id}",
            f"{before}{page.page.id}.mp3#t={clip.begin / 1000:g},{clip.until / 1000:g}",
        )
        for page in exported.pages
        for clip in page.timed_lines
    ]


def test_readium_opens_the_epub(exported: ExportedStory, tmp_path: Path) -> None:
    found = json.loads(run("node", HERE / "open_book.js", MODULES, exported.epub, tmp_path))
    assert found["title"] == exported.book.title
    assert found["contents"] == [page.heading.display_text for page in exported.book.pages]
    assert found["duration"] * 1000 == pytest.approx(sum(page.milliseconds for page in exported.pages))
    assert [tuple(pair) for pair in found["pairs"]] == expected(exported, "EPUB/", "xhtml")


def test_readium_opens_the_daisy_book(exported: ExportedStory, tmp_path: Path) -> None:
    found = json.loads(run("node", HERE / "open_book.js", MODULES, exported.daisy, tmp_path))
    assert found["title"] == exported.book.title.translate(METADATA_SUBSTITUTES)
    assert found["contents"] == [page.heading.display_text for page in exported.book.pages]
    assert found["duration"] == pytest.approx(sum(page.milliseconds for page in exported.pages) / 1000, abs=0.6)
    with zipfile.ZipFile(found["converted"]) as archive:
        order = json.loads(archive.read("manifest.json"))["readingOrder"]
        pages = [json.loads(archive.read(entry["properties"]["media-overlay"])) for entry in order]
    assert [pair for page in pages for pair in pairs(page)] == expected(exported, "", "xhtml")


def pairs(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "audio" in node:
        yield node["text"], node["audio"]
    for child in node.get("narration", ()):
        yield from pairs(child)


def test_daisy_player_lists_the_book(exported: ExportedStory, tmp_path: Path) -> None:
    """Check the list of chapters. The player then stops for lack of a sound card."""
    shown = tmp_path / "shown"
    terminal = ["tmux", "-S", str(tmp_path / "terminal")]
    player = f"HOME={tmp_path} TMPDIR={tmp_path} daisy-player -v {exported.daisy} 2>&1"
    run(*terminal, "new-session", "-d", "-x", "120", "-y", "50", f"{player}; sleep 60")
    try:
        titles = [page.heading.display_text for page in exported.book.pages]
        for _ in range(200):
            shown.write_text(run(*terminal, "capture-pane", "-p"))
            listed = [title.decode() for title in LISTED_TITLE.findall(shown.read_bytes())]
            if listed[-len(titles) :] == titles:
                break
            time.sleep(0.1)
        assert listed[-len(titles) :] == titles
    finally:
        run(*terminal, "kill-server")


def test_daisy_book_is_valid_by_its_dtds(exported: ExportedStory, tmp_path: Path) -> None:
    with zipfile.ZipFile(exported.daisy) as archive:
        archive.extractall(tmp_path)
    files = [*tmp_path.glob("*.smil"), *tmp_path.glob("*.html")]
    assert len(files) == 2 * len(exported.pages) + 2
    run("xmllint", "--nonet", "--noout", "--valid", *files)


# --- browser -------------------------------------------------------------------------------------


def browse(page: Path, profile: Path, *options: str) -> str:
    return run(*CHROMIUM, f"--user-data-dir={profile}", *options, page.as_uri())


@pytest.fixture
def unpacked(exported: ExportedStory, tmp_path: Path) -> list[Path]:
    """Unpack every page of the EPUB, and the HTML page."""
    with zipfile.ZipFile(exported.epub) as archive:
        archive.extractall(tmp_path)
    shutil.copy(exported.html, tmp_path / "EPUB" / "print.html")
    pages = tmp_path / "EPUB"
    return [*sorted(pages.glob("*.xhtml")), pages / "print.html"]


@pytest.mark.parametrize("light", ["bright", "dark"])
def test_axe_finds_no_violation(unpacked: list[Path], tmp_path: Path, light: str) -> None:
    for script in (MODULES / "node_modules/axe-core/axe.min.js", HERE / "run_axe.js"):
        shutil.copy(script, unpacked[0].parent)
    scripts = '<script src="axe.min.js"></script><script src="run_axe.js"></script></body>'
    options = ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"] if light == "dark" else []
    for page in unpacked:
        page.write_text(page.read_text("utf-8").replace("</body>", scripts), "utf-8")
        seen = browse(page, tmp_path / "profile", "--virtual-time-budget=20000", "--dump-dom", *options)
        report = re.search(r'id="found-by-axe">([^<]*)<', seen)
        assert report, f"axe did not finish on {page.name}"
        found = json.loads(unquote(report[1]))
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


def test_each_chapter_is_printed_on_its_own_page(exported: ExportedStory, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    browse(exported.html, tmp_path / "profile", "--no-pdf-header-footer", f"--print-to-pdf={paper}")
    sheets = run("pdftotext", "-layout", paper, "-").rstrip("\f\n").split("\f")
    headings = [page.heading.display_text for page in exported.book.pages]
    assert len(sheets) == len(headings)
    for sheet, heading in zip(sheets, headings, strict=True):
        assert " ".join(sheet.split()).startswith(heading)
