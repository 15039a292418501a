"""Read a book aloud: render every line, and record when it begins and ends in the audio of its page.

The times are exact because a page is assembled sample by sample from lines and pauses; nothing is measured afterwards.
Each line is rendered sentence by sentence, split as at bedtime, so that both find what characters say in the cache.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import soundfile

from narrator.apps.bedtime.loudness import apply_level
from narrator.apps.bedtime.script import split_at_sentences
from narrator.apps.export.book import Book, BookLine, BookPage
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.attribution import SpokenPart
from narrator.speech.pcm import MAX_PEAK_DBFS, Pcm
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.choose_voice import VoiceKind, VoiceMissing, choose_voice
from narrator.speech.tts.cues import load_story_sound
from narrator.speech.tts.kokoro import KokoroReader, why_no_kokoro
from narrator.speech.tts.phrasing import SPOKEN_SENTENCE_PAUSE_S
from narrator.speech.tts.pronunciation import Pronunciation, load_pronunciation
from narrator.speech.tts.render import (
    DEFAULT_WORDS_PER_MINUTE,
    MAX_WORDS_PER_MINUTE,
    MIN_WORDS_PER_MINUTE,
    VOICE_LEVEL_DBFS,
    normalise_speech,
)
from narrator.speech.tts.role_voices import (
    BEAT_S,
    NARRATOR_DELIVERY,
    Delivery,
    RoleVoice,
    cast_voices,
    plan_delivery,
)
from narrator.speech.tts.synthesiser import Synthesiser
from narrator.storage.clips import Clips

BOOK_RATE_HZ = 22050
"""Sample rate of every book: playable on old MP3 players."""
PAUSE_AFTER_SENTENCE_S, PAUSE_AFTER_PARAGRAPH_S, PAUSE_AFTER_HEADING_S, PAUSE_AFTER_PAGE_S = 0.45, 0.9, 1.0, 1.5
"""Pauses at the usual speech rate; a slower reader pauses longer."""
PAUSE_BEFORE_RECORDING_S = 0.25
PAUSE_BETWEEN_SPEAKERS_S = 0.15
BOOK_LEVEL_DBFS = -21.0
"""The level of every voice; lower than at the table, so that a shout fits in without clipping."""
MP3_COMPRESSION = 0.6
"""libsndfile's scale from 0 to 1. This gives 64 kbit/s, half a megabyte per minute."""

RequestedVoice = Literal["kokoro", "hibari", "system"]
"""`kokoro` is the best narrator with Kokoro's voices for the characters; with the others the narrator speaks alone."""

NarrationProgress: TypeAlias = Callable[[int, int], None]
"""Called with the number of letters that have been read, and the number of all letters."""


@dataclass(frozen=True, slots=True)
class TimedLine:
    """When a line is heard, in milliseconds from the start of its page."""

    line: BookLine
    begin: int
    end: int  # end of its sound
    until: int  # start of the next line, or end of the page: readers that play line by line keep the pauses


@dataclass(frozen=True, slots=True)
class NarratedPage:
    """A page with its audio."""

    page: BookPage
    sound: Pcm
    timed_lines: tuple[TimedLine, ...]  # one per line of the page, the heading first, without gaps

    @property
    def milliseconds(self) -> int:
        return self.timed_lines[-1].until

    @property
    def without_sound(self) -> "NarratedPage":
        """The page without its audio, which takes much memory and is not needed once it is encoded."""
        return NarratedPage(self.page, Pcm.silence(0, BOOK_RATE_HZ), self.timed_lines)


class BookVoice:
    """Renders text at one rate. The narrator imitates the characters, unless Kokoro speaks for them."""

    def __init__(self, narrator: Synthesiser, rate: int, characters: KokoroReader | None = None) -> None:
        self._narrator, self._rate, self._characters = narrator, rate, characters

    def __str__(self) -> str:
        """Return the name of the narrator's voice for the credits of a book, e.g. "hibari heart"."""
        return (self._narrator.voice or "").replace("/", " ")

    def request(self, text: str, delivery: Delivery = NARRATOR_DELIVERY) -> Callable[[], Pcm]:
        """Start rendering this text. Return a function that waits for the sound."""
        if self._characters is not None and delivery.voice is not None:
            spoken = self._characters.request(text, delivery.voice.kokoro, round(self._rate * delivery.rate))
            return lambda: level_speech(spoken.result(), delivery)
        rendered = self._narrator.submit(text, delivery.live_rate(self._rate))
        return lambda: level_speech(delivery.shift_pitch(rendered.result()), delivery)


