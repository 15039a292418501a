"""Measure whether answers are recognised while the narrator speaks and its voice echoes into the microphone.

    python -m bench.echo --recordings DIR [--half tune|report] [--most N] [--with NAME …] [--drift PPM] [--minutes N]

Recorded answers (digits as votes, animals in a hand of five, yes and no) are mixed into the reading of hands and
questions. The reading passes through a different simulated room each time: an impulse response with 30 to 200 ms
of delay, as loud as the answer or 6 or 12 dB louder, recorded with a drifting clock. An answer counts as *taken* if it
and nothing else is accepted; the narrator's own words must not be accepted. `--minutes` reads for that long
without any answer and counts everything that is accepted.

Everything goes through the echo canceller and the recogniser of the product. They are compared with no canceller, with
libspeexdsp's canceller and suppressor, and with WebRTC's AEC3, where these are installed (speexdsp-ns, pywebrtc-audio).
The libraries get aligned streams with one clock, which a real room does not offer. The speakers are divided into two
halves by name: tune on the first, report the second. Recordings are only read, never stored.
"""

import argparse
import ctypes
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any, Protocol
from zlib import crc32

import numpy as np
import soxr

from bench.hearing_recognisers import NarratorRecogniser
from bench.hearing_sets import DIGITS, PLAYERS, SpeechClip, find_reading, load_clips
from narrator.core.paths import data_folder
from narrator.dialog.intents import INTERRUPTING_INTENTS
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.recording import read_recording
from narrator.speech.asr.result import RecognitionResult
from narrator.speech.echo.aligned_canceller import AlignedEchoCanceller, SpeechOrigin
from narrator.speech.echo.canceller import ECHO_FRAME_SAMPLES
from narrator.speech.pcm import Pcm, Samples, to_int16
from tests.support.synthetic_speech import NARRATOR_SPEAKER, Signal, voice_power

SPEAKER_RATE = 22_050
SILENCE_BEFORE_S, READING_BEFORE_S, READING_AFTER_S = 1.5, 8.0, 2.0
"""The silence before the narrator starts, and its reading before and after the answer."""
ECHO_GAINS_DB = (0, 6, 12)
"""How much louder the echo is than the answer."""
SENTENCE_GAP_S = 0.35
NARRATOR_LINES = (
    "Lily, you have five cards.", "One: a hedgehog with a red umbrella.", "Two: an owl who reads by candle light.",
    "Three: a dragon that is afraid of the dark.", "Four: an old lady on a bicycle.",
    "Five: a scientist with green gloves.", "Which one do you lay, Lily?", "On the table there are six cards.",
    "The first shows a boat in the clouds.", "The second shows a door in a tree.",
    "The third shows a key that is too big for every lock.",
    "Which one belongs to the teller? Nick, what do you say?",
    "Who shall be the brave knight? Say the number of a card.", "You may also say repeat, or stop, or louder.",
    "Dylan, it is your turn. Roll the dice, or keep some of them.",
    "Six symbols are on the table. Which one do you vote for?", "Do you want to hear the rules? Yes or no?",
)  # fmt: skip
"""Hands, cards and questions, full of words that could be answers."""


# --- the reading and the room --------------------------------------------------------------------------


def render_reading(texts: Iterator[str], seconds: float) -> Samples:
    """Render at least this many seconds of the narrator's voice, at the sample rate of its speaker."""
    pieces: list[Signal] = []
    while sum(map(len, pieces)) < seconds * SAMPLE_RATE_HZ:
        pieces += [render_sentence(next(texts)), np.zeros(round(SENTENCE_GAP_S * SAMPLE_RATE_HZ))]
    return Pcm(to_int16(np.concatenate(pieces)), SAMPLE_RATE_HZ).resampled(SPEAKER_RATE).samples


@cache
def render_sentence(text: str) -> Signal:
    return NARRATOR_SPEAKER.say(text)


