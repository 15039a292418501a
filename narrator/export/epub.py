"""EPUB 3 with Media Overlays: a book whose every page can be read, and reads itself, marking each sentence."""

from collections.abc import Iterable

from narrator.export.book import Book
from narrator.export.cover import cover
from narrator.export.narration import Narrated, mp3
from narrator.export.pictures import svg
from narrator.export.templates import filled
from narrator.export.zip_file import packed


def epub(book: Book, pages: Iterable[Narrated], voice: object = "") -> bytes:
    """`voice` is asked for its name when everything is read: another one may have had to take over."""
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
