"""The narration: every line of a book as sound, and when in the sound of its page it begins and ends.

The times are right because nothing is measured afterwards: a page is put together from lines and pauses, sample by
sample, and a line begins where it was put. Each line is rendered whole, for nobody waits for its first word here, and
a sentence in one breath sounds better than in pieces.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.export.book import Book, BookLine, BookPage
from narrator.sound.pcm import Pcm
from narrator.voices.phrasing import SENTENCE_PAUSE, speakable
from narrator.voices.pronunciation import Pronunciation, pronunciation
from narrator.voices.render import USUAL_RATE, tidied

SAMPLES = 22050
"""In a second of every book: what Piper and eSpeak NG render, and MP3 players of any age can play."""
AFTER_SENTENCE, AFTER_PARAGRAPH, AFTER_HEADING, AFTER_PAGE = 0.45, 0.9, 1.0, 1.5
"""Seconds of silence, at the usual rate."""
BEFORE_RECORDING = 0.25

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many letters have been read, and of how many."""


class Speaks(Protocol):
    """Whatever turns words into sound, in the order in which it is asked."""

    def ask(self, text: str) -> Callable[[], Pcm]:
        """Begin with these words; what comes back waits for their sound."""


class Recordings(Protocol):
    """Where the players' own voices are kept."""

    def sound(self, name: str) -> tuple[NDArray[np.int16], int]:
        """The samples, and how many of them make a second."""


@dataclass(frozen=True, slots=True)
class TimedLine:
    """When a line sounds, in milliseconds from the start of its page."""

    line: BookLine
    begin: int
    end: int
    """Where its sound ends."""
    until: int
    """Where the next line begins, or the page ends. Readers that play from line to line keep the pauses so."""


@dataclass(frozen=True, slots=True)
class Narrated:
    """A page that reads itself."""

    page: BookPage
    sound: Pcm
    clips: tuple[TimedLine, ...]
    """One for each line of the page, the heading first, without a gap between them."""

    @property
    def milliseconds(self) -> int:
        return self.clips[-1].until

    @property
    def silently(self) -> "Narrated":
        """Without its sound, which takes much room in the memory once it is written."""
        return Narrated(self.page, Pcm.silence(0, SAMPLES), self.clips)


def narrate(
    book: Book,
    voice: Speaks,
    recordings: Recordings,
    *,
    rate: int = USUAL_RATE,
    progress: Progress = lambda done, total: None,
) -> Iterator[Narrated]:
    """Read the book, page by page."""
    said = pronunciation(book.language)
    total = sum(len(line.text) for page in book.pages for line in page.lines)
    done = 0
    pending = asked(book.pages[0], voice, said)
    for number, page in enumerate(book.pages, start=1):
        lines, pending = pending, []
        if number < len(book.pages):
            pending = asked(book.pages[number], voice, said)  # rendered while this page is written down
        sounds = []
        for line, parts in zip(page.lines, lines, strict=True):
            sounds.append(spoken(line, [part() for part in parts], recordings, rate))
            done += len(line.text)
            progress(done, total)
        yield put_together(page, sounds, rate)


def asked(page: BookPage, voice: Speaks, said: Pronunciation) -> list[list[Callable[[], Pcm]]]:
    """Ask for every line of a page; each part of it that is a sentence of its own is rendered by itself."""
    return [[voice.ask(part) for part in to_say(line, said)] for line in page.lines]


def to_say(line: BookLine, said: Pronunciation) -> list[str]:
    """What the voice gets: without a recording, it says itself what the player said."""
    text = line.text if line.clip else f"{line.text} {line.said}".strip()
    return [part for _, part in speakable(said.spoken(text))]


def spoken(line: BookLine, parts: list[Pcm], recordings: Recordings, rate: int) -> Pcm:
    """The sound of one line, with the player's own voice where it belongs."""
    pieces: list[Pcm] = []
    for part in parts:
        pieces += [silence(SENTENCE_PAUSE, rate)] if pieces else []
        pieces.append(part.resampled(SAMPLES))
    if line.clip is not None:
        samples, samples_a_second = recordings.sound(line.clip)
        pieces += [silence(BEFORE_RECORDING, rate)] if pieces else []
        pieces.append(tidied(Pcm(samples, samples_a_second).trimmed()).resampled(SAMPLES))
    return Pcm.joined(pieces) if pieces else Pcm.silence(0, SAMPLES)


def put_together(page: BookPage, sounds: list[Pcm], rate: int) -> Narrated:
    pauses = pauses_of(page)
    clips: list[TimedLine] = []
    whole: list[Pcm] = []
    place = 0
    for line, sound, pause in zip(page.lines, sounds, pauses, strict=True):
        quiet = silence(pause, rate)
        begin, end, until = place, place + len(sound.samples), place + len(sound.samples) + len(quiet.samples)
        clips.append(TimedLine(line, milliseconds(begin), milliseconds(end), milliseconds(until)))
        whole += [sound, quiet]
        place = until
    return Narrated(page, Pcm.joined(whole), tuple(clips))


def pauses_of(page: BookPage) -> list[float]:
    """How long it is quiet behind each line."""
    pauses = [AFTER_HEADING]
    for paragraph in page.paragraphs:
        pauses += [AFTER_SENTENCE] * (len(paragraph) - 1) + [AFTER_PARAGRAPH]
    return [*pauses[:-1], AFTER_PAGE]


def silence(seconds: float, rate: int) -> Pcm:
    return Pcm.silence(seconds * USUAL_RATE / rate, SAMPLES)


def milliseconds(samples: int) -> int:
    """Rounded down: no time lies behind the end of the sound."""
    return samples * 1000 // SAMPLES
