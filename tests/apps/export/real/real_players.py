"""Open exports for players with programs that are not ours: MediaInfo reads the M4B, TonieToolbox checks the TAF."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from narrator.apps.export.book import Book
from narrator.apps.export.m4b import render_m4b
from narrator.apps.export.narration import NarratedPage
from narrator.apps.export.taf import render_taf

PYTHON = Path(os.environ["NARRATOR_READERS"]) / "python/bin/python"
LIST_CHAPTERS = """
import json, sys
from pymediainfo import MediaInfo
tracks = [track.to_data() for track in MediaInfo.parse(sys.argv[1]).tracks]
menus = [[title for key, title in track.items() if key[:2].isdigit()] for track in tracks]
print(json.dumps([menu for menu in menus if menu]))
"""
CHECK_TAF = """
import sys
from TonieToolbox.tonie_analysis import check_tonie_file
sys.exit(0 if check_tonie_file(sys.argv[1]) else "not valid")
"""


def run(program: str, file: Path) -> str:
    finished = subprocess.run([PYTHON, "-c", program, file], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def test_mediainfo_lists_the_chapters_of_the_m4b(tmp_path: Path, book: Book, pages: Sequence[NarratedPage]) -> None:
    file = tmp_path / "book.m4b"
    file.write_bytes(render_m4b(book, pages))
    titles = [page.heading.display_text for page in book.pages]
    assert json.loads(run(LIST_CHAPTERS, file)) == [titles, titles]  # Apple's and Nero's list


def test_tonietoolbox_finds_the_taf_valid(tmp_path: Path, book: Book, pages: Sequence[NarratedPage]) -> None:
    file = tmp_path / "book.taf"
    file.write_bytes(render_taf(book, pages))
    printed = run(CHECK_TAF, file)
    assert "NOT OK" not in printed
    assert f"{len(pages)} Tracks" in printed
