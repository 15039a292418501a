"""People in real rooms: a kitchen, a tap, a washing machine, music, other talkers; a telephone; small children.

Nobody who is tuned with is reported: the speakers are in two halves by their names, and so are the noises (music by the
piece, the others by time: the first half of a recording is for tuning, the second for reporting). Animals are mostly
said by one speaker, who is in both halves with different words.

What was mixed is kept in a cache folder, so that the next run only listens.
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
import platformdirs

from bench.hearing_sets import (
    DIGITS,
    REPORT,
    VOTING,
    ZERO,
    Clip,
    Sample,
    Set,
    clips,
    half_of,
    meaning,
    single_words,
    table,
)
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.endpoint import RATE
from narrator.speech.asr.recording import read_recording
from narrator.speech.models.model import find_model, unknown_words
from narrator.speech.pcm import Samples, to_int16
from tests.support.synthetic_speech import BEFORE, Sound, by_telephone, end_of, in_a_room

CACHE = Path(platformdirs.user_cache_dir("narrator")) / "bench-hearing"
MADE = 3
"""Counted up whenever the sets are made in another way: older ones in the cache are of no use then."""
ROOMS = {
    "kitchen": (("doing_the_dishes",), ">= 92 % right", ">= 80 % right"),
    "tap": (("white_noise", "pink_noise"), ">= 94 % right", ">= 85 % right"),
    "washing machine": (("exercise_bike",), ">= 97 % right", ">= 94 % right"),
    "music": (("music",), ">= 97 % right", ">= 94 % right"),
    "four people": (("babble_adult_4a",), ">= 85 % right", ">= 50 % right"),
    "four children": (("babble_child_4a",), ">= 80 % right", ">= 45 % right"),
}
"""The recordings of each noise, and what is aimed at with the voice 12 and 6 dB louder."""
YES_NO = table("Vote", "Yes", "No")
laid = cache(lambda hand: table("Lay", cards=hand))


def half_of_clip(clip: Clip) -> str:
    return half_of(clip.transcript if clip.speaker == "tuxpaint_en" else clip.speaker)


def halves(half: str, found: Sequence[Clip]) -> list[Clip]:
    """Those of this half, in an order that is always the same and tells nothing."""
    mine = [clip for clip in found if half_of_clip(clip) == half]
    random.Random(3).shuffle(mine)
    return mine


def noise_of(folder: Path, names: Sequence[str], half: str) -> Sound:
    """All recordings of a noise, equally loud, as far as they belong to this half."""
    files = [file for file in sorted((folder / "noise").glob("*")) if any(name in file.name for name in names)]
    by_file = len(files) > 2
    pieces = []
    for number, file in enumerate(files):
        sound = read_recording(file).samples.astype(np.float64)
        if by_file and number % 2 != (half == REPORT):
            continue
        if not by_file:
            middle = len(sound) // 2
            sound = sound[middle:] if half == REPORT else sound[:middle]
        pieces.append(sound * 1000 / max(1.0, float(np.sqrt(np.mean(sound**2)))))
    return np.concatenate(pieces)


# --- samples, kept -------------------------------------------------------------------------------------

Made = tuple[Samples, float, str, str, tuple[str, ...]]
"""The sound, when the voice ends in it, what was said, by whom, and the hand of cards, if there is one."""


def kept(name: str, make: Callable[[], Iterator[Made]]) -> Iterator[Made]:
    """What was made once is read from the cache. One file for the sounds, one for all about them."""
    place = CACHE / f"{re.sub('[^a-z0-9]+', '-', name)}-{MADE}"
    sounds, about = place.with_suffix(".npy"), place.with_suffix(".json")
    if not about.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        made = list(make())
        np.save(sounds, np.concatenate([each[0] for each in made]))
        about.write_text(json.dumps([[len(sound), *rest] for sound, *rest in made]), "utf-8")
    all_of_it, at = np.load(sounds, mmap_mode="r"), 0
    for size, ends, said, speaker, hand in json.loads(about.read_text("utf-8")):
        yield np.array(all_of_it[at : at + size]), ends, said, speaker, tuple(hand)
        at += size


def mixed(folder: Path, room: str, snr: float, half: str, number: int) -> Iterator[Made]:
    """Half digits, half animals, a sixth of all through a telephone."""
    noise = noise_of(folder, ROOMS[room][0], half)
    digits = cycle(halves(half, [clip for clip in clips(folder, "commands_digits") if clip.transcript in DIGITS]))
    animals = cycle(halves(half, known_animals(folder)))
    hands = hands_of(folder)
    for count in range(number):
        clip = next(animals if count % 2 else digits)
        voice = read_recording(clip.file).samples.astype(np.float64)
        sound = in_a_room(voice, noise, snr, seed=count)
        if count % 12 in (4, 11):
            sound = by_telephone(sound)
        hand = hands[clip.transcript] if count % 2 else ()
        yield sound, BEFORE + end_of(voice), clip.transcript, clip.speaker, hand


def known_animals(folder: Path) -> list[Clip]:
    """Those whose names the speech model knows: `narrator check` refuses cards with other names."""
    found, model = clips(folder, "animals"), find_model()
    assert model is not None
    strange = unknown_words(model, {word for clip in found for word in clip.transcript.split()})
    return [clip for clip in found if strange.isdisjoint(clip.transcript.split())]


@cache
def hands_of(folder: Path) -> dict[str, tuple[str, ...]]:
    """For each animal a hand of five in which it is. Few hands for all of them: a table takes a moment to lay."""
    names = sorted({clip.transcript for clip in known_animals(folder)})
    random.Random(4).shuffle(names)
    hands: dict[str, tuple[str, ...]] = {}
    for card in names:
        if card in hands:
            continue
        hand = [card]
        for name in sorted(names, key=lambda name: name in hands):  # first those that are in none yet
            if len(hand) < 5 and not any(name in other or other in name for other in hand):
                hand.append(name)
        hands |= {name: tuple(hand) for name in hand if name not in hands}
    return hands


def quiet(
    found: Sequence[Clip], hands: Mapping[str, tuple[str, ...]] = MappingProxyType({}), *, telephone: bool = False
) -> Iterator[Made]:
    """Where they are few, all of them once more, from farther away."""
    for count, clip in enumerate((*found, *found)):
        voice = read_recording(clip.file).samples.astype(np.float64) * (1.0 if count < len(found) else 0.3)
        sound = in_a_room(voice, seed=count)
        hand = hands.get(clip.transcript, ())
        yield (by_telephone(sound) if telephone else sound), BEFORE + end_of(voice), clip.transcript, clip.speaker, hand


def childrens_digits(folder: Path, half: str) -> Iterator[Made]:
    rows = [clip for clip in clips(folder, "child") if clip.age and clip.age <= 9]
    for clip in halves(half, [row for row in rows if set(row.transcript.split()) <= {*ZERO, *DIGITS}]):
        for digit, voice in single_words(clip):
            if digit in DIGITS:
                yield in_a_room(voice), BEFORE + end_of(voice), digit, clip.speaker, ()


# --- the sets --------------------------------------------------------------------------------------------


def room_sets(folder: Path, half: str, number: int, minutes: float = 10) -> list[Set]:
    """Each row of the table: noisy rooms, children, a telephone, and quiet; and so many minutes of each noise alone."""

    def of(name: str, aim: str, make: Callable[[], Iterator[Made]], expected: Expectation = VOTING) -> Set:
        def samples() -> Iterator[tuple[Sample, Expectation]]:
            for sound, ends, said, speaker, hand in islice(kept(f"{name} {half} {number}", make), number):
                at = laid(hand) if hand else expected
                yield Sample(sound, ends, meaning(said, at), said, speaker), at

        return Set(name, aim, samples, halved=True)

    def room(name: str, snr: float, aim: str) -> Set:
        return of(f"{name}, {snr:g} dB", aim, lambda: mixed(folder, name, snr, half, number))

    def all_of(kind: str, wanted: Callable[[Clip], bool] = lambda clip: True) -> list[Clip]:
        return halves(half, [clip for clip in clips(folder, kind) if wanted(clip)])

    def digits() -> list[Clip]:
        return all_of("commands_digits", lambda clip: clip.transcript in DIGITS)

    def hours(kind: str) -> Callable[[], Iterator[tuple[Sample, Expectation]]]:
        return partial(noise_for_hours, folder, half, kind, minutes)

    def animals() -> Iterator[Made]:
        return quiet(halves(half, known_animals(folder)), hands_of(folder))

    return [
        *(room(name, snr, aims[snr == 6]) for name, (_, *aims) in ROOMS.items() for snr in (12, 6)),
        of("children's single digits", ">= 94 % right", lambda: childrens_digits(folder, half)),
        of("telephone: digits", ">= 92 % right", lambda: quiet(digits(), telephone=True)),
        of("quiet: digits", ">= 98.3 % right", lambda: quiet(digits())),
        of("quiet: animals", ">= 98.9 % right", animals),
        of("quiet: yes and no", ">= 98.6 % right", lambda: quiet(all_of("yesno")), YES_NO),
        *(Set(f"{kind} and nobody speaks to us", "none", hours(kind), negative=True, halved=True) for kind in ROOMS),
    ]


def noise_for_hours(folder: Path, half: str, kind: str, minutes: float) -> Iterator[tuple[Sample, Expectation]]:
    """Half a minute each of a noise in which nobody speaks to us, as loud as if somebody did."""
    sound, size = noise_of(folder, ROOMS[kind][0], half), 30 * RATE
    for count in range(round(minutes * 2)):
        piece = np.resize(np.roll(sound, -count * size), size)
        loud = to_int16(piece * 3000 / max(1.0, float(np.sqrt(np.mean(piece**2)))))
        yield Sample(loud, 30.0, None, kind, f"{kind} {count}"), VOTING