def level_speech(pcm: Pcm, delivery: Delivery) -> Pcm:
    """Return the voice at the level of the book, softer or louder by its manner, with limited peaks."""
    return apply_level(pcm, pcm.voice_level, BOOK_LEVEL_DBFS + delivery.gain_db, MAX_PEAK_DBFS)


@contextmanager
def open_book_voice(
    requested: RequestedVoice | None,
    language: str,
    rate: int = DEFAULT_WORDS_PER_MINUTE,
    *,
    cache: SpeechCache | None = None,
    report: Callable[[str], None] = lambda sentence: None,
) -> Iterator[BookVoice]:
    """Open the requested voice, without a fallback, or else the best one available, with Kokoro for the characters."""
    rate = max(MIN_WORDS_PER_MINUTE, min(MAX_WORDS_PER_MINUTE, rate))
    problem = why_no_kokoro() if requested in (None, "kokoro") and language == DEFAULT_LANGUAGE else "not requested"
    if requested == "kokoro" and problem is not None:
        raise VoiceMissing(problem)
    kind: VoiceKind | None = None if requested == "kokoro" else requested
    chosen = choose_voice(kind, language)
    if not chosen.renderers:
        raise VoiceMissing(f"{chosen.reason} `--to html` needs no voice.")
    with ExitStack() as opened:
        characters = opened.enter_context(closing(KokoroReader(cache))) if problem is None else None
        renderers = chosen.renderers[:1] if kind else chosen.renderers
        narrator = opened.enter_context(closing(Synthesiser(renderers, report=report)))
        yield BookVoice(narrator, rate, characters)


def narrate_book(  # noqa: PLR0913  # what a book sounds like
    book: Book,
    voice: BookVoice,
    recordings: Clips,
    *,
    rate: int = DEFAULT_WORDS_PER_MINUTE,
    voice_changes: Mapping[str, int] | None = None,
    progress: NarrationProgress = lambda done, total: None,
) -> Iterator[NarratedPage]:
    """Yield the pages with their sound. `voice_changes` counts how often another voice was asked for, by character."""
    pronounced = load_pronunciation(book.language)
    speakers = (part.speaker for page in book.pages for line in page.lines for part in line.parts)
    voices = cast_voices(speakers, book.language, voice_changes)
    total = sum(len(line.text) for page in book.pages for line in page.lines)
    done = 0
    pending = request_page(book.pages[0], voice, pronounced, voices)
    for number, page in enumerate(book.pages, start=1):
        lines, pending = pending, []
        if number < len(book.pages):  # rendered while this page is encoded
            pending = request_page(book.pages[number], voice, pronounced, voices)
        sounds = []
        for line, parts in zip(page.lines, lines, strict=True):
            pieces = [piece for part in parts for piece in part.pieces(rate)]
            sounds.append(join_line(line, pieces, recordings, rate))
            done += len(line.text)
            progress(done, total)
        yield assemble_page(page, sounds, rate)


@dataclass(frozen=True, slots=True)
class RequestedPart:
    """Words of one speaker that are being rendered, sentence by sentence."""

    part: SpokenPart
    sentences: tuple[Callable[[], Pcm], ...]
    is_first: bool
    """Whether it begins its line."""

    def pieces(self, rate: int) -> Iterator[Pcm]:
        """Yield the sounds and pauses of this part in order."""
        if not self.is_first:
            yield scaled_silence(BEAT_S if self.part.beat else PAUSE_BETWEEN_SPEAKERS_S, rate)
        elif self.part.beat:
            yield scaled_silence(BEAT_S, rate)
        for name in self.part.sounds:
            sound = load_story_sound(name).amplified(BOOK_LEVEL_DBFS - VOICE_LEVEL_DBFS)
            yield sound.resampled(BOOK_RATE_HZ)
            yield scaled_silence(PAUSE_BETWEEN_SPEAKERS_S, rate)
        for number, sentence in enumerate(self.sentences):
            if number:
                yield scaled_silence(SPOKEN_SENTENCE_PAUSE_S, rate)
            yield sentence().resampled(BOOK_RATE_HZ)


