"""Write rendered speech down with Vosk and Moonshine, and count the words that they get wrong."""

import json
import re
from collections.abc import Sequence
from typing import Any

from rapidfuzz.distance import Levenshtein

from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.vosk_model import load_recogniser_model
from narrator.speech.models.model import MOONSHINE, find_model
from narrator.speech.networks.moonshine import Moonshine
from narrator.speech.pcm import Pcm

WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")


class Transcribers:
    """Both recognisers in open dictation, without knowledge of what may be said."""

    def __init__(self) -> None:
        folder = find_model(MOONSHINE)
        if folder is None:
            raise SystemExit("bench: Moonshine is not installed. Run `narrator setup`.")
        self._moonshine = Moonshine(folder)
        self._vosk_model = load_recogniser_model()

    def vosk(self, pcm: Pcm) -> str:
        """Return what Vosk writes down."""
        import vosk  # noqa: PLC0415 - optional

        recogniser: Any = vosk.KaldiRecognizer(self._vosk_model, SAMPLE_RATE_HZ)
        recogniser.AcceptWaveform(padded(pcm).samples.tobytes())
        return str(json.loads(recogniser.FinalResult())["text"])

    def moonshine(self, pcm: Pcm) -> str:
        """Return what Moonshine writes down."""
        return self._moonshine.transcribe(padded(pcm).samples).text


def padded(pcm: Pcm) -> Pcm:
    """Return the speech at the recognisers' rate with silence around it, as in a room."""
    silence = Pcm.silence(0.4, SAMPLE_RATE_HZ)
    return Pcm.join((silence, pcm.resampled(SAMPLE_RATE_HZ), silence))


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters."""
    return WORD.findall(text.lower().replace("-", " "))


def count_word_errors(expected: Sequence[str], heard: Sequence[str]) -> int:
    """Return how many words are wrong, missing or too many."""
    return Levenshtein.distance(expected, heard)
