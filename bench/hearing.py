"""How well is it heard? Synthetic voices in quiet and noisy rooms, people and children, and much that must not count.

    python -m bench.hearing [--recordings DIR] [--json FILE] [--quick] [--only NAME …] [--without-others]

Every set goes through the same ear that plays (`narrator.ears.listener`), piece by piece as from a microphone, and
beside it through three plain ways of doing it: vosk with its own end of speech and a list of words; PocketSphinx with a
JSGF grammar; open dictation by vosk with the nearest phrase by rapidfuzz. All are given the same sound and judged
alike: right is the same intent with the same slots, wrong is another one, refused is none. The ear may also ask.

Recordings are a folder with a `manifest.tsv` (file, transcript, age …). They are measured with and never kept.
Times are those of a machine that computes beside the microphone: the end of the sound to the decision, the computing
time of this thread included.
"""

import argparse
import csv
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from rapidfuzz.distance import Levenshtein

from bench.voices_for_hearing import (
    BEFORE,
    Sound,
    babble,
    childlike,
    end_of,
    in_a_hall,
    in_a_room,
    kitchen,
    speakers,
)
from narrator.data import data_folder
from narrator.ears.endpoint import RATE
from narrator.ears.expected import Expected, book_of
from narrator.ears.listener import Decision
from narrator.ears.model import find_model, load_model
from narrator.ears.phrasebook import Phrasebook, Verdict
from narrator.ears.recording import FRAME, read_recording
from narrator.ears.vosk import ear_model, vosk_listener
from narrator.sound.pcm import Samples
from narrator.words.grammar import Reading, load_grammar
from narrator.words.manners import MANNERS
from narrator.words.orientation import AT_ANY_TIME
from narrator.words.understand import Understood

PLAYERS = ("Lily", "Nick", "Julie", "Dylan")
HAND = ("hedgehog", "old lady", "dragon", "scientist", "owl")
DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


# --- what is listened for --------------------------------------------------------------------------


def table(*intents: str, cards: Sequence[str] = HAND, players: Sequence[str] = PLAYERS) -> Expected:
    """A table of storytellers at which these may be said, and what may be said at any time."""
    lists = {
        "player": [(name, name) for name in players],
        "card": [(card, card) for card in cards],
        "way": [("forest", "forest"), ("river", "river")],
    }
    return Expected(load_grammar("en", "storytellers"), MANNERS | AT_ANY_TIME | set(intents), lists)


VOTING = table("Vote")


@dataclass(frozen=True)
class Sample:
    """One thing that is said, in a room."""

    sound: Samples
    ends: float
    """When the voice ends, in seconds."""
    means: Reading | None
    """What was said, if it is a command here."""
    name: str = ""


@dataclass
class Tally:
    """What became of the samples of a set."""

    right: int = 0
    wrong: int = 0
    asked: int = 0
    refused: int = 0
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    """From the end of the voice to the decision, of what was understood rightly."""
    computing: list[float] = field(default_factory=list)
    mistakes: Counter[str] = field(default_factory=Counter)

    @property
    def all(self) -> int:
        return self.right + self.wrong + self.asked + self.refused

    def share(self, what: str) -> float:
        return 100 * float(getattr(self, what)) / max(1, self.all)

    def figures(self) -> dict[str, Any]:
        told = {key: round(self.share(key), 2) for key in ("right", "wrong", "asked", "refused")}
        waits = {
            "wait_median_ms": round(1000 * float(np.median(self.waits))) if self.waits else None,
            "wait_95_ms": round(1000 * float(np.percentile(self.waits, 95))) if self.waits else None,
            "computing_median_ms": round(1000 * float(np.median(self.computing)), 1) if self.computing else None,
            "computing_95_ms": round(1000 * float(np.percentile(self.computing, 95)), 1) if self.computing else None,
        }
        mistakes = dict(self.mistakes.most_common(12))
        return {"samples": self.all, **told, **waits, "hours": round(self.seconds / 3600, 4), "mistakes": mistakes}


