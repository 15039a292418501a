"""A story bound as a book, in each of the kinds that can be taken along: the same for a command and for a page."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from narrator import __version__
from narrator.apps.export.book import Book, book_of
from narrator.apps.export.cover import cover
from narrator.apps.export.kinds import ENDINGS, BookKind
from narrator.apps.export.mp3 import file_name, folder, one_file
from narrator.apps.export.narration import Asked, Narrated, Progress, mp3, narrate, reader
from narrator.language.content.articles import bare
from narrator.language.lines.story import Picture, ToldStory
from narrator.speech.tts.cache import Cache
from narrator.speech.tts.render import USUAL_RATE
from narrator.speech.tts.spoken import recorded
from narrator.storage.clips import Clips


@dataclass(frozen=True, slots=True)
class Bound:
    """A book as it is written to disk: a file, or a folder of files."""

    body: bytes | dict[str, bytes]
    milliseconds: int = 0  # how long it sounds


def book_name(story: ToldStory, kind: BookKind | None) -> str:
    """What its file is called, on any disk; without a kind, its folder."""
    return (file_name(story.title) or f"story {story.number}") + (ENDINGS[kind] if kind else "")


def bind(  # noqa: PLR0913  # all that can be wished of a book
    story: ToldStory,
    kind: BookKind,
    clips: Clips,
    *,
    files: bool = False,
    voice: Asked | None = None,
    rate: int = USUAL_RATE,
    progress: Progress = lambda done, total: None,
    trouble: Callable[[str], None] = lambda sentence: None,
) -> Bound:
    """Have it read aloud, and bind it. `files`: of MP3, one for each part. Whatever `progress` raises ends the work."""
    if kind == "html":
        # paper cannot sound: of recordings there is what was understood of them
        return Bound(html(book_of(story, lambda clip: False)))
    book = book_of(story, lambda clip: recorded(clips, clip) is not None)
    lengths: list[int] = []
    with reader(voice, book.language, rate, cache=Cache(), trouble=trouble) as reading:

        def pages() -> Iterator[Narrated]:
            for page in narrate(book, reading, clips, rate=rate, progress=progress):
                lengths.append(page.milliseconds)
                yield page

        body: bytes | dict[str, bytes]
        match kind:
            case "epub":
                body = epub(book, pages(), reading)
            case "daisy":
                body = daisy(book, pages(), reading)
            case "mp3":
                body = folder(book, pages()) if files else one_file(book, pages())
    return Bound(body, sum(lengths))


# --- the forms -----------------------------------------------------------------------------------

WIDE, LARGEST = 108, 17  # how much room a name has on the card, and how large it is at most
LETTER = 0.74  # how wide a bold letter is, of its height
EARLIEST = datetime(1980, 1, 1)  # no zip can tell of a time before
STORED = ("mimetype", ".mp3", ".jpg")  # what an EPUB begins with, in plain letters; and what is compressed already


def epub(book: Book, pages: Iterable[Narrated], voice: object = "") -> bytes:
    """EPUB 3 with Media Overlays: every page can be read, and reads itself, marking each sentence."""
    files: dict[str, bytes] = {}
    pictures = {picture: f"picture-{number:03}.svg" for number, picture in enumerate(book.pictures, start=1)}
    for picture, name in pictures.items():
        files[f"EPUB/{name}"] = svg(picture, alone=True)
    read = []
    for narrated in pages:
        page = narrated.page
        title_page = page is book.pages[0]
        shown = [(picture, pictures[picture]) for picture in page.pictures]
        files[f"EPUB/{page.id}.xhtml"] = filled(
            "page.xhtml", book=book, page=page, title_page=title_page, pictures=shown
        )
        files[f"EPUB/{page.id}.smil"] = filled("page.smil", page=page, clips=narrated.clips)
        files[f"EPUB/{page.id}.mp3"] = mp3([narrated.sound])
        read.append(narrated.silently)
    package = filled(
        "package.opf",
        book=book,
        pages=read,
        total=sum(page.milliseconds for page in read),
        pictures=pictures.values(),
        voice=str(voice),
    )
    return packed(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": filled("container.xml"),
            "EPUB/package.opf": package,
            "EPUB/contents.xhtml": filled("contents.xhtml", book=book),
            "EPUB/style.css": filled("style.css"),
            "EPUB/cover.jpg": cover(book.title),
            **files,
        },
        book.made,
    )


def daisy(book: Book, pages: Iterable[Narrated], voice: object = "") -> bytes:
    """DAISY 2.02: the books that libraries for the blind hand out, for players with a few large keys.

    `ncc.html` is the table of contents, each SMIL file tells which words of a page belong to which moment of its MP3
    file, and `master.smil` names them in order. Names are short and plain, for the oldest player there is.
    """
    files: dict[str, bytes] = {}
    elapsed = 0
    for narrated in pages:
        page, duration = narrated.page, narrated.milliseconds
        files[f"{page.id}.smil"] = filled(
            "daisy.smil", book=book, page=page, clips=narrated.clips, duration=duration, elapsed=elapsed
        )
        files[f"{page.id}.html"] = filled("text.html", book=book, page=page)
        files[f"{page.id}.mp3"] = mp3([narrated.sound])
        elapsed += duration
    files["master.smil"] = filled("master.smil", book=book, total=elapsed)
    kilobytes = round(sum(len(body) for body in files.values()) / 1024)
    contents = filled("ncc.html", book=book, total=elapsed, kilobytes=kilobytes, files=len(files) + 1, voice=str(voice))
    return packed({"ncc.html": contents, **files}, book.made)


def packed(files: Mapping[str, bytes], when: datetime) -> bytes:
    """A zip of these files, in this order, the same, byte for byte, whenever and wherever it is made."""
    body = io.BytesIO()
    moment = max(EARLIEST, when.replace(tzinfo=None))
    with zipfile.ZipFile(body, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(
                name, (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
            )
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(STORED) else zipfile.ZIP_DEFLATED
            entry.create_system = 3  # else it would tell which system it was made on
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return body.getvalue()


def html(book: Book) -> bytes:
    """A page in large print, for a reader with low vision, on a screen and on paper: one file that needs no other.
    Each part begins on a new sheet.
    """
    drawn = {picture: Markup(svg(picture, alone=False).decode()) for picture in book.pictures}
    return filled("print.html", book=book, drawn=drawn, style=Markup(filled("print.css").decode()))


def svg(picture: Picture, *, alone: bool) -> bytes:
    """Somebody who is in the story: the emoji of a character on a card, with its name below. It is a file that stands
    alone, or within a page, where it describes itself.

    An emoji needs a font that the reader's machine may not have. Then the name is still there, in plain letters, and so
    is the description for those who do not see it.
    """
    lines = in_two(bare(picture.alt))
    size = round(min(LARGEST, WIDE / LETTER / max(1, *map(len, lines))), 1)
    return filled("picture.svg", emoji=picture.emoji, alt=picture.alt, lines=lines, size=size, alone=alone)


def in_two(name: str) -> list[str]:
    """On one line if it is short, else on two that are about as long."""
    words = name.split()
    if len(name) * LETTER * LARGEST <= WIDE or len(words) < 2:
        return [name]
    cuts = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words)))
    return list(min(cuts, key=lambda lines: max(map(len, lines))))


# --- templates -----------------------------------------------------------------------------------

PLAIN = str.maketrans({"&": "+", "<": "‹", ">": "›", '"': "”"})
"""Readers that rewrite what a book says about itself (Readium does) forget to escape it. Headings and text may have
these signs; a title among the metadata has others, so that it can be opened everywhere."""


@cache
def templates() -> Environment:
    made = Environment(
        loader=PackageLoader("narrator.apps.export"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"seconds": seconds, "clock": clock, "plain": lambda text: text.translate(PLAIN)}
    made.globals["generator"] = f"Narrator {__version__}"
    return made


def filled(template: str, **facts: Any) -> bytes:
    return templates().get_template(template).render(**facts).encode("utf-8")


def seconds(milliseconds: int) -> str:
    """As 12.345, without the inaccuracy of a division."""
    return f"{milliseconds // 1000}.{milliseconds % 1000:03}"


def clock(milliseconds: int) -> str:
    """As 0:12:34, to the nearest second."""
    whole = (milliseconds + 500) // 1000
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
