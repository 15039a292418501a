"""Endpointing: whether the speaker has finished.

People answer each other after about 0.2 s, but children stop in the middle of a sentence to think. No fixed silence
suits both, so the words decide: a phrase that cannot continue ends after a short silence, one that could continue a
little later, and "I vote for…" waits as long as a child needs.

`Quiet` has two measures. *Silence* is below the level of the voice and the room. A noisy room never gets there, so a
*lull*, much softer than the words, ends an utterance too. It must last longer because word endings are soft as well.
"""

from narrator.speech.asr.phrase_index import Completeness
from narrator.speech.asr.vad import Quiet

COMPLETE_SILENCE_S = 0.12
"""Silence that ends a phrase which cannot continue. Longer is slower; shorter cuts words that contain a gap.
Bench: hearing --only "commands, clean" quiet, column "median"."""
EXTENDABLE_SILENCE_S = 0.24
"""Silence that ends a phrase which could continue ("the owl" … "because"). Longer is slower, shorter cuts more.
Bench: hearing --only "commands with a pause"."""
TRANSCRIPT_SILENCE_S = 0.2
"""Silence after which a sentence is written down. Shorter decides sooner and writes down more often.
Bench: spoken."""
SENTENCE_SILENCE_S = 0.36
"""Silence that ends a sentence with a meaning. Shorter cuts off more speakers. Bench: spoken."""
UNFINISHED_SILENCE_S = 1.45
"""Silence that ends the start of a phrase ("I vote for…"). Longer is slower, shorter cuts off more speakers.
Bench: hearing --only "commands with a pause"."""
NO_PHRASE_SILENCE_S = 1.25
"""Silence that ends words which are not a phrase. Bench: hearing --only "side talk" "people: sentences"."""
LULL_FACTOR = 2.0
"""Length of a lull that ends an utterance, relative to silence. Larger waits longer in noise.
Bench: hearing --only kitchen "four people"."""


def has_finished(quiet: Quiet, completeness: Completeness) -> bool:
    """Return whether a speaker who said this has finished after this much quiet."""
    needed_s = silence_needed_s(completeness)
    return quiet.silence_s >= needed_s or quiet.lull_s >= needed_s * LULL_FACTOR


def may_be_sentence(quiet: Quiet) -> bool:
    """Return whether there was enough quiet to write the utterance down."""
    return quiet.silence_s >= TRANSCRIPT_SILENCE_S or quiet.lull_s >= SENTENCE_SILENCE_S * LULL_FACTOR


def silence_needed_s(completeness: Completeness) -> float:
    """Return the seconds of silence that end such an utterance."""
    match completeness:
        case Completeness.COMPLETE:
            return COMPLETE_SILENCE_S
        case Completeness.EXTENDABLE:
            return EXTENDABLE_SILENCE_S
        case Completeness.SENTENCE:
            return SENTENCE_SILENCE_S
        case Completeness.UNFINISHED:
            return UNFINISHED_SILENCE_S
        case Completeness.NO_PHRASE:
            return NO_PHRASE_SILENCE_S
