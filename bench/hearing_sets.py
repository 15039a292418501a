"""What is said to the ear, and what it means: commands by synthetic voices in many rooms, people, and other talk."""

import csv
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from narrator.core.paths import data_folder
from narrator.dialog.manners import AT_ANY_TIME, MANNERS
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Understood
from narrator.speech.asr.endpoint import RATE
from narrator.speech.asr.recording import read_recording
from narrator.speech.pcm import Samples, to_int16
from tests.support.synthetic_speech import (
    BEFORE,
    SPEAKERS,
    Sound,
    babble,
    by_telephone,
    childlike,
    end_of,
    in_a_hall,
    in_a_room,
    kitchen,
    speakers,
)

PLAYERS = ("Lily", "Nick", "Julie", "Dylan")
HAND = ("hedgehog", "old lady", "dragon", "scientist", "owl")
ZERO = ("zero", "oh")
DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


# --- what is listened for --------------------------------------------------------------------------


def table(*intents: str, cards: Sequence[str] = HAND, players: Sequence[str] = PLAYERS) -> Expectation:
    """A table of storytellers at which these may be said, and what may be said at any time. Whoever votes has nine
    symbols to choose from, whoever lays a card has their hand."""
    lists = {
        "player": [(name, name) for name in players],
        "card": [(card, card) for card in cards],
        "way": [("forest", "forest"), ("river", "river")],
    }
    laid = tuple(OfferedThing(card, number, card) for number, card in enumerate(cards, 1))
    symbols = tuple(OfferedThing(number, number) for number in range(1, len(DIGITS) + 1))
    active = MANNERS | AT_ANY_TIME | set(intents)
    things = symbols if "Vote" in intents else laid
    return Expectation(load_grammar("en", "storytellers"), active, lists, things=lambda: things)


VOTING = table("Vote")
TUNE, REPORT = "tune", "report"


def half_of(name: str) -> str:
    """In which half somebody is, or something."""
    return REPORT if crc32(name.encode()) % 2 else TUNE


@dataclass(frozen=True)
class Sample:
    """One thing that is said, in a room."""

    sound: Samples
    ends: float
    """When the voice ends, in seconds."""
    means: Reading | None
    """What was said, if it is a command here."""
    name: str = ""
    speaker: str = ""

    @property
    def half(self) -> str:
        """With whom things are tuned, or about whom is reported."""
        return half_of(self.speaker)


def meaning(text: str, expected: Expectation) -> Reading | None:
    match expected.understand(text):
        case Understood(reading):
            return reading
        case _:
            return None


# --- what is said: synthetic -------------------------------------------------------------------------

COMMANDS = (
    *DIGITS,
    *(f"i vote for symbol {digit}" for digit in ("three", "four", "eight")),
    *(f"number {digit}" for digit in ("two", "five", "nine")),
    "i choose the hedgehog", "the dragon", "i pick the old lady", "my vote goes to the owl", "the scientist",
    "nick votes for the owl", "julie votes for symbol six", "lily votes for the third one",
    "i'll take the second card",
    "repeat that", "what are the scores", "whose turn is it", "help", "undo", "stop", "pause", "go on", "louder",
    "slower", "the story so far", "what can i say", "say it again slower", "who are we waiting for", "take that back",
    "what are my cards", "a new player", "tell me more",
)  # fmt: skip
TALK = (
    "there were seven little ducks in the garden this morning", "can somebody pass me the salt please",
    "i think the dragon is my favourite but i am not sure", "we should go shopping after lunch",
    "my teacher said that i am very good at counting to ten", "did you feed the cat today",
    "once upon a time there lived three bears in a forest", "no way that is so unfair", "do you want some more tea",
    "i would vote for you if you were nicer to me", "she has got four new pencils", "where did you put my blue jumper",
    "look out of the window it is raining", "i want to", "i vote for", "my vote goes to the", "nick votes for",
    "the second one was much better than the first film", "stop it you are hurting me", "he will be eight in november",
    "let me see what is in the box", "what a lovely picture of a horse", "can you help me with my shoes",
    "the wolf went to the house of the second pig", "grandma is going to call at five o'clock", "i'll take you home",
    "it is time to brush your teeth", "that hedgehog in our garden eats apples",
    "you are pausing too long when you read",
    "there is one more biscuit on the plate", "we go on holiday in two weeks", "two of us were late for school",
)  # fmt: skip
MIDDLES = ("i vote for | symbol three", "i vote for the | hedgehog", "my vote goes to | the owl",
           "nick votes for | the dragon", "julie | votes for symbol six", "i'll take the | second card",
           "i choose | the scientist", "number | five",
           "what are | the scores", "whose turn | is it", "who are we | waiting for", "the story | so far",
           "the | old lady", "symbol | eight")  # fmt: skip


