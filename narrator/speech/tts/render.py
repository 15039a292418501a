"""The port to voices (`Renderer`), and what all of them share: trimming, level, parts and speed of rendered speech.

Some voices deliver a breath group in parts, the first of them before the last is rendered (`StreamingRenderer`).
"""

from collections.abc import Iterable, Iterator
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from narrator.core.errors import NarratorError
from narrator.speech.pcm import FULL_SCALE, LEVEL_FRAME_S, MAX_PEAK_DBFS, Pcm, to_int16

DEFAULT_WORDS_PER_MINUTE = 175
"""The default speed. A word counts as six letters, including the space."""
MIN_WORDS_PER_MINUTE, MAX_WORDS_PER_MINUTE = 80, 500
VOICE_LEVEL_DBFS = -18.0
"""The level of every voice at full volume."""
VOLUME_STEP_DB = 0.3
"""The change of level for each step of the volume, from 10 to 100."""


class RenderFailed(NarratorError):
    """A voice could not render a text, and why."""


class RenderInterrupted(Exception):
    """The rendering was interrupted because something more urgent came."""


class Renderer(Protocol):
    """A voice that turns text into audio. It is used from one thread; only `interrupt` may come from another."""

    @property
    def name(self) -> str:
        """A name that is unique for each voice; part of the cache key."""

    def load(self) -> None:
        """Load the voice, which may take seconds."""

    def render(self, text: str, words_per_minute: int) -> Pcm:
        """Return the text as audio, or raise `RenderFailed` or `RenderInterrupted`."""

    def interrupt(self) -> None:
        """Make the current `render`, if any, raise `RenderInterrupted`."""

    def close(self) -> None:
        """Release the voice."""


@runtime_checkable
class StreamingRenderer(Renderer, Protocol):
    """A renderer that delivers the first words before the last ones are rendered."""

    def stream(self, text: str, words_per_minute: int) -> Iterator[Pcm]:
        """Yield the text in parts, already trimmed and normalised, to be played without gaps."""


# --- trimming and level --------------------------------------------------------------------------

MIN_SOUND_DBFS = -55.0
"""Peaks below this are silence; the silence of rendered voices is far below."""
SOUND_FRAME_S = 0.005
LEAD_S, TAIL_S = 0.01, 0.04
"""The silence that is kept before the first and after the last sound."""


def normalise_speech(pcm: Pcm) -> Pcm:
    """Trim the silence, because the speaking queue adds the pauses, and bring the voice to the common level."""
    start, end = find_sound(pcm)
    return pcm.part(start - LEAD_S, end + TAIL_S if end else 0).normalised(VOICE_LEVEL_DBFS)


def find_sound(pcm: Pcm) -> tuple[float, float]:
    """Return the seconds at which sound starts and ends; the end of the clip and 0 if all is silent."""
    frame = max(1, round(pcm.rate * SOUND_FRAME_S))
    whole = len(pcm.samples) // frame * frame
    peaks = np.abs(pcm.samples[:whole].astype(np.int32)).reshape(-1, frame).max(axis=1, initial=0)
    loud = np.flatnonzero(peaks > FULL_SCALE * 10 ** (MIN_SOUND_DBFS / 20))
    return (loud[0] * SOUND_FRAME_S, (loud[-1] + 1) * SOUND_FRAME_S) if len(loud) else (pcm.seconds, 0.0)


def volume_gain(volume: int) -> float:
    """Return the gain factor for a volume from 10 to 100."""
    return float(10 ** ((min(volume, 100) - 100) * VOLUME_STEP_DB / 20))


# --- parts ---------------------------------------------------------------------------------------

SEAM_BELOW_VOICE_DB = -15.0
"""A part may end where the level falls below the voice by this much, as it does between two syllables."""
SEAM_SEARCH_FRAMES = 5
"""After that fall, search this many frames for the quietest one."""
MIN_PART_S = 0.15
"""The shortest part: the next one is rendered while it plays."""


