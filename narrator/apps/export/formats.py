"""Turn a story into a book in one of the formats, for `narrator export` and for the web page."""

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
from narrator.apps.export.book import Book, lay_out_book
from narrator.apps.export.cover import draw_cover
from narrator.apps.export.kinds import BOOK_SUFFIXES, BookKind
from narrator.apps.export.m4b import render_m4b
from narrator.apps.export.mp3 import render_mp3, render_mp3_folder, safe_file_name
from narrator.apps.export.narration import (
    NarratedPage,
    NarrationProgress,
    RequestedVoice,
    encode_mp3,
    narrate_book,
    open_book_voice,
)
from narrator.apps.export.taf import render_taf
from narrator.apps.export.yoto import render_yoto_folder
from narrator.language.content.scenes.compose import compose_scene
from narrator.language.content.scenes.drawing import draw_glyph, place_svg, render_scene_svg
from narrator.language.language import get_language
from narrator.language.lines.story import Picture, ToldStory
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE
from narrator.speech.tts.spoken_output import find_clip
from narrator.storage.clips import Clips


@dataclass(frozen=True, slots=True)
class ExportedBook:
    """A book ready to be written to disk: one file, or the files of a folder by name."""

    body: bytes | dict[str, bytes]
    milliseconds: int = 0  # duration of its audio


def export_name(story: ToldStory, kind: BookKind | None) -> str:
    """Return the file name of a book that is valid on every file system; without a kind, its folder's name."""
    return (safe_file_name(story.title) or f"story {story.number}") + (BOOK_SUFFIXES[kind] if kind else "")


def export_story(  # noqa: PLR0913  # one argument for each option of `narrator export`
    story: ToldStory,
    kind: BookKind,
    clips: Clips,
    *,
    files: bool = False,
    voice: RequestedVoice | None = None,
    rate: int = DEFAULT_WORDS_PER_MINUTE,
    with_sounds: bool = True,
    voice_changes: Mapping[str, int] | None = None,
    progress: NarrationProgress = lambda done, total: None,
    report: Callable[[str], None] = lambda sentence: None,
) -> ExportedBook:
    """Read the story aloud and return it as a book.

    `files` makes one MP3 file per page. An exception raised by `progress` cancels the export.
    """
    if kind == "html":
        # print has no sound: show the transcripts of recordings
        return ExportedBook(render_html(lay_out_book(story, lambda clip: False)))
    book = lay_out_book(story, lambda clip: find_clip(clips, clip) is not None, with_sounds=with_sounds)
    lengths: list[int] = []
    with open_book_voice(voice, book.language, rate, cache=SpeechCache(), report=report) as book_voice:

        def pages() -> Iterator[NarratedPage]:
            for page in narrate_book(
                book, book_voice, clips, rate=rate, voice_changes=voice_changes, progress=progress
            ):
                lengths.append(page.milliseconds)
                yield page

        body: bytes | dict[str, bytes]
        match kind:
            case "epub":
                body = render_epub(book, pages(), book_voice)
            case "daisy":
                body = render_daisy(book, pages(), book_voice)
            case "mp3":
                body = render_mp3_folder(book, pages()) if files else render_mp3(book, pages())
            case "m4b":
                body = render_m4b(book, pages())
            case "yoto":
                body = render_yoto_folder(book, pages())
            case "taf":
                body = render_taf(book, pages())
    return ExportedBook(body, sum(lengths))


# --- formats -------------------------------------------------------------------------------------

CARD_TEXT_WIDTH, MAX_CARD_FONT_SIZE = 108, 17  # in the units of `picture.svg`
LETTER_WIDTH = 0.74  # width of a bold letter as a fraction of the font size
EARLIEST_ZIP_TIME = datetime(1980, 1, 1)  # a zip entry cannot hold an earlier time
UNCOMPRESSED_SUFFIXES = ("mimetype", ".mp3", ".jpg")
"""Endings of files that are stored as they are: EPUB requires it of `mimetype`; the others are compressed already."""


def render_epub(book: Book, pages: Iterable[NarratedPage], voice: object = "") -> bytes:
    """Return an EPUB 3 with Media Overlays: readers play each page and highlight the sentence being read."""
    files: dict[str, bytes] = {}
    pictures = {picture: f"picture-{number:03}.svg" for number, picture in enumerate(book.pictures, start=1)}
    for picture, name in pictures.items():
        files[f"EPUB/{name}"] = render_picture(picture, standalone=True)
    timings = []
    for narrated in pages:
        page = narrated.page
        title_page = page is book.pages[0]
        page_pictures = [(picture, pictures[picture]) for picture in page.pictures]
        files[f"EPUB/{page.id}.xhtml"] = render_template(
            "page.xhtml", book=book, page=page, title_page=title_page, pictures=page_pictures
        )
        files[f"EPUB/{page.id}.smil"] = render_template("page.smil", page=page, timed_lines=narrated.timed_lines)
        files[f"EPUB/{page.id}.mp3"] = encode_mp3([narrated.sound])
        timings.append(narrated.without_sound)
    package = render_template(
        "package.opf",
        book=book,
        pages=timings,
        total=sum(page.milliseconds for page in timings),
        pictures=pictures.values(),
        voice=str(voice),
    )
    return zip_files(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": render_template("container.xml"),
            "EPUB/package.opf": package,
            "EPUB/contents.xhtml": render_template("contents.xhtml", book=book),
            "EPUB/style.css": render_template("style.css"),
            "EPUB/cover.jpg": draw_cover(book.title, byline=book.byline),
            **files,
        },
        book.played,
    )