def narrator_texts() -> Iterator[str]:
    """Yield the narrator's texts in a loop: `NARRATOR_LINES` alternating with all lines without variables."""
    lines = []
    for file in sorted((data_folder("content") / "en" / "lines").glob("*.ftl")):
        texts = (line.partition("=")[2].strip() for line in file.read_text("utf-8").splitlines())
        lines += [words for words in texts if "{" not in words and len(words.split()) > 2]
    random.Random(1).shuffle(lines)
    mixed = [text for pair in zip(cycle(NARRATOR_LINES), lines, strict=False) for text in pair]
    return cycle(mixed)


def simulate_echo(played: Samples, rng: np.random.Generator, drift: float) -> Signal:
    """Return what the microphone records: direct sound after a delay, an equally strong tail, and clock drift."""
    tail_time = np.arange(round(0.35 * SPEAKER_RATE)) / SPEAKER_RATE
    tail = rng.normal(0, 1, len(tail_time)) * 10 ** (-3 * tail_time / 0.35)
    tail[: round(0.003 * SPEAKER_RATE)] = 0
    impulse = tail / np.sqrt(np.sum(tail**2))
    impulse[0] = 1.0
    impulse = np.concatenate([np.zeros(round(rng.uniform(0.03, 0.2) * SPEAKER_RATE)), impulse])
    size = 1 << (len(played) + len(impulse)).bit_length()
    echo = np.fft.irfft(np.fft.rfft(played, size) * np.fft.rfft(impulse, size), size)[: len(played)]
    resampled = (
        Pcm(to_int16(echo * min(1.0, 30_000 / np.abs(echo).max())), SPEAKER_RATE).resampled(SAMPLE_RATE_HZ).samples
    )
    drifted: Signal = soxr.resample(resampled.astype(np.float64), SAMPLE_RATE_HZ, SAMPLE_RATE_HZ * (1 + drift))
    return drifted


@dataclass(frozen=True)
class EchoScene:
    """The playback, and the recording of its echo and of the answer."""

    played: Samples
    recorded: Samples
    answered_at_s: float


def make_scene(answer: Signal, number: int, louder: float, drift: float) -> EchoScene:
    """Return the scene of this number, with an echo `louder` decibels above the answer."""
    rng = np.random.default_rng(number)
    start = round((SILENCE_BEFORE_S + READING_BEFORE_S) * SAMPLE_RATE_HZ)
    first = number % len(NARRATOR_LINES)
    texts = cycle(NARRATOR_LINES[first:] + NARRATOR_LINES[:first])
    read = render_reading(texts, READING_BEFORE_S + len(answer) / SAMPLE_RATE_HZ + READING_AFTER_S)
    played = np.concatenate([np.zeros(round(SILENCE_BEFORE_S * SPEAKER_RATE), dtype=np.int16), read])
    echo = simulate_echo(played, rng, drift)
    echo *= np.sqrt(voice_power(answer) / voice_power(echo)) * 10 ** (louder / 20)
    recorded = echo + rng.normal(0, 1, len(echo)) * np.sqrt(voice_power(answer)) * 10 ** (-45 / 20)
    recorded[start : start + len(answer)] += answer[: len(recorded) - start]
    return EchoScene(played, to_int16(recorded * min(1.0, 30_000 / np.abs(recorded).max())), start / SAMPLE_RATE_HZ)


# --- echo cancellers -----------------------------------------------------------------------------------


class ComparedCanceller(Protocol):
    """An echo canceller to compare."""

    def clean(self, scene: EchoScene) -> Iterator[Samples]:
        """Yield the cleaned frames for the recogniser."""

    def origin_of(self, start: float, end: float) -> SpeechOrigin:
        """Return who spoke between these seconds."""


