"""Children who say numbers, one after the other: more of them than could be listed as phrases."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from bench.hearing_ears import ALL_DIGITS, PlainVosk
from bench.hearing_rooms import halves
from bench.hearing_sets import clips, some
from bench.voices_for_hearing import in_a_room
from narrator.ears.phrasebook import UNKNOWN, Phrasebook
from narrator.ears.recording import FRAME, read_recording
from narrator.ears.vosk import ear_model, vosk_listener


def children(folder: Path, half: str, most: int) -> dict[str, Any]:
    """Word errors on digit strings by children of 6 to 9, and how many strings were accepted although wrong."""
    said_by = [clip for clip in halves(half, clips(folder, "child")) if clip.age and clip.age <= 9]
    strings = [clip for clip in said_by if set(clip.transcript.split()) <= set(ALL_DIGITS)]
    listener = vosk_listener(ear_model())
    listener.expect(Phrasebook(ALL_DIGITS, rows=ALL_DIGITS))
    plain = PlainVosk()
    tally: Counter[str] = Counter()
    for clip in some(strings, most):
        sound = in_a_room(read_recording(clip.file).samples.astype(np.float64))
        listener.in_another_room()
        decisions = [each for at in range(0, len(sound), FRAME) for each in listener.feed(sound[at : at + FRAME])]
        decisions = [decision for decision in decisions + listener.flush() if decision.text]  # a breath is no answer
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
    """Words that were changed, lost or made up; "oh" is zero. What was heard as no word is none."""
    heard = [SPELT.get(word, word) for word in heard_words if word != UNKNOWN]
    return int(Levenshtein.distance([SPELT.get(word, word) for word in said_words], heard))


SPELT = {"oh": "zero", "for": "four", "to": "two"}