def request_page(
    page: BookPage, voice: BookVoice, pronounced: Pronunciation, voices: Mapping[str, RoleVoice]
) -> list[list[RequestedPart]]:
    """Start rendering every line of a page, sentence by sentence."""
    return [list(request_line(line, voice, pronounced, voices)) for line in page.lines]


def request_line(
    line: BookLine, voice: BookVoice, pronounced: Pronunciation, voices: Mapping[str, RoleVoice]
) -> Iterator[RequestedPart]:
    """Start rendering a line. The voice reads the transcript of a recording that is missing."""
    *before, last = line.parts or (SpokenPart(line.text),)
    if line.clip is None and line.clip_text:
        last = replace(last, text=f"{last.text} {line.clip_text}")
    for number, part in enumerate((*before, last)):
        delivery = plan_delivery(part, voices)
        texts = [pronounced.respell(piece.text) for piece in split_at_sentences(part.text)]
        yield RequestedPart(part, tuple(voice.request(text, delivery) for text in texts), number == 0)


def join_line(line: BookLine, pieces: list[Pcm], recordings: Clips, rate: int) -> Pcm:
    """Return the sound of one line, followed by the player's recording if there is one."""
    if line.clip is not None:
        samples, rate_hz = recordings.sound(line.clip)
        pieces += [scaled_silence(PAUSE_BEFORE_RECORDING_S, rate)] if pieces else []
        pieces.append(
            normalise_speech(Pcm(samples, rate_hz).trimmed()).normalised(BOOK_LEVEL_DBFS).resampled(BOOK_RATE_HZ)
        )
    return Pcm.join(pieces) if pieces else Pcm.silence(0, BOOK_RATE_HZ)


def assemble_page(page: BookPage, sounds: list[Pcm], rate: int) -> NarratedPage:
    pauses = [PAUSE_AFTER_HEADING_S]
    for paragraph in page.paragraphs:
        pauses += [PAUSE_AFTER_SENTENCE_S] * (len(paragraph) - 1) + [PAUSE_AFTER_PARAGRAPH_S]
    pauses[-1] = PAUSE_AFTER_PAGE_S
    timed_lines: list[TimedLine] = []
    pieces: list[Pcm] = []
    position = 0  # in samples
    for line, sound, pause in zip(page.lines, sounds, pauses, strict=True):
        silence = scaled_silence(pause, rate)
        begin, end = position, position + len(sound.samples)
        until = end + len(silence.samples)
        timed_lines.append(TimedLine(line, to_milliseconds(begin), to_milliseconds(end), to_milliseconds(until)))
        pieces += [sound, silence]
        position = until
    return NarratedPage(page, Pcm.join(pieces), tuple(timed_lines))


def scaled_silence(seconds: float, rate: int) -> Pcm:
    return Pcm.silence(seconds * DEFAULT_WORDS_PER_MINUTE / rate, BOOK_RATE_HZ)


def encode_mp3(pieces: Iterable[Pcm]) -> bytes:
    """Encode as MP3, which every reader, player and phone can play.

    The bit rate is constant, so that simple players can seek. The file states how many samples the encoder added at the
    start, so times are exact in players that read this. Others are 50 ms late, which is within the pauses.
    """
    body = io.BytesIO()
    options = {
        "format": "MP3",
        "subtype": "MPEG_LAYER_III",
        "bitrate_mode": "CONSTANT",
        "compression_level": MP3_COMPRESSION,
    }
    with soundfile.SoundFile(body, "w", samplerate=BOOK_RATE_HZ, channels=1, **options) as file:
        for piece in pieces:
            file.write(piece.samples)
    return body.getvalue()


def to_milliseconds(samples: int) -> int:
    """Convert and round down, so that no time is after the end of the sound."""
    return samples * 1000 // BOOK_RATE_HZ
