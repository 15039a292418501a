"""The port to voices (`Renderer`), and what all of them share: trimming, level and speed of rendered speech."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from narrator.core.errors import NarratorError
from narrator.speech.pcm import FULL_SCALE, Pcm, to_int16

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
        """A name that is unique for each voice."""

    def load(self) -> None:
        """Load the voice, which may take seconds."""

    def render(self, text: str, words_per_minute: int) -> Pcm:
        """Return the text as audio, or raise `RenderFailed` or `RenderInterrupted`."""

    def interrupt(self) -> None:
        """Make the current `render`, if any, raise `RenderInterrupted`."""

    def close(self) -> None:
        """Release the voice."""


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