def split_at_pauses(chunks: Iterable[tuple[Pcm, bool]], level: float) -> Iterator[Pcm]:
    """Split speech that arrives in chunks, by a voice of about this level, into trimmed and normalised parts.

    Each chunk comes with a flag that says whether more follow. Parts end at quiet moments and are yielded as soon as
    possible. Together they are the whole, sample by sample; if no seam is found, the result is the same as that of
    `normalise_speech`.
    """
    pending: Pcm | None = None
    has_begun = False
    for chunk, has_more in chunks:
        pending = chunk if pending is None else Pcm.join((pending, chunk))
        start = 0.0 if has_begun else max(0.0, find_sound(pending)[0] - LEAD_S)
        seam = find_seam(pending, start + MIN_PART_S, level + SEAM_BELOW_VOICE_DB) if has_more else None
        if seam is not None:
            part, pending = pending.part(start, seam), pending.part(seam)
            if not has_begun:
                has_begun, level = True, (level + part.voice_level) / 2  # a better estimate
            yield amplify_part(part, level)
    if pending is not None and has_begun:
        end = find_sound(pending)[1]
        yield amplify_part(pending.part(0, end + TAIL_S if end else 0), level)
    elif pending is not None:
        yield normalise_speech(pending)


def amplify_part(part: Pcm, level: float) -> Pcm:
    """Apply the gain that a whole of this level would get; never clip."""
    return part.amplified(min(VOICE_LEVEL_DBFS - level, MAX_PEAK_DBFS - part.peak))


def find_seam(pcm: Pcm, earliest: float, level: float) -> float | None:
    """Return the second of the last fall below this level, at the quietest sample.

    A seam there does not click, even after an underrun.
    """
    frame = round(pcm.rate * LEVEL_FRAME_S)
    levels = pcm.frame_levels()
    falls = np.flatnonzero((levels[1:] < level) & (levels[:-1] >= level)) + 1
    if not len(falls) or falls[-1] * frame < earliest * pcm.rate:
        return None
    quiet = levels[falls[-1] : falls[-1] + SEAM_SEARCH_FRAMES]
    start = frame * int(falls[-1] + np.argmin(quiet))
    amplitudes = np.abs(pcm.samples[start - 1 : start + frame].astype(np.int32))
    return (start + int(np.argmin(amplitudes[1:] + amplitudes[:-1]))) / pcm.rate


# --- speed ---------------------------------------------------------------------------------------

STRETCH_WINDOW_S = 0.020
"""The length of the overlapping windows; two periods of a deep voice fit in."""
STRETCH_SEARCH_S = 0.008
"""How far around its position a window is searched for the best match."""


def speed_up(pcm: Pcm, factor: float) -> Pcm:
    """Shorten speech by this factor without changing its pitch (WSOLA), for listeners at 300 words per minute and more.

    Neural voices mumble when asked to speak that fast. So they speak moderately fast at most, and this removes pieces
    shorter than a vowel at even intervals, joining the rest where the waves match best.
    """
    half = round(pcm.rate * STRETCH_WINDOW_S / 2)
    search = round(pcm.rate * STRETCH_SEARCH_S)
    if factor <= 1.0 or len(pcm.samples) < 4 * half + 2 * search:
        return pcm
    sound = pcm.samples.astype(np.float32)
    fade = (0.5 - 0.5 * np.cos(np.pi * np.arange(half) / half)).astype(np.float32)
    pieces = [sound[:half]]
    continuation = half  # where the sound would continue if nothing were removed
    count = int((len(sound) - search - 2 * half) / (half * factor))
    for step in range(1, count + 1):
        start = max(0, round(step * half * factor) - search)
        expected = sound[continuation : continuation + half]
        match = start + find_best_match(expected, sound[start : start + 2 * search + half])
        pieces.append(expected * (1 - fade) + sound[match : match + half] * fade)
        continuation = match + half
        if continuation + half > len(sound):
            break
    return Pcm(to_int16(np.concatenate([*pieces, sound[continuation : continuation + half]])), pcm.rate)


def find_best_match(pattern: NDArray[np.float32], sound: NDArray[np.float32]) -> int:
    """Return the position in `sound` with the highest normalised correlation to `pattern`."""
    correlation = np.correlate(sound, pattern, mode="valid")
    energy = np.sqrt(np.convolve(sound * sound, np.ones(len(pattern), dtype=np.float32), mode="valid")) + 1.0
    return int(np.argmax(correlation / energy))
