"""Moonshine base, the network of the second ear (`second_ear.py`): how likely were exactly these words?

It looks at the sound once (the encoder, by onnxruntime) and then reads each phrase against what it saw, token by token
(the decoder). The file of the decoder holds its weights in single bytes, and onnxruntime would turn all of them into
numbers again for each question, which takes longer than everything else. So they are read once, and the decoder is
computed here with numpy. It is a transformer: in each of its layers a token looks at those before it and at the sound,
and is changed by what it has seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from narrator.speech.networks.onnx_runtime import load_onnxruntime, read_graph
from narrator.speech.networks.silero_vad import sigmoid
from narrator.speech.pcm import FULL_SCALE, Samples

START, END = 1, 2
"""Tokens before and after all that is said."""
MARKS = (".", "!", "?", ",")
"""After which nothing more need come."""
SPACE = "\u2581"
"""How a token begins that begins a word."""
FAR = 6.0
"""How much less likely than another, as a logarithm, something may begin and is still read on."""
LONG = 128
"""Bytes of a token from which on its length takes two bytes in the file."""
LAYERS, HEADS, TURNED, FACTOR = 8, 8, 32, 10000.0
"""Of the decoder: its layers; in how many ways at once a token looks at others; how many numbers of each look are
turned by where the token stands, and how slowly (rotary position embedding)."""
MERGED, SUM = "_merged_0", "_add_tensor"
"""In the file of the decoder, how the names of weights end, and of those that are made of bytes."""

Numbers = NDArray[np.float32]


class Moonshine:
    """The network: the sound is looked at once, each phrase then read against it."""

    def __init__(self, folder: Path) -> None:
        runtime = load_onnxruntime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # the voice needs the other cores
        encoder = str(folder / "encoder_model.ort")
        self._encoder = runtime.InferenceSession(encoder, options, providers=["CPUExecutionProvider"])
        self._decoder = Decoder(read_weights(folder / "decoder_model_merged.ort"))
        self._tokens = {token: number for number, token in enumerate(read_tokens(folder / "tokenizer.bin"))}
        self._ends = [END, *(self._tokens[mark.encode()] for mark in MARKS)]

    def likelihoods(self, samples: Samples, phrases: Sequence[str]) -> list[float]:
        """Of a phrase whose beginning is far less likely than another's only that beginning is read."""
        sound = (samples / FULL_SCALE).astype(np.float32)[np.newaxis]
        (seen,) = self._encoder.run(None, {"input_values": sound})
        reading = self._decoder.begin(seen[0])
        spelt = [self.spelt(phrase) for phrase in phrases]
        likely = [float(reading.first[tokens[0]]) for tokens in spelt]
        good = [number for number, each in enumerate(likely) if each > max(likely) - FAR]
        for number, after in zip(good, reading.after([spelt[number] for number in good]), strict=True):
            words = sum(float(after[at, token]) for at, token in enumerate(spelt[number][1:]))
            likely[number] += words + float(np.logaddexp.reduce(after[len(spelt[number]) - 1, self._ends]))
        return likely

    def spelt(self, phrase: str) -> list[int]:
        """The phrase as the network writes it, in tokens: as with whoever trained it, the two neighbours are joined
        first that stand first in the list (byte pair encoding), and a letter that is not in it is spelt in bytes."""
        letters = [letter.encode() for letter in (SPACE + phrase[:1].upper() + phrase[1:]).replace(" ", SPACE)]
        parts = [
            part for each in letters for part in ([each] if each in self._tokens else (bytes([one]) for one in each))
        ]
        while joined := [
            (self._tokens[both], at)
            for at in range(len(parts) - 1)
            if (both := parts[at] + parts[at + 1]) in self._tokens
        ]:
            _, at = min(joined)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return [self._tokens[part] for part in parts]


# --- the decoder ---------------------------------------------------------------------------------------

Looked = tuple[Numbers, Numbers]
"""What can be looked at: by what each place is found, and what is found there; for each head."""


