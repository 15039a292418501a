"""The page in large print. How it looks, and what axe-core says of it, is seen in `make test-export`."""

import re
from html.parser import HTMLParser

import pytest

from narrator.apps.export.book import lay_out_book
from narrator.apps.export.formats import render_html
from tests.apps.export.sample_stories import SMALL_STORY


class Seen(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def count(self, *names: str) -> list[int]:
        return [sum(tag == name for tag, _ in self.tags) for name in names]


@pytest.fixture(scope="module")
def page() -> str:
    return render_html(lay_out_book(SMALL_STORY)).decode()


def test_it_needs_nothing_from_elsewhere(page: str) -> None:
    ways = [way for _, about in Seen(page).tags for name in ("href", "src") if (way := about.get(name))]
    assert ways
    assert all(way.startswith("#") for way in ways)
    assert not re.search(r"url\(|@import|<script|<link|<iframe", page)


def test_a_screen_reader_finds_its_way(page: str) -> None:
    seen = Seen(page)
    assert seen.tags[0] == ("html", {"lang": "en"})
    assert seen.count("h1", "main", "header", "nav", "title") == [1, 1, 1, 1, 1]
    assert seen.count("section") == [len(SMALL_STORY.chapters)]
    names = [str(about["id"]) for _, about in seen.tags if "id" in about]
    assert len(set(names)) == len(names)
    for _, about in seen.tags:
        assert about.get("aria-labelledby", names[0]) in names
        assert (about.get("href") or f"#{names[0]}")[1:] in names


def test_all_of_the_story_is_in_it(page: str) -> None:
    text = " ".join(Seen(page).text.split())
    for chapter in SMALL_STORY.chapters:
        assert chapter.title in text
        for sentence in chapter.sentences:
            assert sentence.text in text
    assert "“the owl is cold”" in text


def test_every_picture_is_described(page: str) -> None:
    drawings = [about for tag, about in Seen(page).tags if tag == "svg"]
    assert drawings
    assert all(about["role"] == "img" and about["aria-label"] for about in drawings)


def test_it_is_large_and_each_part_has_a_sheet_of_its_own(page: str) -> None:
    assert "font: 24pt/" in page
    assert re.search(r"@media print.*section \{ break-before: page", page, re.DOTALL)


def test_the_same_story_is_the_same_page() -> None:
    assert render_html(lay_out_book(SMALL_STORY)) == render_html(lay_out_book(SMALL_STORY))
