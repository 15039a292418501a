"""The basic sets of `bench.hearing`: commands by synthetic voices in many rooms, and talk that must be refused."""

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
from narrator.dialog.intents import EVERYWHERE_INTENTS, REQUEST_INTENTS
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Understood
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.recording import read_recording
from narrator.speech.asr.vosk_model import load_recogniser_model
from narrator.speech.pcm import Samples, to_int16
from tests.support.synthetic_speech import (
    SPEAKERS,
    START_S,
    Signal,
    SyntheticSpeaker,
    add_reverberation,
    end_of_voice_s,
    make_babble,
    make_kitchen_noise,
    place_in_room,
    say_like_child,
    through_telephone,
)

PLAYERS = ("Lily", "Nick", "Julie", "Dylan")
HAND = ("hedgehog", "old lady", "dragon", "scientist", "owl")
ZERO = ("zero", "oh")
DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TUNE, REPORT = "tune", "report"


# --- what the recogniser expects --------------------------------------------------------------------


def storytellers_expectation(
    *intents: str, cards: Sequence[str] = HAND, players: Sequence[str] = PLAYERS
) -> Expectation:
    """Return what may be said in Storytellers with these intents: nine symbols for a vote, else the hand of cards."""
    lists = {
        "player": [(name, name) for name in players],
        "card": [(card, card) for card in cards],
        "way": [("forest", "forest"), ("river", "river")],
    }
    hand = tuple(OfferedThing(card, number, card) for number, card in enumerate(cards, 1))
    symbols = tuple(OfferedThing(number, number) for number in range(1, len(DIGITS) + 1))
    active = EVERYWHERE_INTENTS | REQUEST_INTENTS | set(intents)
    things = symbols if "Vote" in intents else hand
    return Expectation(load_grammar("en", "storytellers"), active, lists, things=lambda: things)


VOTING = storytellers_expectation("Vote")


def half_of(name: str) -> str:
    """Return the half that a speaker or a noise belongs to."""
    return REPORT if crc32(name.encode()) % 2 else TUNE


@dataclass(frozen=True)
class Sample:
    """One utterance in a room."""

    audio: Samples
    end_s: float
    """Where the voice ends."""
    reading: Reading | None
    """The meaning of the words, if they are a command here."""
    name: str = ""
    speaker: str = ""

    @property
    def half(self) -> str:
        """The half that its speaker belongs to."""
        return half_of(self.speaker)


def find_reading(text: str, expected: Expectation) -> Reading | None:
    """Return what the text means here, if it means one thing."""
    match expected.understand(text):
        case Understood(reading):
            return reading
        case _:
            return None


# --- synthetic voices -------------------------------------------------------------------------------

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
PAUSED_COMMANDS = ("i vote for | symbol three", "i vote for the | hedgehog", "my vote goes to | the owl",
           "nick votes for | the dragon", "julie | votes for symbol six", "i'll take the | second card",
           "i choose | the scientist", "number | five",
           "what are | the scores", "whose turn | is it", "who are we | waiting for", "the story | so far",
           "the | old lady", "symbol | eight")  # fmt: skip


def narrator_lines(count: int) -> list[str]:
    """Return lines that the narrator itself says; none of them may be accepted."""
    lines = []
    for file in sorted((data_folder("content") / "en" / "lines").glob("*.ftl")):
        for line in file.read_text("utf-8").splitlines():
            words = line.partition("=")[2].strip()
            if words and "{" not in words and 4 <= len(words.split()) <= 14:
                lines.append(words)
    random.Random(1).shuffle(lines)
    return lines[:count]


SpokenSample = tuple[Signal, Samples]
"""The voice alone, and in its room."""
SampleMaker = Callable[[SyntheticSpeaker, str, int], SpokenSample]
"""Makes a sample from a speaker, a text and a seed."""


