"""DAISY 2.02: the books that libraries for the blind hand out, for players with a few large keys.

`ncc.html` is the table of contents, each SMIL file tells which words of a page belong to which moment of its MP3 file,
and `master.smil` names them in order. Names are short and plain, for the oldest player there is.
"""

from collections.abc import Iterable, Sequence

from narrator import __version__
from narrator.export.book import Book
from narrator.export.mp3_encoder import mp3
from narrator.export.narration import Narrated
from narrator.export.templates import clock, filled
from narrator.export.zip_file import packed

PUBLISHER = "Narrator"
PLAIN = str.maketrans({"&": "+", "<": "‹", ">": "›", '"': "”"})
"""Readers that rewrite what a book says about itself (Readium does) forget to escape it. Headings and text may have
these signs; a title among the metadata has others, so that it can be opened everywhere."""


def daisy(book: Book, pages: Iterable[Narrated], voice: object = "") -> bytes:
    """`voice` is asked for its name when everything is read: another one may have had to take over."""
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
    about = metadata(book, elapsed, kilobytes, len(files) + 1, str(voice))
    return packed({"ncc.html": filled("ncc.html", book=book, about=about), **files}, book.made)


def metadata(book: Book, total: int, kilobytes: int, files: int, voice: str) -> Sequence[tuple[str, str]]:
    """What a player, or a librarian, wants to know about the book."""
    date = book.made.strftime("%Y-%m-%d")
    return (
        ("dc:title", book.title.translate(PLAIN)),
        ("dc:creator", ", ".join(book.authors).translate(PLAIN) or PUBLISHER),
        ("dc:date", date),
        ("dc:format", "Daisy 2.02"),
        ("dc:identifier", str(book.identifier)),
        ("dc:language", book.language),
        ("dc:publisher", PUBLISHER),
        ("ncc:charset", "utf-8"),
        ("ncc:depth", "1"),
        ("ncc:files", str(files)),
        ("ncc:footnotes", "0"),
        ("ncc:generator", f"Narrator {__version__}"),
        ("ncc:kByteSize", str(kilobytes)),
        ("ncc:maxPageNormal", "0"),
        ("ncc:multimediaType", "audioFullText"),
        ("ncc:narrator", voice or PUBLISHER),
        ("ncc:pageFront", "0"),
        ("ncc:pageNormal", "0"),
        ("ncc:pageSpecial", "0"),
        ("ncc:prodNotes", "0"),
        ("ncc:producedDate", date),
        ("ncc:setInfo", "1 of 1"),
        ("ncc:sidebars", "0"),
        ("ncc:tocItems", str(len(book.pages))),
        ("ncc:totalTime", clock(total)),
    )
