"""Rendering: words become sound, without the silence around it, as loud as all voices are and as fast as is wished.

Some voices can hand over a breath group in parts, the first of them before the last is made.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from narrator.core.errors import NarratorError
from narrator.speech.pcm import LEVEL_FRAME_S as LEVEL_GRAIN
from narrator.speech.pcm import MAX_PEAK_DBFS, Pcm, to_int16

DEFAULT_WORDS_PER_MINUTE = 175  # words a minute. A word is six letters long, the space included.
MIN_WORDS_PER_MINUTE, MAX_WORDS_PER_MINUTE = 80, 500
VOICE_LEVEL_DBFS = -18.0  # how loud every voice is at full volume, in decibels, whoever renders it
VOLUME_STEP_DB = 0.3  # decibels for each step of the volume, from 10 to 100


class RenderFailed(NarratorError):
    """This voice could not say it, and why."""


class RenderInterrupted(Exception):
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
class StreamingRenderer(Renderer, Protocol):
    """A renderer whose first words are there before the last ones."""

    def stream(self, text: str, rate: int) -> Iterator[Pcm]:
        """The same in parts, tidy already, to be played one right after the other."""


# --- sound ---------------------------------------------------------------------------------------

MIN_SOUND_DBFS = -55.0  # decibels. What rendered voices are silent with is far below.
SOUND_FRAME_S = 0.005
LEAD_S, TAIL_S = 0.01, 0.04  # seconds that are left before the first sound and behind the last one


def normalise_speech(pcm: Pcm) -> Pcm:
    """Without the silence around it, for pauses are ours to make, and as loud as all voices are."""
    start, end = find_sound(pcm)
    return pcm.part(start - LEAD_S, end + TAIL_S if end else 0).normalised(VOICE_LEVEL_DBFS)


def find_sound(pcm: Pcm) -> tuple[float, float]:
    """When it begins to sound, and when it has ended; the end of it all and 0 if nothing sounds."""
    grain = max(1, round(pcm.rate * SOUND_FRAME_S))
    whole = len(pcm.samples) // grain * grain
    peaks = np.abs(pcm.samples[:whole].astype(np.int32)).reshape(-1, grain).max(axis=1, initial=0)
    loud = np.flatnonzero(peaks > 32768 * 10 ** (MIN_SOUND_DBFS / 20))
    return (loud[0] * SOUND_FRAME_S, (loud[-1] + 1) * SOUND_FRAME_S) if len(loud) else (pcm.seconds, 0.0)


def volume_gain(volume: int) -> float:
    """What to multiply sound with so that it is as loud as is wished for, of a hundred."""
    return float(10 ** ((min(volume, 100) - 100) * VOLUME_STEP_DB / 20))


# --- parts ---------------------------------------------------------------------------------------

SEAM_BELOW_VOICE_DB = (
    -15.0
)  # decibels, from the level of the voice. Between two syllables it is far quieter for a moment.
SEAM_SEARCH_FRAMES = 5  # hundredths of a second in which it may become quieter still
MIN_PART_S = 0.15  # seconds of a part at least: the next one is made while it plays


def split_at_pauses(sounds: Iterable[tuple[Pcm, bool]], level: float) -> Iterator[Pcm]:
    """What is made bit by bit, by a voice of about this level: tidied, and cut where it is quiet for a moment.

    With each bit comes whether there is more to come. A part is given away as soon as there is one. Together they are
    the whole, sample by sample; what could not be cut is the same as if it had been tidied whole.
    """
    held: Pcm | None = None
    begun = False
    for sound, more in sounds:
        held = sound if held is None else Pcm.join((held, sound))
        start = 0.0 if begun else max(0.0, find_sound(held)[0] - LEAD_S)
        seam = find_seam(held, start + MIN_PART_S, level + SEAM_BELOW_VOICE_DB) if more else None
        if seam is not None:
            part, held = held.part(start, seam), held.part(seam)
            if not begun:
                begun, level = True, (level + part.voice_level) / 2  # now it is known a little better
            yield amplify_part(part, level)
    if held is not None and begun:
        end = find_sound(held)[1]
        yield amplify_part(held.part(0, end + TAIL_S if end else 0), level)
    elif held is not None:
        yield normalise_speech(held)


def amplify_part(part: Pcm, level: float) -> Pcm:
    """As much louder as the whole would have to be, if it is like others."""
    return part.amplified(min(VOICE_LEVEL_DBFS - level, MAX_PEAK_DBFS - part.peak))


def find_seam(pcm: Pcm, soonest: float, level: float) -> float | None:
    """Where it last fell below this level, when it is quietest and the wave at rest: a seam there makes no click, even
    if the speaker stutters."""
    grain = round(pcm.rate * LEVEL_GRAIN)
    levels = pcm.frame_levels()
    falls = np.flatnonzero((levels[1:] < level) & (levels[:-1] >= level)) + 1
    if not len(falls) or falls[-1] * grain < soonest * pcm.rate:
        return None
    quiet = levels[falls[-1] : falls[-1] + SEAM_SEARCH_FRAMES]
    start = grain * int(falls[-1] + np.argmin(quiet))
    waves = np.abs(pcm.samples[start - 1 : start + grain].astype(np.int32))
    return (start + int(np.argmin(waves[1:] + waves[:-1]))) / pcm.rate


# --- speed ---------------------------------------------------------------------------------------

STRETCH_WINDOW_S = 0.020  # seconds. Two waves of a deep voice fit in.
STRETCH_SEARCH_S = 0.008  # seconds to look around for the best place to join


def speed_up(pcm: Pcm, factor: float) -> Pcm:
    """The same words in 1/factor of the time, and no higher: for those who listen at 300 words a minute and more.

    Neural voices mumble when they are asked to hurry. So they speak briskly at most, and what is still missing is left
    out here, evenly, in bits shorter than a vowel, each joined where the wave goes on most like the one before (WSOLA).
    """
    half = round(pcm.rate * STRETCH_WINDOW_S / 2)
    search = round(pcm.rate * STRETCH_SEARCH_S)
    if factor <= 1.0 or len(pcm.samples) < 4 * half + 2 * search:
        return pcm
    sound = pcm.samples.astype(np.float32)
    fade = (0.5 - 0.5 * np.cos(np.pi * np.arange(half) / half)).astype(np.float32)
    pieces = [sound[:half]]
    follows = half  # where the sound would go on if nothing were left out
    count = int((len(sound) - search - 2 * half) / (half * factor))
    for step in range(1, count + 1):
        around = max(0, round(step * half * factor) - search)
        here = around + find_best_match(sound[follows : follows + half], sound[around : around + 2 * search + half])
        pieces.append(sound[follows : follows + half] * (1 - fade) + sound[here : here + half] * fade)
        follows = here + half
        if follows + half > len(sound):
            break
    return Pcm(to_int16(np.concatenate([*pieces, sound[follows : follows + half]])), pcm.rate)


def find_best_match(wanted: NDArray[np.float32], where: NDArray[np.float32]) -> int:
    """At which place of `where` the wave is most like the wanted one."""
    likeness = np.correlate(where, wanted, mode="valid")
    energy = np.sqrt(np.convolve(where * where, np.ones(len(wanted), dtype=np.float32), mode="valid")) + 1.0
    return int(np.argmax(likeness / energy))