def make_samples(texts: Sequence[str], count: int, make: SampleMaker, expected: Expectation) -> Iterator[Sample]:
    """Yield this many samples: every text in turn, with a different speaker each."""
    speakers = SPEAKERS
    for number in range(count):
        speaker, text = speakers[(number + number // len(texts)) % len(speakers)], texts[number % len(texts)]
        voice, audio = make(speaker, text, number)
        yield Sample(audio, START_S + end_of_voice_s(voice), find_reading(text, expected), text, speaker.name)


def say_plainly(speaker: SyntheticSpeaker, text: str, seed: int) -> SpokenSample:
    """Say it in a quiet room."""
    voice = speaker.say(text)
    return voice, place_in_room(voice, seed=seed)


def say_in_noise(noise: Callable[[], Signal], snr_db: float) -> SampleMaker:
    """Return a maker that adds this noise."""

    def make(speaker: SyntheticSpeaker, text: str, seed: int) -> SpokenSample:
        voice = speaker.say(text)
        return voice, place_in_room(voice, noise(), snr_db, seed=seed)

    return make


def say_with_echo(speaker: SyntheticSpeaker, text: str, seed: int) -> SpokenSample:
    """Say it in a tiled room."""
    voice = speaker.say(text)
    return voice, place_in_room(add_reverberation(voice), seed=seed)


def say_as_child(factor: float) -> SampleMaker:
    """Return a maker that raises pitch and formants by this factor."""

    def make(speaker: SyntheticSpeaker, text: str, seed: int) -> SpokenSample:
        voice = say_like_child(speaker, text, factor)
        return voice, place_in_room(voice, seed=seed)

    return make


def say_with_pause(speaker: SyntheticSpeaker, text: str, seed: int) -> SpokenSample:
    """Say it with a pause of 0.4 to 1.2 s at the bar in the text."""
    first, _, second = text.partition("|")
    pause = np.zeros(round(random.Random(seed).uniform(0.4, 1.2) * SAMPLE_RATE_HZ))
    voice = np.concatenate([speaker.say(first.strip()), pause, speaker.say(second.strip())])
    return voice, place_in_room(voice, seed=seed)


# --- recordings of people ----------------------------------------------------------------------------


@dataclass(frozen=True)
class SpeechClip:
    """One recording of the manifest."""

    file: Path
    transcript: str
    age: int | None
    speaker: str


def load_clips(folder: Path, kind: str) -> list[SpeechClip]:
    """Return the recordings of one kind."""
    with (folder / "manifest.tsv").open(encoding="utf-8", newline="") as manifest:
        rows = [row for row in csv.DictReader(manifest, delimiter="\t") if row["file"].startswith(f"{kind}/")]
    return [
        SpeechClip(
            folder / row["file"],
            row["transcript"],
            int(row["age"]) if (row.get("age") or "").isdigit() else None,
            row.get("speaker") or row["file"],
        )
        for row in rows
    ]


def read_signal(file: Path) -> Signal:
    """Return the samples of a recording as floating-point numbers."""
    return read_recording(file).samples.astype(np.float64)


def negative_sample(clip: SpeechClip) -> Sample:
    """Return a recording that is not a command, in a quiet room."""
    voice = read_signal(clip.file)
    name = clip.transcript or clip.file.stem
    return Sample(place_in_room(voice), START_S + end_of_voice_s(voice), None, name, clip.speaker)


def split_words(clip: SpeechClip) -> Iterator[tuple[str, Signal]]:
    """Yield the words of a recording, aligned by decoding with its transcript as the only phrase."""
    import vosk  # noqa: PLC0415 - slow to import

    samples = read_recording(clip.file).samples
    decoder = vosk.KaldiRecognizer(load_recogniser_model(), SAMPLE_RATE_HZ, json.dumps([clip.transcript]))
    decoder.SetWords(True)
    decoder.AcceptWaveform(samples.tobytes())
    words = json.loads(decoder.FinalResult()).get("result", [])
    if [word["word"] for word in words] != clip.transcript.split():
        return
    borders = [0.0, *((one["end"] + other["start"]) / 2 for one, other in pairwise(words))]
    for number, word in enumerate(words):
        after = borders[number + 1] if number + 1 < len(words) else word["end"] + 0.2
        first, last = max(borders[number], word["start"] - 0.15), min(after, word["end"] + 0.15)
        voice = samples[round(first * SAMPLE_RATE_HZ) : round(last * SAMPLE_RATE_HZ)].astype(np.float64)
        yield word["word"], voice


def choose_some(items: Sequence[Any], count: int) -> list[Any]:
    """Return at most this many of the items, always the same ones."""
    return list(items) if len(items) <= count else random.Random(2).sample(list(items), count)


# --- the sets ----------------------------------------------------------------------------------------

ExpectedSamples = Iterator[tuple[Sample, Expectation]]
"""Samples, each with what the recogniser expects."""


@dataclass(frozen=True)
class SampleSet:
    """One row of the table."""

    name: str
    aim: str
    samples: Callable[[], ExpectedSamples]
    is_negative: bool = False
    """Whether nothing in it may be accepted."""
    is_halved: bool = False
    """Whether its samples already belong to one half."""


SNR_AIMS = ((20, ""), (12, ">= 97 % right"), (6, ">= 92 % right"))


def basic_sets(recordings: Path | None, quick: bool) -> list[SampleSet]:
    """Return commands by synthetic voices, and what must be refused. For people in rooms see `hearing_rooms`."""
    many, few, people = (10, 4, 5) if quick else (len(COMMANDS) * len(SPEAKERS), 104, 1000)
    kitchen, babble = load_noises(recordings)

    def commands(make: SampleMaker, count: int) -> Callable[[], ExpectedSamples]:
        return lambda: ((sample, VOTING) for sample in make_samples(COMMANDS, count, make, VOTING))

    found = [
        SampleSet("commands, clean", ">= 99 % right, <= 0.3 % wrong", commands(say_plainly, many)),
        *(
            SampleSet(f"commands, babble {snr} dB", aim, commands(say_in_noise(babble, snr), few))
            for snr, aim in SNR_AIMS
        ),
        *(
            SampleSet(f"commands, kitchen {snr} dB", aim, commands(say_in_noise(kitchen, snr), few))
            for snr, aim in SNR_AIMS
        ),
        SampleSet("commands, echo", "", commands(say_with_echo, few)),
        *(
            SampleSet(f"commands, child-like {factor}", aim, commands(say_as_child(factor), few))
            for factor, aim in ((1.15, ""), (1.25, ">= 95 % right"), (1.35, ""))
        ),
        SampleSet("commands with a pause", "<= 1 % cut off", lambda: paused_commands(few)),
        SampleSet("side talk, half commands", "<= 0.5 % accepted", lambda: side_talk(TALK, few), is_negative=True),
        SampleSet(
            "the narrator's own lines",
            "<= 0.5 % accepted",
            lambda: side_talk(narrator_lines(few), few),
            is_negative=True,
        ),
        SampleSet(
            "others' talk, loud and long",
            "<= 0.5 an hour",
            lambda: long_talk(babble, 2 if quick else 20),
            is_negative=True,
        ),
    ]
    if recordings:
        found += talk_by_people(recordings, people)
    return found


def paused_commands(count: int) -> ExpectedSamples:
    """Yield commands with a pause in the middle."""
    for sample in make_samples(PAUSED_COMMANDS, count, say_with_pause, VOTING):
        text = " ".join(sample.name.replace("|", " ").split())
        yield replace(sample, reading=find_reading(text, VOTING), name=text), VOTING


def side_talk(texts: Sequence[str], count: int) -> ExpectedSamples:
    """Yield talk that is not addressed to the narrator."""
    for sample in make_samples(texts, count, say_plainly, VOTING):
        yield replace(sample, reading=None), VOTING


def long_talk(noise: Callable[[], Signal], count: int) -> ExpectedSamples:
    """Yield half a minute each of people who talk among themselves, as loud as if they talked to the narrator."""
    size = 30 * SAMPLE_RATE_HZ
    for number in range(count):
        piece = np.resize(np.roll(noise(), -number * size), size)
        audio = to_int16(piece * 3000 / max(1.0, float(np.sqrt(np.mean(piece**2)))))
        yield Sample(audio, 30.0, None, "talk", f"talk {number}"), VOTING


def load_noises(recordings: Path | None) -> tuple[Callable[[], Signal], Callable[[], Signal]]:
    """Return makers of kitchen noise and babble: recorded ones, or synthetic ones without recordings."""
    if recordings is None:
        return cache(make_kitchen_noise), cache(lambda: make_babble(TALK))
    files = sorted((recordings / "noise").glob("*"))

    def join(*names: str) -> Signal:
        chosen = [file for file in files if any(name in file.name for name in names)]
        signals = [read_signal(file) for file in chosen]
        return np.concatenate([signal * 1000 / max(1.0, np.sqrt(np.mean(signal**2))) for signal in signals])

    return cache(lambda: join("dishes", "tap", "kitchen")), cache(lambda: join("babble"))


def only_negatives(samples: Iterable[Sample]) -> ExpectedSamples:
    """Drop the samples that happen to be commands."""
    return ((sample, VOTING) for sample in samples if find_reading(sample.name, VOTING) is None)


def long_words(sentences: Iterable[SpeechClip]) -> Iterator[Sample]:
    """Yield the words of more than three letters; little is left of a short word that is cut out of a sentence."""
    for clip in sentences:
        for word, voice in split_words(clip):
            if len(word) > 3:
                yield Sample(place_in_room(voice), START_S + end_of_voice_s(voice), None, word, clip.speaker)


def talk_by_people(folder: Path, most: int) -> list[SampleSet]:
    """Return the sets of recorded speech that is not a command here."""

    def all_clips(*kinds: str) -> list[SpeechClip]:
        return [clip for kind in kinds for clip in load_clips(folder, kind)]

    def negatives(*kinds: str) -> Callable[[], ExpectedSamples]:
        return lambda: only_negatives(negative_sample(clip) for clip in choose_some(all_clips(*kinds), most))

    def words(transmit: Callable[[Samples], Samples] = lambda audio: audio) -> ExpectedSamples:
        """Yield single words, and words cut out of sentences."""
        alone = (negative_sample(clip) for clip in choose_some(all_clips("other_words"), most))
        both = chain(alone, long_words(all_clips("noncommand_sentences")))
        for sample, expected in islice(only_negatives(both), most):
            yield replace(sample, audio=transmit(sample.audio)), expected

    def childrens_words() -> ExpectedSamples:
        """Yield the words of children's sentences, and the zeros of their digit strings."""
        sentences = [clip for clip in all_clips("child") if not set(clip.transcript.split()) <= {*ZERO, *DIGITS}]
        zeros = (
            Sample(place_in_room(voice), START_S + end_of_voice_s(voice), None, word, clip.speaker)
            for clip in all_clips("child")
            if not set(clip.transcript.split()).isdisjoint(ZERO)
            for word, voice in split_words(clip)
            if word in ZERO
        )
        return islice(only_negatives(chain(long_words(sentences), zeros)), most)

    foreign = ("foreign_and_shouts", "italian_other", "italian_digits")
    return [
        SampleSet("people: sentences", "<= 0.5 % accepted", negatives("noncommand_sentences"), is_negative=True),
        SampleSet("people: other words", "<= 3 % accepted", words, is_negative=True),
        SampleSet("telephone: other words", "", partial(words, through_telephone), is_negative=True),
        SampleSet("children: other words", "", childrens_words, is_negative=True),
        SampleSet("people: foreign, shouts", "<= 0.5 % accepted", negatives(*foreign), is_negative=True),
    ]