class OwnCanceller:
    """Narrator's canceller, with blocks for the speaker and frames from the microphone by separate clocks."""

    def clean(self, scene: EchoScene) -> Iterator[Samples]:
        self._echo = echo = AlignedEchoCanceller()
        position = 0
        for at in range(0, len(scene.recorded) - ECHO_FRAME_SAMPLES + 1, ECHO_FRAME_SAMPLES):
            while position < min(len(scene.played), (at + 2 * ECHO_FRAME_SAMPLES) * SPEAKER_RATE / SAMPLE_RATE_HZ):
                echo.add_playback(Pcm(scene.played[position : position + 220], SPEAKER_RATE))
                position += 220
            yield echo.clean_frame(scene.recorded[at : at + ECHO_FRAME_SAMPLES])

    def origin_of(self, start: float, end: float) -> SpeechOrigin:
        return self._echo.origin_of(start, end)


class NoCanceller:
    """No echo cancellation."""

    def origin_of(self, start: float, end: float) -> SpeechOrigin:
        return SpeechOrigin.PERHAPS_PLAYER

    def clean(self, scene: EchoScene) -> Iterator[Samples]:
        return (
            scene.recorded[at : at + ECHO_FRAME_SAMPLES]
            for at in range(0, len(scene.recorded) - ECHO_FRAME_SAMPLES + 1, ECHO_FRAME_SAMPLES)
        )


class LibraryCanceller(NoCanceller):
    """A library that gets aligned streams with one clock."""

    def __init__(self, make: Callable[[], Callable[[Samples, Samples], Samples]]) -> None:
        self._make = make

    def clean(self, scene: EchoScene) -> Iterator[Samples]:
        cancel = self._make()
        far = np.resize(Pcm(scene.played, SPEAKER_RATE).resampled(SAMPLE_RATE_HZ).samples, len(scene.recorded))
        for at in range(0, len(scene.recorded) - ECHO_FRAME_SAMPLES + 1, ECHO_FRAME_SAMPLES):
            yield cancel(scene.recorded[at : at + ECHO_FRAME_SAMPLES], far[at : at + ECHO_FRAME_SAMPLES])


def make_speex() -> Callable[[Samples, Samples], Samples]:
    """Return libspeexdsp's echo canceller with its suppressor, from the wheel speexdsp-ns."""
    spec = find_spec("speexdsp_ns")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent.parent / "speexdsp_ns.libs"
    library: Any = ctypes.CDLL(str(next(folder.glob("libspeexdsp*"))))
    pointer, number = ctypes.c_void_p, ctypes.c_int
    for make in (library.speex_echo_state_init, library.speex_preprocess_state_init):
        make.restype, make.argtypes = pointer, [number, number]
    library.speex_echo_cancellation.argtypes = [pointer] * 4
    library.speex_preprocess_run.argtypes = [pointer] * 2
    library.speex_echo_ctl.argtypes = library.speex_preprocess_ctl.argtypes = [pointer, number, pointer]
    state = library.speex_echo_state_init(ECHO_FRAME_SAMPLES, 20 * ECHO_FRAME_SAMPLES)
    library.speex_echo_ctl(state, 24, ctypes.byref(number(SAMPLE_RATE_HZ)))
    suppressor = library.speex_preprocess_state_init(ECHO_FRAME_SAMPLES, SAMPLE_RATE_HZ)
    library.speex_preprocess_ctl(suppressor, 24, state)

    def cancel(near: Samples, far: Samples) -> Samples:
        near, far, out = (
            np.ascontiguousarray(near),
            np.ascontiguousarray(far),
            np.zeros(ECHO_FRAME_SAMPLES, dtype=np.int16),
        )
        library.speex_echo_cancellation(state, near.ctypes.data, far.ctypes.data, out.ctypes.data)
        library.speex_preprocess_run(suppressor, out.ctypes.data)
        return out

    return cancel


def make_aec3() -> Callable[[Samples, Samples], Samples]:
    """Return WebRTC's echo canceller, from the package pywebrtc-audio."""
    from pywebrtc_audio import EchoCanceller  # type: ignore[import-not-found]  # noqa: PLC0415 - optional

    process: Callable[[Samples, Samples], Samples] = EchoCanceller(sample_rate=SAMPLE_RATE_HZ).process
    return process


