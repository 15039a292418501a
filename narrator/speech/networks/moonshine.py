"""Moonshine base, the second recogniser: the log-likelihood of given phrases.

The encoder runs once per utterance, in onnxruntime. The decoder then scores each phrase, token by token. The decoder's
file holds its weights as 8-bit integers, and onnxruntime would convert all of them to floating point for each run. That
takes longer than everything else. So they are converted once, and the decoder is computed here with NumPy. It is a
transformer with rotary position embeddings. See `docs/engineers/networks.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.networks.onnx_runtime import load_onnxruntime, read_graph
from narrator.speech.networks.silero_vad import Float32Array, sigmoid
from narrator.speech.networks.token_search import TokenBias, search_tokens
from narrator.speech.pcm import FULL_SCALE, Samples

START_TOKEN, END_TOKEN = 1, 2
END_MARKS = (".", "!", "?", ",")
"""Punctuation after which a phrase may end."""
WORD_START = "\u2581"
"""First character of a token that starts a word."""
QUOTATION_MARKS = " \"'“”‘’"
"""What it sometimes puts around a sentence, and spaces."""
PRUNING_MARGIN = 6.0
"""Log-likelihood below the best first token beyond which a phrase is not scored further. Smaller is faster and may drop
the right phrase. Bench: hearing --only digits quiet, column "computing"."""
LONG_TOKEN_BYTES = 128
"""The length of longer tokens takes two bytes in the token file."""
MAX_TOKENS_PER_S = 6.5
"""More tokens than anybody says in a second. The limit stops a transcript that repeats itself without end."""
LAYERS, HEADS = 8, 8
"""Of the decoder."""
ROTARY_DIMENSIONS, ROTARY_BASE = 32, 10000.0
"""Dimensions of each head that carry the position, and the base of their frequencies."""
WEIGHT_SUFFIX, INTEGER_SUFFIX = "_merged_0", "_add_tensor"
"""Endings of weight names in the decoder's file, for floating-point and for integer weights."""


@dataclass(frozen=True, slots=True)
class SentenceTranscript:
    """A transcript with punctuation."""

    text: str
    confidence: float
    """The average log-likelihood of a token, 0 at best."""


class Moonshine:
    """The network: audio is encoded once, then each phrase is scored against it."""

    def __init__(self, folder: Path) -> None:
        runtime = load_onnxruntime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # the voice needs the other cores
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # else it keeps what the longest sound needed
        encoder = str(folder / "encoder_model.ort")
        self._encoder = runtime.InferenceSession(encoder, options, providers=["CPUExecutionProvider"])
        self._decoder = MoonshineDecoder(read_decoder_weights(folder / "decoder_model_merged.ort"))
        self._spellings = read_tokens(folder / "tokenizer.bin")
        self._tokens = {token: number for number, token in enumerate(self._spellings)}
        self._tokens_of_words: dict[str, list[int]] = {}
        """Favoured words in tokens; the same ones are favoured again and again."""
        self._end_tokens = [END_TOKEN, *(self._tokens[mark.encode()] for mark in END_MARKS)]

    def likelihoods(self, samples: Samples, phrases: Sequence[str]) -> list[float]:
        """Return, for each phrase, the log-likelihood that it was said and nothing else.

        For a phrase whose first token is far less likely than another's, only that token counts.
        """
        state = self._begin(samples)
        tokenised = [self.tokenise(phrase) for phrase in phrases]
        found = [float(state.first[tokens[0]]) for tokens in tokenised]
        kept = [number for number, likelihood in enumerate(found) if likelihood > max(found) - PRUNING_MARGIN]
        for number, scores in zip(kept, state.read([tokenised[number] for number in kept]), strict=True):
            tokens = tokenised[number]
            rest = sum(float(scores[place, token]) for place, token in enumerate(tokens[1:]))
            found[number] += rest + float(np.logaddexp.reduce(scores[len(tokens) - 1, self._end_tokens]))
        return found

    def transcribe(self, samples: Samples, favoured: Sequence[str] = ()) -> SentenceTranscript:
        """Write down what was said. Words in `favoured`, such as the names of the cards, are likelier than others."""
        state = self._begin(samples)
        cache: Cache = state.start

        def step(places: Sequence[int], tokens: Sequence[int]) -> Float32Array:
            nonlocal cache
            before = [(keys[places], values[places]) for keys, values in cache]
            scores, cache = self._decoder.read([[token] for token in tokens], state.audio, before)
            return np.concatenate(scores)

        spellings = {*favoured, *(name.capitalize() for name in favoured)}
        for name in spellings - self._tokens_of_words.keys():
            self._tokens_of_words[name] = self._split_into_tokens(name)
        bias = TokenBias(self._tokens_of_words[name] for name in spellings)
        max_tokens = round(len(samples) / SAMPLE_RATE_HZ * MAX_TOKENS_PER_S) + len(self._end_tokens)
        found = search_tokens(state.first, step, bias, END_TOKEN, max_tokens)
        written = b"".join(self._spellings[token] for token in found.tokens if token != END_TOKEN)
        text = written.decode("utf-8", "ignore").replace(WORD_START, " ").strip(QUOTATION_MARKS)
        return SentenceTranscript(text, found.log_likelihood / max(1, len(found.tokens)))

    def _begin(self, samples: Samples) -> "DecoderState":
        audio = (samples / FULL_SCALE).astype(np.float32)[np.newaxis]
        (encoded,) = self._encoder.run(None, {"input_values": audio})
        return self._decoder.begin(encoded[0])

    def tokenise(self, phrase: str) -> list[int]:
        """Return the tokens of a phrase that begins an utterance."""
        return self._split_into_tokens(phrase[:1].upper() + phrase[1:])

    def _split_into_tokens(self, words: str) -> list[int]:
        """Return the tokens of some words (byte pair encoding).

        As in training, the pair of neighbours that comes first in the token list is joined first. A character that is
        not in the list is spelled in bytes.
        """
        text = (WORD_START + words).replace(" ", WORD_START)
        parts = [
            part
            for character in (character.encode() for character in text)
            for part in ([character] if character in self._tokens else (bytes([byte]) for byte in character))
        ]
        while pairs := [
            (self._tokens[joined], place)
            for place in range(len(parts) - 1)
            if (joined := parts[place] + parts[place + 1]) in self._tokens
        ]:
            _, place = min(pairs)
            parts[place : place + 2] = [parts[place] + parts[place + 1]]
        return [self._tokens[part] for part in parts]


