"""Ways of hearing: the ear that plays, and three plain ones beside it."""

import json
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

from bench.hearing_sets import DIGITS, ZERO
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr import agreement, endpoint, listener, support, utterance, vosk
from narrator.speech.asr.endpoint import GRAIN, RATE, VoiceActivity
from narrator.speech.asr.listener import Decision
from narrator.speech.asr.noise import Softener
from narrator.speech.asr.phrasebook import Phrasebook
from narrator.speech.asr.recording import FRAME
from narrator.speech.asr.vosk import ear_model, vosk_listener
from narrator.speech.models.model import find_model, load_model
from narrator.speech.networks import silero_vad as detector
from narrator.speech.networks.silero_vad import AnySound
from narrator.speech.pcm import Samples

ALL_DIGITS = (*ZERO, *DIGITS)


@dataclass(frozen=True)
class Outcome:
    """What an ear made of a sample: the commands that it would have carried out, and when."""

    texts: tuple[str, ...]
    asked: bool = False
    decided: float = 0.0
    computing: float = 0.0


class Heard(Protocol):
    """A way of hearing."""

    def hear(self, sound: Samples, expected: Expectation) -> Outcome: ...


# --- ways of hearing -------------------------------------------------------------------------------


class OurEar:
    """The ear that plays."""

    def __init__(self) -> None:
        self._listener = vosk_listener(ear_model())
        self._book = cache(Phrasebook.of)

    def decisions(self, sound: Samples, expected: Expectation) -> list[Decision]:
        return list(self.follow((sound[at : at + FRAME] for at in range(0, len(sound), FRAME)), expected))

    def follow(self, frames: Iterable[Samples], expected: Expectation) -> Iterator[Decision]:
        """Each decision as soon as it is made."""
        self._listener.in_another_room()
        self._listener.expect(self._book(expected))
        for frame in frames:
            yield from self._listener.feed(frame)
        yield from self._listener.flush()

    def hear(self, sound: Samples, expected: Expectation) -> Outcome:
        decisions = self.decisions(sound, expected)
        accepted = [decision for decision in decisions if decision.accepted]
        asked = any(decision.doubt for decision in decisions)
        decided = accepted[0].decided_s if accepted else 0.0
        computing = accepted[0].computing_s if accepted else 0.0
        return Outcome(tuple(each.text for each in accepted), asked, decided, computing)


class OurEarWithout:
    """The ear that plays, without one of its parts: what that part is worth."""

    def __init__(self, *parts: tuple[Any, str, Any]) -> None:
        """Of each part: where it is, its name, and what stands there instead."""
        self._parts = parts
        with self._without():
            self._ear = OurEar()

    @contextmanager
    def _without(self) -> Iterator[None]:
        with ExitStack() as stack:
            for place, name, instead in self._parts:
                stack.enter_context(patch.object(place, name, instead))
            yield

    def hear(self, sound: Samples, expected: Expectation) -> Outcome:
        with self._without():
            return self._ear.hear(sound, expected)


def without_weight(number: int) -> tuple[float, ...]:
    return tuple(0.0 if at == number else weight for at, weight in enumerate(support.WEIGHTS))


def without_a_part() -> dict[str, Heard]:
    return {
        "- detector": OurEarWithout((vosk, "best_detector", AnySound)),
        "- loudness": OurEarWithout((VoiceActivity, "among_talkers", False)),
        "- standing out": OurEarWithout((endpoint, "STANDS_OUT", 999.0)),
        "- outdone": OurEarWithout((VoiceActivity, "outdone", False)),
        "- room before it": OurEarWithout((utterance, "PRE_ROLL", 30)),
        "as much in talk": OurEarWithout((utterance, "PRE_ROLL_IN_TALK", 60)),
        "- softer room": OurEarWithout((utterance, "Softener", lambda room: Softener(room[:0]))),
        **({"speex for that": OurEarWithout((utterance, "Softener", Speex))} if find_spec("speexdsp_ns") else {}),
        "- what stands out": OurEarWithout((endpoint, "ISLAND", 999.0)),
        "- louder than talk": OurEarWithout((listener, "LOUDER", 0.0)),
        "- turn": OurEarWithout((listener, "TURN", 0.0)),
        "- asked by itself": OurEarWithout((Phrasebook, "asked", ())),
        "- evidence": OurEarWithout((agreement, "EVIDENCE", 0.0)),
        "- to the letter": OurEarWithout((agreement, "to_the_letter", lambda *heard: None)),
        "- numbers' ways": OurEarWithout((agreement, "NUMBER", 0.0)),
        "- rivals": OurEarWithout((agreement, "CLOSE", 0.0)),
        "- second ear": OurEarWithout((vosk, "best_second_ear", lambda: None)),
        "- gain": OurEarWithout((detector, "MOST_GAIN", 1.0)),
        "- what is dictated": OurEarWithout((support, "WEIGHTS", without_weight(1))),
        "- likelihood": OurEarWithout((support, "WEIGHTS", without_weight(2))),
        "- after all": OurEarWithout((agreement, "HARDLY_BEGUN", 0)),
        "- blips": OurEarWithout((listener, "BLIP", 0.0)),
    }