@dataclass(frozen=True)
class Outcome:
    """What an ear made of a sample: the commands that it would have carried out, and when."""

    texts: tuple[str, ...]
    asked: bool = False
    decided: float = 0.0
    computing: float = 0.0


class Heard(Protocol):
    """A way of hearing."""

    def hear(self, sound: Samples, expected: Expected) -> Outcome: ...


def meaning(text: str, expected: Expected) -> Reading | None:
    match expected.understand(text):
        case Understood(reading):
            return reading
        case _:
            return None


def judge(sample: Sample, outcome: Outcome, expected: Expected, tally: Tally) -> None:
    """Right is what was meant and nothing else. With a command that was no command, any reading is wrong."""
    readings = [reading for text in outcome.texts if (reading := meaning(text, expected)) is not None]
    tally.seconds += len(sample.sound) / RATE
    if any(reading != sample.means for reading in readings):
        tally.wrong += 1
        tally.mistakes[f"{sample.name} > {' / '.join(outcome.texts)}"] += 1
    elif readings and sample.means is not None:
        tally.right += 1
        tally.waits.append(outcome.decided - sample.ends)
        tally.computing.append(outcome.computing)
    elif outcome.asked:
        tally.asked += 1
        if sample.means is not None:
            tally.mistakes[f"{sample.name} ?"] += 1
    else:
        tally.refused += 1
        if sample.means is not None:
            tally.mistakes[f"{sample.name} -"] += 1


# --- ways of hearing -------------------------------------------------------------------------------


class OurEar:
    """The ear that plays."""

    def __init__(self, *, sure: bool = True) -> None:
        self._listener = vosk_listener(ear_model(), sure=sure)
        self._expected: Expected | None = None

    def decisions(self, sound: Samples, expected: Expected) -> list[Decision]:
        self._listener.in_another_room()
        if expected is not self._expected:
            self._listener.expect(book_of(expected.expectation()))
            self._expected = expected
        heard = []
        for at in range(0, len(sound), FRAME):
            heard += self._listener.feed(sound[at : at + FRAME])
        return heard + self._listener.flush()

    def hear(self, sound: Samples, expected: Expected) -> Outcome:
        decisions = self.decisions(sound, expected)
        accepted = [decision for decision in decisions if decision.accepted]
        asked = any(decision.doubt for decision in decisions)
        decided = accepted[0].decided_s if accepted else 0.0
        computing = accepted[0].computing_s if accepted else 0.0
        return Outcome(tuple(each.text for each in accepted), asked, decided, computing)


class PlainVosk:
    """Vosk as its examples show it: a list of words, and its own end of speech."""

    phrases = staticmethod(
        lambda expected: sorted({w for p in expected.expectation().phrases for w in p.lower().split()})
    )

    def __init__(self) -> None:
        folder = find_model()
        assert folder is not None
        self._model = load_model(folder)
        self._recogniser: Any = None
        self._expected: Expected | None = None

    def hear(self, sound: Samples, expected: Expected) -> Outcome:
        import vosk  # noqa: PLC0415

        if expected is not self._expected:
            self._recogniser = self._make(vosk, expected)
            self._expected = expected
        self._recogniser.Reset()
        texts, decided, computing = [], 0.0, 0.0
        for at in range(0, len(sound), FRAME):
            began = time.thread_time()
            ended = self._recogniser.AcceptWaveform(sound[at : at + FRAME].tobytes())
            if ended:
                text = self._meant(json.loads(self._recogniser.Result())["text"], expected)
                computing = time.thread_time() - began
                if text:
                    decided = decided or (at + FRAME) / RATE + computing
                    texts.append(text)
        text = self._meant(json.loads(self._recogniser.FinalResult())["text"], expected)
        if text:
            decided = decided or len(sound) / RATE
            texts.append(text)
        return Outcome(tuple(texts), decided=decided, computing=computing)

    def digits(self, sound: Samples) -> list[str]:
        """Nothing but digits."""
        import vosk  # noqa: PLC0415

        recogniser = vosk.KaldiRecognizer(self._model, RATE, json.dumps([*ALL_DIGITS, "[unk]"]))
        texts = [
            json.loads(recogniser.Result())["text"]
            for at in range(0, len(sound), FRAME)
            if recogniser.AcceptWaveform(sound[at : at + FRAME].tobytes())
        ]
        texts.append(json.loads(recogniser.FinalResult())["text"])
        return " ".join(texts).split()

    def _make(self, vosk: Any, expected: Expected) -> Any:
        return vosk.KaldiRecognizer(self._model, RATE, json.dumps([*self.phrases(expected), "[unk]"]))

    def _meant(self, text: str, expected: Expected) -> str:
        return text


