"""The narration: every line of a book as sound, and when in the sound of its page it begins and ends.

The times are right because nothing is measured afterwards: a page is put together from lines and pauses, sample by
sample, and a line begins where it was put. Each line is rendered whole, for nobody waits for its first word here, and
a sentence in one breath sounds better than in pieces.

The voice is the studio's, as steady as can be. Piper draws a little chance into every line, which makes it sound alive.
Here the draw is the same each time, so that the same story gives the same book.
"""

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias

import soundfile

from narrator.apps.export.book import Book, BookLine, BookPage
from narrator.speech.networks.onnx_runtime import load_onnxruntime
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cache import Cache
from narrator.speech.tts.choose_voice import VoiceMissing, choose
from narrator.speech.tts.phrasing import SENTENCE_PAUSE, speakable
from narrator.speech.tts.pronunciation import Pronunciation, pronunciation
from narrator.speech.tts.render import FASTEST, SLOWEST, USUAL_RATE, tidied
from narrator.speech.tts.studio import Studio
from narrator.storage.clips import Clips

SAMPLES = 22050  # in a second of every book: what Piper and eSpeak NG render, and MP3 players of any age can play
AFTER_SENTENCE, AFTER_PARAGRAPH, AFTER_HEADING, AFTER_PAGE = 0.45, 0.9, 1.0, 1.5
"""Seconds of silence, at the usual rate."""
BEFORE_RECORDING = 0.25
COMPRESSION = 0.6
"""Of a hundred and sixty kilobits a second this leaves sixty-four: clear for a voice, half a megabyte a minute."""

Asked = Literal["piper", "system"]
SEED = 1

Progress: TypeAlias = Callable[[int, int], None]  # is told how many letters have been read, and of how many


@dataclass(frozen=True, slots=True)
class TimedLine:
    """When a line sounds, in milliseconds from the start of its page."""

    line: BookLine
    begin: int
    end: int  # where its sound ends
    until: int  # where the next line begins, or the page ends. Readers that play from line to line keep the pauses so.


@dataclass(frozen=True, slots=True)
class Narrated:
    """A page that reads itself."""

    page: BookPage
    sound: Pcm
    clips: tuple[TimedLine, ...]  # one for each line of the page, the heading first, without a gap between them

    @property
    def milliseconds(self) -> int:
        return self.clips[-1].until

    @property
    def silently(self) -> "Narrated":
        """Without its sound, which takes much room in the memory once it is written."""
        return Narrated(self.page, Pcm.silence(0, SAMPLES), self.clips)


class Reader:
    """Says everything in one voice, at one rate."""

    def __init__(self, studio: Studio, rate: int) -> None:
        self._studio = studio
        self._rate = rate

    def __str__(self) -> str:
        """Whose voice it is, as a book's credits tell it: "piper en_US-joe-medium"."""
        return (self._studio.voice or "").replace("/", " ")

    def ask(self, text: str) -> Callable[[], Pcm]:
        """Begin with these words; what comes back waits for their sound."""
        return self._studio.want(text, self._rate).result


@contextmanager
def reader(
    asked: Asked | None,
    language: str,
    rate: int = USUAL_RATE,
    *,
    cache: Cache | None = None,
    trouble: Callable[[str], None] = lambda sentence: None,
) -> Iterator[Reader]:
    """The best voice there is, or the one that was asked for, and no other then."""
    chosen = choose(asked, language)
    if not chosen.renderers:
        raise VoiceMissing(f"{chosen.why} A page to read needs no voice: `--to html`.")
    if chosen.kind == "piper":
        with suppress(ImportError):  # Piper itself will say what is missing
            load_onnxruntime().set_seed(SEED)
    voices = chosen.renderers[:1] if asked else chosen.renderers
    studio = Studio(voices, cache, trouble=trouble)
    try:
        yield Reader(studio, max(SLOWEST, min(FASTEST, rate)))
    finally:
        studio.close()


def narrate(
    book: Book,
    voice: Reader,
    recordings: Clips,
    *,
    rate: int = USUAL_RATE,
    progress: Progress = lambda done, total: None,
) -> Iterator[Narrated]:
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


def asked(page: BookPage, voice: Reader, said: Pronunciation) -> list[list[Callable[[], Pcm]]]:
    """Ask for every line of a page; each part of it that is a sentence of its own is rendered by itself."""
    # without a recording, the voice itself says what the player said
    texts = (line.text if line.clip else f"{line.text} {line.said}".strip() for line in page.lines)
    return [[voice.ask(part) for _, part in speakable(said.spoken(text))] for text in texts]


def spoken(line: BookLine, parts: list[Pcm], recordings: Clips, rate: int) -> Pcm:
    """The sound of one line, with the player's own voice where it belongs."""
    pieces: list[Pcm] = []
    for part in parts:
        pieces += [silence(SENTENCE_PAUSE, rate)] if pieces else []
        pieces.append(part.resampled(SAMPLES))
    if line.clip is not None:
        samples, samples_a_second = recordings.sound(line.clip)
        pieces += [silence(BEFORE_RECORDING, rate)] if pieces else []
        pieces.append(tidied(Pcm(samples, samples_a_second).trimmed()).resampled(SAMPLES))
    return Pcm.join(pieces) if pieces else Pcm.silence(0, SAMPLES)


def put_together(page: BookPage, sounds: list[Pcm], rate: int) -> Narrated:
    pauses = [AFTER_HEADING]
    for paragraph in page.paragraphs:
        pauses += [AFTER_SENTENCE] * (len(paragraph) - 1) + [AFTER_PARAGRAPH]
    pauses[-1] = AFTER_PAGE
    clips: list[TimedLine] = []
    whole: list[Pcm] = []
    place = 0
    for line, sound, pause in zip(page.lines, sounds, pauses, strict=True):
        quiet = silence(pause, rate)
        begin, end, until = place, place + len(sound.samples), place + len(sound.samples) + len(quiet.samples)
        clips.append(TimedLine(line, milliseconds(begin), milliseconds(end), milliseconds(until)))
        whole += [sound, quiet]
        place = until
    return Narrated(page, Pcm.join(whole), tuple(clips))


def silence(seconds: float, rate: int) -> Pcm:
    return Pcm.silence(seconds * USUAL_RATE / rate, SAMPLES)


def mp3(pieces: Iterable[Pcm]) -> bytes:
    """As MP3, the one kind of file that every reader, player and telephone can play.

    A constant bit rate, so that simple players find a moment without reading all that is before it. The encoder notes
    how many samples it put in front, so that times stay right to the sample where that note is read. Players that
    ignore it are 50 ms late, which is within the pauses.
    """
    body = io.BytesIO()
    how = {"format": "MP3", "subtype": "MPEG_LAYER_III", "bitrate_mode": "CONSTANT", "compression_level": COMPRESSION}
    with soundfile.SoundFile(body, "w", samplerate=SAMPLES, channels=1, **how) as file:
        for piece in pieces:
            file.write(piece.samples)
    return body.getvalue()


def milliseconds(samples: int) -> int:
    """Rounded down: no time lies behind the end of the sound."""
    return samples * 1000 // SAMPLES
