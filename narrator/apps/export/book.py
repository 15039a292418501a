"""Lay a story out as a book: pages with a heading and lines, each line with an id. All export formats start from it.

The first page is the title page: title, players and date. Each chapter is one page more.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import TypeAlias
from uuid import NAMESPACE_URL, UUID, uuid5

from babel.dates import format_date

from narrator.language.lines.attribution import SpokenPart, StoryDirector
from narrator.language.lines.line import line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.lines.story import Picture, Sentence, ToldStory

NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot contain. They can occur in names that were typed."""
DirectParagraph: TypeAlias = Callable[[Sequence[Sentence]], list[tuple[SpokenPart, ...]]]
"""Returns the spoken parts of each sentence."""
STORY_NAMESPACE = uuid5(NAMESPACE_URL, "narrator/story")


@dataclass(frozen=True, slots=True)
class BookLine:
    id: str
    text: str  # the narrator's words
    clip: str | None = None  # the recording that follows them
    clip_text: str = ""  # transcript of the recording
    display_text: str = ""  # the whole line as it is shown
    parts: tuple[SpokenPart, ...] = ()  # who speaks the text; empty if the narrator speaks all of it


@dataclass(frozen=True, slots=True)
class BookPage:
    id: str
    heading: BookLine
    paragraphs: tuple[tuple[BookLine, ...], ...]
    pictures: tuple[Picture, ...] = ()

    @property
    def lines(self) -> Iterator[BookLine]:
        yield self.heading
        for paragraph in self.paragraphs:
            yield from paragraph


@dataclass(frozen=True, slots=True)
class Book:
    title: str
    language: str
    authors: tuple[str, ...]
    """The children who made the story, if it is their own, then the players."""
    played: datetime
    """When the story was played, in UTC. The time of the export is not stored, so that exports are reproducible."""
    identifier: UUID
    pages: tuple[BookPage, ...]
    renderer: LineRenderer  # labels in the language of the book
    makers: tuple[str, ...] = ()
    """The children whose names are on the cover."""

    def label(self, name: str) -> str:
        return self.renderer.render(line(f"export-{name}"))

    @property
    def byline(self) -> str:
        """The names of the children who made the story, for the cover; empty for other stories."""
        return self.renderer.render(line("export-made", makers=self.makers)).rstrip(".") if self.makers else ""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures without repetitions, in the order of the pages."""
        return tuple(dict.fromkeys(picture for page in self.pages for picture in page.pictures))


def lay_out_book(
    story: ToldStory, has_sound: Callable[[str], bool] = lambda clip: True, *, with_sounds: bool = True
) -> Book:
    """Lay out the story. `has_sound` returns whether a recording exists; a missing one is not announced.

    `with_sounds` is about the sounds of the story itself.
    """
    renderer = LineRenderer(story.language, "export")
    played = story.played.astimezone(UTC) if story.played.tzinfo else story.played.replace(tzinfo=UTC)
    title = clean_text(story.title) or renderer.render(line("export-part", number=story.number))
    identifier = uuid5(STORY_NAMESPACE, f"{story.number}/{story.game}/{played.isoformat()}/{title}")
    direct = partial(StoryDirector(story).direct, with_sounds=with_sounds)
    pages = [make_title_page(story, title, renderer)]
    for number, chapter in enumerate(story.chapters, start=1):
        heading = clean_text(chapter.title) or renderer.render(line("export-part", number=number))
        paragraphs = [list(readable_sentences(paragraph, has_sound)) for paragraph in chapter.paragraphs]
        pictures = (
            replace(picture, emoji=clean_text(picture.emoji), alt=clean_text(picture.alt))
            for picture in chapter.pictures
        )
        page = make_page(number, heading, [paragraph for paragraph in paragraphs if paragraph], renderer, direct)
        pages.append(replace(page, pictures=tuple(dict.fromkeys(pictures))))
    authors = tuple(dict.fromkeys(map(clean_text, (*story.makers, *story.players))))
    makers = tuple(map(clean_text, story.makers))
    return Book(title, story.language, authors, played, identifier, tuple(pages), renderer, makers)


def make_title_page(story: ToldStory, title: str, renderer: LineRenderer) -> BookPage:
    date = format_date(story.played.date(), "long", locale=story.language)
    texts = [renderer.render(line("export-made", makers=story.makers))] if story.makers else []
    if story.players and story.players != story.makers:
        texts.append(renderer.render(line("export-by", players=story.players)))
    texts.append(renderer.render(line("export-told", date=date)))
    if not story.finished:
        texts.append(renderer.render(line("export-so-far")))
    return make_page(0, title, [[Sentence(text) for text in texts]], renderer)


def make_page(
    number: int,
    heading: str,
    paragraphs: Sequence[Sequence[Sentence]],
    renderer: LineRenderer,
    direct: DirectParagraph = lambda paragraph: [()] * len(paragraph),
) -> BookPage:
    name = f"page-{number:03}"
    numbers = count(1)
    lines = tuple(
        tuple(
            replace(make_line(f"{name}-{next(numbers):04}", sentence, renderer), parts=parts)
            for sentence, parts in zip(paragraph, direct(paragraph), strict=True)
        )
        for paragraph in paragraphs
    )
    return BookPage(name, BookLine(f"{name}-title", heading, display_text=heading), lines)


def readable_sentences(paragraph: Iterable[Sentence], has_sound: Callable[[str], bool]) -> Iterator[Sentence]:
    """Yield the sentences that have something to read or hear.

    A missing recording is replaced by its transcript. Without one, the sentence that introduces it ("And Lily said:")
    is dropped too.
    """
    for sentence in paragraph:
        is_missing = sentence.clip is not None and not has_sound(sentence.clip)
        if clean_text(sentence.text) and not (is_missing and not sentence.clip_text):
            yield replace(sentence, clip=None) if is_missing else sentence


def make_line(name: str, sentence: Sentence, renderer: LineRenderer) -> BookLine:
    text, clip_text = clean_text(sentence.text), clean_text(sentence.clip_text)
    if clip_text:
        return BookLine(name, text, sentence.clip, clip_text, f"{text} “{clip_text}”")
    display_text = f"{text} {renderer.render(line('export-recording'))}" if sentence.clip else text
    return BookLine(name, text, sentence.clip, display_text=display_text)


def clean_text(text: str) -> str:
    """Return the text on one line, without characters that XML cannot contain."""
    return " ".join(NOT_IN_XML.sub("", text).split())