class Decoder:
    """Reads tokens against what the encoder saw."""

    def __init__(self, weights: dict[str, Numbers]) -> None:
        self._weights = weights
        self._embedding = weights["embed_tokens"]

    def begin(self, seen: Numbers) -> "Reading":
        """Read the token before all others."""
        keys, values = (
            [by_heads(seen @ self._of(layer, f"encoder_attn.{name}_proj"), 1)[0] for layer in range(LAYERS)]
            for name in "kv"
        )
        sound = list(zip(keys, values, strict=True))
        ((first,),), start = self.read([[START]], sound)
        return Reading(self, sound, start, first)

    def read(
        self, rows: Sequence[Sequence[int]], sound: Sequence[Looked], before: Sequence[Looked] = ()
    ) -> tuple[list[Numbers], list[Looked]]:
        """How likely each token is after each one of these rows, as a logarithm, and what was looked at. What all of
        them were preceded by is not read again."""
        many, longest, places = len(rows), max(map(len, rows)), before[0][0].shape[1] if before else 0
        read = np.array([[*tokens, *[END] * (longest - len(tokens))] for tokens in rows])
        state = self._embedding[read.reshape(-1)]  # all tokens of all rows at once: so every weight is fetched once
        turn = turns(np.arange(places, places + longest))
        looked: list[Looked] = []
        for layer in range(LAYERS):
            normal = normalised(state, self._of(layer, "input_layernorm"))
            asks, keys, values = (by_heads(normal @ self._of(layer, f"self_attn.{name}_proj"), many) for name in "qkv")
            asks, keys = turned(asks, turn), turned(keys, turn)
            looked.append((keys[0], values[0]))
            if before:
                keys, values = (
                    np.concatenate([np.broadcast_to(old, (many, *old.shape)), new], axis=2)
                    for old, new in zip(before[layer], (keys, values), strict=True)
                )
            state = state + attention(asks, keys, values, later=places) @ self._of(layer, "self_attn.dense")
            normal = normalised(state, self._of(layer, "post_attention_layernorm"))
            asks = by_heads(normal @ self._of(layer, "encoder_attn.q_proj"), many)
            state = state + attention(asks, *sound[layer]) @ self._of(layer, "encoder_attn.dense")
            state = state + self._changed(layer, normalised(state, self._of(layer, "final_layernorm")))
        wanted = [number * longest + at for number, tokens in enumerate(rows) for at in range(len(tokens))]
        after = likely(normalised(state[wanted], self._weights["norm"]) @ self._embedding.T)
        return np.split(after, np.cumsum([len(tokens) for tokens in rows])[:-1]), looked

    def _changed(self, layer: int, state: Numbers) -> Numbers:
        up = state @ self._of(layer, "mlp.up_proj") + self._of(layer, "mlp.up_proj.bias")
        value, gate = np.split(up, 2, axis=-1)
        down: Numbers = (value * gate * sigmoid(gate)) @ self._of(layer, "mlp.down_proj")
        return down + self._of(layer, "mlp.down_proj.bias")

    def _of(self, layer: int, name: str) -> Numbers:
        return self._weights[f"layers.{layer}.{name}"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A sound that is being read."""

    decoder: Decoder
    sound: Sequence[Looked]
    start: Sequence[Looked]
    first: Numbers
    """How likely each token is the first, as a logarithm."""

    def after(self, rows: Sequence[Sequence[int]]) -> list[Numbers]:
        """How likely each token is after each one of these rows, as a logarithm."""
        return self.decoder.read(rows, self.sound, self.start)[0]


def by_heads(numbers: Numbers, rows: int) -> Numbers:
    """What each head gets of them, for each row."""
    return numbers.reshape(rows, len(numbers) // rows, HEADS, -1).swapaxes(1, 2)


def attention(asks: Numbers, keys: Numbers, values: Numbers, later: int | None = None) -> Numbers:
    """What each token finds where it looks. `later` than so many places, none looks at those behind it."""
    match = asks @ keys.swapaxes(-1, -2) / np.float32(sqrt(asks.shape[-1]))
    if later is not None:
        here, there = np.ogrid[: match.shape[-2], : match.shape[-1]]
        match[..., there > here + later] = -np.inf
    shares = np.exp(match - match.max(axis=-1, keepdims=True))
    found: Numbers = (shares / shares.sum(axis=-1, keepdims=True)) @ values
    return found.swapaxes(1, 2).reshape(-1, HEADS * found.shape[-1])


def turns(places: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """By how much the numbers of each of these places are turned."""
    angles = np.outer(places, FACTOR ** -(np.arange(0, TURNED, 2) / TURNED))
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def turned(numbers: Numbers, by: tuple[Numbers, Numbers]) -> Numbers:
    """Pairs of numbers, turned by where they stand."""
    cosine, sine = by
    one, other = numbers[..., 0:TURNED:2], numbers[..., 1:TURNED:2]
    both = np.stack([one * cosine - other * sine, other * cosine + one * sine], axis=-1)
    return np.concatenate([both.reshape(*both.shape[:-2], TURNED), numbers[..., TURNED:]], axis=-1)


def normalised(numbers: Numbers, weights: Numbers) -> Numbers:
    middle = numbers - numbers.mean(axis=-1, keepdims=True)
    found: Numbers = middle / np.sqrt((middle**2).mean(axis=-1, keepdims=True) + np.float32(1e-5)) * weights
    return found


def likely(numbers: Numbers) -> Numbers:
    """As logarithms of likelihoods."""
    numbers = numbers - numbers.max(axis=-1, keepdims=True)
    found: Numbers = numbers - np.log(np.exp(numbers).sum(axis=-1, keepdims=True))
    return found


# --- the files -----------------------------------------------------------------------------------------


def read_weights(file: Path) -> dict[str, Numbers]:
    """The decoder's weights by their names. Those of multiplications have none of their own in the file, but the steps
    of the computation that they belong to do."""
    tensors, steps = read_graph(file)
    named = {
        name.removeprefix("model.decoder.").removesuffix(MERGED).removesuffix(".weight"): tensor
        for name, tensor in tensors.items()
        if name.endswith(MERGED)
    }
    multiplied = {
        step.removeprefix("/model/decoder/").removesuffix("/MatMul").replace("/", "."): with_bytes.removesuffix(SUM)
        for step, used in steps
        if step.endswith("/MatMul") and (with_bytes := used[-1]).endswith(SUM)
    } | {"embed_tokens": f"model.decoder.embed_tokens.weight{MERGED}"}
    return named | {
        name: tensors[f"{source}_quantized"] * tensors[f"{source}_scale"] + tensors[f"{source}_zero_point"]
        for name, source in multiplied.items()
    }


def read_tokens(file: Path) -> list[bytes]:
    """All tokens by their numbers. In the file each has its length before it."""
    data, at, found = file.read_bytes(), 0, []
    while at < len(data):
        length, at = data[at], at + 1
        if length >= LONG:
            length, at = data[at] * LONG + length - LONG, at + 1
        found.append(data[at : at + length])
        at += length
    return found
