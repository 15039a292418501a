"""The page in large print. `make test-export` checks how it looks, and its accessibility with axe-core."""

import re
from html.parser import HTMLParser

import pytest

from narrator.apps.export.book import lay_out_book
from narrator.apps.export.formats import render_html
from tests.apps.export.sample_stories import SMALL_STORY


class ParsedPage(HTMLParser):
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


def test_page_is_self_contained(page: str) -> None:
    links = [
        link for _, attributes in ParsedPage(page).tags for name in ("href", "src") if (link := attributes.get(name))
    ]
    assert links
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"url\(|@import|<script|<link|<iframe", page)


def test_page_has_landmarks_and_valid_references(page: str) -> None:
    seen = ParsedPage(page)
    assert seen.tags[0] == ("html", {"lang": "en"})
    assert seen.count("h1", "main", "header", "nav", "title") == [1, 1, 1, 1, 1]
    assert seen.count("section") == [len(SMALL_STORY.chapters)]
    names = [str(attributes["id"]) for _, attributes in seen.tags if "id" in attributes]
    assert len(set(names)) == len(names)
    for _, attributes in seen.tags:
        assert attributes.get("aria-labelledby", names[0]) in names
        assert (attributes.get("href") or f"#{names[0]}")[1:] in names


def test_page_contains_the_whole_story(page: str) -> None:
    text = " ".join(ParsedPage(page).text.split())
    for chapter in SMALL_STORY.chapters:
        assert chapter.title in text
        for sentence in chapter.sentences:
            assert sentence.text in text
    assert "“the owl is cold”" in text


def test_every_picture_has_a_description(page: str) -> None:
    drawings = [attributes for tag, attributes in ParsedPage(page).tags if tag == "svg"]
    assert drawings
    assert all(attributes["role"] == "img" and attributes["aria-label"] for attributes in drawings)


def test_print_is_large_and_each_chapter_starts_a_sheet(page: str) -> None:
    assert "font: 24pt/" in page
    assert re.search(r"@media print.*section \{ break-before: page", page, re.DOTALL)


def test_same_story_gives_the_same_page() -> None:
    assert render_html(lay_out_book(SMALL_STORY)) == render_html(lay_out_book(SMALL_STORY))
