"""Exports for one kind of player each: M4B with chapters, a Yoto folder, and TAF for the Toniebox."""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import replace

import av
import numpy as np
import pytest
from mutagen.mp4 import MP4
from mutagen.oggopus import OggOpus
from PIL import Image

from narrator.apps.export import yoto
from narrator.apps.export.book import Book
from narrator.apps.export.m4b import render_m4b
from narrator.apps.export.narration import NarratedPage
from narrator.apps.export.taf import BLOCK_BYTES, render_taf
from narrator.apps.export.yoto import TooLongForCard, render_yoto_folder
from narrator.speech.pcm import Pcm
from tests.apps.export.audio_checks import begins_at
from tests.apps.export.sample_stories import SMALL_STORY

TITLES = [SMALL_STORY.title, *(chapter.title for chapter in SMALL_STORY.chapters)]


def decode(body: bytes) -> Pcm:
    """Decode with FFmpeg to mono."""
    with av.open(io.BytesIO(body)) as container:
        rate = container.streams.audio[0].rate
        resampler = av.AudioResampler("s16", "mono", rate)
        frames = [part for frame in container.decode(audio=0) for part in resampler.resample(frame)]
    return Pcm(np.concatenate([frame.to_ndarray()[0] for frame in frames]), rate)


# --- M4B -----------------------------------------------------------------------------------------


def test_m4b_chapters_begin_with_their_sound(book: Book, pages: Sequence[NarratedPage]) -> None:
    body = render_m4b(book, pages)
    with av.open(io.BytesIO(body)) as container:
        chapters = container.chapters()
    assert [chapter["metadata"]["title"] for chapter in chapters] == TITLES
    heard = decode(body)
    assert all(begins_at(heard, float(chapter["start"] * chapter["time_base"])) for chapter in chapters)


def test_m4b_has_chapters_for_apple_and_nero_players(book: Book, pages: Sequence[NarratedPage]) -> None:
    body = render_m4b(book, pages)
    assert [chapter.title for chapter in MP4(io.BytesIO(body)).chapters] == TITLES  # Nero's list
    assert b"tref" in body  # Apple's chapter track
    assert b"chap" in body


def test_m4b_tags_name_title_players_and_cover(book: Book, pages: Sequence[NarratedPage]) -> None:
    tags = MP4(io.BytesIO(render_m4b(book, pages)))
    assert (tags["\xa9nam"], tags["\xa9ART"], tags["stik"]) == ([SMALL_STORY.title], ["Lily, Nick"], [2])
    assert Image.open(io.BytesIO(tags["covr"][0])).size == (1000, 1000)


# --- Yoto ----------------------------------------------------------------------------------------


def test_yoto_folder_has_a_track_per_chapter_and_a_cover(book: Book, pages: Sequence[NarratedPage]) -> None:
    *tracks, cover = (files := render_yoto_folder(book, pages))
    assert len(tracks) == len(TITLES)
    assert all(name.endswith(".mp3") for name in tracks)
    assert Image.open(io.BytesIO(files[cover])).size == yoto.COVER_PX


@pytest.mark.parametrize("limit", ["MAX_TRACKS", "MAX_TRACK_MINUTES", "MAX_CARD_MINUTES"])
def test_story_that_does_not_fit_on_a_yoto_card_is_refused(
    limit: str, book: Book, pages: Sequence[NarratedPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yoto, limit, 0)
    with pytest.raises(TooLongForCard):
        render_yoto_folder(book, pages)


# --- TAF -----------------------------------------------------------------------------------------


def test_taf_stream_is_opus_that_other_programs_play(book: Book, pages: Sequence[NarratedPage]) -> None:
    stream = render_taf(book, pages)[BLOCK_BYTES:]
    assert OggOpus(io.BytesIO(stream)).info.channels == 2
    heard = decode(stream)
    spoken_s = sum(page.milliseconds for page in pages) / 1000
    assert spoken_s <= heard.seconds < spoken_s + 0.3 * len(pages)
    assert begins_at(heard, 0.0)


def test_taf_pages_end_with_the_blocks(book: Book, pages: Sequence[NarratedPage]) -> None:
    body = render_taf(book, pages)
    starts = range(BLOCK_BYTES, len(body), BLOCK_BYTES)
    assert all(body[start : start + 4] == b"OggS" for start in starts)
    assert hashlib.sha1(body[BLOCK_BYTES:]).digest() in body[:BLOCK_BYTES]


@pytest.mark.parametrize("render", [render_m4b, render_taf])
def test_same_story_gives_the_same_audiobook(render: object, book: Book, pages: Sequence[NarratedPage]) -> None:
    assert callable(render)
    assert render(book, pages) == render(replace(book), pages)
