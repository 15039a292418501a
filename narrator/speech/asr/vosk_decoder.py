"""Decoding with Vosk. A decoder belongs to the one thread that feeds it; the model is shared.

Vosk's library for macOS is one release older and cannot change the grammar of a recogniser. There a decoder creates a
new recogniser for each grammar.
"""

import json
from collections import deque
from typing import TYPE_CHECKING

from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.decoder import UNKNOWN_WORD, Hypothesis, PhraseCounts
from narrator.speech.asr.phrase_index import select_telling_phrases, vocabulary_of
from narrator.speech.pcm import Samples

if TYPE_CHECKING:
    import vosk

MAX_HYPOTHESES = 20
"""Length of the n-best lists. Bench: hearing --only "commands, clean" digits."""
CACHED_GRAMMARS = 4
"""Vosk grammars kept: while the narrator speaks, for the current question, and for the next."""
MIN_CACHED_PHRASES = 50
"""Smaller grammars are written so quickly that they are not kept."""


class Vocabulary:
    """The words of a model, and phrases written as Vosk grammars. Shared by the decoders of one thread."""

    def __init__(self, model: "vosk.Model") -> None:
        self._model = model
        self._known: dict[str, bool] = {UNKNOWN_WORD: True}
        self._grammars: deque[tuple[PhraseCounts, str]] = deque(maxlen=CACHED_GRAMMARS)

    def has(self, word: str) -> bool:
        """Return whether the model knows the word."""
        if word not in self._known:
            self._known[word] = self._model.vosk_model_find_word(word) >= 0
        return self._known[word]

    def to_grammar(self, phrases: PhraseCounts) -> str:
        """Return a Vosk grammar of the phrases whose words are all known. Vosk would silently drop unknown words."""
        for cached, grammar in self._grammars:
            if cached is phrases:
                return grammar
        unknown = {word for word in vocabulary_of(phrases) if not self.has(word)}
        known = {phrase: count for phrase, count in phrases.items() if unknown.isdisjoint(phrase.split())}
        grammar = json.dumps(list(select_telling_phrases(known if unknown else phrases)))
        if len(phrases) > MIN_CACHED_PHRASES:
            self._grammars.append((phrases, grammar))
        return grammar


class VoskDecoder:
    """A Vosk recogniser for phrases or, without phrases, for open dictation."""

    def __init__(self, model: "vosk.Model", vocabulary: Vocabulary, phrases: PhraseCounts | None = None) -> None:
        self._model = model
        self._vocabulary = vocabulary
        self._vosk = create_vosk_recogniser(model, vocabulary.to_grammar(phrases) if phrases else None)
        self._has_audio = False
        self._ended_early: list[str] = []
        """Words of parts that Vosk ended in spite of the settings."""

    def expect(self, phrases: PhraseCounts) -> None:
        """Accept only these phrases."""
        self.begin()  # `SetGrammar` during an utterance aborts the process
        grammar = self._vocabulary.to_grammar(phrases)
        if can_change_grammar():
            self._vosk.SetGrammar(grammar)
        else:
            self._vosk = create_vosk_recogniser(self._model, grammar)

    def begin(self) -> None:
        """Start a new utterance."""
        if self._has_audio:
            self._vosk.FinalResult()  # else the next utterance would be decoded as a continuation of this one
        self._vosk.Reset()
        self._ended_early = []
        self._has_audio = False

    def feed(self, samples: Samples) -> None:
        """Decode more of the utterance."""
        self._has_audio = True
        if self._vosk.AcceptWaveform(samples.tobytes()):
            self._ended_early += [hypothesis.text for hypothesis in self._hypotheses(self._vosk.Result())[:1]]

    def partial(self) -> str:
        """Return the likeliest words up to now."""
        partial = json.loads(self._vosk.PartialResult())  # has no "partial" before the first audio
        return self._whole_text(partial.get("partial", ""))

    def finish(self) -> tuple[Hypothesis, ...]:
        """End the utterance and return its n-best list."""
        self._has_audio = False
        return self._hypotheses(self._vosk.FinalResult())

    def _hypotheses(self, result: str) -> tuple[Hypothesis, ...]:
        found = json.loads(result).get("alternatives", [])
        return tuple(Hypothesis(text, each["confidence"]) for each in found if (text := self._whole_text(each["text"])))

    def _whole_text(self, words: str) -> str:
        return " ".join(" ".join([*self._ended_early, words]).split())


def create_vosk_recogniser(model: "vosk.Model", grammar: str | None) -> "vosk.KaldiRecognizer":
    """Return Vosk's recogniser for this grammar or, without one, for open dictation."""
    import vosk  # noqa: PLC0415 - slow to import, and most commands do not listen

    recogniser = vosk.KaldiRecognizer(model, SAMPLE_RATE_HZ, *([] if grammar is None else [grammar]))
    recogniser.SetMaxAlternatives(MAX_HYPOTHESES)
    return recogniser


def can_change_grammar() -> bool:
    """Return whether the installed Vosk library can change a recogniser's grammar. The Python class always can."""
    import vosk  # noqa: PLC0415 - as above

    return hasattr(vosk._c, "vosk_recognizer_set_grm")
