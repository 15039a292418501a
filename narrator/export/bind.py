"""A story bound as a book, in each of the kinds that can be taken along: the same for a command and for a page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from narrator.export.book import book_of
from narrator.export.forms import daisy, epub, html
from narrator.export.kinds import ENDINGS, BookKind
from narrator.export.mp3 import file_name, folder, one_file
from narrator.export.narration import Asked, Narrated, Progress, narrate, reader
from narrator.keep.clips import Clips
from narrator.tell.story import ToldStory
from narrator.voices.cache import Cache
from narrator.voices.render import USUAL_RATE
from narrator.voices.spoken import recorded


@dataclass(frozen=True, slots=True)
class Bound:
    """A book as it is written to disk: a file, or a folder of files."""

    body: bytes | dict[str, bytes]
    milliseconds: int = 0
    """How long it sounds."""


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
