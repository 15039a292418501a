"""Faster speech without a higher voice, for those who listen at 300 words a minute and more.

Neural voices mumble when they are asked to hurry. So they speak briskly at most, and what is still missing is left out
here, evenly, in bits shorter than a vowel. Each bit is joined where the wave goes on most like the one before (WSOLA).
"""

import numpy as np
from numpy.typing import NDArray

from narrator.sound.pcm import Pcm, rounded

WINDOW = 0.020  # seconds. Two waves of a deep voice fit in.
SEARCH = 0.008  # seconds to look around for the best place to join


def sped_up(pcm: Pcm, factor: float) -> Pcm:
    """The same words in 1/factor of the time."""
    half = round(pcm.rate * WINDOW / 2)
    search = round(pcm.rate * SEARCH)
    if factor <= 1.0 or len(pcm.samples) < 4 * half + 2 * search:
        return pcm
    sound = pcm.samples.astype(np.float32)
    fade = (0.5 - 0.5 * np.cos(np.pi * np.arange(half) / half)).astype(np.float32)
    pieces = [sound[:half]]
    follows = half  # where the sound would go on if nothing were left out
    count = int((len(sound) - search - 2 * half) / (half * factor))
    for step in range(1, count + 1):
        around = max(0, round(step * half * factor) - search)
        here = around + best_match(sound[follows : follows + half], sound[around : around + 2 * search + half])
        pieces.append(sound[follows : follows + half] * (1 - fade) + sound[here : here + half] * fade)
        follows = here + half
        if follows + half > len(sound):
            break
    return Pcm(rounded(np.concatenate([*pieces, sound[follows : follows + half]])), pcm.rate)


def best_match(wanted: NDArray[np.float32], where: NDArray[np.float32]) -> int:
    """At which place of `where` the wave is most like the wanted one."""
    likeness = np.correlate(where, wanted, mode="valid")
    energy = np.sqrt(np.convolve(where * where, np.ones(len(wanted), dtype=np.float32), mode="valid")) + 1.0
    return int(np.argmax(likeness / energy))
