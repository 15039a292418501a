"""Make the sounds of stories, `(sound plop)`: `python tools/make_story_sounds.py`. It needs only numpy and soundfile.

They are soft, shorter than two seconds, and start and end without a click. All seeds are fixed.
"""

import numpy as np
from make_cues import RATE, Sound, bell, fade_edges, knock, low_pass, sequence, time_axis, write

STORY_LEVEL = 0.2
"""The peak amplitude; a voice at its usual level peaks at about 0.5."""


def main() -> None:
    for name, sound in story_sounds().items():
        write(f"story/{name}", sound, STORY_LEVEL)


def story_sounds() -> dict[str, Sound]:
    """Return all sounds by name."""
    return {
        "applause": applause(1.8),
        "boing": boing(0.7),
        "chime": sequence((0.0, bell("E5", 0.5)), (0.12, bell("G5", 0.7))),
        "crash": crash(1.0),
        "creak": creak(0.9),
        "ding": bell("C6", 0.9),
        "hum": hum(1.2),
        "knock": sequence((0.0, knock(220)), (0.22, knock(220)), (0.44, knock(220))),
        "plop": plop(0.25),
        "pop": pop(0.12),
        "puff": puff(0.6),
        "sneeze": sneeze(),
        "swish": swish(0.5),
    }


def noise(seed: int, seconds: float) -> Sound:
    return np.random.default_rng(seed).standard_normal(round(RATE * seconds))


def glide(start_hz: float, end_hz: float, seconds: float) -> Sound:
    """Return a tone that glides evenly from one pitch to the other."""
    pitch = start_hz * (end_hz / start_hz) ** (time_axis(seconds) / seconds)
    return np.asarray(np.sin(2 * np.pi * np.cumsum(pitch) / RATE))


def band(sound: Sound, low_hz: float, high_hz: float) -> Sound:
    return low_pass(sound, high_hz) - low_pass(sound, low_hz)


def applause(seconds: float) -> Sound:
    """Return about a hundred claps that swell and fade."""
    chance = np.random.default_rng(11)
    claps = []
    for seed in range(110):
        at = float(chance.beta(2, 2)) * (seconds - 0.08)
        clap = band(noise(seed, 0.05), 500, 2600) * np.exp(-time_axis(0.05) * 90)
        claps.append((at, fade_edges(clap * float(chance.uniform(0.4, 1.0)), 0.001)))
    return sequence(*claps)


def boing(seconds: float) -> Sound:
    """Return a spring: a low tone whose pitch wobbles and settles."""
    t = time_axis(seconds)
    pitch = 150 * (1 + 0.5 * np.exp(-t * 5) * np.cos(2 * np.pi * 11 * t))
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    return fade_edges((np.sin(phase) + 0.5 * np.sin(2 * phase) + 0.3 * np.sin(3 * phase)) * np.exp(-t * 5))


def crash(seconds: float) -> Sound:
    """Return pots and pans that fall down in the next room."""
    t = time_axis(seconds)
    thud = low_pass(noise(3, seconds), 700) * np.exp(-t * 9)
    pans = ((0.05, "G4", 0.4), (0.18, "E4", 0.35), (0.33, "A4", 0.3), (0.52, "D4", 0.3))
    return fade_edges(sequence((0.0, thud), *((at, 0.12 * bell(note, length)) for at, note, length in pans)), 0.004)


def creak(seconds: float) -> Sound:
    """Return a door: clicks that come slower and then faster, through a wooden resonance."""
    t = time_axis(seconds)
    rate = 38 + 30 * np.cos(2 * np.pi * t / seconds)
    clicks = np.diff(np.floor(np.cumsum(rate) / RATE), prepend=0.0)
    return fade_edges(band(clicks, 350, 1500) * np.sin(np.pi * t / seconds) ** 0.5, 0.03)


def hum(seconds: float) -> Sound:
    """Return a contented hum of two notes."""
    t = time_axis(seconds)
    pitch = np.where(t < seconds / 2, 196.0, 233.1)
    phase = 2 * np.pi * np.cumsum(pitch * (1 + 0.006 * np.sin(2 * np.pi * 5 * t))) / RATE
    tone = np.sin(phase) + 0.4 * np.sin(2 * phase) + 0.15 * np.sin(3 * phase)
    return fade_edges(tone * np.sin(np.pi * t / seconds) ** 0.6, 0.08)


def plop(seconds: float) -> Sound:
    """Return a drop into water."""
    return fade_edges(glide(320, 950, seconds) * np.exp(-time_axis(seconds) * 16), 0.004)


def pop(seconds: float) -> Sound:
    """Return a cork."""
    return fade_edges(glide(700, 250, seconds) * np.exp(-time_axis(seconds) * 45), 0.001)


def puff(seconds: float) -> Sound:
    """Return air that escapes."""
    t = time_axis(seconds)
    return fade_edges(band(noise(5, seconds), 250, 1400) * (t / 0.05).clip(0, 1) * np.exp(-t * 6), 0.02)


def sneeze() -> Sound:
    """Return "ah", a short silence and "tishoo"."""
    t = time_axis(0.35)
    ah = band(noise(8, 0.35), 400, 1100) * (t / 0.35) ** 2 * 0.4
    tish = band(noise(9, 0.45), 900, 3200) * np.exp(-time_axis(0.45) * 9)
    return sequence((0.0, fade_edges(ah, 0.05)), (0.45, fade_edges(tish, 0.004)), (0.5, 0.2 * glide(420, 180, 0.3)))


def swish(seconds: float) -> Sound:
    """Return a cape or a broom: noise that brightens and darkens."""
    t = time_axis(seconds)
    wave = np.sin(np.pi * t / seconds) ** 2
    return fade_edges(
        wave * (low_pass(noise(6, seconds), 600) * (1 - wave) + band(noise(6, seconds), 700, 2800) * wave)
    )


if __name__ == "__main__":
    main()
