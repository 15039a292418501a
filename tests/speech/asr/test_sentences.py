"""Whole sentences: which transcripts are accepted, asked about or refused."""

from collections.abc import Sequence

import pytest

from narrator.dialog.intents import EVERYWHERE_INTENTS, REQUEST_INTENTS
from narrator.language.understanding.expectation import MAX_ANSWER_WORDS, MAX_COMMAND_WORDS, Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.offers import OfferedThing
from narrator.speech.asr.decision import Decider
from narrator.speech.asr.recogniser import Recogniser
from narrator.speech.asr.result import RecognitionResult, ResultReason
from narrator.speech.asr.sentences import SentenceContext, favoured_words
from narrator.speech.networks.moonshine import SentenceTranscript
from narrator.speech.pcm import Samples
from tests.speech.asr.fakes import ScriptedDecoder, burst, quiet
from tests.speech.asr.test_recogniser import feed

HAND = ("poodle", "octopus", "sloth")
SURE, DOUBTFUL, HOPELESS = -0.1, -0.6, -1.5
"""Confidences of a transcript."""


def lay_a_card() -> Expectation:
    names = {"player": [("Nick", "Nick")], "card": [(card, card) for card in HAND]}
    things = tuple(OfferedThing(card, number, card) for number, card in enumerate(HAND, 1))
    active = EVERYWHERE_INTENTS | REQUEST_INTENTS | {"Lay", "Number"}
    return Expectation(load_grammar("en", "storytellers"), active, names, things=lambda: things)


class ScriptedTranscriber:
    """Returns the same transcript for any sound."""

    def __init__(self, text: str, confidence: float = SURE) -> None:
        self._transcript = SentenceTranscript(text, confidence)
        self.favoured: list[Sequence[str]] = []

    def transcribe(self, samples: Samples, favoured: Sequence[str] = ()) -> SentenceTranscript:
        self.favoured.append(favoured)
        return self._transcript


def recognise(vosk: str, transcriber: ScriptedTranscriber, *, free_speech: bool = False) -> RecognitionResult:
    """Return the result if Vosk hears these words of an utterance and Moonshine writes it down."""
    words = vosk.split()
    decider = Decider(ScriptedDecoder(*words), ScriptedDecoder(*words))
    recogniser = Recogniser(ScriptedDecoder(*words), decider, transcriber=transcriber)
    recogniser.expect(recogniser.index(lay_a_card()), free_speech=free_speech)
    said = [sound for _ in words for sound in (burst(0.2), quiet(0.1))]
    (result,) = feed(recogniser, quiet(1), *said, quiet(2.5))
    return result


VOTE_AGAIN = ScriptedTranscriber("What a lovely evening!")


# --- what is accepted --------------------------------------------------------------------------------


def test_sentence_that_is_no_phrase_is_accepted() -> None:
    result = recognise("[unk] the what do all", ScriptedTranscriber("I think it has to be the poodle."))
    assert (result.accepted, result.reason) == (True, ResultReason.SENTENCE)
    assert result.text == "I think it has to be the poodle."
    assert result.decided_s - result.end_of_speech_s < 0.6


def test_phrase_that_vosk_is_sure_of_is_not_written_down() -> None:
    transcriber = ScriptedTranscriber("Whatever you say, the sloth")
    result = recognise("the poodle", transcriber)
    assert (result.text, result.reason) == ("the poodle", ResultReason.PHRASE)
    assert not transcriber.favoured


def test_remark_to_another_player_is_refused_with_its_transcript() -> None:
    result = recognise("[unk] the what do all", ScriptedTranscriber("Pass me the crisps, will you?"))
    assert (result.accepted, result.candidates) == (False, ())
    assert result.dictation == "Pass me the crisps, will you?"


def test_hopeless_transcript_right_after_a_question_is_dropped() -> None:
    assert not recognise("[unk] the", ScriptedTranscriber("who has moved the chair", HOPELESS)).dictation


def test_sentence_without_its_choice_is_unfinished() -> None:
    context = SentenceContext.of(lay_a_card())
    assert context.read(SentenceTranscript("I think I'd like the...", SURE)).is_unfinished
    assert not context.read(SentenceTranscript("I think it's raining.", SURE)).is_unfinished


