"""The second ear: what it makes of a sound, what that is worth beside the first, and life without it."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from narrator.speech.asr import second_ear
from narrator.speech.asr.agreement import Agreement, Opinion
from narrator.speech.asr.phrasebook import Guess, Phrasebook
from narrator.speech.asr.second_ear import best_second_ear
from narrator.speech.models.model import MOONSHINE, find_model
from narrator.speech.networks.moonshine import START, Decoder, Moonshine, likely, read_tokens, read_weights
from narrator.speech.networks.onnx_runtime import load_onnxruntime
from narrator.speech.pcm import Samples, to_int16
from tests.speech.asr.test_vosk import Guessing, word

NUMBERS = ("one", "two", "three", "four", "five", "six")


@cache
def moonshine() -> Moonshine:
    ear = best_second_ear()
    assert isinstance(ear, Moonshine), "make test sets the second ear up"
    return ear


@pytest.mark.parametrize("said", ["three", "six", "louder"])
def test_what_was_said_is_likelier_than_what_was_not(said: str) -> None:
    from tests.support.synthetic_speech import Speaker, in_a_room  # noqa: PLC0415 - only where eSpeak is

    phrases = (*NUMBERS, "louder", "softer", "go on")
    found = dict(zip(phrases, moonshine().likelihoods(in_a_room(Speaker("piper").say(said)), phrases), strict=True))
    assert max(found, key=found.__getitem__) == said


def test_a_hiss_is_no_number() -> None:
    hiss = to_int16(np.random.default_rng(1).normal(0, 500, 16_000))
    assert max(moonshine().likelihoods(hiss, NUMBERS)) < -5


def test_what_is_computed_here_is_what_the_makers_of_the_network_compute() -> None:
    folder = find_model(MOONSHINE)
    assert folder is not None
    theirs = load_onnxruntime().InferenceSession(str(folder / "decoder_model_merged.ort"))
    seen = np.random.default_rng(2).normal(0, 1, (25, 416)).astype(np.float32)
    row = moonshine().spelt("the old lady")
    memories = {
        each.name: np.zeros((1, 8, 0, 52), np.float32) for each in theirs.get_inputs() if "past_key" in each.name
    }
    given = {"input_ids": [[START, *row]], "encoder_hidden_states": seen[np.newaxis], "use_cache_branch": [False]}
    (found,) = theirs.run(["logits"], {name: np.array(value) for name, value in given.items()} | memories)
    reading = Decoder(read_weights(folder / "decoder_model_merged.ort")).begin(seen)
    ours = np.concatenate([reading.first[np.newaxis], *reading.after([row, row[:1]])[:1]])
    assert np.allclose(ours, likely(found[0]), atol=1e-3)


def test_words_are_spelt_in_the_largest_pieces_that_it_knows() -> None:
    folder = find_model(MOONSHINE)
    assert folder is not None
    tokens = read_tokens(folder / "tokenizer.bin")
    assert len(tokens) == 32_000
    assert [tokens[number].decode() for number in moonshine().spelt("the old lady")] == ["▁The", "▁old", "▁lady"]
    for strange in ("Flumblewick", "Zoë", "Kit🦊"):  # whatever a player is called
        assert b"".join(tokens[number] for number in moonshine().spelt(strange)).decode() == f"▁{strange}"


def test_where_there_is_none_the_first_one_does_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_ear, "find_model", lambda model: None)
    assert best_second_ear() is None


# --- beside the first ----------------------------------------------------------------------------


class Thinking:
    """Thinks that these are so likely, and the rest is not."""

    def __init__(self, likely: Mapping[str, float]) -> None:
        self.likely = likely
        self.asked: list[str] = []

    def likelihoods(self, samples: Samples, phrases: Sequence[str]) -> list[float]:
        self.asked += phrases
        return [self.likely.get(phrase, -20.0) for phrase in phrases]


BOOK = Phrasebook(
    ["three", "six", "owl", "stop", "bye", "i vote for three"],
    evidence={"three": 0, "six": 0, "owl": 0, "i vote for three": 0, "stop": 2, "bye": 3},
)


def both(heard: Guess, dictation: Guess, likely: Mapping[str, float]) -> tuple[Opinion, Thinking]:
    second = Thinking(likely)
    ear = Agreement(Guessing([dictation]), Guessing(), Guessing([heard]), second=second)
    return ear.opinion([heard], word(), BOOK), second


def test_it_is_not_asked_where_dictation_wrote_the_answer_or_the_phrase_is_long() -> None:
    for said in (Guess("three", 90.0), Guess("i vote for three", 90.0)):
        opinion, second = both(said, said, {})
        assert opinion == Opinion(said.text, phrase=True)
        assert not second.asked


def test_a_whole_sentence_is_not_doubted_because_of_noise() -> None:
    guesses = [Guess("vote owl for six three", 92.0), Guess("i vote for three", 90.0)]
    ear = Agreement(Guessing([Guess("i wrote for tea", 91.0)]), Guessing(), second=Thinking({}))
    assert ear.opinion(guesses, word(), BOOK, noisy=True) == Opinion("i vote for three", phrase=True)


def test_what_it_does_not_hear_was_not_said() -> None:
    assert both(Guess("owl", 90.0), Guess("up", 91.0), {"owl": -11.0})[0].doubt == ("owl",)
    assert not both(Guess("owl", 90.0), Guess("up", 91.0), {"owl": -14.0})[0].phrase


def test_what_it_hears_clearly_needs_less_of_the_first() -> None:
    assert both(Guess("three", 90.0), Guess("sorry", 95.0), {"three": -0.5})[0] == Opinion("three", phrase=True)


def test_it_hears_answers_of_which_the_first_did_not_think() -> None:
    opinion, _ = both(Guess("owl", 90.0), Guess("rick", 89.0), {"six": -0.4})
    assert opinion == Opinion("six", phrase=True)


def test_where_the_two_differ_it_is_asked() -> None:
    assert both(Guess("three", 90.0), Guess("tree", 91.0), {"three": -7.0, "six": -0.5})[0].doubt == ("six", "three")


def test_a_word_of_a_beginning_may_have_been_a_whole_answer_if_nothing_more_comes() -> None:
    book = Phrasebook(["nine", "six", "my vote goes to nine"])
    ear = Agreement(
        Guessing([Guess("my", 90.0)]),
        Guessing(),
        Guessing([Guess("my", 90.0), Guess("nine", 88.0)]),
        second=Thinking({"my": -1.0, "nine": -2.0}),
    )
    opinion = ear.opinion([Guess("my", 90.0)], word(), book)
    assert opinion == Opinion("my", after_all=Opinion("nine", phrase=True))


def test_a_lone_word_that_may_be_said_at_any_time_is_asked_about_even_if_dictation_wrote_it() -> None:
    stop = Guess("stop", 90.0)
    assert both(stop, stop, {"stop": -0.5})[0] == Opinion("stop", phrase=True)
    assert both(stop, stop, {"six": -0.1})[0].text == "six"
    bye = Guess("bye", 90.0)
    assert both(bye, bye, {"bye": -0.1})[0].doubt == ("bye",)
