"""What became of an utterance: accepted, asked about or refused."""

from dataclasses import dataclass
from enum import StrEnum

from narrator.speech.pcm import Pcm


class ResultReason(StrEnum):
    """Why an utterance was accepted or refused."""

    PHRASE = "a phrase"
    SENTENCE = "a sentence"
    FREE = "free words"
    NOT_SURE = "not sure"
    UNFINISHED = "unfinished"
    NO_PHRASE = "no phrase"
    NO_WORDS = "no words"
    TOO_LONG = "too long"


@dataclass(frozen=True, slots=True, eq=False)
class RecognitionResult:
    """What became of one utterance. Times are seconds since the recogniser was reset."""

    text: str
    accepted: bool
    reason: ResultReason
    start_s: float
    end_of_speech_s: float
    decided_s: float
    """When it was decided, computing time included."""
    candidates: tuple[str, ...] = ()
    """The phrases to ask about, likeliest first; empty if it is certain."""
    audio: Pcm | None = None
    """Free speech: the recording."""
    dictation: str = ""
    """The open dictation of an utterance that is not a phrase. Good enough for a question, never for a move."""
    is_awaited: bool = False
    """Whether it began in the seconds after a question."""
    computing_s: float = 0.0
    """CPU time between the end of speech and the decision."""