class Dictation(PlainVosk):
    """Vosk without a grammar; the phrase that is nearest on paper is taken for what was said."""

    CUTOFF = 80

    def _make(self, vosk: Any, expected: Expected) -> Any:
        self._choices = list(expected.expectation().phrases)
        return vosk.KaldiRecognizer(self._model, RATE)

    def _meant(self, text: str, expected: Expected) -> str:
        from rapidfuzz import fuzz, process  # noqa: PLC0415

        found = process.extractOne(text, self._choices, scorer=fuzz.ratio, score_cutoff=self.CUTOFF) if text else None
        return str(found[0]) if found else ""


class Sphinx:
    """PocketSphinx with a JSGF grammar of the same templates, and its own end of speech."""

    def __init__(self) -> None:
        import pocketsphinx  # noqa: PLC0415

        self._sphinx = pocketsphinx
        self._decoder: Any = None
        self._expected: Expected | None = None

    def hear(self, sound: Samples, expected: Expected) -> Outcome:
        if expected is not self._expected:
            self._decoder = self._sphinx.Decoder(
                samprate=RATE, jsgf=str(jsgf_file(expected, self._knows)), loglevel="FATAL", bestpath=False
            )
            self._expected = expected
        endpointer = self._sphinx.Endpointer(sample_rate=RATE)
        size = endpointer.frame_bytes
        data = sound.tobytes()
        texts, decided, computing = [], 0.0, 0.0
        speaking = False
        for at in range(0, len(data) - size, size):
            began = time.thread_time()
            speech = endpointer.process(data[at : at + size])
            if speech is None:
                continue
            if not speaking:
                self._decoder.start_utt()
                speaking = True
            self._decoder.process_raw(speech, False, False)
            if not endpointer.in_speech:
                self._decoder.end_utt()
                speaking = False
                found = self._decoder.hyp()
                computing = time.thread_time() - began
                if found and found.hypstr:
                    decided = decided or (at + size) / 2 / RATE + computing
                    texts.append(found.hypstr)
        if speaking:
            self._decoder.end_utt()
        return Outcome(tuple(texts), decided=decided, computing=computing)

    def _knows(self, word: str) -> bool:
        return word in self._words

    @property
    def _words(self) -> frozenset[str]:
        if not hasattr(self, "_dictionary"):
            lines = Path(self._sphinx.get_model_path("en-us/cmudict-en-us.dict")).read_text("utf-8").splitlines()
            self._dictionary = frozenset(line.split()[0] for line in lines if line)
        return self._dictionary