# --- the decoder ---------------------------------------------------------------------------------------

KeysAndValues = tuple[Float32Array, Float32Array]
"""What attention looks up, for each sequence and head: the keys and the values of all positions."""
Cache = Sequence[KeysAndValues]
"""The keys and values of each layer."""


class MoonshineDecoder:
    """Scores sequences of tokens against encoded audio."""

    def __init__(self, weights: dict[str, Float32Array]) -> None:
        self._weights = weights
        self._embedding = weights["embed_tokens"]

    def begin(self, encoded: Float32Array) -> "DecoderState":
        """Read the start token."""
        keys, values = (
            [split_heads(encoded @ self._layer(layer, f"encoder_attn.{name}_proj"), 1) for layer in range(LAYERS)]
            for name in "kv"
        )
        audio = list(zip(keys, values, strict=True))
        ((first,),), start = self.read([[START_TOKEN]], audio)
        return DecoderState(self, audio, start, first)

    def read(
        self, sequences: Sequence[Sequence[int]], audio: Cache, before: Cache = ()
    ) -> tuple[list[Float32Array], Cache]:
        """Return the log-likelihood of every token after each token of the sequences, and their cache.

        `before` is the cache of the tokens before the sequences, for each of them or one for all.
        """
        count, longest, offset = len(sequences), max(map(len, sequences)), before[0][0].shape[2] if before else 0
        padded = np.array([[*tokens, *[END_TOKEN] * (longest - len(tokens))] for tokens in sequences])
        state = self._embedding[padded.reshape(-1)]  # all tokens of all sequences at once, so each weight is read once
        rotation = rotations(np.arange(offset, offset + longest))
        cache: list[KeysAndValues] = []
        for layer in range(LAYERS):
            normal = normalise(state, self._layer(layer, "input_layernorm"))
            queries, keys, values = (
                split_heads(normal @ self._layer(layer, f"self_attn.{name}_proj"), count) for name in "qkv"
            )
            queries, keys = rotate(queries, rotation), rotate(keys, rotation)
            if before:
                keys, values = (
                    np.concatenate([np.broadcast_to(old, (count, *old.shape[1:])), new], axis=2)
                    for old, new in zip(before[layer], (keys, values), strict=True)
                )
            cache.append((keys, values))
            state = state + attend(queries, keys, values, causal_from=offset) @ self._layer(layer, "self_attn.dense")
            normal = normalise(state, self._layer(layer, "post_attention_layernorm"))
            queries = split_heads(normal @ self._layer(layer, "encoder_attn.q_proj"), count)
            state = state + attend(queries, *audio[layer]) @ self._layer(layer, "encoder_attn.dense")
            state = state + self._feed_forward(layer, normalise(state, self._layer(layer, "final_layernorm")))
        rows = [number * longest + place for number, tokens in enumerate(sequences) for place in range(len(tokens))]
        scores = log_softmax(normalise(state[rows], self._weights["norm"]) @ self._embedding.T)
        return np.split(scores, np.cumsum([len(tokens) for tokens in sequences])[:-1]), cache

    def _feed_forward(self, layer: int, state: Float32Array) -> Float32Array:
        up = state @ self._layer(layer, "mlp.up_proj") + self._layer(layer, "mlp.up_proj.bias")
        value, gate = np.split(up, 2, axis=-1)
        down: Float32Array = (value * gate * sigmoid(gate)) @ self._layer(layer, "mlp.down_proj")
        return down + self._layer(layer, "mlp.down_proj.bias")

    def _layer(self, layer: int, name: str) -> Float32Array:
        return self._weights[f"layers.{layer}.{name}"]


