"""Comparing hypotheses: same phrase, same meaning, or the start of a longer phrase."""

from collections.abc import Sequence

from rapidfuzz import fuzz

from narrator.speech.asr.decoder import Hypothesis
from narrator.speech.asr.phrase_index import PhraseIndex

MIN_COMMAND_SIMILARITY_PERCENT = 55.0
"""Similarity (rapidfuzz ratio) above which a one-word command may have been an answer, so that it is asked about.
Not measured separately."""


def is_same_phrase(one: Hypothesis | None, other: Hypothesis, index: PhraseIndex) -> bool:
    """Return whether both are the same phrase."""
    return one is not None and (phrase := index.match(one.text)) is not None and phrase == index.match(other.text)


def is_unfinished(hypothesis: Hypothesis, index: PhraseIndex) -> bool:
    """Return whether this is the start of a phrase and not itself one."""
    return index.is_prefix(hypothesis.text) and index.match(hypothesis.text) is None


def is_start_of(start: Hypothesis, phrase: Hypothesis, index: PhraseIndex) -> bool:
    """Return whether the speaker may have stopped here on the way to the phrase: "my vote goes to the…" is not "nine".

    The last word of the start may differ, because half a word is decoded as another word.
    """
    words, whole = start.text.split(), str(index.match(phrase.text)).split()
    return is_unfinished(start, index) and 1 < len(words) <= len(whole) and words[:-1] == whole[: len(words) - 1]


def is_one_word_command(hypothesis: Hypothesis, index: PhraseIndex) -> bool:
    """Return whether this is a single word that may be said at any time, not an answer to the question."""
    return bool(index.evidence_needed(hypothesis.text)) and " " not in str(index.match(hypothesis.text))


def find_dictated_command(
    dictation: Hypothesis | None, hypotheses: Sequence[Hypothesis], index: PhraseIndex
) -> Hypothesis | None:
    """Return the best hypothesis if it is a command that open dictation wrote down as well, else `None`.

    Two independent decodes that agree are enough evidence, however well an answer would fit.
    """
    if dictation and hypotheses and is_same_phrase(dictation, hypotheses[0], index):
        return hypotheses[0] if index.evidence_needed(hypotheses[0].text) else None
    return None


def are_equivalent(one: Hypothesis, other: Hypothesis, index: PhraseIndex) -> bool:
    """Return whether two phrases are probably two ways to say the same: "the owl", "I'll take the owl"; "yes", "yeah".

    Phrases differ if one has a word that is also a whole phrase (a number, a card, a command), the other has no form of
    that word, and their meanings differ.
    """
    phrases = [str(index.match(each.text)) for each in (one, other)]
    these, those = (set(phrase.split()) for phrase in phrases)
    differ = any(
        index.match(word) == word and not any(are_forms_of_one_word(word, there) for there in across - own)
        for own, across in ((these, those), (those, these))
        for word in own - across
    )
    return not differ or index.have_same_meaning(*phrases)


def are_forms_of_one_word(word: str, other: str) -> bool:
    """Return whether two words look like forms of one: "six", "sixth"; "who's", "whose"."""
    return word[:3] == other[:3] and abs(len(word) - len(other)) <= 2


def is_answer_like_command(answer: Hypothesis, command: Hypothesis, index: PhraseIndex) -> bool:
    """Return whether a one-word command may have been this answer: "help" with an elk in the hand."""
    return (
        is_one_word_command(command, index)
        and not index.evidence_needed(answer.text)
        and fuzz.ratio(command.text, answer.text) >= MIN_COMMAND_SIMILARITY_PERCENT
    )
