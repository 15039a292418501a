"""MP3: one file with chapters that a player can jump between, or a folder of numbered files with a playlist."""

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from mutagen.id3 import APIC, CHAP, CTOC, ID3, TALB, TCON, TDRC, TIT2, TLEN, TPE1, TRCK, CTOCFlags, Encoding
from pathvalidate import sanitize_filename

from narrator.apps.export.book import Book
from narrator.apps.export.cover import SQUARE, cover
from narrator.apps.export.narration import Narrated, milliseconds, mp3
from narrator.core.text import one_line
from narrator.speech.pcm import Pcm

LONGEST_NAME = 80  # letters of a title in a file name …
MOST_BYTES = 120  # … and how much room they take: some disks hold 143 bytes, and a number and an ending come along
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])\s*(\.|$)")
"""What Windows takes for a device, whatever its ending."""


def one_file(book: Book, pages: Iterable[Narrated]) -> bytes:
    titles: list[str] = []
    begins = [0]

    def sounds() -> Iterator[Pcm]:
        for narrated in pages:
            titles.append(narrated.page.heading.written)
            begins.append(begins[-1] + len(narrated.sound.samples))
            yield narrated.sound

    body = mp3(sounds())
    tags = common(book, book.title)
    moments = [milliseconds(samples) for samples in begins]
    for number, title in enumerate(titles, start=1):
        tags.add(
            CHAP(
                element_id=f"chapter-{number}",
                start_time=moments[number - 1],
                end_time=moments[number],
                start_offset=0xFFFFFFFF,  # the times count, not places in the file
                end_offset=0xFFFFFFFF,
                sub_frames=[text(TIT2, title)],
            )
        )
    tags.add(
        CTOC(
            element_id="chapters",
            flags=CTOCFlags.TOP_LEVEL | CTOCFlags.ORDERED,
            child_element_ids=[f"chapter-{number}" for number in range(1, len(titles) + 1)],
            sub_frames=[text(TIT2, book.title)],
        )
    )
    tags.add(text(TLEN, str(moments[-1])))
    return tagged(body, tags)


def folder(book: Book, pages: Iterable[Narrated]) -> dict[str, bytes]:
    """A file for each page, in the order of their names, and the list of them."""
    files: dict[str, bytes] = {}
    playlist = ["#EXTM3U", f"#PLAYLIST:{one_line(book.title)}"]
    digits = max(2, len(str(len(book.pages))))
    for number, narrated in enumerate(pages, start=1):
        title = narrated.page.heading.written
        name = f"{number:0{digits}} {file_name(title) or number}.mp3"
        tags = common(book, title)
        tags.add(text(TRCK, f"{number}/{len(book.pages)}"))
        files[name] = tagged(mp3([narrated.sound]), tags)
        playlist += [f"#EXTINF:{round(narrated.milliseconds / 1000)},{one_line(title)}", name]
    files[f"{file_name(book.title) or 'story'}.m3u8"] = "\n".join([*playlist, ""]).encode()
    return files


def file_name(title: str) -> str:
    """The title, as far as every system takes it for a file, and every shell for nothing else; perhaps nothing."""
    name = sanitize_filename(one_line(title), platform="universal")[:LONGEST_NAME]
    name = name.encode()[:MOST_BYTES].decode(errors="ignore")
    name = name.rstrip(" .\u200c\u200d").lstrip(" .~-")  # `rm -r ~` would not take away a folder of this name
    return f"_{name}" if RESERVED.match(name) else name


def common(book: Book, title: str) -> ID3:
    """What is the same for all files of a story, and the title of this one."""
    tags = ID3()
    tags.add(text(TIT2, title))
    tags.add(text(TALB, book.title))
    if book.authors:
        tags.add(text(TPE1, ", ".join(book.authors)))
    tags.add(text(TCON, "Audiobook"))
    tags.add(text(TDRC, book.made.strftime("%Y-%m-%d")))
    picture = cover(book.title, SQUARE)
    tags.add(APIC(encoding=Encoding.UTF16, mime="image/jpeg", type=3, desc=book.word("cover"), data=picture))
    return tags


def text(frame: Any, words: str) -> Any:
    return frame(encoding=Encoding.UTF16, text=[words])


def tagged(body: bytes, tags: ID3) -> bytes:
    file = io.BytesIO(body)
    tags.save(file, v2_version=3)  # more players read it than the newer one
    return file.getvalue()