@dataclass(frozen=True, slots=True)
class DecoderState:
    """The decoder after the start token, for one utterance."""

    decoder: MoonshineDecoder
    audio: Cache
    start: Cache
    first: Float32Array
    """The log-likelihood of every token as the first one."""

    def read(self, sequences: Sequence[Sequence[int]]) -> list[Float32Array]:
        """Return the log-likelihood of every token after each token of the sequences."""
        return self.decoder.read(sequences, self.audio, self.start)[0]


def split_heads(values: Float32Array, sequences: int) -> Float32Array:
    """Return the values as sequence × head × position × dimension."""
    return values.reshape(sequences, len(values) // sequences, HEADS, -1).swapaxes(1, 2)


def attend(
    queries: Float32Array, keys: Float32Array, values: Float32Array, causal_from: int | None = None
) -> Float32Array:
    """Return the attention output. With `causal_from`, query n sees only positions up to `causal_from` + n."""
    match = queries @ keys.swapaxes(-1, -2) / np.float32(sqrt(queries.shape[-1]))
    if causal_from is not None:
        here, there = np.ogrid[: match.shape[-2], : match.shape[-1]]
        match[..., there > here + causal_from] = -np.inf
    shares = np.exp(match - match.max(axis=-1, keepdims=True))
    found: Float32Array = (shares / shares.sum(axis=-1, keepdims=True)) @ values
    return found.swapaxes(1, 2).reshape(-1, HEADS * found.shape[-1])


def rotations(positions: NDArray[np.int64]) -> tuple[Float32Array, Float32Array]:
    """Return the cosines and sines of the rotary embedding for these positions."""
    exponents = np.arange(0, ROTARY_DIMENSIONS, 2) / ROTARY_DIMENSIONS
    angles = np.outer(positions, ROTARY_BASE**-exponents)
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def rotate(values: Float32Array, rotation: tuple[Float32Array, Float32Array]) -> Float32Array:
    """Apply the rotary embedding to the pairs of the first dimensions."""
    cosine, sine = rotation
    even, odd = values[..., 0:ROTARY_DIMENSIONS:2], values[..., 1:ROTARY_DIMENSIONS:2]
    pairs = np.stack([even * cosine - odd * sine, odd * cosine + even * sine], axis=-1)
    rotated = pairs.reshape(*pairs.shape[:-2], ROTARY_DIMENSIONS)
    return np.concatenate([rotated, values[..., ROTARY_DIMENSIONS:]], axis=-1)


def normalise(values: Float32Array, weights: Float32Array) -> Float32Array:
    """Apply layer normalisation without bias."""
    centred = values - values.mean(axis=-1, keepdims=True)
    found: Float32Array = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(1e-5)) * weights
    return found


def log_softmax(values: Float32Array) -> Float32Array:
    """Return logarithms of probabilities."""
    values = values - values.max(axis=-1, keepdims=True)
    found: Float32Array = values - np.log(np.exp(values).sum(axis=-1, keepdims=True))
    return found


# --- the files -----------------------------------------------------------------------------------------


def read_decoder_weights(file: Path) -> dict[str, Float32Array]:
    """Return the decoder's weights by name.

    Weights of matrix products have no name in the file; they are named after the operation that uses them. No weight
    refers to the file's bytes, so that they can be freed.
    """
    tensors, operations = read_graph(file)
    floats = {
        name.removeprefix("model.decoder.").removesuffix(WEIGHT_SUFFIX).removesuffix(".weight"): tensor.copy()
        for name, tensor in tensors.items()
        if name.endswith(WEIGHT_SUFFIX)
    }
    integers = {
        name.removeprefix("/model/decoder/").removesuffix("/MatMul").replace("/", "."): last.removesuffix(
            INTEGER_SUFFIX
        )
        for name, inputs in operations
        if name.endswith("/MatMul") and (last := inputs[-1]).endswith(INTEGER_SUFFIX)
    } | {"embed_tokens": f"model.decoder.embed_tokens.weight{WEIGHT_SUFFIX}"}
    return floats | {
        name: tensors[f"{source}_quantized"] * tensors[f"{source}_scale"] + tensors[f"{source}_zero_point"]
        for name, source in integers.items()
    }


def read_tokens(file: Path) -> list[bytes]:
    """Return all tokens by number. In the file each one follows its length."""
    data, offset, found = file.read_bytes(), 0, []
    while offset < len(data):
        length, offset = data[offset], offset + 1
        if length >= LONG_TOKEN_BYTES:
            length, offset = data[offset] * LONG_TOKEN_BYTES + length - LONG_TOKEN_BYTES, offset + 1
        found.append(data[offset : offset + length])
        offset += length
    return found
