"""The Moonshine network, compared with onnxruntime and with what was said."""

from functools import cache

import numpy as np
import pytest

from narrator.speech.models.model import MOONSHINE, find_model
from narrator.speech.networks.moonshine import (
    START_TOKEN,
    Moonshine,
    MoonshineDecoder,
    log_softmax,
    read_decoder_weights,
    read_tokens,
)
from narrator.speech.networks.onnx_runtime import load_onnxruntime
from narrator.speech.pcm import to_int16

NUMBERS = ("one", "two", "three", "four", "five", "six")


@cache
def moonshine() -> Moonshine:
    folder = find_model(MOONSHINE)
    assert folder is not None, "make test installs Moonshine"
    return Moonshine(folder)


@pytest.mark.parametrize("said", ["three", "six", "louder"])
def test_spoken_phrase_is_the_likeliest(said: str) -> None:
    from tests.support.synthetic_speech import NARRATOR_SPEAKER, place_in_room  # noqa: PLC0415 - only where hibari is

    phrases = (*NUMBERS, "louder", "softer", "go on")
    audio = place_in_room(NARRATOR_SPEAKER.say(said))
    likelihoods = dict(zip(phrases, moonshine().likelihoods(audio, phrases), strict=True))
    assert max(likelihoods, key=likelihoods.__getitem__) == said


def test_hiss_is_not_a_number() -> None:
    hiss = to_int16(np.random.default_rng(1).normal(0, 500, 16_000))
    assert max(moonshine().likelihoods(hiss, NUMBERS)) < -5


def test_decoder_computes_the_same_as_onnxruntime() -> None:
    folder = find_model(MOONSHINE)
    assert folder is not None
    session = load_onnxruntime().InferenceSession(str(folder / "decoder_model_merged.ort"))
    encoded = np.random.default_rng(2).normal(0, 1, (25, 416)).astype(np.float32)
    tokens = moonshine().tokenise("the old lady")
    cache_inputs = {
        each.name: np.zeros((1, 8, 0, 52), np.float32) for each in session.get_inputs() if "past_key" in each.name
    }
    inputs = {
        "input_ids": [[START_TOKEN, *tokens]],
        "encoder_hidden_states": encoded[np.newaxis],
        "use_cache_branch": [False],
    }
    (logits,) = session.run(["logits"], {name: np.array(value) for name, value in inputs.items()} | cache_inputs)
    state = MoonshineDecoder(read_decoder_weights(folder / "decoder_model_merged.ort")).begin(encoded)
    ours = np.concatenate([state.first[np.newaxis], *state.read([tokens, tokens[:1]])[:1]])
    assert np.allclose(ours, log_softmax(logits[0]), atol=1e-3)


def test_words_are_tokenised_into_the_largest_known_parts() -> None:
    folder = find_model(MOONSHINE)
    assert folder is not None
    tokens = read_tokens(folder / "tokenizer.bin")
    assert len(tokens) == 32_000
    assert [tokens[number].decode() for number in moonshine().tokenise("the old lady")] == ["▁The", "▁old", "▁lady"]
    for name in ("Flumblewick", "Zoë", "Kit🦊"):  # players may have any name
        assert b"".join(tokens[number] for number in moonshine().tokenise(name)).decode() == f"▁{name}"
