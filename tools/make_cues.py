"""Make the cues and the masking music: `python tools/make_cues.py`. It needs only numpy and soundfile.

Each cue differs from the others in more than its pitch (rhythm, direction, noise or tone), so that tired listeners,
bad speakers and listeners who hear no high notes can tell them apart: all that matters lies below 2 kHz. All cues are
soft and start without a click. All seeds are fixed, so the script always makes the same sounds.
"""

from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

Sound = NDArray[np.float64]

RATE = 22050
FOLDER = Path(__file__).parents[1] / "audio"
CUE_LEVEL = 0.22
"""The peak amplitude of a cue, about a third of a voice's."""
MUSIC_LEVEL = 0.14
NOTES = {
    name: 440.0 * 2 ** (steps / 12)
    for name, steps in {
        "C3": -21, "F3": -16, "G3": -14, "A3": -12, "C4": -9, "D4": -7, "E4": -5, "F4": -4, "G4": -2,
        "A4": 0, "C5": 3, "D5": 5, "E5": 7, "G5": 10, "C6": 15,
    }.items()
}  # fmt: skip


def main() -> None:
    for name, sound in cues().items():
        write(name, sound, CUE_LEVEL)
    write("music", music(), MUSIC_LEVEL)


def cues() -> dict[str, Sound]:
    """Return all cues by name."""
    return {
        # a question: two soft notes up
        "listening": sequence((0.0, wood("E4", 0.10)), (0.08, wood("A4", 0.16))),
        # an answer: one short low note, over before speech starts
        "heard": wood("C4", 0.12),
        # a call: three notes of a small bell, the last one long
        "your-turn": sequence((0.0, bell("G4", 0.5)), (0.16, bell("C5", 0.5)), (0.32, bell("E5", 0.9))),
        # paper: noise that brightens and falls
        "page-turn": paper(0.45),
        # bones on wood: clicks that come closer together and settle
        "dice": sequence(*((at, knock(pitch)) for at, pitch in DICE)),
        # a fanfare of bells, a chord at the end
        "win": sequence(
            *((0.13 * number, bell(note, 0.6)) for number, note in enumerate(("C4", "E4", "G4", "C5"))),
            *((0.62, bell(note, 1.3)) for note in ("C4", "E4", "G4", "C5", "E5")),
        ),
        # a clock in another room: two equal dull ticks
        "waiting": sequence((0.0, tick()), (0.5, tick())),
    }


DICE = ((0.00, 300), (0.11, 380), (0.19, 330), (0.25, 420), (0.30, 360), (0.335, 400), (0.36, 340), (0.47, 280))


# --- instruments -----------------------------------------------------------------------------------


def wood(note: str, seconds: float) -> Sound:
    """Return a marimba note: the fundamental and its fourth partial, decaying fast."""
    t = time_axis(seconds)
    frequency = NOTES[note]
    sound = np.sin(2 * np.pi * frequency * t) + 0.25 * np.sin(2 * np.pi * 4 * frequency * t) * np.exp(-t * 60)
    return fade_edges(sound * np.exp(-t * 6 / seconds))


def bell(note: str, seconds: float) -> Sound:
    """Return a small bell with a strong fundamental."""
    t = time_axis(seconds)
    partials = ((1.0, 1.0, 5.0), (2.0, 0.35, 7.0), (3.01, 0.12, 10.0))
    sound = sum(
        weight * np.sin(2 * np.pi * NOTES[note] * ratio * t) * np.exp(-t * decay / seconds)
        for ratio, weight, decay in partials
    )
    return fade_edges(np.asarray(sound))


def knock(pitch: float) -> Sound:
    """Return a die on the table: a short dull note with a little noise."""
    t = time_axis(0.07)
    noise = np.random.default_rng(int(pitch)).standard_normal(len(t)) * np.exp(-t * 400)
    return fade_edges(np.sin(2 * np.pi * pitch * t) * np.exp(-t * 70) + 0.4 * low_pass(noise, 2500), 0.001)


def tick() -> Sound:
    t = time_axis(0.06)
    return fade_edges(np.sin(2 * np.pi * 523 * t) * np.exp(-t * 90), 0.001)