def jsgf_file(expected: Expected, knows: Callable[[str], bool]) -> Path:
    """The phrases as a JSGF grammar: a tree of words, so that it stays small."""
    import tempfile  # noqa: PLC0415

    tree: dict[str, Any] = {}
    for phrase in expected.expectation().phrases:
        words = phrase.lower().split()
        if words and all(knows(word) for word in words):
            at = tree
            for word in words:
                at = at.setdefault(word, {})
            at[""] = {}

    def written(node: dict[str, Any]) -> str:
        choices = [f"{word} {written(after)}".strip() for word, after in node.items() if word]
        if not choices:
            return ""
        return f"[{' | '.join(choices)}]" if "" in node else f"({' | '.join(choices)})"

    with tempfile.NamedTemporaryFile("w", suffix=".gram", delete=False) as file:
        file.write(f"#JSGF V1.0;\ngrammar narrator;\npublic <said> = {written(tree)};\n")
    return Path(file.name)


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
    texts: Sequence[str], number: int, make: Callable[[Any, str, int], tuple[Sound, Samples]], expected: Expected
) -> Iterator[Sample]:
    """So many samples: every text in turn, by one speaker after the other."""
    voices = speakers()
    for count in range(number):
        speaker, text = voices[(count + count // len(texts)) % len(voices)], texts[count % len(texts)]
        sound, room = make(speaker, text, count)
        yield Sample(room, BEFORE + end_of(sound), meaning(text, expected), text)


Maker = Callable[[Any, str, int], tuple[Sound, Samples]]


def plainly(speaker: Any, text: str, seed: int) -> tuple[Sound, Samples]:
    sound = speaker.say(text)
    return sound, in_a_room(sound, seed=seed)


def with_noise(noise: Sound, snr: float) -> Maker:
    def make(speaker: Any, text: str, seed: int) -> tuple[Sound, Samples]:
        sound = speaker.say(text)
        return sound, in_a_room(sound, noise, snr, seed=seed)

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


def clips(folder: Path, kind: str) -> list[Clip]:
    """The recordings of one kind."""
    with (folder / "manifest.tsv").open(encoding="utf-8", newline="") as manifest:
        rows = [row for row in csv.DictReader(manifest, delimiter="\t") if row["file"].startswith(f"{kind}/")]
    return [
        Clip(folder / row["file"], row["transcript"], int(row["age"]) if (row.get("age") or "").isdigit() else None)
        for row in rows
    ]


def recorded(clip: Clip, expected: Expected, *, command: bool = True) -> Sample:
    """A recording in a quiet room, with time before and after."""
    sound = read_recording(clip.file).samples.astype(np.float64)
    means = meaning(clip.transcript, expected) if command else None
    return Sample(in_a_room(sound), BEFORE + end_of(sound), means, clip.transcript or clip.file.stem)


def some(items: Sequence[Any], number: int) -> list[Any]:
    return list(items) if len(items) <= number else random.Random(2).sample(list(items), number)


# --- the sets ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Set:
    name: str
    aim: str
    samples: Callable[[], Iterator[tuple[Sample, Expected]]]
    negative: bool = False


def sets(recordings: Path | None, quick: bool) -> list[Set]:
    """Everything that is measured."""
    many, few, people = (48, 26, 40) if quick else (len(COMMANDS) * len(speakers()), 240, 1000)
    kitchens, babbles = noises(recordings)

    def commands(make: Maker, number: int) -> Callable[[], Iterator[tuple[Sample, Expected]]]:
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
    ]
    if recordings:
        found += of_people(recordings, people)
    return found


SNRS = ((20, ""), (12, ">= 97 % right"), (6, ">= 92 % right"))


def paused(number: int) -> Iterator[tuple[Sample, Expected]]:
    for sample in said(MIDDLES, number, with_a_pause, VOTING):
        text = " ".join(sample.name.replace("|", " ").split())
        yield Sample(sample.sound, sample.ends, meaning(text, VOTING), text), VOTING


def talk(texts: Sequence[str], number: int) -> Iterator[tuple[Sample, Expected]]:
    for sample in said(texts, number, plainly, VOTING):
        yield Sample(sample.sound, sample.ends, None, sample.name), VOTING


def noises(recordings: Path | None) -> tuple[Sound, Sound]:
    """A kitchen and a babble: real ones where there are recordings, else made up."""
    if recordings is None:
        return kitchen(), babble(TALK)
    files = sorted((recordings / "noise").glob("*"))

    def mixed(*names: str) -> Sound:
        chosen = [file for file in files if any(name in file.name for name in names)]
        sounds = [read_recording(file).samples.astype(np.float64) for file in chosen]
        return np.concatenate([sound * 1000 / max(1.0, np.sqrt(np.mean(sound**2))) for sound in sounds])

    return mixed("dishes", "tap", "kitchen"), mixed("babble")


def of_people(folder: Path, most: int) -> list[Set]:
    yes_no = table("Vote", "Yes", "No")

    def digits() -> Iterator[tuple[Sample, Expected]]:
        for clip in some([clip for clip in clips(folder, "commands_digits") if clip.transcript in DIGITS], most):
            yield recorded(clip, VOTING), VOTING

    def animals() -> Iterator[tuple[Sample, Expected]]:
        found = clips(folder, "animals")
        names = sorted({clip.transcript for clip in found})
        for number, clip in enumerate(some(found, most)):
            others = [name for name in names if name not in clip.transcript and clip.transcript not in name]
            hand = [clip.transcript, *random.Random(number).sample(others, 4)]
            laying = table("Lay", cards=sorted(hand))
            yield recorded(clip, laying), laying

    def negatives(kind: str) -> Callable[[], Iterator[tuple[Sample, Expected]]]:
        def make() -> Iterator[tuple[Sample, Expected]]:
            for clip in some(clips(folder, kind), most):
                if clip.transcript and meaning(clip.transcript, VOTING) is not None:
                    continue  # it is a command here after all
                yield recorded(clip, VOTING, command=False), VOTING

        return make

    def yes() -> Iterator[tuple[Sample, Expected]]:
        for clip in clips(folder, "yesno"):
            yield recorded(clip, yes_no), yes_no

    return [
        Set("people: digits as votes", ">= 97 % right", digits),
        Set("people: animals in a hand of five", ">= 98 % right", animals),
        Set("people: yes and no", ">= 99 % right", yes),
        Set("people: sentences", "<= 0.5 % accepted", negatives("noncommand_sentences"), negative=True),
        Set("people: other words", "<= 3 % accepted", negatives("other_words"), negative=True),
        Set("people: foreign, shouts", "<= 0.5 % accepted", negatives("foreign_and_shouts"), negative=True),
    ]


# --- children who say numbers --------------------------------------------------------------------------

ALL_DIGITS = ("zero", "oh", *DIGITS)


class DigitStrings(Phrasebook):
    """Any digits in a row: more of them than can be listed."""

    def __init__(self) -> None:
        super().__init__(ALL_DIGITS)

    def phrase(self, text: str) -> str | None:
        words = self._mend(text.split())
        return " ".join(words) if words and set(words) <= set(ALL_DIGITS) else None

    def verdict(self, text: str) -> Verdict:
        return (
            Verdict.NEITHER if self.phrase(text) is None else Verdict.UNFINISHED if text == "" else Verdict.EXTENDABLE
        )

    def plain(self, text: str) -> str:
        return self.phrase(text) or text

    def _mend(self, words: list[str]) -> list[str]:
        return [self._mended.get(word, word) for word in words]


def children(folder: Path, most: int) -> dict[str, Any]:
    """Word errors on digit strings by children of 6 to 9, and how many strings were accepted although wrong."""
    said_by = [clip for clip in clips(folder, "child") if clip.age and clip.age <= 9]
    strings = [clip for clip in said_by if set(clip.transcript.split()) <= set(ALL_DIGITS)]
    listener = vosk_listener(ear_model())
    listener.expect(DigitStrings())
    plain = PlainVosk()
    tally: Counter[str] = Counter()
    for clip in some(strings, most):
        sound = in_a_room(read_recording(clip.file).samples.astype(np.float64))
        listener.in_another_room()
        decisions = [each for at in range(0, len(sound), FRAME) for each in listener.feed(sound[at : at + FRAME])]
        decisions += listener.flush()
        text = " ".join(decision.text for decision in decisions)
        errors = word_errors(clip.transcript.split(), text.split())
        sure = [decision for decision in decisions if decision.accepted]
        confident = bool(decisions) and len(sure) == len(decisions)
        tally["words"] += len(clip.transcript.split())
        tally["errors"] += errors
        tally["strings"] += 1
        tally["confident"] += confident
        tally["confident_and_wrong"] += confident and errors > 0
        tally["plain_errors"] += word_errors(clip.transcript.split(), plain.digits(sound))
    return {
        "aim": "<= 10 % word errors, <= 3 % confident and wrong",
        "strings": tally["strings"],
        "word_errors": round(100 * tally["errors"] / max(1, tally["words"]), 1),
        "plain_word_errors": round(100 * tally["plain_errors"] / max(1, tally["words"]), 1),
        "confident": round(100 * tally["confident"] / max(1, tally["strings"]), 1),
        "confident_and_wrong": round(100 * tally["confident_and_wrong"] / max(1, tally["strings"]), 1),
    }


def word_errors(said_words: Sequence[str], heard_words: Sequence[str]) -> int:
    """Words that were changed, lost or made up; "oh" is zero."""
    return int(Levenshtein.distance([SPELT.get(w, w) for w in said_words], [SPELT.get(w, w) for w in heard_words]))


SPELT = {"oh": "zero", "for": "four", "to": "two"}


# --- the run -----------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, metavar="DIR", help="a folder of recordings with a manifest.tsv")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here")
    parser.add_argument("--quick", action="store_true", help="a small part of everything")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="only sets whose name contains this")
    parser.add_argument("--without-others", action="store_true", help="only our ear, no comparison")
    arguments = parser.parse_args()
    ways: dict[str, Callable[[], Heard]] = {"narrator": OurEar}
    if not arguments.without_others:
        ways |= {"vosk words": PlainVosk, "sphinx": Sphinx, "dictation": Dictation}
    ears = {name: make() for name, make in ways.items()}
    figures: dict[str, Any] = {}
    print(f"{'set':36} {'ear':11} {'n':>4} {'right':>6} {'wrong':>6} {'asked':>6}   median / 95 %   computing")
    for each in sets(arguments.recordings, arguments.quick):
        if arguments.only and not any(word in each.name for word in arguments.only):
            continue
        tallies = {name: Tally() for name in ears}
        for sample, expected in each.samples():
            for name, ear in ears.items():
                judge(sample, ear.hear(sample.sound, expected), expected, tallies[name])
        figures[each.name] = {"aim": each.aim, **{name: tally.figures() for name, tally in tallies.items()}}
        for name, tally in tallies.items():
            print(line(each, name, tally), flush=True)
    if arguments.recordings and (not arguments.only or any(word in CHILDREN for word in arguments.only)):
        figures[CHILDREN] = children(arguments.recordings, 20 if arguments.quick else 1000)
        print(CHILDREN, figures[CHILDREN], flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 0


CHILDREN = "children: digit strings"


def line(each: Set, name: str, tally: Tally) -> str:
    told = tally.figures()
    waits = f"{told['wait_median_ms']} / {told['wait_95_ms']} ms" if tally.waits else ""
    computing = f"{told['computing_median_ms']} / {told['computing_95_ms']} ms" if tally.waits else ""
    title = each.name if name == "narrator" else ""
    right = "" if each.negative else f"{told['right']:.1f}"
    aim = f"   aim {each.aim}" if name == "narrator" and each.aim else ""
    return (
        f"{title:36} {name:11} {tally.all:4} {right:>6} {told['wrong']:6.1f} {told['asked']:6.1f}"
        f"   {waits:16} {computing}{aim}"
    )


if __name__ == "__main__":
    sys.exit(main())
