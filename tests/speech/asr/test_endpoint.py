"""When somebody has finished: told by what was said, and by how long it has been quiet. And what a phrase is."""

from itertools import pairwise

import numpy as np
import pytest

from narrator.dialog.manners import AT_ANY_TIME, MANNERS
from narrator.language.understanding.expectation import MOST_EVIDENCE, Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.offers import OfferedThing
from narrator.speech.asr.endpoint import PATIENCE, SPEECH, Quiet, VoiceActivity, island, levels
from narrator.speech.asr.phrasebook import Phrasebook, Verdict, telling
from narrator.speech.networks.silero_vad import SileroDetector, best_detector
from narrator.speech.pcm import to_int16

BOOK = Phrasebook(
    ["three", "four", "seven", "the owl", "the owl because", "I vote for three", "i vote for the fourth one", "help"],
    fillers=["um", "er"],
    corrections=["no", "i mean"],
)


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("three", Verdict.COMPLETE),
        ("i vote for three", Verdict.COMPLETE),
        ("the owl", Verdict.EXTENDABLE),
        ("i vote for", Verdict.UNFINISHED),
        ("the", Verdict.UNFINISHED),
        ("um", Verdict.UNFINISHED),
        ("three little pigs", Verdict.NEITHER),
        ("three [unk]", Verdict.NEITHER),
        ("", Verdict.NEITHER),
    ],
)
def test_what_was_said_is_a_phrase_or_the_beginning_of_one_or_neither(words: str, verdict: Verdict) -> None:
    assert BOOK.verdict(words) is verdict


@pytest.mark.parametrize(
    ("words", "phrase"),
    [
        ("um er three", "three"),
        ("for", "four"),
        ("i vote i vote for three", "i vote for three"),
        ("three no four", "four"),
        ("three i mean four", "four"),
        ("pigs no four", None),
        ("vote three", None),
    ],
)
def test_hesitation_stammering_and_corrections_do_not_hide_a_phrase(words: str, phrase: str | None) -> None:
    assert BOOK.phrase(words) == phrase


def test_a_correction_stays_in_the_words_for_whoever_understands_them() -> None:
    assert BOOK.plain("three no for") == "three no four"
    assert BOOK.plain("for") == "four"


def test_what_sounds_the_same_is_written_as_it_makes_a_phrase() -> None:
    assert BOOK.phrase("i vote for the fourth one") == "i vote for the fourth one"
    assert BOOK.phrase("seventh") == "seven"


def test_half_a_phrase_is_not_mended_into_a_whole_one() -> None:
    book = Phrasebook(["i want two", "i want to leave"])
    assert book.verdict("i want to") is Verdict.UNFINISHED
    assert book.phrase("i want too") == "i want two"


def test_a_thousand_ways_to_vote_do_not_drown_the_one_way_to_ask() -> None:
    votes = [f"{who} votes for {what}" for who in ("lily", "nick", "julie") for what in ("three", "four", "seven")]
    grammar = list(telling(Phrasebook([*votes, "whose turn is it"]).grammar))
    pairs = {pair for phrase in grammar for pair in pairwise(phrase.split())}
    assert pairs >= {pair for phrase in votes for pair in pairwise(phrase.split())}
    assert "nick votes for four" not in grammar
    assert grammar.count("whose turn is it") == grammar.count("lily votes for three") > 1


def test_the_phrases_near_to_a_mixture_are_long_ones_that_look_like_it() -> None:
    assert BOOK.near("i boat for three") == ("i vote for three",)
    assert BOOK.near("tree") == ()
    assert BOOK.near("what a lovely picture of a horse") == ()


def test_the_more_may_follow_the_longer_the_patience() -> None:
    assert PATIENCE[Verdict.COMPLETE] < PATIENCE[Verdict.EXTENDABLE] < PATIENCE[Verdict.UNFINISHED]
    assert PATIENCE[Verdict.COMPLETE] <= 0.15
    assert PATIENCE[Verdict.UNFINISHED] >= 1.3


def test_silence_ends_an_utterance_and_a_lull_does_so_later() -> None:
    assert Quiet(0.2, 0.2).over(Verdict.COMPLETE)
    assert not Quiet(0.2, 0.2).over(Verdict.UNFINISHED)
    assert not Quiet(0.0, 0.2).over(Verdict.COMPLETE)
    assert Quiet(0.0, 0.5).over(Verdict.COMPLETE)


def room(seconds: float, loudness: float, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, loudness, round(seconds * 16_000)).astype(np.int16)


@pytest.mark.parametrize("noise", [2, 40, 400])
def test_a_voice_is_what_stands_out_from_the_room_however_loud_that_is(noise: float) -> None:
    activity = VoiceActivity()
    before = [activity.feed(level) for level in levels(room(4, noise))]
    assert not any(before[-100:])
    during = [activity.feed(level) for level in levels(room(0.5, noise * 20))]
    assert all(during[10:])
    for level in levels(room(0.5, noise, 2)):
        activity.feed(level)
    assert activity.quiet.silence == pytest.approx(0.5, abs=0.05)


