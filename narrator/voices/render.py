"""Rendering: words become sound, a piece at a time.

A long sentence takes a second to render, and nobody should wait for it in silence. So a line is cut into pieces where a
reader would take a breath: a short one first, then longer ones, each rendered while the one before is playing. A new
sentence always begins a new piece, so that "repeat" can start there. Some voices can hand over a piece in parts.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from narrator.errors import NarratorError
from narrator.sound.pcm import GRAIN as LEVEL_GRAIN
from narrator.sound.pcm import LOUDEST, Pcm

USUAL_RATE = 175
"""Words a minute. A word is six letters long, the space included."""
SLOWEST, FASTEST = 80, 500
VOICE_LEVEL = -18.0
"""How loud every voice is at full volume, in decibels, whoever renders it."""
STEP = 0.3
"""Decibels for each step of the volume, from 10 to 100."""


class RenderFailed(NarratorError):
    """This voice could not say it, and why."""


class Interrupted(Exception):
    """The rendering was given up, because something else is needed sooner."""


class Renderer(Protocol):
    """Anything that turns words into sound. It belongs to one thread; only `interrupt` may come from another."""

    @property
    def name(self) -> str:
        """Which voice this is. Two voices that sound different have different names."""

    def load(self) -> None:
        """Get ready, which may take seconds."""

    def render(self, text: str, rate: int) -> Pcm:
        """Say this at so many words a minute."""

    def interrupt(self) -> None:
        """Give up what is being rendered now, if anything: `render` raises `Interrupted`."""

    def close(self) -> None:
        """Finish."""


@runtime_checkable
class Streaming(Renderer, Protocol):
    """A renderer whose first words are there before the last ones."""

    def stream(self, text: str, rate: int) -> Iterator[Pcm]:
        """The same in parts, tidy already, to be played one right after the other."""


# --- pieces --------------------------------------------------------------------------------------

FIRST = 8
"""Words of the first piece at most. Its rendering, or the planning of it, is the silence before the answer."""
MOST = 16
"""Words of any piece at most: a piece is as long as "stop" may be late for the next answer."""
GRACE = 2
"""So many words more are better than a cut that nobody wrote, with a word or two behind it."""
SENTENCE_PAUSE, CLAUSE_PAUSE, NO_PAUSE = 0.35, 0.12, 0.0
"""Seconds of silence behind a piece, at the usual rate."""
SAY_ALONG_PAUSE = 1.5
"""Where a line waits: long enough for children to say the next words, or to hold their breath."""
WAITS = re.compile(r"\s*…\s")

SENTENCE_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)")
CLAUSE_END = re.compile(r"[,;:–—]+[\"'”’)\]]*(?=\s)")
TITLES = ("mr.", "mrs.", "ms.", "dr.", "st.")
"""Their full stop ends no sentence."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a line that are rendered in one go."""

    text: str
    sentence: int
    """Where in the line the sentence begins that this belongs to."""
    pause: float
    """Seconds of silence behind it, at the usual rate."""


def pieces(line: str, breath_before: Collection[str] = ()) -> tuple[Piece, ...]:
    """Cut a line where a reader would breathe; at these words where there is no comma to breathe at."""
    cut: list[Piece] = []
    for start, sentence in sentences(line):
        words = 0
        most = while_playing(len(cut[-1].text.split())) if cut else FIRST
        for text in grouped(sentence, most, breath_before):
            words += len(text.split())
            last = words == len(sentence.split())
            waits = last and WAITS.match(line, start + len(sentence)) is not None
            cut.append(Piece(text, start, SAY_ALONG_PAUSE if waits else pause_behind(text, last=last)))
    return tuple(cut)


def sentences(line: str) -> Iterator[tuple[int, str]]:
    """Each sentence, and where it begins."""
    start = 0
    for end in SENTENCE_END.finditer(line):
        if line[start : end.end()].rsplit(maxsplit=1)[-1].lower() in TITLES:
            continue
        yield from stripped(line, start, end.end())
        start = end.end()
    yield from stripped(line, start, len(line))


