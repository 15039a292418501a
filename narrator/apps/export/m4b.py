"""Export to M4B: an audiobook in one file with chapters and a cover, as Audiobookshelf and Apple Books read it."""

import io
from collections.abc import Iterable
from fractions import Fraction

from mutagen.mp4 import MP4, MP4Cover

from narrator.apps.export.av_encoder import to_frame
from narrator.apps.export.book import Book
from narrator.apps.export.cover import SQUARE_COVER, draw_cover
from narrator.apps.export.narration import BOOK_RATE_HZ, NarratedPage, to_milliseconds

AAC_BITS_PER_SECOND = 64_000
"""As much as our MP3 files have; AAC needs less for the same quality."""
AUDIOBOOK = 2  # the media type that Apple's players file under audiobooks


def render_m4b(book: Book, pages: Iterable[NarratedPage]) -> bytes:
    import av  # noqa: PLC0415 - optional

    body = io.BytesIO()
    titles: list[str] = []
    starts = [0]  # in samples; one more than titles
    with av.open(body, "w", format="ipod") as container:
        stream = container.add_stream("aac", rate=BOOK_RATE_HZ, layout="mono", bit_rate=AAC_BITS_PER_SECOND)
        packets = []  # kept until all chapters are known, because the file's header lists them
        for narrated in pages:
            titles.append(narrated.page.heading.display_text)
            packets += stream.encode(to_frame(narrated.sound, starts[-1]))
            starts.append(starts[-1] + len(narrated.sound.samples))
        packets += stream.encode(None)
        container.set_chapters(
            [
                {
                    "id": number,
                    "start": to_milliseconds(starts[number]),
                    "end": to_milliseconds(starts[number + 1]),
                    "time_base": Fraction(1, 1000),
                    "metadata": {"title": title},
                }
                for number, title in enumerate(titles)
            ]
        )
        container.mux(packets)
    return add_m4b_tags(body.getvalue(), book)


def add_m4b_tags(body: bytes, book: Book) -> bytes:
    file = io.BytesIO(body)
    tags = MP4(file)
    tags["\xa9nam"] = tags["\xa9alb"] = book.title
    if book.authors:
        tags["\xa9ART"] = tags["aART"] = ", ".join(book.authors)
    tags["\xa9gen"] = "Audiobook"
    tags["\xa9day"] = book.played.strftime("%Y-%m-%d")
    tags["stik"] = [AUDIOBOOK]
    tags["covr"] = [MP4Cover(draw_cover(book.title, SQUARE_COVER, book.byline), MP4Cover.FORMAT_JPEG)]
    file.seek(0)
    tags.save(file)
    return file.getvalue()
