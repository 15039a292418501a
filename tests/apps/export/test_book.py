"""A book contains everything in its story, once, in valid characters."""

from dataclasses import replace
from datetime import timedelta, timezone
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.apps.export.book import lay_out_book
from narrator.apps.export.formats import render_html, render_picture
from narrator.language.lines.story import Chapter, Picture, Sentence
from tests.apps.export.sample_stories import SMALL_STORY

ANYTHING = st.text(st.characters(), max_size=30)


@given(ANYTHING, ANYTHING, ANYTHING)
@settings(max_examples=50, deadline=None)
def test_any_typed_text_can_be_exported(title: str, text: str, emoji: str) -> None:
    chapter = Chapter(title, ((Sentence(text), Sentence("The end.", None, text)),), (Picture(emoji, text),))
    story = replace(SMALL_STORY, title=title, players=(title,), chapters=(chapter,))
    book = lay_out_book(story)
    assert book.title
    assert all(page.heading.display_text for page in book.pages)
    for picture in book.pictures:
        ElementTree.fromstring(render_picture(picture, standalone=True))
    render_html(book).decode("utf-8")


def test_line_ids_are_unique() -> None:
    names = [line.id for page in lay_out_book(SMALL_STORY).pages for line in page.lines]
    assert len(set(names)) == len(names)


def test_title_page_names_players_and_date() -> None:
    lines = [line.display_text for line in lay_out_book(SMALL_STORY).pages[0].lines]
    assert lines == ["The Owl & the <Lost> Sock", "A story by Lily and Nick.", "Told on May 3, 2026."]


def test_unfinished_story_says_so() -> None:
    first = lay_out_book(replace(SMALL_STORY, finished=False)).pages[0]
    assert list(first.lines)[-1].display_text == "The story is not finished yet. This is how far it got."


def test_transcript_is_quoted() -> None:
    lines = [line.display_text for line in lay_out_book(SMALL_STORY).pages[1].lines]
    assert lines[-1] == "And Lily said: “the owl is cold”"


def test_missing_recording_without_transcript_is_not_announced() -> None:
    wordless = Chapter("One", ((Sentence("And Lily said:", "game-7-0123456789ab"), Sentence("They laughed.")),))
    story = replace(SMALL_STORY, chapters=(wordless,))
    gone = lay_out_book(story, lambda clip: False)
    assert [line.display_text for line in gone.pages[1].lines] == ["One", "They laughed."]
    there = lay_out_book(story)
    assert [line.display_text for line in there.pages[1].lines][1] == "And Lily said: (a recording)"


def test_identifier_does_not_depend_on_the_time_zone() -> None:
    elsewhere = replace(SMALL_STORY, played=SMALL_STORY.played.astimezone(timezone(timedelta(hours=2))))
    assert lay_out_book(elsewhere).identifier == lay_out_book(SMALL_STORY).identifier
    assert lay_out_book(replace(SMALL_STORY, number=8)).identifier != lay_out_book(SMALL_STORY).identifier