def test_what_is_no_speech_is_no_voice_however_loud_it_is() -> None:
    activity = VoiceActivity()
    assert not any(activity.feed(level, 0.02) for level in levels(room(4, 2000)))
    assert not activity.among_talkers
    spoken = [activity.feed(level, 0.9) for level in levels(room(0.5, 2500, 2))]  # hardly louder than the tap
    assert all(spoken[10:])
    for level in levels(room(0.5, 2000, 3)):
        activity.feed(level, 0.02)
    assert activity.quiet.silence == pytest.approx(0.5, abs=0.05)


def test_what_comes_through_a_telephone_stands_out_even_if_the_detector_is_deaf_to_it() -> None:
    activity = VoiceActivity()
    for level in levels(room(2, 10)):
        activity.feed(level, 0.0)
    assert all([activity.feed(level, 0.05) for level in levels(room(0.5, 1000))][10:])


def test_among_others_who_talk_only_the_loudest_voice_speaks_to_us() -> None:
    activity = VoiceActivity()
    for level in levels(room(4, 400)):
        activity.feed(level, 0.6)  # the detector takes them for speech
    assert activity.among_talkers
    assert not any(activity.feed(level, 0.9) for level in levels(room(0.5, 400, 2)))
    assert all([activity.feed(level, 0.9) for level in levels(room(0.5, 2000, 3))][10:])


def test_whoever_is_much_louder_than_those_who_began_is_the_one_who_speaks_to_us() -> None:
    activity = VoiceActivity()
    for level in levels(room(1.5, 400)):
        activity.feed(level, 0.9)  # others, before the room was known
    assert activity.speaking
    assert not activity.outdone
    for level in levels(room(0.15, 2000, 2)):
        activity.feed(level, 0.9)
    assert activity.outdone
    activity.finish(room=True)
    assert activity.among_talkers
    assert all([activity.feed(level, 0.9) for level in levels(room(0.5, 2000, 3))][10:])


def test_the_detector_takes_no_noise_for_speech() -> None:
    detector = best_detector()
    assert isinstance(detector, SileroDetector)
    assert max(detector.speech(piece) for piece in np.split(room(1.5, 1000), 50)) < SPEECH


def test_whatever_may_be_said_at_any_time_needs_more_evidence_than_an_answer() -> None:
    evidence = load_grammar("en").table("evidence")
    assert evidence.keys() >= MANNERS | AT_ANY_TIME
    assert not evidence.keys() & {"Yes", "No", "Number"}
    assert evidence["Quit"] == evidence["Undo"] == MOST_EVIDENCE > evidence["Repeat"]


def test_a_knock_is_no_voice() -> None:
    activity = VoiceActivity()
    for level in levels(room(4, 10)):
        activity.feed(level)
    assert not any(activity.feed(level) for level in levels(np.concatenate([room(0.02, 9000), room(0.5, 10)])))


def test_the_loudest_voice_of_a_noisy_room_is_found_among_the_others() -> None:
    sound = np.concatenate([room(2, 300), room(0.5, 3000, 2), room(0.1, 300, 3), room(0.4, 2500, 4), room(2, 300, 5)])
    first, last = island(levels(sound))
    assert (first, last) == (pytest.approx(200, abs=4), pytest.approx(300, abs=4))


def test_a_number_that_is_not_on_offer_needs_more_evidence_than_one_that_is() -> None:
    def things() -> tuple[OfferedThing, ...]:
        return tuple(OfferedThing(number, number) for number in (1, 2, 3))

    voting = Expectation(load_grammar("en", "storytellers"), {"Vote"}, {"player": [], "card": []}, things=things)
    assert voting.evidence["three"] == voting.evidence["the third one"] == 0
    assert voting.evidence["eleven"] == voting.evidence["the eleventh one"] == 1


def test_what_the_detector_takes_for_speech_only_for_a_moment_makes_no_room_of_talkers() -> None:
    activity = VoiceActivity()
    for level in levels(room(3, 300)):
        activity.feed(level, 0.05)
    for number, level in enumerate(levels(room(1, 1500, 2))):
        activity.feed(level, 0.6 if number < 20 else 0.3)  # a clatter of dishes
    assert activity.speaking
    activity.finish(room=True)
    assert not activity.among_talkers


def test_a_soft_voice_is_speech_to_the_detector_as_well_as_a_loud_one() -> None:
    from tests.support.synthetic_speech import Speaker, in_a_room  # noqa: PLC0415 - only where eSpeak is

    voice = Speaker("piper").say("seven hedgehogs")
    for soft in (1.0, 0.01):
        detector, sound = best_detector(), to_int16(in_a_room(voice, snr=30.0).astype(np.float64) * soft)
        assert max(detector.speech(sound[at : at + 512]) for at in range(0, len(sound), 512)) > 0.9
