"""Are answers heard while the narrator reads? Its own voice comes back into the microphone through a room.

    python -m bench.echo --recordings DIR [--half tune|report] [--most N] [--with NAME …] [--drift PPM] [--minutes N]

People's answers (digits as votes, animals in a hand of five, yes and no) are said into the reading of hands and
questions, which comes back through a room of its own each time: an impulse response with 30 to 200 ms of delay, as loud
as the answer, 6 and 12 dB louder, by a clock that drifts. *Taken* is the answer that was given and nothing else; of
what the narrator itself says nothing may be taken. `--minutes` reads so long through the same echo without anybody
answering, and counts what is taken all the same.

Everything goes through the same `Echo` and the same ear that play. Beside ours: nothing, libspeexdsp's canceller with
its suppressor and WebRTC's AEC3, where they are installed (speexdsp-ns, pywebrtc-audio); they get streams by one clock
and in step, which a real room does not give them. Speakers are in two halves by their names: tune on the first, report
the second. Recordings are measured with and never kept.
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
from narrator.dialog.manners import INTERRUPTING
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.recogniser import RecognitionResult
from narrator.speech.asr.recording import read_recording
from narrator.speech.echo.aligned_canceller import AlignedEchoCanceller, SpeechOrigin
from narrator.speech.echo.canceller import ECHO_FRAME_SAMPLES
from narrator.speech.pcm import Pcm, Samples, to_int16
from tests.support.synthetic_speech import Signal, say_with_piper, voice_power

SPEAKER = 22_050
QUIET, BEFORE, AFTER = 1.5, 8.0, 2.0
"""Seconds of the room before the narrator begins, of reading before somebody answers, and after."""
LOUDER = (0, 6, 12)
"""Decibels by which the echo is louder than whoever answers."""
GAP = 0.35
READ = (
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
"""Hands, cards on a table and questions, full of words that would be answers."""


# --- what is read, and the room ------------------------------------------------------------------------


def reading(texts: Iterator[str], seconds: float) -> Samples:
    """So much of the narrator's own voice, at the rate of its speaker."""
    pieces: list[Signal] = []
    while sum(map(len, pieces)) < seconds * SAMPLE_RATE_HZ:
        pieces += [spoken(next(texts)), np.zeros(round(GAP * SAMPLE_RATE_HZ))]
    return Pcm(to_int16(np.concatenate(pieces)), SAMPLE_RATE_HZ).resampled(SPEAKER).samples


@cache
def spoken(text: str) -> Signal:
    return say_with_piper(text, 1.0)


def own_words() -> Iterator[str]:
    """Everything that the narrator says, over and over: questions and hands, then all its lines without facts."""
    lines = []
    for file in sorted((data_folder("content") / "en" / "lines").glob("*.ftl")):
        written = (line.partition("=")[2].strip() for line in file.read_text("utf-8").splitlines())
        lines += [words for words in written if "{" not in words and len(words.split()) > 2]
    random.Random(1).shuffle(lines)
    mixed = [text for pair in zip(cycle(READ), lines, strict=False) for text in pair]
    return cycle(mixed)


def echo_of(played: Samples, luck: np.random.Generator, drift: float) -> Signal:
    """As the microphone hears it: the delay, the first wave, a tail as strong as that, and a clock of its own."""
    tail_time = np.arange(round(0.35 * SPEAKER)) / SPEAKER
    tail = luck.normal(0, 1, len(tail_time)) * 10 ** (-3 * tail_time / 0.35)
    tail[: round(0.003 * SPEAKER)] = 0
    way = tail / np.sqrt(np.sum(tail**2))
    way[0] = 1.0
    way = np.concatenate([np.zeros(round(luck.uniform(0.03, 0.2) * SPEAKER)), way])
    size = 1 << (len(played) + len(way)).bit_length()
    heard = np.fft.irfft(np.fft.rfft(played, size) * np.fft.rfft(way, size), size)[: len(played)]
    sixteen = Pcm(to_int16(heard * min(1.0, 30_000 / np.abs(heard).max())), SPEAKER).resampled(SAMPLE_RATE_HZ).samples
    by_its_clock: Signal = soxr.resample(sixteen.astype(np.float64), SAMPLE_RATE_HZ, SAMPLE_RATE_HZ * (1 + drift))
    return by_its_clock


@dataclass(frozen=True)
class Scene:
    """What was played, and what the microphone heard of that and of whoever answered."""

    played: Samples
    heard: Samples
    answered: float
    """When, in seconds."""


