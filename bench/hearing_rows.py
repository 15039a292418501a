"""Numbers in a row, more than could be listed as phrases: strings of digits by children, and what five dice show."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from bench.hearing_ears import ALL_DIGITS, PlainVosk
from bench.hearing_rooms import halves
from bench.hearing_sets import DIGITS, PLAYERS, clips, some
from narrator.dialog.manners import AT_ANY_TIME, MANNERS
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.speech.asr.endpoint import RATE
from narrator.speech.asr.phrasebook import UNKNOWN, Phrasebook
from narrator.speech.asr.recording import FRAME, read_recording
from narrator.speech.asr.vosk import ear_model, vosk_listener
from narrator.speech.pcm import Samples
from tests.support.synthetic_speech import Sound, in_a_room

Row = tuple[list[str], Samples]
"""What was said, and how it sounds."""


def childrens_rows(folder: Path, half: str, most: int) -> dict[str, Any]:
    """Digit strings by children of 6 to 9."""
    said_by = [clip for clip in halves(half, clips(folder, "child")) if clip.age and clip.age <= 9]
    strings = some([clip for clip in said_by if set(clip.transcript.split()) <= set(ALL_DIGITS)], most)
    rows = ((clip.transcript.split(), in_a_room(sound_of(clip.file))) for clip in strings)
    found = heard(rows, Phrasebook(ALL_DIGITS, rows=ALL_DIGITS))
    return {"aim": "<= 10 % word errors, <= 3 % confident and wrong", **found}


def dice(folder: Path, half: str, most: int) -> dict[str, Any]:
    """Five dice, one after the other: single numbers of one speaker, with gaps as somebody makes who looks at dice."""
    by_speaker: dict[str, dict[str, Path]] = defaultdict(dict)
    for clip in halves(half, clips(folder, "commands_digits")):
        if clip.transcript in DIGITS[:6]:
            by_speaker[clip.speaker][clip.transcript] = clip.file
    speakers = [numbers for numbers in by_speaker.values() if len(numbers) > 2]
    luck = random.Random(5)

    def rows() -> Iterator[Row]:
        for count in range(most):
            numbers = speakers[count % len(speakers)]
            said = luck.choices(sorted(numbers), k=5)
            pieces: list[Sound] = []
            for word in said:
                pieces += [spoken(sound_of(numbers[word])), np.zeros(round(luck.uniform(0.02, 0.3) * RATE))]
            yield said, in_a_room(np.concatenate(pieces[:-1]), seed=count)

    names = {"player": [(name, name) for name in PLAYERS]}
    rolling = Expectation(load_grammar("en", "cat_dice"), MANNERS | AT_ANY_TIME | {"SayRoll"}, names)
    return {"aim": "<= 1 % confident and wrong", **heard(rows(), Phrasebook.of(rolling))}


def heard(rows: Iterable[Row], book: Phrasebook) -> dict[str, Any]:
    """Word errors, how many rows were taken without a question, and how many of those were wrong."""
    listener, plain = vosk_listener(ear_model()), PlainVosk()
    listener.expect(book)
    tally: Counter[str] = Counter()
    for words, sound in rows:
        listener.in_another_room()
        decisions = [each for at in range(0, len(sound), FRAME) for each in listener.feed(sound[at : at + FRAME])]
        decisions = [decision for decision in decisions + listener.flush() if decision.text]  # a breath is no answer
        errors = word_errors(words, " ".join(decision.text for decision in decisions).split())
        confident = bool(decisions) and all(decision.accepted for decision in decisions)
        tally += Counter(
            rows=1,
            words=len(words),
            errors=errors,
            confident=int(confident),
            confident_and_wrong=int(confident and errors > 0),
            plain_errors=word_errors(words, plain.digits(sound)),
        )
    return {
        "rows": tally["rows"],
        "word_errors": share(tally["errors"], tally["words"]),
        "plain_word_errors": share(tally["plain_errors"], tally["words"]),
        "confident": share(tally["confident"], tally["rows"]),
        "confident_and_wrong": share(tally["confident_and_wrong"], tally["rows"]),
    }


def share(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 1)


def sound_of(file: Path) -> Sound:
    return read_recording(file).samples.astype(np.float64)


def spoken(sound: Sound) -> Sound:
    """Without the silence around it."""
    loud = np.flatnonzero(np.abs(sound) > np.abs(sound).max() * 0.05)
    return sound[loud[0] : loud[-1] + 1]


def word_errors(said_words: Sequence[str], heard_words: Sequence[str]) -> int:
    """Words that were changed, lost or made up; "oh" is zero. What was heard as no word is none."""
    heard = [SPELT.get(word, word) for word in heard_words if word != UNKNOWN]
    return int(Levenshtein.distance([SPELT.get(word, word) for word in said_words], heard))


SPELT = {"oh": "zero", "for": "four", "to": "two"}