def paper(seconds: float) -> Sound:
    """Return a page turn: noise whose brightness rises and falls, in two strokes."""
    t = time_axis(seconds)
    noise = np.random.default_rng(7).standard_normal(len(t))
    dull, bright = low_pass(noise, 900), low_pass(noise, 4000) - low_pass(noise, 1200)
    turn = t / seconds
    stroke = np.sin(np.pi * turn) ** 2 * (0.6 + 0.4 * np.cos(2 * np.pi * 2.5 * turn))
    return fade_edges(stroke * (dull * (1 - turn) + bright * turn), 0.02)


def music() -> Sound:
    """Return a loop of eight slow chords in the frequency range of speech, where they cover whispers best."""
    chords = ("C4 E4 G4", "A3 C4 E4", "F3 A3 C4", "G3 D4 G4", "C4 G4 C5", "A3 E4 A4", "F3 C4 F4", "G3 D4 G4")
    bar, tail = 2.5, 1.5
    whole = np.zeros(round(RATE * bar * len(chords)))
    for number, chord in enumerate(chords):
        for place, note in enumerate(chord.split()):
            # plucked one after the other above a pad, like a music box in the next room
            add_to_loop(whole, bar * number, pad(NOTES[note], bar + tail) * 0.5)
            add_to_loop(whole, bar * number + place * bar / 3, bell(note, 1.8) * 0.8)
            add_to_loop(whole, bar * number + (place + 0.5) * bar / 3, swelling_noise(place, bar / 3) * 0.12)
    return low_pass(whole, 3000)


def pad(frequency: float, seconds: float) -> Sound:
    """Return a pad of detuned strings that swells and fades slowly."""
    t = time_axis(seconds)
    strings = sum(np.sin(2 * np.pi * frequency * detuned * t) for detuned in (0.998, 1.0, 1.002, 2.001))
    return np.asarray(strings) / 3 * np.sin(np.pi * t / seconds) ** 2


def swelling_noise(seed: int, seconds: float) -> Sound:
    """Return swelling noise, which covers the hissing sounds of a whisper."""
    t = time_axis(seconds)
    return low_pass(np.random.default_rng(seed).standard_normal(len(t)), 2500) * np.sin(np.pi * t / seconds) ** 2


# --- tools -----------------------------------------------------------------------------------------


def time_axis(seconds: float) -> Sound:
    return np.arange(round(RATE * seconds)) / RATE


def fade_edges(sound: Sound, rise: float = 0.006) -> Sound:
    """Fade in and out, to avoid clicks."""
    shaped = sound.copy()
    up, down = round(RATE * rise), round(RATE * 0.015)
    shaped[:up] *= np.linspace(0, 1, up)
    shaped[-down:] *= np.linspace(1, 0, down)
    return shaped


def low_pass(sound: Sound, cutoff: float) -> Sound:
    """Apply a gentle low-pass filter without delay."""
    spectrum = np.fft.rfft(sound)
    frequencies = np.fft.rfftfreq(len(sound), 1 / RATE)
    return np.fft.irfft(spectrum / (1 + (frequencies / cutoff) ** 4), len(sound))


def sequence(*parts: tuple[float, Sound]) -> Sound:
    """Mix sounds, each starting at its time in seconds."""
    whole = np.zeros(max(round(RATE * at) + len(sound) for at, sound in parts))
    for at, sound in parts:
        start = round(RATE * at)
        whole[start : start + len(sound)] += sound
    return whole


def add_to_loop(loop: Sound, start: float, sound: Sound) -> None:
    """Add a sound to a loop; its end wraps around to the beginning."""
    np.add.at(loop, (round(RATE * start) + np.arange(len(sound))) % len(loop), sound)


def write(name: str, sound: Sound, level: float) -> None:
    samples = (sound / np.abs(sound).max() * level).astype(np.float32)
    soundfile.write(FOLDER / f"{name}.ogg", samples, RATE, format="OGG", subtype="VORBIS")


if __name__ == "__main__":
    main()
