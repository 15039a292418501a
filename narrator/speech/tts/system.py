"""The system's own voice, through pyttsx3: SAPI on Windows, NSSpeech on macOS, eSpeak NG on Linux.

Each text is rendered to a file in a separate process (`pyttsx_worker.py`), which is started ahead to save its start-up
time. An engine that hangs or crashes affects only its own process.
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

from narrator.core.installation import install_command
from narrator.core.system_packages import system_package_command
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import (
    DEFAULT_WORDS_PER_MINUTE,
    MAX_WORDS_PER_MINUTE,
    MIN_WORDS_PER_MINUTE,
    RenderFailed,
    RenderInterrupted,
    speed_up,
)

WORKER_TIMEOUT_S = 20.0
"""The limit for one sentence; a process that takes longer hangs."""
MAX_ENGINE_WORDS_PER_MINUTE = 450
"""The limit of eSpeak NG. `speed_up` does the rest, on every system."""
SPARE_WORKERS = 2
"""Idle processes: one for the next sentence, and one for the reply to an interruption."""


def is_system_voice_installed() -> bool:
    """Return whether pyttsx3 and an engine are installed, without importing them."""
    if find_spec("pyttsx3") is None:
        return False
    return sys.platform != "linux" or find_library("espeak-ng") is not None


def install_system_voice() -> str:
    """Return the command that installs the system's voice; on Linux it is a package of the distribution."""
    command = None if find_library("espeak-ng") else system_package_command("espeak-ng")
    return command or install_command("voice")


class SystemRenderer:
    """Renders with the system's voice for this language."""

    def __init__(self, language: str = DEFAULT_LANGUAGE) -> None:
        self.name = f"system/{sys.platform}/{language}"
        self._voice = get_language(language).espeak_voice if sys.platform == "linux" else language
        self._spare: deque[subprocess.Popen[str]] = deque()
        self._active: subprocess.Popen[str] | None = None
        self._is_interrupted = False
        self._lock = threading.Lock()

    def load(self) -> None:
        """Start a process and check that it speaks."""
        if not self.render("Hello.", DEFAULT_WORDS_PER_MINUTE).seconds:
            raise RenderFailed("The system's voice is silent.")

    def render(self, text: str, words_per_minute: int) -> Pcm:
        with self._lock:
            self._is_interrupted = False
            worker = self._active = self._spare.popleft() if self._spare else self._start_worker()
        words_per_minute = max(MIN_WORDS_PER_MINUTE, min(MAX_WORDS_PER_MINUTE, words_per_minute))
        engine_rate = min(MAX_ENGINE_WORDS_PER_MINUTE, words_per_minute)
        try:
            with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
                file = Path(folder) / "spoken.wav"
                self._run(worker, {"text": text, "rate": engine_rate, "file": str(file)})
                speech = Pcm.from_array(*soundfile.read(file, dtype="int16"))
        except (OSError, soundfile.LibsndfileError) as error:
            raise RenderFailed(f"The system's voice could not say {text!r} ({error}).") from error
        finally:
            with self._lock:
                self._active = None
            end_worker(worker)
        return speed_up(speech, words_per_minute / MAX_ENGINE_WORDS_PER_MINUTE)

    def _run(self, worker: subprocess.Popen[str], job: dict[str, object]) -> None:
        """Let the worker render, and start spare ones for the next texts."""
        error = ""
        with suppress(subprocess.TimeoutExpired):
            error = worker.communicate(json.dumps(job) + "\n", WORKER_TIMEOUT_S)[0].strip()
        with self._lock:
            while len(self._spare) < SPARE_WORKERS:
                self._spare.append(self._start_worker())
            if self._is_interrupted:
                raise RenderInterrupted
        if worker.returncode != 0 or error:
            reason = error or "its process ended early"
            raise RenderFailed(f"The system's voice cannot speak ({reason}). Try: {install_system_voice()}")

    def _start_worker(self) -> "subprocess.Popen[str]":
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
            if self._active is not None:
                self._is_interrupted = True
                self._active.kill()

    def close(self) -> None:
        """End the spare processes."""
        with self._lock:
            while self._spare:
                end_worker(self._spare.popleft())


def end_worker(worker: "subprocess.Popen[str]") -> None:
    """Kill the process and close its pipes."""
    worker.kill()
    worker.communicate()
