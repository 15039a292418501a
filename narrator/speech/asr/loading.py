"""Build a recogniser from the installed models."""

from typing import TYPE_CHECKING

from narrator.speech.asr.decision import Decider
from narrator.speech.asr.phrase_scorer import load_moonshine
from narrator.speech.asr.recogniser import Recogniser
from narrator.speech.asr.vosk_decoder import Vocabulary, VoskDecoder
from narrator.speech.asr.vosk_model import load_recogniser_model
from narrator.speech.networks.silero_vad import load_speech_detector

if TYPE_CHECKING:
    import vosk


def load_recogniser(model: "vosk.Model | None" = None) -> Recogniser:
    """Build a recogniser from the installed models."""
    model = model or load_recogniser_model()
    vocabulary = Vocabulary(model)
    any_phrases = {"yes": 1, "no": 1}  # only a decoder that is created with phrases can change them
    phrases, retry, answers = (VoskDecoder(model, vocabulary, any_phrases) for _ in range(3))
    moonshine = load_moonshine()
    decider = Decider(VoskDecoder(model, vocabulary), retry, answers, vocabulary.has, moonshine)
    dictation = None if moonshine else VoskDecoder(model, vocabulary)
    return Recogniser(phrases, decider, dictation, load_speech_detector, moonshine)