def own_lines(number: int) -> list[str]:
    """What the narrator itself says: none of it may be taken for an answer."""
    lines = []
    for file in sorted((data_folder("content") / "en" / "lines").glob("*.ftl")):
        for line in file.read_text("utf-8").splitlines():
            words = line.partition("=")[2].strip()
            if words and "{" not in words and 4 <= len(words.split()) <= 14:
                lines.append(words)
    random.Random(1).shuffle(lines)
    return lines[:number]


def said(
    texts: Sequence[str], number: int, make: Callable[[Any, str, int], tuple[Sound, Samples]], expected: Expectation
) -> Iterator[Sample]:
    """So many samples: every text in turn, by one speaker after the other."""
    voices = speakers()
    for count in range(number):
        speaker, text = voices[(count + count // len(texts)) % len(voices)], texts[count % len(texts)]
        sound, room = make(speaker, text, count)
        yield Sample(room, BEFORE + end_of(sound), meaning(text, expected), text, speaker.name)


Maker = Callable[[Any, str, int], tuple[Sound, Samples]]


def plainly(speaker: Any, text: str, seed: int) -> tuple[Sound, Samples]:
    sound = speaker.say(text)
    return sound, in_a_room(sound, seed=seed)


def with_noise(noise: Callable[[], Sound], snr: float) -> Maker:
    def make(speaker: Any, text: str, seed: int) -> tuple[Sound, Samples]:
        sound = speaker.say(text)
        return sound, in_a_room(sound, noise(), snr, seed=seed)

    return make


def echoing(speaker: Any, text: str, seed: int) -> tuple[Sound, Samples]:
    sound = speaker.say(text)
    return sound, in_a_room(in_a_hall(sound), seed=seed)


def as_a_child(factor: float) -> Maker:
    def make(speaker: Any, text: str, seed: int) -> tuple[Sound, Samples]:
        sound = childlike(speaker, text, factor)
        return sound, in_a_room(sound, seed=seed)

    return make


def with_a_pause(speaker: Any, text: str, seed: int) -> tuple[Sound, Samples]:
    """A bar in the text is a pause of up to 1.2 s."""
    first, _, second = text.partition("|")
    pause = np.zeros(round(random.Random(seed).uniform(0.4, 1.2) * RATE))
    sound = np.concatenate([speaker.say(first.strip()), pause, speaker.say(second.strip())])
    return sound, in_a_room(sound, seed=seed)


# --- what is said: people ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Clip:
    file: Path
    transcript: str
    age: int | None
    speaker: str


def clips(folder: Path, kind: str) -> list[Clip]:
    """The recordings of one kind."""
    with (folder / "manifest.tsv").open(encoding="utf-8", newline="") as manifest:
        rows = [row for row in csv.DictReader(manifest, delimiter="\t") if row["file"].startswith(f"{kind}/")]
    return [
        Clip(
            folder / row["file"],
            row["transcript"],
            int(row["age"]) if (row.get("age") or "").isdigit() else None,
            row.get("speaker") or row["file"],
        )
        for row in rows
    ]


def recorded(clip: Clip) -> Sample:
    """A recording in a quiet room that is no command, with time before and after."""
    sound = read_recording(clip.file).samples.astype(np.float64)
    return Sample(in_a_room(sound), BEFORE + end_of(sound), None, clip.transcript or clip.file.stem, clip.speaker)


def single_words(clip: Clip) -> Iterator[tuple[str, Sound]]:
    """The words of a recording one by one: where they are is told by decoding with what was said as the only phrase."""
    import vosk  # noqa: PLC0415 - takes a moment

    from narrator.speech.asr.vosk import ear_model  # noqa: PLC0415

    samples = read_recording(clip.file).samples
    recogniser = vosk.KaldiRecognizer(ear_model(), RATE, json.dumps([clip.transcript]))
    recogniser.SetWords(True)
    recogniser.AcceptWaveform(samples.tobytes())
    words = json.loads(recogniser.FinalResult()).get("result", [])
    if [word["word"] for word in words] != clip.transcript.split():
        return
    ends = [0.0, *((one["end"] + other["start"]) / 2 for one, other in pairwise(words))]
    for number, word in enumerate(words):
        after = ends[number + 1] if number + 1 < len(words) else word["end"] + 0.2
        first, last = max(ends[number], word["start"] - 0.15), min(after, word["end"] + 0.15)
        yield word["word"], samples[round(first * RATE) : round(last * RATE)].astype(np.float64)


def some(items: Sequence[Any], number: int) -> list[Any]:
    return list(items) if len(items) <= number else random.Random(2).sample(list(items), number)


# --- the sets ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Set:
    name: str
    aim: str
    samples: Callable[[], Iterator[tuple[Sample, Expectation]]]
    negative: bool = False
    halved: bool = False
    """Whether its samples are of one half only."""


def sets(recordings: Path | None, quick: bool) -> list[Set]:
    """Commands by synthetic voices, and what must not count; for people in rooms see `hearing_rooms`."""
    many, few, people = (10, 4, 5) if quick else (len(COMMANDS) * len(SPEAKERS), 104, 1000)
    kitchens, babbles = noises(recordings)

    def commands(make: Maker, number: int) -> Callable[[], Iterator[tuple[Sample, Expectation]]]:
        return lambda: ((sample, VOTING) for sample in said(COMMANDS, number, make, VOTING))

    found = [
        Set("commands, clean", ">= 99 % right, <= 0.3 % wrong", commands(plainly, many)),
        *(Set(f"commands, babble {snr} dB", aim, commands(with_noise(babbles, snr), few)) for snr, aim in SNRS),
        *(Set(f"commands, kitchen {snr} dB", aim, commands(with_noise(kitchens, snr), few)) for snr, aim in SNRS),
        Set("commands, echo", "", commands(echoing, few)),
        *(
            Set(f"commands, child-like {factor}", aim, commands(as_a_child(factor), few))
            for factor, aim in ((1.15, ""), (1.25, ">= 95 % right"), (1.35, ""))
        ),
        Set("commands with a pause", "<= 1 % cut off", lambda: paused(few)),
        Set("side talk, half commands", "<= 0.5 % accepted", lambda: talk(TALK, few), negative=True),
        Set("the narrator's own lines", "<= 0.5 % accepted", lambda: talk(own_lines(few), few), negative=True),
        Set(
            "others' talk, loud and long",
            "<= 0.5 an hour",
            lambda: for_hours(babbles, 2 if quick else 20),
            negative=True,
        ),
    ]
    if recordings:
        found += other_talk(recordings, people)
    return found


SNRS = ((20, ""), (12, ">= 97 % right"), (6, ">= 92 % right"))


def paused(number: int) -> Iterator[tuple[Sample, Expectation]]:
    for sample in said(MIDDLES, number, with_a_pause, VOTING):
        text = " ".join(sample.name.replace("|", " ").split())
        yield Sample(sample.sound, sample.ends, meaning(text, VOTING), text, sample.speaker), VOTING


def talk(texts: Sequence[str], number: int) -> Iterator[tuple[Sample, Expectation]]:
    for sample in said(texts, number, plainly, VOTING):
        yield Sample(sample.sound, sample.ends, None, sample.name, sample.speaker), VOTING


def for_hours(noise: Callable[[], Sound], number: int) -> Iterator[tuple[Sample, Expectation]]:
    """Half a minute each of people who talk among themselves, as loud as if they talked to us."""
    size = 30 * RATE
    for count in range(number):
        piece = np.resize(np.roll(noise(), -count * size), size)
        sound = to_int16(piece * 3000 / max(1.0, float(np.sqrt(np.mean(piece**2)))))
        yield Sample(sound, 30.0, None, "talk", f"talk {count}"), VOTING


def noises(recordings: Path | None) -> tuple[Callable[[], Sound], Callable[[], Sound]]:
    """A kitchen and a babble: real ones where there are recordings, else made up, when needed."""
    if recordings is None:
        return cache(kitchen), cache(lambda: babble(TALK))
    files = sorted((recordings / "noise").glob("*"))

    def mixed(*names: str) -> Sound:
        chosen = [file for file in files if any(name in file.name for name in names)]
        sounds = [read_recording(file).samples.astype(np.float64) for file in chosen]
        return np.concatenate([sound * 1000 / max(1.0, np.sqrt(np.mean(sound**2))) for sound in sounds])

    return cache(lambda: mixed("dishes", "tap", "kitchen")), cache(lambda: mixed("babble"))


def no_commands(samples: Iterable[Sample]) -> Iterator[tuple[Sample, Expectation]]:
    """Without those that are commands here after all."""
    return ((sample, VOTING) for sample in samples if meaning(sample.name, VOTING) is None)


def words_of(sentences: Iterable[Clip]) -> Iterator[Sample]:
    """The longer words: of a short one next to nothing is left when it is cut out."""
    for clip in sentences:
        for word, voice in single_words(clip):
            if len(word) > 3:
                yield Sample(in_a_room(voice), BEFORE + end_of(voice), None, word, clip.speaker)


def other_talk(folder: Path, most: int) -> list[Set]:
    """What people say that is no command here."""

    def negatives(*kinds: str) -> Callable[[], Iterator[tuple[Sample, Expectation]]]:
        return lambda: no_commands(recorded(clip) for clip in some(all_of(*kinds), most))

    def words(passed_on: Callable[[Samples], Samples] = lambda sound: sound) -> Iterator[tuple[Sample, Expectation]]:
        """By themselves, and cut out of sentences."""
        alone = (recorded(clip) for clip in some(all_of("other_words"), most))
        for sample, expected in islice(no_commands(chain(alone, words_of(all_of("noncommand_sentences")))), most):
            yield replace(sample, sound=passed_on(sample.sound)), expected

    def childrens_words() -> Iterator[tuple[Sample, Expectation]]:
        """Of their sentences, and the zeros of their rows of digits."""
        sentences = [clip for clip in all_of("child") if not set(clip.transcript.split()) <= {*ZERO, *DIGITS}]
        zeros = (
            Sample(in_a_room(voice), BEFORE + end_of(voice), None, word, clip.speaker)
            for clip in all_of("child")
            if not set(clip.transcript.split()).isdisjoint(ZERO)
            for word, voice in single_words(clip)
            if word in ZERO
        )
        return islice(no_commands(chain(words_of(sentences), zeros)), most)

    def all_of(*kinds: str) -> list[Clip]:
        return [clip for kind in kinds for clip in clips(folder, kind)]

    foreign = ("foreign_and_shouts", "italian_other", "italian_digits")
    return [
        Set("people: sentences", "<= 0.5 % accepted", negatives("noncommand_sentences"), negative=True),
        Set("people: other words", "<= 3 % accepted", words, negative=True),
        Set("telephone: other words", "", partial(words, by_telephone), negative=True),
        Set("children: other words", "", childrens_words, negative=True),
        Set("people: foreign, shouts", "<= 0.5 % accepted", negatives(*foreign), negative=True),
    ]
