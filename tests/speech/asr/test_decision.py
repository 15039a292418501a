"""Decisions from Vosk's hypotheses: accept, ask back or refuse."""

from collections.abc import Sequence

import pytest

from narrator.speech.asr.decision import Decider, Decision
from narrator.speech.asr.decoder import Hypothesis
from narrator.speech.asr.phrase_index import PhraseIndex
from tests.speech.asr.fakes import FixedDecoder, burst

INDEX = PhraseIndex(["three", "four", "the owl", "the owl because", "i vote for three"])


def decide(phrases: Sequence[Hypothesis], dictation: Hypothesis, retry: Sequence[Hypothesis] = ()) -> Decision:
    """Decide on these hypotheses, with this dictation and this result of decoding again."""
    return Decider(FixedDecoder([dictation]), FixedDecoder(retry)).decide(phrases, burst(), INDEX)


def test_phrase_that_fits_as_well_as_dictation_is_accepted() -> None:
    decision = decide([Hypothesis("the owl", 90.0)], Hypothesis("the our", 91.0))
    assert decision == Decision("the owl", is_phrase=True)


def test_phrase_that_fits_slightly_worse_is_asked_about() -> None:
    assert decide([Hypothesis("the owl", 90.0)], Hypothesis("the hole", 95.0)).candidates == ("the owl",)


def test_number_may_be_mispronounced_if_it_was_asked_for() -> None:
    three = [Hypothesis("three", 90.0)]
    assert decide(three, Hypothesis("tree", 94.0)) == Decision("three", is_phrase=True)
    assert decide(three, Hypothesis("tree", 96.0)).candidates == ("three",)
    index = PhraseIndex(["four", "three"], evidence={"four": 0, "three": 1})
    decider = Decider(FixedDecoder([Hypothesis("tree", 94.0)]), FixedDecoder())
    assert decider.decide(three, burst(), index).candidates


def test_phrase_that_fits_far_worse_than_dictation_is_refused() -> None:
    assert not decide([Hypothesis("three", 90.0)], Hypothesis("building", 107.0)).is_phrase


def test_phrase_within_the_beam_of_a_mixture_is_accepted() -> None:
    best = Hypothesis("i vote is three", 90.0)
    assert decide([best, Hypothesis("i vote for three", 88.0)], best).text == "i vote for three"
    assert not decide([best, Hypothesis("i vote for three", 80.0)], best).is_phrase


def test_mixture_is_decoded_again_with_similar_phrases() -> None:
    mixture = [Hypothesis("i goat for three", 90.0)]
    retry = FixedDecoder([Hypothesis("i vote for three", 95.0)], [])
    decider = Decider(FixedDecoder([Hypothesis("i wrote poetry", 93.0)]), retry)
    assert decider.decide(mixture, burst(), INDEX) == Decision("i vote for three", is_phrase=True)
    assert retry.expected == [{"i vote for three": 1, "[unk]": 1}]
    decider.expect(INDEX)
    decider.decode_again(burst())
    assert retry.expected[1:] == [INDEX.phrase_counts]
    assert not decide(mixture, Hypothesis("a goat of trees", 99.0), [Hypothesis("i vote for three", 83.0)]).is_phrase


def test_likelier_start_of_a_phrase_is_preferred() -> None:
    start = Hypothesis("i vote", 90.0)
    assert decide([start, Hypothesis("three", 86.0)], start) == Decision("i vote")
    assert decide([start, Hypothesis("three", 89.5)], Hypothesis("three", 90.0)).text == "three"


def test_dictated_phrase_was_not_broken_off() -> None:
    phrase, start = Hypothesis("i vote for three", 90.0), Hypothesis("i vote for", 89.5)
    assert decide([phrase, start], phrase) == Decision("i vote for three", is_phrase=True)
    assert not decide([phrase, start], Hypothesis("i vote forth", 90.5)).is_phrase


def test_start_of_a_phrase_is_not_completed() -> None:
    start, phrase = "i vote for", "i vote for three"
    assert not decide([Hypothesis(start, 90.0), Hypothesis(phrase, 88.0)], Hypothesis(start, 90.0)).is_phrase
    assert decide([Hypothesis(phrase, 90.0), Hypothesis(start, 88.0)], Hypothesis("i vote for the", 90.0)).is_phrase


def decide_sequence(*decodes: str, first: str = "three four") -> Decision:
    """Decide on a sequence with one decode for each speed."""
    decider = Decider(FixedDecoder(), FixedDecoder(*([Hypothesis(text)] for text in decodes)))
    index = PhraseIndex(["three", "four"], sequence_words=("three", "four"))
    return decider.decide([Hypothesis(first)], burst(), index)


