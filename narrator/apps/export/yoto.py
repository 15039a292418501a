"""Export for Yoto's Make Your Own cards: a folder with one MP3 file per chapter, and a cover in the shape of a card."""

from collections.abc import Iterable

from narrator.apps.export.book import Book
from narrator.apps.export.cover import draw_cover
from narrator.apps.export.mp3 import render_mp3_folder
from narrator.apps.export.narration import NarratedPage
from narrator.core.errors import NarratorError

MAX_TRACKS, MAX_TRACK_MINUTES, MAX_CARD_MINUTES = 100, 60, 300
"""What one card holds. In our MP3 files an hour has 29 MB, so Yoto's limits of 100 MB per track and 500 MB per card
are never reached before these."""
COVER_PX = (638, 1011)
"""Yoto's size for a card's cover."""


class TooLongForCard(NarratorError):
    """The story does not fit on one card."""


def render_yoto_folder(book: Book, pages: Iterable[NarratedPage]) -> dict[str, bytes]:
    """Return the tracks, numbered in order, and the cover. Raise `TooLongForCard` if it does not fit on a card."""
    minutes: list[float] = []

    def measured() -> Iterable[NarratedPage]:
        for page in pages:
            minutes.append(page.milliseconds / 60_000)
            yield page

    if len(book.pages) > MAX_TRACKS:
        raise TooLongForCard(f"This story has {len(book.pages)} chapters, and a Yoto card holds {MAX_TRACKS} tracks.")
    files = render_mp3_folder(book, measured())
    if max(minutes) > MAX_TRACK_MINUTES:
        raise TooLongForCard(f"One chapter is longer than {MAX_TRACK_MINUTES} minutes, the limit of a Yoto track.")
    if sum(minutes) > MAX_CARD_MINUTES:
        raise TooLongForCard(f"This story is longer than {MAX_CARD_MINUTES // 60} hours, the limit of a Yoto card.")
    tracks = {name: body for name, body in files.items() if name.endswith(".mp3")}  # the app reads no playlist
    return {**tracks, "cover.jpg": draw_cover(book.title, COVER_PX, book.byline)}
