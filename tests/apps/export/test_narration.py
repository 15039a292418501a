"""The times of lines match the sound."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.apps.export.book import Book, lay_out_book
from narrator.apps.export.narration import NarratedPage, encode_mp3, narrate_book, open_book_voice
from narrator.language.lines.story import Chapter, Sentence
from narrator.storage.clips import Clips
from tests.apps.export.audio_checks import ToneVoice, begins_at, decode_mp3, ends_at
from tests.apps.export.sample_stories import SMALL_STORY

SENTENCES = st.builds(Sentence, st.sampled_from(["It rained.", "Mr. Fox saw the owl. She slept.", "Who? Me!", "“…”"]))
CHAPTERS = st.builds(
    Chapter,
    st.sampled_from(["One", "In the deep, dark wood", "?"]),
    st.lists(st.lists(SENTENCES, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple),
)


@given(st.lists(CHAPTERS, max_size=3), st.sampled_from([80, 175, 500]))
@settings(max_examples=10, deadline=None)
def test_line_times_match_the_sound(clips: Clips, chapters: list[Chapter], rate: int) -> None:
    book = lay_out_book(replace(SMALL_STORY, chapters=tuple(chapters)))
    for page in narrate_book(book, ToneVoice(), clips, rate=rate):
        check_times(page)


def test_real_times_match_the_sound_and_are_reproducible(book: Book, clips: Clips) -> None:
    pages = list(narrate(book, clips))
    for page in pages:
        check_times(page)
    again = next(narrate(book, clips))
    assert again.sound.samples.tobytes() == pages[0].sound.samples.tobytes()


def narrate(book: Book, clips: Clips) -> Iterator[NarratedPage]:
    with open_book_voice("hibari", "en") as voice:
        yield from narrate_book(book, voice, clips)


def check_times(narrated: NarratedPage) -> None:
    heard = decode_mp3(encode_mp3([narrated.sound]))
    assert [clip.line for clip in narrated.timed_lines] == list(narrated.page.lines)
    assert narrated.timed_lines[0].begin == 0
    assert all(one.until == after.begin for one, after in pairwise(narrated.timed_lines))
    assert narrated.milliseconds / 1000 == pytest.approx(heard.seconds, abs=0.001)
    for clip in narrated.timed_lines:
        assert clip.begin <= clip.end < clip.until
        if clip.begin < clip.end:  # a line of dots has no sound
            assert begins_at(heard, clip.begin / 1000), clip
            assert ends_at(heard, clip.end / 1000), clip


def test_recording_is_heard_at_its_place(book: Book, clips: Clips) -> None:
    """Find the recording by its pitch: the narrator hums at 220 Hz, Lily at 440 Hz."""
    *_, page, _ = narrate_book(book, ToneVoice(), clips)
    lily = next(clip for clip in page.timed_lines if clip.line.clip)
    heard = decode_mp3(encode_mp3([page.sound]))
    second = heard.part(lily.end / 1000 - 0.6, lily.end / 1000 - 0.2)
    assert np.abs(np.fft.rfft(second.samples)).argmax() / second.seconds == pytest.approx(440, abs=5)
    first = heard.part(lily.begin / 1000, lily.begin / 1000 + 0.3)
    assert np.abs(np.fft.rfft(first.samples)).argmax() / first.seconds == pytest.approx(220, abs=5)
    assert second.level == pytest.approx(first.level, abs=12), "a soft recording is audible"


def test_transcript_is_read_without_the_recording(clips: Clips) -> None:
    asked: list[str] = []

    class RecordingVoice(ToneVoice):
        def request(self, text: str, delivery: object = None):  # type: ignore[no-untyped-def]  # as in ToneVoice
            asked.append(text)
            return super().request(text)

    list(narrate_book(lay_out_book(SMALL_STORY, lambda clip: False), RecordingVoice(), clips))
    assert "And Lily said: the owl is cold" in asked


def test_pauses_scale_with_the_rate(book: Book, clips: Clips) -> None:
    slow, fast = (list(narrate_book(book, ToneVoice(), clips, rate=rate)) for rate in (90, 360))
    pauses = [[clip.until - clip.end for page in pages for clip in page.timed_lines] for pages in (slow, fast)]
    assert all(one == pytest.approx(4 * other, abs=3) for one, other in zip(*pauses, strict=True))


def test_progress_rises_to_the_end(book: Book, clips: Clips) -> None:
    progress: list[tuple[int, int]] = []
    list(narrate_book(book, ToneVoice(), clips, progress=lambda done, total: progress.append((done, total))))
    assert progress == sorted(progress)
    assert progress[-1][0] == progress[-1][1]
