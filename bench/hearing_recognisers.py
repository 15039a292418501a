"""Recognisers for `bench.hearing`: the one that plays, changed versions of it, and three plain ones."""

import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

import numpy as np
from rapidfuzz import fuzz, process

from bench.hearing_sets import DIGITS, ZERO
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr import decision, evidence, loading, recogniser, utterance, vad
from narrator.speech.asr.audio_format import FRAME_SAMPLES, SAMPLE_RATE_HZ
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.noise_suppressor import NoiseSuppressor
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recording import BLOCK_SAMPLES
from narrator.speech.asr.result import RecognitionResult
from narrator.speech.asr.vad import VoiceActivityDetector
from narrator.speech.asr.vosk_model import load_model
from narrator.speech.models.model import find_model
from narrator.speech.networks import silero_vad
from narrator.speech.networks.silero_vad import AlwaysSpeech
from narrator.speech.pcm import Samples

ALL_DIGITS = (*ZERO, *DIGITS)


@dataclass(frozen=True)
class Outcome:
    """What a recogniser made of a sample: the commands that it accepted, and when."""

    texts: tuple[str, ...]
    asked: bool = False
    decided_s: float = 0.0
    computing_s: float = 0.0


class ComparedRecogniser(Protocol):
    """A recogniser that the bench can measure."""

    def recognise(self, audio: Samples, expected: Expectation) -> Outcome:
        """Recognise one sample."""


class NarratorRecogniser:
    """The recogniser that plays."""

    def __init__(self) -> None:
        self._recogniser = load_recogniser()
        self._index = cache(self._recogniser.index)

    def results(self, audio: Samples, expected: Expectation) -> list[RecognitionResult]:
        """Return all results for a sample."""
        return list(
            self.follow(
                (audio[start : start + BLOCK_SAMPLES] for start in range(0, len(audio), BLOCK_SAMPLES)), expected
            )
        )

    def follow(self, blocks: Iterable[Samples], expected: Expectation) -> Iterator[RecognitionResult]:
        """Yield each result as soon as it is final."""
        self._recogniser.reset()
        self._recogniser.expect(self._index(expected))
        for block in blocks:
            yield from self._recogniser.feed(block)
        yield from self._recogniser.flush()

    def recognise(self, audio: Samples, expected: Expectation) -> Outcome:
        """Recognise one sample."""
        results = self.results(audio, expected)
        accepted = [result for result in results if result.accepted]
        asked = any(result.candidates for result in results)
        decided_s = accepted[0].decided_s if accepted else 0.0
        computing_s = accepted[0].computing_s if accepted else 0.0
        return Outcome(tuple(each.text for each in accepted), asked, decided_s, computing_s)


class ChangedRecogniser:
    """The recogniser that plays, with some of its names replaced."""

    def __init__(self, *changes: tuple[Any, str, Any]) -> None:
        """Take, for each change, the module or class, the name in it, and the new value."""
        self._changes = changes
        with self._applied():
            self._recogniser = NarratorRecogniser()

    @contextmanager
    def _applied(self) -> Iterator[None]:
        with ExitStack() as stack:
            for place, name, value in self._changes:
                stack.enter_context(patch.object(place, name, value))
            yield

    def recognise(self, audio: Samples, expected: Expectation) -> Outcome:
        """Recognise one sample with the changes in place."""
        with self._applied():
            return self._recogniser.recognise(audio, expected)


def without_weight(number: int) -> tuple[float, ...]:
    """Return the weights of the evidence with one of them set to 0."""
    return tuple(0.0 if place == number else weight for place, weight in enumerate(evidence.WEIGHTS))