def render_daisy(book: Book, pages: Iterable[NarratedPage], voice: object = "") -> bytes:
    """Return a DAISY 2.02 book, as a zip: the format of libraries for the blind and of players with a few large keys.

    `ncc.html` is the table of contents. Each SMIL file links the lines of a page to times in its MP3 file, and
    `master.smil` lists the SMIL files in order. File names are short and ASCII, because old players need that.
    """
    files: dict[str, bytes] = {}
    elapsed = 0
    for narrated in pages:
        page, duration = narrated.page, narrated.milliseconds
        files[f"{page.id}.smil"] = render_template(
            "daisy.smil", book=book, page=page, timed_lines=narrated.timed_lines, duration=duration, elapsed=elapsed
        )
        files[f"{page.id}.html"] = render_template("text.html", book=book, page=page)
        files[f"{page.id}.mp3"] = encode_mp3([narrated.sound])
        elapsed += duration
    files["master.smil"] = render_template("master.smil", book=book, total=elapsed)
    kilobytes = round(sum(len(body) for body in files.values()) / 1024)
    contents = render_template(
        "ncc.html", book=book, total=elapsed, kilobytes=kilobytes, files=len(files) + 1, voice=str(voice)
    )
    return zip_files({"ncc.html": contents, **files}, book.played)


def zip_files(files: Mapping[str, bytes], when: datetime) -> bytes:
    """Return a zip of these files in this order, byte for byte the same on every machine and at any time."""
    body = io.BytesIO()
    time = max(EARLIEST_ZIP_TIME, when.replace(tzinfo=None))
    with zipfile.ZipFile(body, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (time.year, time.month, time.day, time.hour, time.minute, time.second))
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(UNCOMPRESSED_SUFFIXES) else zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix; the default depends on the machine
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return body.getvalue()


def render_html(book: Book) -> bytes:
    """Return one self-contained HTML page in large print. When printed, each chapter begins on a new sheet."""
    drawn = {picture: Markup(render_picture(picture, standalone=False).decode()) for picture in book.pictures}
    return render_template("print.html", book=book, drawn=drawn, style=Markup(render_template("print.css").decode()))


def render_picture(picture: Picture, *, standalone: bool) -> bytes:
    """Draw a character or dream as a card: a scene, and its name below.

    `standalone` is for a picture in its own file; the page that shows it has the alternative text. A picture inside a
    page carries its own description, and has no scenery, because it is printed.
    """
    lines = split_name(get_language().strip_article(picture.alt))
    size = round(min(MAX_CARD_FONT_SIZE, CARD_TEXT_WIDTH / LETTER_WIDTH / max(1, *map(len, lines))), 1)
    emoji = picture.emoji.split()
    if standalone:
        drawn = (
            place_svg(render_scene_svg(compose_scene(emoji, picture.scene), frame="landscape"), 8, 8, 104, 88)
            if emoji
            else ""
        )
    else:
        side = min(80.0, 104 / max(1, len(emoji)))
        left, top = 60 - side * len(emoji) / 2, 52 - side / 2
        drawn = "".join(draw_glyph(each, left + side * place, top, side) for place, each in enumerate(emoji))
    return render_template(
        "picture.svg", drawn=Markup(drawn), alt=picture.alt, lines=lines, size=size, standalone=standalone
    )


def split_name(name: str) -> list[str]:
    """Break a long name into two lines of similar length."""
    words = name.split()
    if len(name) * LETTER_WIDTH * MAX_CARD_FONT_SIZE <= CARD_TEXT_WIDTH or len(words) < 2:
        return [name]
    cuts = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words)))
    return list(min(cuts, key=lambda lines: max(map(len, lines))))


# --- templates -----------------------------------------------------------------------------------

METADATA_SUBSTITUTES = str.maketrans({"&": "+", "<": "‹", ">": "›", '"': "”"})
"""Replacements for markup characters in the DAISY metadata. Some readers (Readium) rewrite the metadata without
escaping it and then cannot open the book. Headings and text are not affected."""


@cache
def template_environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("narrator.apps.export"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "seconds": format_seconds,
        "clock": format_clock,
        "plain": lambda text: text.translate(METADATA_SUBSTITUTES),
    }
    environment.globals["generator"] = f"Narrator {__version__}"
    return environment


def render_template(template: str, **facts: Any) -> bytes:
    return template_environment().get_template(template).render(**facts).encode("utf-8")


def format_seconds(milliseconds: int) -> str:
    """Format as 12.345, without the rounding error of a division."""
    return f"{milliseconds // 1000}.{milliseconds % 1000:03}"


def format_clock(milliseconds: int) -> str:
    """Format as 00:12:34, to the nearest second."""
    whole = (milliseconds + 500) // 1000
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
