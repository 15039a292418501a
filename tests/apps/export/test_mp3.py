"""MP3 files have the tags, chapters and playlists that players read."""

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from mutagen.mp3 import MP3
from PIL import Image

from narrator.apps.export.book import Book, lay_out_book
from narrator.apps.export.cover import TALL_COVER, draw_cover
from narrator.apps.export.mp3 import render_mp3, render_mp3_folder, safe_file_name
from narrator.apps.export.narration import NarratedPage, narrate_book
from narrator.storage.clips import Clips
from tests.apps.export.audio_checks import ToneVoice, begins_at, decode_mp3
from tests.apps.export.sample_stories import SMALL_STORY


def test_mp3_has_chapter_marks(book: Book, pages: Sequence[NarratedPage]) -> None:
    body = render_mp3(book, pages)
    file, heard = MP3(io.BytesIO(body)), decode_mp3(body)
    tags = file.tags
    chapters = [tags[f"CHAP:{name}"] for name in tags["CTOC:chapters"].child_element_ids]
    titles = [chapter.sub_frames["TIT2"].text[0] for chapter in chapters]
    assert titles == [SMALL_STORY.title, *(chapter.title for chapter in SMALL_STORY.chapters)]
    assert chapters[0].start_time == 0
    assert all(one.end_time == after.start_time for one, after in pairwise(chapters))
    assert chapters[-1].end_time / 1000 == pytest.approx(heard.seconds, abs=0.002)
    assert all(begins_at(heard, chapter.start_time / 1000) for chapter in chapters)
    assert file.info.length == pytest.approx(heard.seconds, abs=0.1)


def test_mp3_tags_name_title_players_and_cover(book: Book, pages: Sequence[NarratedPage]) -> None:
    tags = MP3(io.BytesIO(render_mp3(book, pages))).tags
    assert tags["TIT2"].text == [SMALL_STORY.title]
    assert tags["TPE1"].text == ["Lily, Nick"]
    picture = tags.getall("APIC")[0]
    assert Image.open(io.BytesIO(picture.data)).size == (1000, 1000)
    assert "window" in picture.desc


def test_folder_plays_in_order(book: Book, pages: Sequence[NarratedPage]) -> None:
    files = render_mp3_folder(book, pages)
    *songs, playlist = files
    assert songs == sorted(songs)
    listed = [row for row in files[playlist].decode().splitlines() if not row.startswith("#")]
    assert listed == songs
    lengths = [int(row) for row in re.findall(r"#EXTINF:(\d+),", files[playlist].decode())]
    for number, (name, length) in enumerate(zip(songs, lengths, strict=True), start=1):
        file = MP3(io.BytesIO(files[name]))
        assert file.tags["TRCK"].text == [f"{number}/{len(songs)}"]
        assert file.info.length == pytest.approx(length, abs=0.6)


def test_every_title_becomes_a_valid_file_name(clips: Clips) -> None:
    book = lay_out_book(
        replace(SMALL_STORY, title="AUX", chapters=(replace(SMALL_STORY.chapters[0], title="../a/b: c?"),))
    )
    for name in render_mp3_folder(book, narrate_book(book, ToneVoice(), clips)):
        assert not re.search(r'[/\\:?*"<>|]', name)
    assert safe_file_name("con") != "con"
    assert safe_file_name("...") == ""
    assert len(safe_file_name("a very long title " * 20)) <= 80


def test_same_story_gives_the_same_file(book: Book, clips: Clips) -> None:
    for make in (render_mp3, render_mp3_folder):
        assert make(book, narrate_book(book, ToneVoice(), clips)) == make(book, narrate_book(book, ToneVoice(), clips))


@pytest.mark.parametrize("title", ["The Owl", "Ł 🦉", "", "A" * 120, "Word " * 60])
def test_every_title_has_a_cover(title: str) -> None:
    assert Image.open(io.BytesIO(draw_cover(title))).size == TALL_COVER
