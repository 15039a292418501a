"""The forms that a book can take as pages: EPUB, DAISY, a page in large print.

A `voice` is asked for its name when everything is read: another one may have had to take over.
"""

import io
import zipfile
from collections.abc import Iterable, Mapping
from datetime import datetime

from markupsafe import Markup

from narrator.box.articles import bare
from narrator.export.book import Book
from narrator.export.cover import cover
from narrator.export.narration import Narrated, mp3
from narrator.export.templates import filled
from narrator.tell.story import Picture

WIDE, LARGEST = 108, 17  # how much room a name has on the card, and how large it is at most
LETTER = 0.74  # how wide a bold letter is, of its height
EARLIEST = datetime(1980, 1, 1)  # no zip can tell of a time before
STORED = (".mp3", ".jpg")  # what is compressed already


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
            "META-INF/container.xml": filled("container.xml"),
            "EPUB/package.opf": package,
            "EPUB/contents.xhtml": filled("contents.xhtml", book=book),
            "EPUB/style.css": filled("style.css"),
            "EPUB/cover.jpg": cover(book.title),
            **files,
        },
        book.made,
        first={"mimetype": b"application/epub+zip"},
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


def packed(files: Mapping[str, bytes], when: datetime, first: Mapping[str, bytes] | None = None) -> bytes:
    """A zip of these files, the same, byte for byte, whenever and wherever it is made. Those that must come `first` are
    not compressed."""
    body = io.BytesIO()
    moment = max(EARLIEST, when.replace(tzinfo=None))
    with zipfile.ZipFile(body, "w") as archive:
        for name, content in {**(first or {}), **files}.items():
            entry = zipfile.ZipInfo(
                name, (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
            )
            plain = name in (first or {}) or name.endswith(STORED)
            entry.compress_type = zipfile.ZIP_STORED if plain else zipfile.ZIP_DEFLATED
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
