"""Export to MP3: one file with chapter marks, or a folder of numbered files with a playlist."""

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from mutagen.id3 import APIC, CHAP, CTOC, ID3, TALB, TCON, TDRC, TIT2, TLEN, TPE1, TRCK, CTOCFlags, Encoding
from pathvalidate import sanitize_filename

from narrator.apps.export.book import Book
from narrator.apps.export.cover import SQUARE_COVER, draw_cover
from narrator.apps.export.narration import NarratedPage, encode_mp3, to_milliseconds
from narrator.core.text import one_line
from narrator.speech.pcm import Pcm

MAX_FILE_NAME_LETTERS = 80
MAX_FILE_NAME_BYTES = 120
"""Limits for a title in a file name. Some file systems allow 143 bytes, and a number and a suffix are added."""
WINDOWS_DEVICE_NAME = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])\s*(\.|$)")
"""Names that Windows treats as devices, with any suffix."""


def render_mp3(book: Book, pages: Iterable[NarratedPage]) -> bytes:
    titles: list[str] = []
    starts = [0]  # in samples; one more than titles

    def sounds() -> Iterator[Pcm]:
        for narrated in pages:
            titles.append(narrated.page.heading.display_text)
            starts.append(starts[-1] + len(narrated.sound.samples))
            yield narrated.sound

    body = encode_mp3(sounds())
    tags = common_tags(book, book.title)
    times = [to_milliseconds(samples) for samples in starts]
    for number, title in enumerate(titles, start=1):
        tags.add(
            CHAP(
                element_id=f"chapter-{number}",
                start_time=times[number - 1],
                end_time=times[number],
                start_offset=0xFFFFFFFF,  # use the times, not byte offsets
                end_offset=0xFFFFFFFF,
                sub_frames=[text_frame(TIT2, title)],
            )
        )
    tags.add(
        CTOC(
            element_id="chapters",
            flags=CTOCFlags.TOP_LEVEL | CTOCFlags.ORDERED,
            child_element_ids=[f"chapter-{number}" for number in range(1, len(titles) + 1)],
            sub_frames=[text_frame(TIT2, book.title)],
        )
    )
    tags.add(text_frame(TLEN, str(times[-1])))
    return add_tags(body, tags)


def render_mp3_folder(book: Book, pages: Iterable[NarratedPage]) -> dict[str, bytes]:
    """Return one file per page, named so that they sort in order, and a playlist."""
    files: dict[str, bytes] = {}
    playlist = ["#EXTM3U", f"#PLAYLIST:{one_line(book.title)}"]
    digits = max(2, len(str(len(book.pages))))
    for number, narrated in enumerate(pages, start=1):
        title = narrated.page.heading.display_text
        name = f"{number:0{digits}} {safe_file_name(title) or number}.mp3"
        tags = common_tags(book, title)
        tags.add(text_frame(TRCK, f"{number}/{len(book.pages)}"))
        files[name] = add_tags(encode_mp3([narrated.sound]), tags)
        playlist += [f"#EXTINF:{round(narrated.milliseconds / 1000)},{one_line(title)}", name]
    files[f"{safe_file_name(book.title) or 'story'}.m3u8"] = "\n".join([*playlist, ""]).encode()
    return files


def safe_file_name(title: str) -> str:
    """Return the title as a file name that is valid on every system and harmless in a shell. It may be empty."""
    name = sanitize_filename(one_line(title), platform="universal")[:MAX_FILE_NAME_LETTERS]
    name = name.encode()[:MAX_FILE_NAME_BYTES].decode(errors="ignore")
    name = name.rstrip(" .\u200c\u200d").lstrip(" .~-")  # a shell expands `~` and reads `-` as an option
    return f"_{name}" if WINDOWS_DEVICE_NAME.match(name) else name


def common_tags(book: Book, title: str) -> ID3:
    """Return the tags that all files of a story share, with the title of this one."""
    tags = ID3()
    tags.add(text_frame(TIT2, title))
    tags.add(text_frame(TALB, book.title))
    if book.authors:
        tags.add(text_frame(TPE1, ", ".join(book.authors)))
    tags.add(text_frame(TCON, "Audiobook"))
    tags.add(text_frame(TDRC, book.played.strftime("%Y-%m-%d")))
    picture = draw_cover(book.title, SQUARE_COVER, book.byline)
    tags.add(APIC(encoding=Encoding.UTF16, mime="image/jpeg", type=3, desc=book.label("cover"), data=picture))
    return tags


def text_frame(frame: Any, words: str) -> Any:
    return frame(encoding=Encoding.UTF16, text=[words])


def add_tags(body: bytes, tags: ID3) -> bytes:
    file = io.BytesIO(body)
    tags.save(file, v2_version=3)  # more players read version 2.3 than 2.4
    return file.getvalue()