class Speex:
    """The suppressor of a telephone (`pip install speexdsp-ns`) in place of ours."""

    def __init__(self, room: Samples) -> None:
        from speexdsp_ns import NoiseSuppression  # noqa: PLC0415 - only for comparing

        self._speex = NoiseSuppression.create(GRAIN, RATE)
        self._rest: Samples = room[:0]
        self.feed(room)

    def feed(self, samples: Samples) -> Samples:
        heard = np.concatenate([self._rest, samples])
        whole = len(heard) // GRAIN * GRAIN
        self._rest = heard[whole:]
        grains = [self._speex.process(grain.tobytes()) for grain in heard[:whole].reshape(-1, GRAIN)]
        return np.frombuffer(b"".join(grains), dtype=np.int16)


def others() -> dict[str, Heard]:
    """Plain ways of hearing."""
    found: dict[str, Heard] = {"vosk words": PlainVosk(), "dictation": Dictation()}
    if find_spec("pocketsphinx"):
        return found | {"sphinx": Sphinx()}
    print("without PocketSphinx: it is not installed (pip install pocketsphinx)")
    return found


class PlainVosk:
    """Vosk as its examples show it: a list of words, and its own end of speech."""

    phrases = staticmethod(lambda expected: sorted({w for p in expected.phrases for w in p.lower().split()}))

    def __init__(self) -> None:
        folder = find_model()
        assert folder is not None
        self._model = load_model(folder)
        self._recogniser: Any = None
        self._expected: Expectation | None = None

    def hear(self, sound: Samples, expected: Expectation) -> Outcome:
        import vosk as engine  # noqa: PLC0415

        if expected is not self._expected:
            self._recogniser = self._make(engine, expected)
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
        import vosk as engine  # noqa: PLC0415

        recogniser = engine.KaldiRecognizer(self._model, RATE, json.dumps([*ALL_DIGITS, "[unk]"]))
        texts = [
            json.loads(recogniser.Result())["text"]
            for at in range(0, len(sound), FRAME)
            if recogniser.AcceptWaveform(sound[at : at + FRAME].tobytes())
        ]
        texts.append(json.loads(recogniser.FinalResult())["text"])
        return " ".join(texts).split()

    def _make(self, vosk: Any, expected: Expectation) -> Any:
        return vosk.KaldiRecognizer(self._model, RATE, json.dumps([*self.phrases(expected), "[unk]"]))

    def _meant(self, text: str, expected: Expectation) -> str:
        return text


class Dictation(PlainVosk):
    """Vosk without a grammar; the phrase that is nearest on paper is taken for what was said."""

    CUTOFF = 80

    def _make(self, vosk: Any, expected: Expectation) -> Any:
        self._choices = list(expected.phrases)
        return vosk.KaldiRecognizer(self._model, RATE)

    def _meant(self, text: str, expected: Expectation) -> str:
        from rapidfuzz import fuzz, process  # noqa: PLC0415

        found = process.extractOne(text, self._choices, scorer=fuzz.ratio, score_cutoff=self.CUTOFF) if text else None
        return str(found[0]) if found else ""


class Sphinx:
    """PocketSphinx with a JSGF grammar of the same templates, and its own end of speech."""

    def __init__(self) -> None:
        import pocketsphinx  # noqa: PLC0415

        self._sphinx = pocketsphinx
        self._decoder: Any = None
        self._expected: Expectation | None = None

    def hear(self, sound: Samples, expected: Expectation) -> Outcome:
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


def jsgf_file(expected: Expectation, knows: Callable[[str], bool]) -> Path:
    """The phrases as a JSGF grammar: a tree of words, so that it stays small."""
    import tempfile  # noqa: PLC0415

    tree: dict[str, Any] = {}
    for phrase in expected.phrases:
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