def ablation_changes() -> dict[str, tuple[Any, str, Any]]:
    """Return, by the name of the row, the change that leaves out one part of our recogniser."""
    changes: dict[str, tuple[Any, str, Any]] = {
        "no Silero": (loading, "load_speech_detector", AlwaysSpeech),
        "no VAD gain": (silero_vad, "MAX_VAD_GAIN", 1.0),
        "no background talk": (VoiceActivityDetector, "has_background_talk", False),
        "no level override": (vad, "FAR_ABOVE_NOISE_DB", 999.0),
        "no masking": (VoiceActivityDetector, "masks_earlier_talk", False),
        "no shortest voice": (recogniser, "MIN_VOICE_S", 0.0),
        "short pre-roll": (utterance, "PRE_ROLL_FRAMES", 30),
        "long pre-roll in talk": (utterance, "PRE_ROLL_IN_TALK_FRAMES", 60),
        "no noise suppression": (utterance, "NoiseSuppressor", lambda noise: NoiseSuppressor(noise[:0])),
        "whole utterance": (vad, "SAME_VOICE_DB", 999.0),
        "no minimum above talk": (recogniser, "ANSWER_ABOVE_TALK_DB", 0.0),
        "no turn": (recogniser, "TURN_S", 0.0),
        "no separate answers": (PhraseIndex, "answer_counts", ()),
        "no prior": (decision, "PRIOR_PER_STEP", 0.0),
        "no dictated commands": (decision, "find_dictated_command", lambda *heard: None),
        "no number allowance": (decision, "NUMBER_ALLOWANCE", 0.0),
        "no rivals": (decision, "RIVAL_MARGIN", 0.0),
        "no answer from a start": (decision, "MAX_UNFINISHED_ANSWER_WORDS", 0),
        "no Moonshine": (loading, "load_moonshine", lambda: None),
        "no dictation weight": (evidence, "WEIGHTS", without_weight(1)),
        "no likelihood weight": (evidence, "WEIGHTS", without_weight(2)),
    }
    if find_spec("speexdsp_ns"):
        changes["Speex suppression"] = (utterance, "NoiseSuppressor", SpeexSuppressor)
    return changes


def ablations() -> dict[str, ComparedRecogniser]:
    """Return our recogniser without one of its parts, by the name of the row."""
    return {name: ChangedRecogniser(change) for name, change in ablation_changes().items()}


class SpeexSuppressor:
    """The noise suppressor of Speex (`pip install speexdsp-ns`), with the interface of ours."""

    def __init__(self, noise: Samples) -> None:
        from speexdsp_ns import NoiseSuppression  # noqa: PLC0415 - optional

        self._speex = NoiseSuppression.create(FRAME_SAMPLES, SAMPLE_RATE_HZ)
        self._pending: Samples = noise[:0]
        self.feed(noise)

    def feed(self, samples: Samples) -> Samples:
        """Return the suppressed audio of all complete frames."""
        audio = np.concatenate([self._pending, samples])
        complete = len(audio) // FRAME_SAMPLES * FRAME_SAMPLES
        self._pending = audio[complete:]
        frames = [self._speex.process(frame.tobytes()) for frame in audio[:complete].reshape(-1, FRAME_SAMPLES)]
        return np.frombuffer(b"".join(frames), dtype=np.int16)


# --- plain recognisers ----------------------------------------------------------------------------


def plain_recognisers() -> dict[str, ComparedRecogniser]:
    """Return the plain recognisers that are installed."""
    found: dict[str, ComparedRecogniser] = {"vosk words": PlainVosk(), "dictation": PlainDictation()}
    if find_spec("pocketsphinx"):
        return found | {"sphinx": PlainSphinx()}
    print("without PocketSphinx: it is not installed (pip install pocketsphinx)")
    return found


class PlainVosk:
    """Vosk as its examples use it: a list of words, and its own endpointing."""

    def __init__(self) -> None:
        folder = find_model()
        assert folder is not None
        self._model = load_model(folder)
        self._vosk: Any = None
        self._expected: Expectation | None = None

    def recognise(self, audio: Samples, expected: Expectation) -> Outcome:
        """Recognise one sample."""
        import vosk  # noqa: PLC0415 - slow to import

        if expected is not self._expected:
            self._vosk = self._create(vosk, expected)
            self._expected = expected
        self._vosk.Reset()
        texts, decided_s, computing_s = [], 0.0, 0.0
        for start in range(0, len(audio), BLOCK_SAMPLES):
            started = time.thread_time()
            has_ended = self._vosk.AcceptWaveform(audio[start : start + BLOCK_SAMPLES].tobytes())
            if has_ended:
                text = self._to_phrase(json.loads(self._vosk.Result())["text"], expected)
                computing_s = time.thread_time() - started
                if text:
                    decided_s = decided_s or (start + BLOCK_SAMPLES) / SAMPLE_RATE_HZ + computing_s
                    texts.append(text)
        text = self._to_phrase(json.loads(self._vosk.FinalResult())["text"], expected)
        if text:
            decided_s = decided_s or len(audio) / SAMPLE_RATE_HZ
            texts.append(text)
        return Outcome(tuple(texts), decided_s=decided_s, computing_s=computing_s)

    def recognise_digits(self, audio: Samples) -> list[str]:
        """Return the words decoded with a grammar of digits."""
        import vosk  # noqa: PLC0415 - slow to import

        decoder = vosk.KaldiRecognizer(self._model, SAMPLE_RATE_HZ, json.dumps([*ALL_DIGITS, "[unk]"]))
        texts = [
            json.loads(decoder.Result())["text"]
            for start in range(0, len(audio), BLOCK_SAMPLES)
            if decoder.AcceptWaveform(audio[start : start + BLOCK_SAMPLES].tobytes())
        ]
        texts.append(json.loads(decoder.FinalResult())["text"])
        return " ".join(texts).split()

    def _create(self, vosk: Any, expected: Expectation) -> Any:
        words = sorted({word for phrase in expected.phrases for word in phrase.lower().split()})
        return vosk.KaldiRecognizer(self._model, SAMPLE_RATE_HZ, json.dumps([*words, "[unk]"]))

    def _to_phrase(self, text: str, expected: Expectation) -> str:
        return text


