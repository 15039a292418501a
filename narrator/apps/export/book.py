"""The book: a story as pages, each with a heading and lines that have a name of their own. Every form is made of it.

The first page is the title page: what the story is called, who made it, and when. Each chapter is one page more.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from uuid import NAMESPACE_URL, UUID, uuid5

from babel.dates import format_date

from narrator.language.lines.line import line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.lines.story import Picture, Sentence, ToldStory

UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold. It can come in by a name that somebody typed."""
NAMESPACE = uuid5(NAMESPACE_URL, "narrator/story")


@dataclass(frozen=True, slots=True)
class BookLine:
    id: str
    text: str  # the narrator's words
    clip: str | None = None  # the recording that follows them
    said: str = ""  # what the recording says
    written: str = ""  # the whole line as it is read


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
    made: datetime
    """When the story was played, in UTC. Nothing in a book tells when it was written, so that it is the same again."""
    identifier: UUID
    pages: tuple[BookPage, ...]
    words: LineRenderer  # what else is to be said in this language

    def word(self, name: str) -> str:
        return self.words.render(line(f"export-{name}"))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Each once, in the order in which they come up."""
        return tuple(dict.fromkeys(picture for page in self.pages for picture in page.pictures))


def book_of(story: ToldStory, sounds: Callable[[str], bool] = lambda clip: True) -> Book:
    """Lay the story out. `sounds` tells whether a recording is there; one that is gone is not announced."""
    words = LineRenderer(story.language, "export")
    played = story.played.astimezone(UTC) if story.played.tzinfo else story.played.replace(tzinfo=UTC)
    title = clean(story.title) or words.render(line("export-part", number=story.number))
    identifier = uuid5(NAMESPACE, f"{story.number}/{story.game}/{played.isoformat()}/{title}")
    pages = [title_page(story, title, words)]
    for number, chapter in enumerate(story.chapters, start=1):
        heading = clean(chapter.title) or words.render(line("export-part", number=number))
        kept = [list(readable(paragraph, sounds)) for paragraph in chapter.paragraphs]
        pictures = (Picture(clean(picture.emoji), clean(picture.alt)) for picture in chapter.pictures)
        laid = page(number, heading, [paragraph for paragraph in kept if paragraph], words)
        pages.append(replace(laid, pictures=tuple(dict.fromkeys(pictures))))
    return Book(title, story.language, tuple(map(clean, story.players)), played, identifier, tuple(pages), words)


def title_page(story: ToldStory, title: str, words: LineRenderer) -> BookPage:
    date = format_date(story.played.date(), "long", locale=story.language)
    told = [words.render(line("export-by", players=story.players))] if story.players else []
    told.append(words.render(line("export-told", date=date)))
    if not story.finished:
        told.append(words.render(line("export-so-far")))
    return page(0, title, [[Sentence(text) for text in told]], words)


def page(number: int, heading: str, paragraphs: Sequence[Sequence[Sentence]], words: LineRenderer) -> BookPage:
    name = f"page-{number:03}"
    numbers = count(1)
    laid = tuple(
        tuple(line_of(f"{name}-{next(numbers):04}", sentence, words) for sentence in paragraph)
        for paragraph in paragraphs
    )
    return BookPage(name, BookLine(f"{name}-title", heading, written=heading), laid)


def readable(paragraph: Iterable[Sentence], sounds: Callable[[str], bool]) -> Iterator[Sentence]:
    """What is left to read or hear. Of a recording that is gone the narrator says what it said; if nobody knows that,
    "And Lily said:" is nothing without it.
    """
    for sentence in paragraph:
        gone = sentence.clip is not None and not sounds(sentence.clip)
        if clean(sentence.text) and not (gone and not sentence.clip_text):
            yield replace(sentence, clip=None) if gone else sentence


def line_of(name: str, sentence: Sentence, words: LineRenderer) -> BookLine:
    text, said = clean(sentence.text), clean(sentence.clip_text)
    if said:
        return BookLine(name, text, sentence.clip, said, f"{text} “{said}”")
    written = f"{text} {words.render(line('export-recording'))}" if sentence.clip else text
    return BookLine(name, text, sentence.clip, written=written)


def clean(text: str) -> str:
    """On one line, and with nothing in it that cannot be written."""
    return " ".join(UNWRITABLE.sub("", text).split())