def scene(answer: Signal, number: int, louder: float, drift: float) -> Scene:
    luck = np.random.default_rng(number)
    at = round((QUIET + BEFORE) * SAMPLE_RATE_HZ)
    read = reading(
        cycle(READ[number % len(READ) :] + READ[: number % len(READ)]), BEFORE + len(answer) / SAMPLE_RATE_HZ + AFTER
    )
    played = np.concatenate([np.zeros(round(QUIET * SPEAKER), dtype=np.int16), read])
    echo = echo_of(played, luck, drift)
    echo *= np.sqrt(voice_power(answer) / voice_power(echo)) * 10 ** (louder / 20)
    heard = echo + luck.normal(0, 1, len(echo)) * np.sqrt(voice_power(answer)) * 10 ** (-45 / 20)
    heard[at : at + len(answer)] += answer[: len(heard) - at]
    return Scene(played, to_int16(heard * min(1.0, 30_000 / np.abs(heard).max())), at / SAMPLE_RATE_HZ)


# --- ways of taking the echo out -----------------------------------------------------------------------


class Way(Protocol):
    def cleaned(self, scene: Scene) -> Iterator[Samples]:
        """What is left for the ear, frame by frame."""

    def whose(self, start: float, end: float) -> SpeechOrigin:
        """Who spoke then."""


class Ours:
    """What plays: blocks to the speaker and frames from the microphone, each by its own clock."""

    def cleaned(self, scene: Scene) -> Iterator[Samples]:
        self._echo = echo = AlignedEchoCanceller()
        given = 0
        for at in range(0, len(scene.heard) - ECHO_FRAME_SAMPLES + 1, ECHO_FRAME_SAMPLES):
            while given < min(len(scene.played), (at + 2 * ECHO_FRAME_SAMPLES) * SPEAKER / SAMPLE_RATE_HZ):
                echo.add_playback(Pcm(scene.played[given : given + 220], SPEAKER))
                given += 220
            yield echo.clean_frame(scene.heard[at : at + ECHO_FRAME_SAMPLES])

    def whose(self, start: float, end: float) -> SpeechOrigin:
        return self._echo.origin_of(start, end)


class Nothing:
    def whose(self, start: float, end: float) -> SpeechOrigin:
        return SpeechOrigin.PERHAPS_PLAYER

    def cleaned(self, scene: Scene) -> Iterator[Samples]:
        return (
            scene.heard[at : at + ECHO_FRAME_SAMPLES]
            for at in range(0, len(scene.heard) - ECHO_FRAME_SAMPLES + 1, ECHO_FRAME_SAMPLES)
        )


class InStep(Nothing):
    """A canceller that wants two streams in step: it gets them."""

    def __init__(self, make: Callable[[], Callable[[Samples, Samples], Samples]]) -> None:
        self._make = make

    def cleaned(self, scene: Scene) -> Iterator[Samples]:
        cancel = self._make()
        far = np.resize(Pcm(scene.played, SPEAKER).resampled(SAMPLE_RATE_HZ).samples, len(scene.heard))
        for at in range(0, len(scene.heard) - ECHO_FRAME_SAMPLES + 1, ECHO_FRAME_SAMPLES):
            yield cancel(scene.heard[at : at + ECHO_FRAME_SAMPLES], far[at : at + ECHO_FRAME_SAMPLES])


def speex() -> Callable[[Samples, Samples], Samples]:
    """libspeexdsp's echo canceller with its suppressor, out of the wheel speexdsp-ns."""
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


def aec3() -> Callable[[Samples, Samples], Samples]:
    from pywebrtc_audio import EchoCanceller  # type: ignore[import-not-found]  # noqa: PLC0415 - only where it is

    process: Callable[[Samples, Samples], Samples] = EchoCanceller(sample_rate=SAMPLE_RATE_HZ).process
    return process


def ways() -> dict[str, Way]:
    found: dict[str, Way] = {"ours": Ours(), "nothing": Nothing()}
    if find_spec("speexdsp_ns"):
        found["speex"] = InStep(speex)
    if find_spec("pywebrtc_audio"):
        found["aec3"] = InStep(aec3)
    return found


# --- who answers what ----------------------------------------------------------------------------------


def at_the_table(*intents: str, cards: tuple[str, ...] = ("hedgehog",)) -> Expectation:
    """What counts while a question is being read: answers to it, and what interrupts."""
    lists = {
        "player": [(name, name) for name in PLAYERS],
        "card": [(card, card) for card in cards],
        "way": [("forest", "forest"), ("river", "river")],
    }
    return Expectation(load_grammar("en", "storytellers"), INTERRUPTING | set(intents), lists)


VOTING, YES_OR_NO = at_the_table("Vote"), at_the_table("Vote", "Yes", "No")


def answers(folder: Path, half: int, most: int) -> list[tuple[SpeechClip, Expectation]]:
    """People's answers, each with what may be said; the same ones in every run."""
    animals = load_clips(folder, "animals")
    names = sorted({clip.transcript for clip in animals})
    found: list[tuple[SpeechClip, Expectation]] = []
    found += [(clip, VOTING) for clip in load_clips(folder, "commands_digits") if clip.transcript in DIGITS]
    found += [(clip, YES_OR_NO) for clip in load_clips(folder, "yesno")]
    for number, clip in enumerate(animals):
        others = [name for name in names if name not in clip.transcript and clip.transcript not in name]
        hand = sorted([clip.transcript, *random.Random(number).sample(others, 4)])
        found.append((clip, at_the_table("Lay", cards=tuple(hand))))
    kept = [each for each in found if crc32(each[0].speaker.encode()) % 2 == half]
    random.Random(5).shuffle(kept)
    return kept[:most]