def available_cancellers() -> dict[str, ComparedCanceller]:
    """Return all cancellers that are installed, by name."""
    found: dict[str, ComparedCanceller] = {"ours": OwnCanceller(), "nothing": NoCanceller()}
    if find_spec("speexdsp_ns"):
        found["speex"] = LibraryCanceller(make_speex)
    if find_spec("pywebrtc_audio"):
        found["aec3"] = LibraryCanceller(make_aec3)
    return found


# --- the answers ---------------------------------------------------------------------------------------


def expect_answers(*intents: str, cards: tuple[str, ...] = ("hedgehog",)) -> Expectation:
    """Return what is expected while a question is read: its answers, and commands that interrupt."""
    lists = {
        "player": [(name, name) for name in PLAYERS],
        "card": [(card, card) for card in cards],
        "way": [("forest", "forest"), ("river", "river")],
    }
    return Expectation(load_grammar("en", "storytellers"), INTERRUPTING_INTENTS | set(intents), lists)


VOTING, YES_OR_NO = expect_answers("Vote"), expect_answers("Vote", "Yes", "No")


def load_answers(folder: Path, half: int, most: int) -> list[tuple[SpeechClip, Expectation]]:
    """Return recorded answers, each with its expectation; the same ones in every run."""
    animals = load_clips(folder, "animals")
    names = sorted({clip.transcript for clip in animals})
    found: list[tuple[SpeechClip, Expectation]] = []
    found += [(clip, VOTING) for clip in load_clips(folder, "commands_digits") if clip.transcript in DIGITS]
    found += [(clip, YES_OR_NO) for clip in load_clips(folder, "yesno")]
    for number, clip in enumerate(animals):
        others = [name for name in names if name not in clip.transcript and clip.transcript not in name]
        hand = sorted([clip.transcript, *random.Random(number).sample(others, 4)])
        found.append((clip, expect_answers("Lay", cards=tuple(hand))))
    selected = [pair for pair in found if crc32(pair[0].speaker.encode()) % 2 == half]
    random.Random(5).shuffle(selected)
    return selected[:most]


# --- measuring -----------------------------------------------------------------------------------------


@dataclass
class EchoTally:
    """The results of all answers."""

    taken: int = 0
    wrong: int = 0
    extra: int = 0
    """Right answers followed by another accepted one, which a session ignores during the first line of its reply."""
    asked: int = 0
    own_voice: int = 0
    """The number of scenes with an accepted utterance before the answer."""
    total: int = 0
    details: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        share = 100 * self.taken / max(1, self.total)
        others = f"wrong {self.wrong}, right and then more {self.extra}, asked {self.asked}, own voice {self.own_voice}"
        return f"{share:5.1f} % taken, {others} of {self.total}"


def recognise_scene(
    recogniser: NarratorRecogniser, canceller: ComparedCanceller, scene: EchoScene, expected: Expectation
) -> list[RecognitionResult]:
    """Return what the recogniser hears, without the narrator's own voice."""
    results = recogniser.follow(
        canceller.clean(scene), expected
    )  # judged one by one, because levels are only kept for a while
    return [
        result
        for result in results
        if canceller.origin_of(result.start_s, result.end_of_speech_s) is not SpeechOrigin.OWN_ECHO
    ]


