"""The EPUB is valid by EPUBCheck, and its times match its sound."""

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from narrator.apps.export.book import Book, lay_out_book
from narrator.apps.export.formats import render_epub
from narrator.apps.export.narration import NarratedPage, narrate_book, open_book_voice
from narrator.language.lines.story import Chapter, Picture, Sentence
from narrator.speech.tts.choose_voice import ChosenVoice
from narrator.storage.clips import Clips
from tests.apps.export.audio_checks import ToneVoice, begins_at, decode_mp3
from tests.apps.export.epub_checker import run_epubcheck
from tests.apps.export.sample_stories import SMALL_STORY
from tests.speech.tts.fakes import FakeRenderer

OPF, SMIL, HTML = "{http://www.idpf.org/2007/opf}", "{http://www.w3.org/ns/SMIL}", "{http://www.w3.org/1999/xhtml}"
UNUSUAL_STORY = replace(
    SMALL_STORY,
    title="“Zoë” & <b>Łukasz</b>\x07 🦊: ]]> 'n' \"so\"",
    players=(),
    finished=False,
    chapters=(
        *SMALL_STORY.chapters,
        Chapter("", (), ()),
        Chapter("<&>", ((Sentence("“…”"), Sentence("A < B & C > D.")),), (Picture("👩‍👧", 'a "mother" & <child>'),)),
    ),
)


class OpenedEpub:
    def __init__(self, body: bytes) -> None:
        self.files = {entry.filename: entry for entry in zipfile.ZipFile(io.BytesIO(body)).infolist()}
        self._zip = zipfile.ZipFile(io.BytesIO(body))

    def read(self, name: str) -> bytes:
        return self._zip.read(f"EPUB/{name}")

    def xml(self, name: str) -> ElementTree.Element:
        return ElementTree.fromstring(self.read(name))

    def metadata(self, name: str) -> list[tuple[str | None, str | None]]:
        found = self.xml("package.opf").iter(f"{OPF}meta")
        return [(meta.get("refines"), meta.text) for meta in found if meta.get("property") == name]


@pytest.fixture(scope="module")
def opened(book: Book, pages: Sequence[NarratedPage]) -> OpenedEpub:
    return OpenedEpub(render_epub(book, pages, "hibari"))


def test_epubcheck_accepts_unusual_stories(clips: Clips, tmp_path: Path) -> None:
    book = lay_out_book(UNUSUAL_STORY)
    file = tmp_path / "story.epub"
    file.write_bytes(render_epub(book, narrate_book(book, ToneVoice(), clips)))
    assert "No errors or warnings detected" in run_epubcheck(file)


def test_times_of_sentences_match_the_sound(opened: OpenedEpub) -> None:
    for page in page_ids(opened):
        texts = {each.get("id"): "".join(each.itertext()) for each in opened.xml(f"{page}.xhtml").iter()}
        heard = decode_mp3(opened.read(f"{page}.mp3"))
        last = 0.0
        for pair in opened.xml(f"{page}.smil").iter(f"{SMIL}par"):
            text, audio = pair.find(f"{SMIL}text"), pair.find(f"{SMIL}audio")
            assert text is not None
            assert audio is not None
            begin, end = (float(str(audio.get(name)).rstrip("s")) for name in ("clipBegin", "clipEnd"))
            assert texts[str(text.get("src")).partition("#")[2]]
            assert begin == last
            assert begins_at(heard, begin)
            last = end
        assert last == pytest.approx(heard.seconds, abs=0.001)


def test_every_sentence_and_heading_has_sound(opened: OpenedEpub) -> None:
    """Check that every page has one sound per sentence and heading, in the order of the text."""
    for page in page_ids(opened):
        named = [
            each.get("id") for each in opened.xml(f"{page}.xhtml").iter() if each.tag in (f"{HTML}span", f"{HTML}h1")
        ]
        read = [str(each.get("src")) for each in opened.xml(f"{page}.smil").iter(f"{SMIL}text")]
        assert read == [f"{page}.xhtml#{name}" for name in named]
    exported = " ".join(" ".join(opened.xml(f"{page}.xhtml").itertext()) for page in page_ids(opened))
    for chapter in SMALL_STORY.chapters:
        assert all(sentence.text in exported for sentence in chapter.sentences)


def test_durations_add_up(opened: OpenedEpub) -> None:
    times = dict(opened.metadata("media:duration"))
    total = parse_milliseconds(times.pop(None))
    assert total == sum(parse_milliseconds(time) for time in times.values())
    for page in page_ids(opened):
        *_, last = opened.xml(f"{page}.smil").iter(f"{SMIL}audio")
        assert parse_milliseconds(times[f"#{page}-sound"]) == parse_milliseconds(last.get("clipEnd"))


def parse_milliseconds(time: str | None) -> int:
    assert time is not None
    return int(time.rstrip("s").replace(".", ""))


def test_every_picture_has_a_description(opened: OpenedEpub) -> None:
    images = [image for page in page_ids(opened) for image in opened.xml(f"{page}.xhtml").iter(f"{HTML}img")]
    assert {image.get("alt") for image in images} >= {"a hedgehog", "an owl in the rain"}
    assert all(image.get("alt") for image in images)
    for name in (name for name in opened.files if name.endswith(".svg")):
        drawn = opened.read(name.removeprefix("EPUB/")).decode()
        assert re.search("hedgehog|owl", drawn), "the name is readable without an emoji font"


def test_accessibility_metadata_is_complete(opened: OpenedEpub) -> None:
    features = {text for _, text in opened.metadata("schema:accessibilityFeature")}
    assert {"synchronizedAudioText", "alternativeText", "tableOfContents", "largePrint"} <= features
    for name in ("accessMode", "accessModeSufficient", "accessibilityHazard", "accessibilitySummary"):
        assert opened.metadata(f"schema:{name}")
    active = opened.metadata("media:active-class")[0][1]
    assert f".{active} {{" in opened.read("style.css").decode()


def test_same_story_gives_the_same_file(book: Book, clips: Clips) -> None:
    one, other = (render_epub(book, narrate_book(book, ToneVoice(), clips), "tones") for _ in range(2))
    assert one == other
    assert {entry.date_time for entry in OpenedEpub(one).files.values()} == {(2026, 5, 3, 18, 30, 0)}
    assert next(iter(OpenedEpub(one).files)) == "mimetype"


def page_ids(opened: OpenedEpub) -> list[str]:
    return [str(item.get("idref")) for item in opened.xml("package.opf").iter(f"{OPF}itemref")]


def test_credits_name_the_voice_that_was_used(book: Book, clips: Clips, monkeypatch: pytest.MonkeyPatch) -> None:
    voices = (FakeRenderer("hibari/broken", broken=True), FakeRenderer("system/spare"))
    monkeypatch.setattr(
        "narrator.apps.export.narration.choose_voice", lambda asked, language: ChosenVoice("system", voices, "")
    )
    monkeypatch.setattr("narrator.apps.export.narration.why_no_kokoro", lambda: "It is not installed.")
    reports: list[str] = []
    with open_book_voice(None, "en", report=reports.append) as voice:
        exported = OpenedEpub(render_epub(book, narrate_book(book, voice, clips), voice))
    assert exported.metadata("media:narrator") == [(None, "system spare")]
    assert reports == ["hibari/broken is broken. Another voice takes over."]
