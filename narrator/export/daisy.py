"""DAISY 2.02: the books that libraries for the blind hand out, for players with a few large keys.

`ncc.html` is the table of contents, each SMIL file tells which words of a page belong to which moment of its MP3 file,
and `master.smil` names them in order. Names are short and plain, for the oldest player there is.
"""

from collections.abc import Iterable

from narrator.export.book import Book
from narrator.export.narration import Narrated, mp3
from narrator.export.templates import filled
from narrator.export.zip_file import packed


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
    contents = filled("ncc.html", book=book, total=elapsed, kilobytes=kilobytes, files=len(files) + 1, voice=str(voice))
    return packed({"ncc.html": contents, **files}, book.made)