def stripped(line: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """This part of the line without the spaces around it; nothing if nothing in it can be said."""
    part = line[start:end]
    if any(letter.isalnum() for letter in part):
        yield start + len(part) - len(part.lstrip()), part.strip()


def grouped(sentence: str, most: int, breath_before: Collection[str]) -> Iterator[str]:
    """Clauses of a sentence, as many words together as may be: `most` in the first piece."""
    group: list[str] = []
    for clause in clauses(sentence):
        words = clause.split()
        if group and len(group) + len(words) > most:
            yield " ".join(group)
            most, group = while_playing(len(group)), []
        while len(words) > most + GRACE:
            breath = breath_in(words, most, breath_before)
            yield " ".join(words[:breath])
            words, most = words[breath:], while_playing(breath)
        group += words
    if group:
        yield " ".join(group)


def while_playing(words: int) -> int:
    """How many words can be rendered for certain while so many are playing, whatever else the machine has to do."""
    return max(FIRST, min(MOST, 2 * words))


def clauses(sentence: str) -> Iterator[str]:
    start = 0
    for end in CLAUSE_END.finditer(sentence):
        yield sentence[start : end.end()]
        start = end.end()
    yield sentence[start:]


def breath_in(words: list[str], most: int, breath_before: Collection[str]) -> int:
    """After how many of these words to breathe: as late as may be, but never right after the start."""
    for count in range(most, GRACE, -1):
        if words[count].lower() in breath_before and words[count - 1].lower() not in breath_before:
            return count
    return most


def pause_behind(text: str, *, last: bool) -> float:
    if last:
        return SENTENCE_PAUSE
    return CLAUSE_PAUSE if CLAUSE_END.search(f"{text} ") else NO_PAUSE


# --- sound ---------------------------------------------------------------------------------------

SOUNDING = -55.0
"""Decibels. What rendered voices are silent with is far below."""
GRAIN = 0.005
LEAD, TAIL = 0.01, 0.04
"""Seconds that are left before the first sound and behind the last one."""


def tidied(pcm: Pcm) -> Pcm:
    """Without the silence around it, for pauses are ours to make, and as loud as all voices are."""
    start, end = sounding(pcm)
    return pcm.part(start - LEAD, end + TAIL if end else 0).levelled(VOICE_LEVEL)


def sounding(pcm: Pcm) -> tuple[float, float]:
    """When it begins to sound, and when it has ended; the end of it all and 0 if nothing sounds."""
    grain = max(1, round(pcm.rate * GRAIN))
    whole = len(pcm.samples) // grain * grain
    peaks = np.abs(pcm.samples[:whole].astype(np.int32)).reshape(-1, grain).max(axis=1, initial=0)
    loud = np.flatnonzero(peaks > 32768 * 10 ** (SOUNDING / 20))
    return (loud[0] * GRAIN, (loud[-1] + 1) * GRAIN) if len(loud) else (pcm.seconds, 0.0)


def gain(volume: int) -> float:
    """What to multiply sound with so that it is as loud as is wished for, of a hundred."""
    return float(10 ** ((min(volume, 100) - 100) * STEP / 20))


# --- parts ---------------------------------------------------------------------------------------

QUIET = -15.0
"""Decibels, from the level of the voice. Between two syllables it is far quieter for a moment."""
FALLING = 5
"""Hundredths of a second in which it may become quieter still."""
SHORTEST = 0.15
"""Seconds of a part at least: the next one is made while it plays."""


def in_parts(sounds: Iterable[tuple[Pcm, bool]], level: float) -> Iterator[Pcm]:
    """A piece that is made bit by bit, by a voice of about this level: tidied, and cut where it is quiet for a moment.

    With each bit comes whether there is more to come. A part is given away as soon as there is one. Together they are
    the piece, sample by sample; what could not be cut is the same as if it had been tidied whole.
    """
    held: Pcm | None = None
    begun = False
    for sound, more in sounds:
        held = sound if held is None else Pcm.joined((held, sound))
        start = 0.0 if begun else max(0.0, sounding(held)[0] - LEAD)
        seam = quiet_moment(held, start + SHORTEST, level + QUIET) if more else None
        if seam is not None:
            part, held = held.part(start, seam), held.part(seam)
            if not begun:
                begun, level = True, (level + part.voice_level) / 2  # now it is known a little better
            yield at_level(part, level)
    if held is not None and begun:
        end = sounding(held)[1]
        yield at_level(held.part(0, end + TAIL if end else 0), level)
    elif held is not None:
        yield tidied(held)


def at_level(part: Pcm, level: float) -> Pcm:
    """As much louder as the whole would have to be, if it is like others."""
    return part.amplified(min(VOICE_LEVEL - level, LOUDEST - part.peak))


def quiet_moment(pcm: Pcm, soonest: float, level: float) -> float | None:
    """Where it last fell below this level, when it is quietest and the wave at rest: a seam there makes no click, even
    if the speaker stutters."""
    grain = round(pcm.rate * LEVEL_GRAIN)
    levels = pcm.levels()
    falls = np.flatnonzero((levels[1:] < level) & (levels[:-1] >= level)) + 1
    if not len(falls) or falls[-1] * grain < soonest * pcm.rate:
        return None
    quiet = levels[falls[-1] : falls[-1] + FALLING]
    start = grain * int(falls[-1] + np.argmin(quiet))
    waves = np.abs(pcm.samples[start - 1 : start + grain].astype(np.int32))
    return (start + int(np.argmin(waves[1:] + waves[:-1]))) / pcm.rate
