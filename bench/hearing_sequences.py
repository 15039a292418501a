"""Sequences of numbers, more than could be listed as phrases: digit strings by children, and five dice."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from bench.hearing_recognisers import ALL_DIGITS, PlainVosk
from bench.hearing_rooms import clips_of_half
from bench.hearing_sets import DIGITS, PLAYERS, choose_some, load_clips, read_signal
from narrator.dialog.intents import EVERYWHERE_INTENTS, REQUEST_INTENTS
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.decoder import UNKNOWN_WORD
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recording import BLOCK_SAMPLES
from narrator.speech.pcm import Samples
from tests.support.synthetic_speech import Signal, place_in_room

SpokenSequence = tuple[list[str], Samples]
"""The words, and the audio."""
SAME_WORD = {"oh": "zero", "for": "four", "to": "two"}


def measure_children(folder: Path, half: str, most: int) -> dict[str, Any]:
    """Measure digit strings by children of 6 to 9."""
    clips = [clip for clip in clips_of_half(half, load_clips(folder, "child")) if clip.age and clip.age <= 9]
    strings = choose_some([clip for clip in clips if set(clip.transcript.split()) <= set(ALL_DIGITS)], most)
    sequences = ((clip.transcript.split(), place_in_room(read_signal(clip.file))) for clip in strings)
    figures = measure_sequences(sequences, PhraseIndex(ALL_DIGITS, sequence_words=ALL_DIGITS))
    return {"aim": "<= 10 % word errors, <= 3 % confident and wrong", **figures}


def measure_dice(folder: Path, half: str, most: int) -> dict[str, Any]:
    """Measure five dice: single numbers of one speaker with the gaps of a player who looks at dice."""
    by_speaker: dict[str, dict[str, Path]] = defaultdict(dict)
    for clip in clips_of_half(half, load_clips(folder, "commands_digits")):
        if clip.transcript in DIGITS[:6]:
            by_speaker[clip.speaker][clip.transcript] = clip.file
    speakers = [numbers for numbers in by_speaker.values() if len(numbers) > 2]
    luck = random.Random(5)

    def sequences() -> Iterator[SpokenSequence]:
        for count in range(most):
            numbers = speakers[count % len(speakers)]
            words = luck.choices(sorted(numbers), k=5)
            pieces: list[Signal] = []
            for word in words:
                gap = np.zeros(round(luck.uniform(0.02, 0.3) * SAMPLE_RATE_HZ))
                pieces += [trim_voice(read_signal(numbers[word])), gap]
            yield words, place_in_room(np.concatenate(pieces[:-1]), seed=count)

    names = {"player": [(name, name) for name in PLAYERS]}
    rolling = Expectation(load_grammar("en", "cat_dice"), EVERYWHERE_INTENTS | REQUEST_INTENTS | {"SayRoll"}, names)
    return {
        "aim": "<= 1 % confident and wrong",
        **measure_sequences(sequences(), PhraseIndex.of(rolling, with_sentences=True)),
    }


def measure_sequences(sequences: Iterable[SpokenSequence], index: PhraseIndex) -> dict[str, Any]:
    """Return the word errors, the share accepted without a question, and how much of that was wrong."""
    recogniser, plain = load_recogniser(), PlainVosk()
    recogniser.expect(index)
    tally: Counter[str] = Counter()
    for words, audio in sequences:
        recogniser.reset()
        results = [
            each
            for start in range(0, len(audio), BLOCK_SAMPLES)
            for each in recogniser.feed(audio[start : start + BLOCK_SAMPLES])
        ]
        results = [result for result in results + recogniser.flush() if result.text]  # a breath has no text
        errors = word_errors(words, " ".join(result.text for result in results).split())
        is_confident = bool(results) and all(result.accepted for result in results)
        tally += Counter(
            rows=1,
            words=len(words),
            errors=errors,
            confident=int(is_confident),
            confident_and_wrong=int(is_confident and errors > 0),
            plain_errors=word_errors(words, plain.recognise_digits(audio)),
        )
    return {
        "rows": tally["rows"],
        "word_errors": percent(tally["errors"], tally["words"]),
        "plain_word_errors": percent(tally["plain_errors"], tally["words"]),
        "confident": percent(tally["confident"], tally["rows"]),
        "confident_and_wrong": percent(tally["confident_and_wrong"], tally["rows"]),
    }


def percent(part: int, whole: int) -> float:
    """Return the share of the part in per cent."""
    return round(100 * part / max(1, whole), 1)


def trim_voice(voice: Signal) -> Signal:
    """Return the voice without the silence around it."""
    loud = np.flatnonzero(np.abs(voice) > np.abs(voice).max() * 0.05)
    return voice[loud[0] : loud[-1] + 1]


def word_errors(spoken: Sequence[str], recognised: Sequence[str]) -> int:
    """Return the number of changed, missing and extra words; "oh" is zero, and unknown words do not count."""
    words = [SAME_WORD.get(word, word) for word in recognised if word != UNKNOWN_WORD]
    return int(Levenshtein.distance([SAME_WORD.get(word, word) for word in spoken], words))
