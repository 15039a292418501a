"""The system's own voice, through pyttsx3: SAPI on Windows, NSSpeech on macOS, eSpeak NG on Linux.

Each text is rendered to a file by a process of its own (`pyttsx_worker`), started ahead so that nobody waits for its
start. Whatever hangs or crashes in there, hangs or crashes alone.
"""

import json
import subprocess
import sys
import tempfile
import threading
from collections import deque
from contextlib import suppress
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path

import soundfile

from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import (
    MAX_WORDS_PER_MINUTE,
    MIN_WORDS_PER_MINUTE,
    RenderFailed,
    RenderInterrupted,
    speed_up,
)

WORKER_TIMEOUT_S = 20.0  # seconds for one breath group. A process that needs longer hangs.
MAX_ENGINE_WORDS_PER_MINUTE = (
    450  # words a minute. eSpeak NG goes no faster; the rest is left to `sped_up`, on every system.
)
SPARE_WORKERS = 2  # processes that wait for a text: one for the next group, one for the answer to whoever interrupts it
SYSTEM_VOICE_INSTALL = "pip install 'narrator[espeak]'"


def is_system_voice_installed() -> bool:
    """Whether there is something that can speak. Nothing is imported for that."""
    if find_spec("pyttsx3") is None:
        return False
    return sys.platform != "linux" or find_spec("espeakng_loader") is not None or find_library("espeak-ng") is not None


class SystemRenderer:
    def __init__(self, language: str = DEFAULT_LANGUAGE) -> None:
        self.name = f"system/{sys.platform}/{language}"
        self._voice = get_language(language).espeak_voice if sys.platform == "linux" else language
        self._waiting: deque[subprocess.Popen[str]] = deque()
        self._working: subprocess.Popen[str] | None = None
        self._given_up = False
        self._lock = threading.Lock()

    def load(self) -> None:
        """Start the first one, and see that it can speak."""
        if not self.render("Hello.", 175).seconds:
            raise RenderFailed("The system's voice says nothing at all.")

    def render(self, text: str, rate: int) -> Pcm:
        with self._lock:
            self._given_up = False
            worker = self._working = self._waiting.popleft() if self._waiting else self._start()
        rate = max(MIN_WORDS_PER_MINUTE, min(MAX_WORDS_PER_MINUTE, rate))
        try:
            with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
                file = Path(folder) / "spoken.wav"
                self._ask(worker, {"text": text, "rate": min(MAX_ENGINE_WORDS_PER_MINUTE, rate), "file": str(file)})
                spoken = Pcm.from_array(*soundfile.read(file, dtype="int16"))
        except (OSError, soundfile.LibsndfileError) as error:
            raise RenderFailed(f"The system's voice could not say {text!r} ({error}).") from error
        finally:
            with self._lock:
                self._working = None
            end_worker(worker)
        return speed_up(spoken, rate / MAX_ENGINE_WORDS_PER_MINUTE)

    def _ask(self, worker: subprocess.Popen[str], wish: dict[str, object]) -> None:
        """Let it render, and start another one for the next text."""
        trouble = ""
        with suppress(subprocess.TimeoutExpired):
            trouble = worker.communicate(json.dumps(wish) + "\n", WORKER_TIMEOUT_S)[0].strip()
        with self._lock:
            while len(self._waiting) < SPARE_WORKERS:
                self._waiting.append(self._start())
            if self._given_up:
                raise RenderInterrupted
        if worker.returncode != 0 or trouble:
            raise RenderFailed(
                f"The system's voice cannot speak ({trouble or 'it broke off'}). Try: {SYSTEM_VOICE_INSTALL}"
            )

    def _start(self) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "narrator.speech.tts.pyttsx_worker", self._voice]
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            cwd=Path(__file__).parents[3],
        )

    def interrupt(self) -> None:
        with self._lock:
            if self._working is not None:
                self._given_up = True
                self._working.kill()

    def close(self) -> None:
        with self._lock:
            while self._waiting:
                end_worker(self._waiting.popleft())


def end_worker(worker: "subprocess.Popen[str]") -> None:
    """Leave no process and no open pipe behind."""
    worker.kill()
    worker.communicate()