class PlainDictation(PlainVosk):
    """Vosk without a grammar; the phrase with the most similar spelling is taken."""

    MIN_SIMILARITY_PERCENT = 80

    def _create(self, vosk: Any, expected: Expectation) -> Any:
        self._phrases = list(expected.phrases)
        return vosk.KaldiRecognizer(self._model, SAMPLE_RATE_HZ)

    def _to_phrase(self, text: str, expected: Expectation) -> str:
        cutoff = self.MIN_SIMILARITY_PERCENT
        found = process.extractOne(text, self._phrases, scorer=fuzz.ratio, score_cutoff=cutoff) if text else None
        return str(found[0]) if found else ""


class PlainSphinx:
    """PocketSphinx with a JSGF grammar of the same templates, and its own endpointing."""

    def __init__(self) -> None:
        import pocketsphinx  # noqa: PLC0415 - optional

        self._sphinx = pocketsphinx
        self._decoder: Any = None
        self._expected: Expectation | None = None

    def recognise(self, audio: Samples, expected: Expectation) -> Outcome:
        """Recognise one sample."""
        if expected is not self._expected:
            grammar = write_jsgf(expected, self._knows)
            self._decoder = self._sphinx.Decoder(
                samprate=SAMPLE_RATE_HZ, jsgf=str(grammar), loglevel="FATAL", bestpath=False
            )
            self._expected = expected
        endpointer = self._sphinx.Endpointer(sample_rate=SAMPLE_RATE_HZ)
        size = endpointer.frame_bytes
        data = audio.tobytes()
        texts, decided_s, computing_s = [], 0.0, 0.0
        is_speaking = False
        for start in range(0, len(data) - size, size):
            started = time.thread_time()
            speech = endpointer.process(data[start : start + size])
            if speech is None:
                continue
            if not is_speaking:
                self._decoder.start_utt()
                is_speaking = True
            self._decoder.process_raw(speech, False, False)
            if not endpointer.in_speech:
                self._decoder.end_utt()
                is_speaking = False
                found = self._decoder.hyp()
                computing_s = time.thread_time() - started
                if found and found.hypstr:
                    decided_s = decided_s or (start + size) / 2 / SAMPLE_RATE_HZ + computing_s
                    texts.append(found.hypstr)
        if is_speaking:
            self._decoder.end_utt()
        return Outcome(tuple(texts), decided_s=decided_s, computing_s=computing_s)

    def _knows(self, word: str) -> bool:
        return word in self._words

    @property
    def _words(self) -> frozenset[str]:
        if not hasattr(self, "_dictionary"):
            lines = Path(self._sphinx.get_model_path("en-us/cmudict-en-us.dict")).read_text("utf-8").splitlines()
            self._dictionary = frozenset(line.split()[0] for line in lines if line)
        return self._dictionary


def write_jsgf(expected: Expectation, is_known: Callable[[str], bool]) -> Path:
    """Write the phrases as a JSGF grammar, as a tree of words so that it stays small."""
    tree: dict[str, Any] = {}
    for phrase in expected.phrases:
        words = phrase.lower().split()
        if words and all(is_known(word) for word in words):
            node = tree
            for word in words:
                node = node.setdefault(word, {})
            node[""] = {}

    def to_jsgf(node: dict[str, Any]) -> str:
        choices = [f"{word} {to_jsgf(after)}".strip() for word, after in node.items() if word]
        if not choices:
            return ""
        return f"[{' | '.join(choices)}]" if "" in node else f"({' | '.join(choices)})"

    with tempfile.NamedTemporaryFile("w", suffix=".gram", delete=False) as file:
        file.write(f"#JSGF V1.0;\ngrammar narrator;\npublic <phrase> = {to_jsgf(tree)};\n")
    return Path(file.name)
