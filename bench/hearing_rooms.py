"""The sets of `bench.hearing` with people in real rooms: noise, music, talk, a telephone, and children.

No speaker or noise that was used for tuning is reported: speakers are split into halves by their names, noises by time
(the first half of a recording is for tuning) and music by piece. Most animals are said by one speaker, who is in both
halves with different words.

Mixed samples are kept in the cache folder, so that the next run does not have to mix them.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import cycle, islice
from pathlib import Path
from types import MappingProxyType

import numpy as np

from bench.hearing_sets import (
    DIGITS,
    REPORT,
    VOTING,
    ZERO,
    ExpectedSamples,
    Sample,
    SampleSet,
    SpeechClip,
    find_reading,
    half_of,
    load_clips,
    read_signal,
    split_words,
    storytellers_expectation,
)
from narrator.core.paths import user_cache_folder
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.vosk_model import find_unknown_words
from narrator.speech.models.model import find_model
from narrator.speech.pcm import Samples, to_int16
from tests.support.synthetic_speech import START_S, Signal, end_of_voice_s, place_in_room, through_telephone

CACHE_VERSION = 3
"""Increase it when samples are mixed in another way, so that cached ones are not used."""
ROOMS = {
    "kitchen": (("doing_the_dishes",), ">= 92 % right", ">= 80 % right"),
    "tap": (("white_noise", "pink_noise"), ">= 94 % right", ">= 85 % right"),
    "washing machine": (("exercise_bike",), ">= 97 % right", ">= 94 % right"),
    "music": (("music",), ">= 97 % right", ">= 94 % right"),
    "four people": (("babble_adult_4a",), ">= 85 % right", ">= 50 % right"),
    "four children": (("babble_child_4a",), ">= 80 % right", ">= 45 % right"),
}
"""The recordings of each noise, and the aims at an SNR of 12 dB and of 6 dB."""
YES_NO = storytellers_expectation("Vote", "Yes", "No")
expectation_for_hand = cache(lambda hand: storytellers_expectation("Lay", cards=hand))


def half_of_clip(clip: SpeechClip) -> str:
    """Return the half that a recording belongs to."""
    return half_of(clip.transcript if clip.speaker == "tuxpaint_en" else clip.speaker)


def clips_of_half(half: str, clips: Sequence[SpeechClip]) -> list[SpeechClip]:
    """Return the recordings of this half, always in the same random order."""
    found = [clip for clip in clips if half_of_clip(clip) == half]
    random.Random(3).shuffle(found)
    return found


def load_noise(folder: Path, names: Sequence[str], half: str) -> Signal:
    """Return this half of all recordings of a noise, at the same level."""
    files = [file for file in sorted((folder / "noise").glob("*")) if any(name in file.name for name in names)]
    is_split_by_file = len(files) > 2
    pieces = []
    for number, file in enumerate(files):
        signal = read_signal(file)
        if is_split_by_file and number % 2 != (half == REPORT):
            continue
        if not is_split_by_file:
            middle = len(signal) // 2
            signal = signal[middle:] if half == REPORT else signal[:middle]
        pieces.append(signal * 1000 / max(1.0, float(np.sqrt(np.mean(signal**2)))))
    return np.concatenate(pieces)


# --- mixing, with a cache ------------------------------------------------------------------------------

Mixed = tuple[Samples, float, str, str, tuple[str, ...]]
"""The audio, the end of the voice in seconds, the words, the speaker, and the hand of cards if there is one."""


def cached(name: str, make: Callable[[], Iterator[Mixed]]) -> Iterator[Mixed]:
    """Yield mixed samples from the cache, or make and cache them: one file for the audio, one for the rest."""
    folder = user_cache_folder() / "bench-hearing"
    place = folder / f"{re.sub('[^a-z0-9]+', '-', name)}-{CACHE_VERSION}"
    audio_file, index_file = place.with_suffix(".npy"), place.with_suffix(".json")
    if not index_file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        made = list(make())
        np.save(audio_file, np.concatenate([each[0] for each in made]))
        index_file.write_text(json.dumps([[len(audio), *rest] for audio, *rest in made]), "utf-8")
    audio, start = np.load(audio_file, mmap_mode="r"), 0
    for size, end_s, words, speaker, hand in json.loads(index_file.read_text("utf-8")):
        yield np.array(audio[start : start + size]), end_s, words, speaker, tuple(hand)
        start += size


def mix(folder: Path, room: str, snr_db: float, half: str, count: int) -> Iterator[Mixed]:
    """Yield digits and animals in turn, a sixth of them through a telephone."""
    noise = load_noise(folder, ROOMS[room][0], half)
    digit_clips = [clip for clip in load_clips(folder, "commands_digits") if clip.transcript in DIGITS]
    digits = cycle(clips_of_half(half, digit_clips))
    animals = cycle(clips_of_half(half, known_animals(folder)))
    hands = hands_of(folder)
    for number in range(count):
        clip = next(animals if number % 2 else digits)
        voice = read_signal(clip.file)
        audio = place_in_room(voice, noise, snr_db, seed=number)
        if number % 12 in (4, 11):
            audio = through_telephone(audio)
        hand = hands[clip.transcript] if number % 2 else ()
        yield audio, START_S + end_of_voice_s(voice), clip.transcript, clip.speaker, hand


def known_animals(folder: Path) -> list[SpeechClip]:
    """Return the animals whose names the speech model knows; `narrator check` refuses cards with other names."""
    clips, model = load_clips(folder, "animals"), find_model()
    assert model is not None
    unknown = find_unknown_words(model, {word for clip in clips for word in clip.transcript.split()})
    return [clip for clip in clips if unknown.isdisjoint(clip.transcript.split())]


@cache
def hands_of(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return a hand of five cards for each animal; few different hands, because an expectation is slow to build."""
    names = sorted({clip.transcript for clip in known_animals(folder)})
    random.Random(4).shuffle(names)
    hands: dict[str, tuple[str, ...]] = {}
    for card in names:
        if card in hands:
            continue
        hand = [card]
        for name in sorted(names, key=lambda name: name in hands):  # first those that are in no hand yet
            if len(hand) < 5 and not any(name in other or other in name for other in hand):
                hand.append(name)
        hands |= {name: tuple(hand) for name in hand if name not in hands}
    return hands