def measure_answers(
    canceller: ComparedCanceller,
    recogniser: NarratorRecogniser,
    chosen: list[tuple[SpeechClip, Expectation]],
    louder: float,
    drift: float,
) -> EchoTally:
    """Recognise all answers with an echo of this gain."""
    tally = EchoTally()
    for number, (clip, expected) in enumerate(chosen):
        sound = read_recording(clip.file).samples.astype(np.float64)
        played = make_scene(sound, number, louder, drift)
        results = recognise_scene(recogniser, canceller, played, expected)
        meaning = find_reading(clip.transcript, expected)
        before = [each for each in results if each.end_of_speech_s < played.answered_at_s]
        after = [each for each in results if each.end_of_speech_s >= played.answered_at_s]
        readings = [find_reading(each.text, expected) for each in after if each.accepted]
        tally.total += 1
        own = [f"own voice {each.text!r} at {each.start_s:.1f} s" for each in before if each.accepted]
        tally.own_voice += bool(own)
        tally.details.update(own)
        if readings and all(reading == meaning for reading in readings):
            tally.taken += 1
        elif readings:
            tally.extra += readings[0] == meaning
            tally.wrong += readings[0] != meaning
            tally.details[f"{clip.transcript} > {[each.text for each in after if each.accepted]}"] += 1
        else:
            tally.asked += any(each.candidates for each in after)
            tally.details[f"{clip.transcript} - {[(each.text, each.reason.value) for each in after]}"] += 1
    return tally


def measure_own_voice(
    canceller: ComparedCanceller, recogniser: NarratorRecogniser, minutes: float, louder: float, drift: float
) -> None:
    """Read without any answer, and count what is accepted of the narrator's own voice."""
    began, taken, asked, done = time.monotonic(), 0, 0, 0.0
    words = narrator_texts()
    hand = expect_answers("Lay", "Vote", "Yes", "No", cards=("hedgehog", "owl", "dragon", "old lady", "scientist"))
    number = 0
    while done < minutes:
        number += 1
        played = np.concatenate(
            [np.zeros(round(SILENCE_BEFORE_S * SPEAKER_RATE), dtype=np.int16), render_reading(words, 60)]
        )
        rng = np.random.default_rng(number)
        echo = simulate_echo(played, rng, drift)
        echo *= 1500 / np.sqrt(voice_power(echo)) * 10 ** (louder / 20)  # relative to a player at the table
        recorded = to_int16(np.clip(echo + rng.normal(0, 8, len(echo)), -32_000, 32_000))
        for each in recognise_scene(recogniser, canceller, EchoScene(played, recorded, 0.0), hand):
            taken += each.accepted
            asked += bool(each.candidates)
            if each.accepted or each.candidates:
                print(
                    f"   minute {done:.0f}, second {each.start_s:.1f}: {each.text!r} {each.candidates or ''}",
                    flush=True,
                )
        done += len(played) / SPEAKER_RATE / 60
        if number % 10 == 0:
            print(f"   {done:.0f} minutes, taken {taken}, in doubt {asked}", flush=True)
    took = time.monotonic() - began
    print(
        f"own reading, {louder:+d} dB: {done:.1f} minutes, taken {taken}, in doubt {asked} ({took:.0f} s)", flush=True
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, metavar="DIR", help="a folder of recordings with a manifest.tsv")
    parser.add_argument("--half", choices=("tune", "report"), default="report")
    parser.add_argument("--most", type=int, default=1000, metavar="N", help="maximum number of answers")
    parser.add_argument("--louder", type=int, nargs="*", default=list(ECHO_GAINS_DB), metavar="DB")
    parser.add_argument("--drift", type=float, default=50.0, metavar="PPM", help="clock drift in parts per million")
    parser.add_argument(
        "--with", nargs="*", default=["ours"], dest="chosen", metavar="NAME", help=", ".join(available_cancellers())
    )
    parser.add_argument("--minutes", type=float, default=0.0, metavar="N", help="minutes of own reading, at +6 dB")
    arguments = parser.parse_args()
    recogniser, drift = NarratorRecogniser(), arguments.drift * 1e-6
    found = (
        load_answers(arguments.recordings, arguments.half == "report", arguments.most) if arguments.recordings else []
    )
    for name in arguments.chosen:
        canceller = available_cancellers()[name]
        for louder in arguments.louder if found else ():
            tally = measure_answers(canceller, recogniser, found, louder, drift)
            print(f"{name:8} {arguments.half} half, echo {louder:+d} dB: {tally}", flush=True)
            print("        ", dict(tally.details), flush=True)
        if arguments.minutes:
            measure_own_voice(canceller, recogniser, arguments.minutes, 6, drift)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