def test_doubtful_sentence_is_asked_about() -> None:
    result = recognise("[unk] the what do all", ScriptedTranscriber("I think it's the poodle", DOUBTFUL))
    assert (result.accepted, result.candidates) == (False, ("I think it's the poodle",))


def test_doubtful_sentence_is_accepted_if_vosk_heard_the_same() -> None:
    decider = Decider(ScriptedDecoder("noodle", score=3.0), ScriptedDecoder("poodle"))
    recogniser = Recogniser(ScriptedDecoder("poodle"), decider, transcriber=ScriptedTranscriber("The poodle", DOUBTFUL))
    recogniser.expect(recogniser.index(lay_a_card()))
    (result,) = feed(recogniser, quiet(1), burst(), quiet(2))
    assert (result.text, result.reason) == ("The poodle", ResultReason.SENTENCE)


def test_transcript_of_noise_is_refused() -> None:
    assert not recognise("[unk] the", ScriptedTranscriber("the poodle then", HOPELESS)).candidates


def test_lone_word_is_left_to_the_decision_on_phrases() -> None:
    result = recognise("[unk]", ScriptedTranscriber("Poodle."))
    assert (result.accepted, result.candidates) == (False, ())


def test_lone_word_that_sounds_like_a_childs_number_is_asked_about() -> None:
    result = recognise("[unk]", ScriptedTranscriber("Tree!"))
    assert (result.accepted, result.candidates) == (False, ("three",))
    assert not recognise("[unk] [unk]", ScriptedTranscriber("A tree!")).candidates


def test_word_that_sounds_like_a_number_is_one_at_the_end() -> None:
    assert recognise("[unk] [unk]", ScriptedTranscriber("well then, too")).text == "well then two"
    assert not recognise("[unk] [unk]", ScriptedTranscriber("I'll go for")).accepted


def test_free_speech_is_written_down_by_the_transcriber() -> None:
    result = recognise("[unk] the", ScriptedTranscriber("A long way down."), free_speech=True)
    assert (result.text, result.reason) == ("A long way down.", ResultReason.FREE)


def test_commas_separate_first_names_in_free_speech() -> None:
    names = SentenceContext(likely_words=frozenset({"Erin", "Luca", "Jack", "Uncle"}))
    assert names.punctuate(SentenceTranscript("Erin Luca and Uncle Jack", SURE)) == "Erin, Luca and Uncle Jack"


# --- what is favoured, and which phrases are listed -----------------------------------------------------


def test_names_of_the_table_are_favoured() -> None:
    assert set(favoured_words(lay_a_card())) >= {"poodle", "octopus", "sloth", "Nick"}


@pytest.mark.parametrize("transcriber", [None, ScriptedTranscriber("")])
def test_long_phrases_are_listed_only_without_a_transcriber(transcriber: ScriptedTranscriber | None) -> None:
    index = Recogniser(ScriptedDecoder("poodle"), transcriber=transcriber).index(lay_a_card())
    longest = max(len(phrase.split()) for phrase in index.phrases)
    assert (longest > max(MAX_ANSWER_WORDS, MAX_COMMAND_WORDS)) == (transcriber is None)
    assert {"poodle", "the poodle", "help"} <= set(index.phrases)


def test_short_phrases_need_the_same_evidence_as_in_the_whole_list() -> None:
    expected = lay_a_card()
    assert expected.evidence_of_short_phrases.items() <= expected.evidence.items()


def test_same_phrases_are_decoded_alike_and_understood_anew() -> None:
    decoder = ScriptedDecoder("[unk]")
    recogniser = Recogniser(decoder, Decider(ScriptedDecoder("so"), ScriptedDecoder("so")), transcriber=VOTE_AGAIN)
    index = recogniser.index(lay_a_card())
    other = index.for_sentences_of(Expectation.of_phrases(["what a lovely evening"]))
    for each in (index, other):
        recogniser.expect(each)
    assert len(decoder.expected) == 1
    (result,) = feed(recogniser, quiet(1), burst(), quiet(2))
    assert result.reason is ResultReason.SENTENCE


def test_expectations_with_other_intents_sound_different() -> None:
    fewer = Expectation(load_grammar("en", "storytellers"), {"Lay"}, lay_a_card().lists, things=lay_a_card().things)
    assert lay_a_card().sounds_like(lay_a_card())
    assert not lay_a_card().sounds_like(fewer)