# --- the run -------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What became of the answers."""

    taken: int = 0
    wrong: int = 0
    again: int = 0
    """Right, but then something else: it comes in the first line of the reply, in which a session takes no answer."""
    asked: int = 0
    itself: int = 0
    """Scenes in which something was taken before anybody had answered."""
    all: int = 0
    missed: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        share = 100 * self.taken / max(1, self.all)
        others = f"wrong {self.wrong}, right and then more {self.again}, asked {self.asked}, itself {self.itself}"
        return f"{share:5.1f} % taken, {others} of {self.all}"


def heard_by(ear: NarratorRecogniser, way: Way, scene: Scene, expected: Expectation) -> list[RecognitionResult]:
    found = ear.follow(way.cleaned(scene), expected)  # each is judged at once: levels are not kept for ever
    return [each for each in found if way.whose(each.start_s, each.end_of_speech_s) is not SpeechOrigin.OWN_ECHO]


def measure(
    way: Way, ear: NarratorRecogniser, chosen: list[tuple[SpeechClip, Expectation]], louder: float, drift: float
) -> Tally:
    tally = Tally()
    for number, (clip, expected) in enumerate(chosen):
        sound = read_recording(clip.file).samples.astype(np.float64)
        played = scene(sound, number, louder, drift)
        results = heard_by(ear, way, played, expected)
        means = find_reading(clip.transcript, expected)
        before = [each for each in results if each.end_of_speech_s < played.answered]
        after = [each for each in results if each.end_of_speech_s >= played.answered]
        readings = [find_reading(each.text, expected) for each in after if each.accepted]
        tally.all += 1
        own = [f"itself {each.text!r} at {each.start_s:.1f} s" for each in before if each.accepted]
        tally.itself += bool(own)
        tally.missed.update(own)
        if readings and all(reading == means for reading in readings):
            tally.taken += 1
        elif readings:
            tally.again += readings[0] == means
            tally.wrong += readings[0] != means
            tally.missed[f"{clip.transcript} > {[each.text for each in after if each.accepted]}"] += 1
        else:
            tally.asked += any(each.candidates for each in after)
            tally.missed[f"{clip.transcript} - {[(each.text, each.reason.value) for each in after]}"] += 1
    return tally


def by_itself(way: Way, ear: NarratorRecogniser, minutes: float, louder: float, drift: float) -> None:
    """Nobody answers: whatever is taken is the narrator's own voice."""
    began, taken, asked, done = time.monotonic(), 0, 0, 0.0
    words = own_words()
    hand = at_the_table("Lay", "Vote", "Yes", "No", cards=("hedgehog", "owl", "dragon", "old lady", "scientist"))
    number = 0
    while done < minutes:
        number += 1
        played = np.concatenate([np.zeros(round(QUIET * SPEAKER), dtype=np.int16), reading(words, 60)])
        luck = np.random.default_rng(number)
        echo = echo_of(played, luck, drift)
        echo *= 1500 / np.sqrt(voice_power(echo)) * 10 ** (louder / 20)  # as loud as somebody at the table, or louder
        heard = to_int16(np.clip(echo + luck.normal(0, 8, len(echo)), -32_000, 32_000))
        for each in heard_by(ear, way, Scene(played, heard, 0.0), hand):
            taken += each.accepted
            asked += bool(each.candidates)
            if each.accepted or each.candidates:
                print(
                    f"   minute {done:.0f}, second {each.start_s:.1f}: {each.text!r} {each.candidates or ''}",
                    flush=True,
                )
        done += len(played) / SPEAKER / 60
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
    parser.add_argument("--most", type=int, default=1000, metavar="N", help="so many answers at most")
    parser.add_argument("--louder", type=int, nargs="*", default=list(LOUDER), metavar="DB")
    parser.add_argument("--drift", type=float, default=50.0, metavar="PPM", help="of the clocks, in millionths")
    parser.add_argument("--with", nargs="*", default=["ours"], dest="chosen", metavar="NAME", help=", ".join(ways()))
    parser.add_argument("--minutes", type=float, default=0.0, metavar="N", help="own reading, at +6 dB")
    arguments = parser.parse_args()
    ear, drift = NarratorRecogniser(), arguments.drift * 1e-6
    found = answers(arguments.recordings, arguments.half == "report", arguments.most) if arguments.recordings else []
    for name in arguments.chosen:
        way = ways()[name]
        for louder in arguments.louder if found else ():
            tally = measure(way, ear, found, louder, drift)
            print(f"{name:8} {arguments.half} half, echo {louder:+d} dB: {tally}", flush=True)
            print("        ", dict(tally.missed), flush=True)
        if arguments.minutes:
            by_itself(way, ear, arguments.minutes, 6, drift)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
