"""Beam search over tokens, with words that are likelier than others."""

from collections.abc import Mapping, Sequence

import numpy as np

from narrator.speech.networks.silero_vad import Float32Array
from narrator.speech.networks.token_search import BONUS_PER_TOKEN, OpenTranscript, TokenBias, search_tokens

END, NICK, NECK, AN, OTTER, OTTILIE = range(6)
TOKENS = 6


class ScriptedNetwork:
    """Continues each transcript with these likelihoods."""

    def __init__(self, scores: Mapping[tuple[int, ...], Mapping[int, float]]) -> None:
        self._scores = scores
        self._open: list[tuple[int, ...]] = [()]

    def row(self, tokens: tuple[int, ...]) -> Float32Array:
        row = np.full(TOKENS, -30.0, dtype=np.float32)
        for token, score in self._scores.get(tokens, {END: 0.0}).items():
            row[token] = score
        return row

    def step(self, places: Sequence[int], tokens: Sequence[int]) -> Float32Array:
        self._open = [(*self._open[place], token) for place, token in zip(places, tokens, strict=True)]
        return np.array([self.row(each) for each in self._open])


def search(
    scores: Mapping[tuple[int, ...], Mapping[int, float]], *favoured: Sequence[int], max_tokens: int = 8
) -> OpenTranscript:
    network = ScriptedNetwork(scores)
    return search_tokens(network.row(()), network.step, TokenBias(favoured), END, max_tokens)


def test_likeliest_transcript_wins_even_if_it_starts_worse() -> None:
    found = search({(): {NICK: -0.6, NECK: -0.9}, (NICK,): {AN: -2.0}, (NECK,): {AN: -0.1}})
    assert found.tokens == (NECK, AN, END)


def test_favoured_word_wins_over_a_slightly_likelier_one() -> None:
    scores = {(): {NECK: -0.3, NICK: -1.3}}
    assert search(scores).tokens == (NECK, END)
    assert search(scores, [NICK]).tokens == (NICK, END)


def test_favoured_word_loses_against_a_far_likelier_one() -> None:
    assert search({(): {NECK: -0.1, NICK: -5.0}}, [NICK]).tokens == (NECK, END)


def test_bonus_is_not_part_of_the_likelihood() -> None:
    found = search({(): {NICK: -1.3}}, [NICK])
    assert np.isclose(found.log_likelihood, -1.3)
    assert np.isclose(found.score, -1.3 + BONUS_PER_TOKEN)


def test_bonus_of_an_unfinished_word_is_taken_back() -> None:
    unfinished = search({(): {OTTER: -1.0, NECK: -0.6}}, [OTTER, OTTILIE])
    assert unfinished.tokens == (NECK, END)
    finished = search({(): {OTTER: -1.0, NECK: -0.6}, (OTTER,): {OTTILIE: -0.2}}, [OTTER, OTTILIE])
    assert finished.tokens == (OTTER, OTTILIE, END)
    assert np.isclose(finished.bonus, 2 * BONUS_PER_TOKEN)


def test_transcript_that_repeats_itself_is_cut_off() -> None:
    endless = {(AN,) * count: {AN: -0.1} for count in range(20)}
    assert len(search(endless, max_tokens=5).tokens) <= 5