def test_sequence_is_certain_only_if_all_decodes_agree() -> None:
    assert decide_sequence(*["three four"] * 4) == Decision("three four", is_phrase=True)
    decision = decide_sequence("three four", "three three", "three four", "three four four")
    assert decision.text == decision.candidates[0] == "three four"
    assert set(decision.candidates[1:]) == {"three three", "three four four"}


def test_sequence_with_an_unknown_word_is_asked_about() -> None:
    assert decide_sequence(*["three four"] * 4, first="three four [unk]").candidates == ("three four",)


def test_command_needs_more_evidence_than_an_answer() -> None:
    index = PhraseIndex(["five", "bye", "louder"], evidence={"five": 0, "bye": 3, "louder": 1})
    decider = Decider(
        FixedDecoder([Hypothesis("five", 91.0)]),
        FixedDecoder([Hypothesis("five", 80.0)]),
        FixedDecoder([Hypothesis("five", 90.0)]),
    )
    hypotheses = [Hypothesis("bye", 90.0), Hypothesis("five", 89.0)]
    assert decider.decide(hypotheses, burst(), index, is_streamed=True) == Decision("five", is_phrase=True)


def test_dictated_command_is_accepted_against_the_prior() -> None:
    index = PhraseIndex(["two", "go on"], evidence={"two": 0, "go on": 1})
    decider = Decider(
        FixedDecoder([Hypothesis("go on", 88.0)]), FixedDecoder([]), FixedDecoder([Hypothesis("two", 89.5)])
    )
    assert decider.decide([Hypothesis("go on", 90.0)], burst(), index) == Decision("go on", is_phrase=True)


@pytest.mark.parametrize(("answer_score", "candidates"), [(85.0, ("next", "six")), (84.0, ())])
def test_one_word_command_must_be_far_better_than_every_answer(
    answer_score: float, candidates: tuple[str, ...]
) -> None:
    index = PhraseIndex(["six", "next"], evidence={"six": 0, "next": 1})
    command, answer = Hypothesis("next", 90.0), Hypothesis("six", answer_score)
    decider = Decider(FixedDecoder([command]), FixedDecoder(), FixedDecoder([answer]))
    assert decider.decide([command], burst(), index).candidates == candidates


def test_card_with_an_unknown_name_is_offered_beside_a_similar_one() -> None:
    index = PhraseIndex(["zebra", "the zebu", "zebu", "four"])
    dictation = FixedDecoder([Hypothesis("zebedee", 91.0)], [Hypothesis("zebra", 88.0)])
    decider = Decider(dictation, FixedDecoder(), is_known=lambda word: word != "zebu")
    decider.expect(index)
    assert decider.decide([Hypothesis("zebra", 90.0)], burst(), index).candidates == ("zebra", "zebu")
    assert decider.decide([Hypothesis("zebra", 90.0)], burst(), index).candidates == ()


def test_phrases_with_the_same_meaning_are_not_asked_about() -> None:
    close = [Hypothesis("yes", 90.0), Hypothesis("yeah", 89.9)]
    for meaning, candidates in ((lambda phrase: ("Yes",), ()), (lambda phrase: (), ("yes", "yeah"))):
        index = PhraseIndex(["yes", "yeah"], meaning=meaning)
        decider = Decider(FixedDecoder([Hypothesis("yes", 90.0)]), FixedDecoder(close))
        assert decider.decide(close, burst(), index).candidates == candidates


def test_one_word_that_ends_the_game_is_always_asked_about() -> None:
    index = PhraseIndex(["five", "bye", "save the game"], evidence={"five": 0, "bye": 3, "save the game": 3})
    for command, candidates in (("bye", ("bye",)), ("save the game", ())):
        said = Hypothesis(command, 90.0)
        decider = Decider(FixedDecoder([said]), FixedDecoder(), FixedDecoder([Hypothesis("five", 60.0)]))
        assert decider.decide([said], burst(), index).candidates == candidates


def test_close_rivals_are_decoded_again() -> None:
    close, dictation = [Hypothesis("three", 90.0), Hypothesis("four", 89.5)], Hypothesis("three", 90.0)
    assert decide(close, dictation, [Hypothesis("four", 80.0), Hypothesis("three", 76.0)]).text == "four"
    decision = decide(close, dictation, [Hypothesis("three", 80.0), Hypothesis("four", 80.0)])
    assert set(decision.candidates) == {"three", "four"}


def test_two_ways_to_say_a_number_are_not_rivals() -> None:
    close = [Hypothesis("i vote for three", 90.0), Hypothesis("three", 89.9)]
    assert decide(close, Hypothesis("three", 90.0)).candidates == ()