def in_quiet_room(
    clips: Sequence[SpeechClip],
    hands: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    *,
    by_telephone: bool = False,
) -> Iterator[Mixed]:
    """Yield every recording twice, the second time softer, as from further away."""
    for number, clip in enumerate((*clips, *clips)):
        voice = read_signal(clip.file) * (1.0 if number < len(clips) else 0.3)
        audio = place_in_room(voice, seed=number)
        audio = through_telephone(audio) if by_telephone else audio
        yield audio, START_S + end_of_voice_s(voice), clip.transcript, clip.speaker, hands.get(clip.transcript, ())


def childrens_digits(folder: Path, half: str) -> Iterator[Mixed]:
    """Yield single digits, cut out of digit strings by children of 6 to 9."""
    clips = [clip for clip in load_clips(folder, "child") if clip.age and clip.age <= 9]
    for clip in clips_of_half(half, [clip for clip in clips if set(clip.transcript.split()) <= {*ZERO, *DIGITS}]):
        for digit, voice in split_words(clip):
            if digit in DIGITS:
                yield place_in_room(voice), START_S + end_of_voice_s(voice), digit, clip.speaker, ()


# --- the sets --------------------------------------------------------------------------------------------


def room_sets(folder: Path, half: str, count: int, minutes: float = 10) -> list[SampleSet]:
    """Return noisy rooms, children, a telephone and quiet rooms; and this many minutes of each noise alone."""

    def mixed_set(
        name: str, aim: str, make: Callable[[], Iterator[Mixed]], expected: Expectation = VOTING
    ) -> SampleSet:
        def samples() -> ExpectedSamples:
            for audio, end_s, words, speaker, hand in islice(cached(f"{name} {half} {count}", make), count):
                expectation = expectation_for_hand(hand) if hand else expected
                yield Sample(audio, end_s, find_reading(words, expectation), words, speaker), expectation

        return SampleSet(name, aim, samples, is_halved=True)

    def room(name: str, snr_db: float, aim: str) -> SampleSet:
        return mixed_set(f"{name}, {snr_db:g} dB", aim, lambda: mix(folder, name, snr_db, half, count))

    def clips(kind: str, is_wanted: Callable[[SpeechClip], bool] = lambda clip: True) -> list[SpeechClip]:
        return clips_of_half(half, [clip for clip in load_clips(folder, kind) if is_wanted(clip)])

    def digits() -> list[SpeechClip]:
        return clips("commands_digits", lambda clip: clip.transcript in DIGITS)

    def noise_alone(kind: str) -> Callable[[], ExpectedSamples]:
        return partial(noise_samples, folder, half, kind, minutes)

    def animals() -> Iterator[Mixed]:
        return in_quiet_room(clips_of_half(half, known_animals(folder)), hands_of(folder))

    return [
        *(room(name, snr, aims[snr == 6]) for name, (_, *aims) in ROOMS.items() for snr in (12, 6)),
        mixed_set("children's single digits", ">= 94 % right", lambda: childrens_digits(folder, half)),
        mixed_set("telephone: digits", ">= 92 % right", lambda: in_quiet_room(digits(), by_telephone=True)),
        mixed_set("quiet: digits", ">= 98.3 % right", lambda: in_quiet_room(digits())),
        mixed_set("quiet: animals", ">= 98.9 % right", animals),
        mixed_set("quiet: yes and no", ">= 98.6 % right", lambda: in_quiet_room(clips("yesno")), YES_NO),
        *(
            SampleSet(f"{kind} without speech", "none", noise_alone(kind), is_negative=True, is_halved=True)
            for kind in ROOMS
        ),
    ]


def noise_samples(folder: Path, half: str, kind: str, minutes: float) -> ExpectedSamples:
    """Yield half a minute each of a noise without speech, as loud as a voice would be."""
    noise, size = load_noise(folder, ROOMS[kind][0], half), 30 * SAMPLE_RATE_HZ
    for number in range(round(minutes * 2)):
        piece = np.resize(np.roll(noise, -number * size), size)
        audio = to_int16(piece * 3000 / max(1.0, float(np.sqrt(np.mean(piece**2)))))
        yield Sample(audio, 30.0, None, kind, f"{kind} {number}"), VOTING
