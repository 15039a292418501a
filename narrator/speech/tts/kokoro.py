"""Kokoro: 28 English voices for the characters of stories. It is too slow to answer at the table.

`narrator setup --voices` downloads the network and the voices. The network reads the same phonemes as hibari
(`phonemes.py`). All voices share one network, which is loaded once and uses one thread.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from narrator.core.installation import describe_missing_extra
from narrator.speech.models.kokoro import KOKORO, KOKORO_VOICES
from narrator.speech.models.model import find_model
from narrator.speech.networks.onnx_runtime import open_session
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.phonemes import is_hibari_installed, to_phonemes, to_tokens
from narrator.speech.tts.render import RenderFailed, normalise_speech

KOKORO_RATE_HZ = 24_000
KOKORO_WORDS_PER_MINUTE = 175
"""How fast the voices speak at speed 1; measured, within a tenth."""
MIN_SPEED, MAX_SPEED = 0.5, 1.6
"""Outside of this range the voices drawl or mumble."""
MAX_TOKENS = 500
"""The network takes at most 510."""
STYLE_SIZE = 256


def why_no_kokoro() -> str | None:
    """Return why Kokoro cannot speak, with what to do; `None` if it can."""
    if not is_hibari_installed():
        return describe_missing_extra("voice")
    if find_model(KOKORO) is None or find_model(KOKORO_VOICES) is None:
        return "The voices of characters are not installed. To install them: narrator setup --voices"
    return None


class KokoroNetwork:
    """The network. `speak` may be called from any thread."""

    def __init__(self, model: Path, voices: Path) -> None:
        self._session = open_session(model / "model.onnx", keeps_memory=True)
        self._inputs = {each.name: each.type for each in self._session.get_inputs()}
        self._voices = voices
        self._styles: dict[str, NDArray[np.float32]] = {}
        self._lock = Lock()

    def speak(self, text: str, voice: str, speed: float) -> Pcm:
        """Return the text in this voice, in its accent: the names of British voices begin with b."""
        with self._lock:
            tokens = to_tokens(to_phonemes(text, british=voice.startswith("b")))
            windows = [tokens[start : start + MAX_TOKENS] for start in range(0, len(tokens), MAX_TOKENS)]
            sounds = [self._run(window, self._style(voice), speed) for window in windows]
        return Pcm.join(sounds) if sounds else Pcm.silence(0, KOKORO_RATE_HZ)

    def _run(self, tokens: list[int], style: NDArray[np.float32], speed: float) -> Pcm:
        name = "input_ids" if "input_ids" in self._inputs else "tokens"
        numbers = {
            name: np.array([[0, *tokens, 0]], dtype=np.int64),
            "style": style[len(tokens)],
            "speed": np.array([speed], dtype=np.float32),
        }
        return Pcm.from_array(np.asarray(self._session.run(None, numbers)[0]).ravel(), KOKORO_RATE_HZ)

    def _style(self, voice: str) -> NDArray[np.float32]:
        if voice not in self._styles:
            numbers = np.fromfile(self._voices / f"{voice}.bin", dtype="<f4")
            self._styles[voice] = numbers.reshape(-1, 1, STYLE_SIZE)
        return self._styles[voice]


@cache
def load_kokoro_network() -> KokoroNetwork:
    """Return the network, or raise `RenderFailed` with what to do."""
    problem = why_no_kokoro()
    model, voices = find_model(KOKORO), find_model(KOKORO_VOICES)
    if problem is not None or model is None or voices is None:
        raise RenderFailed(problem or "Kokoro is not installed.")
    try:
        return KokoroNetwork(model, voices)
    except Exception as error:  # damaged models and incomplete packages raise all kinds of errors
        raise RenderFailed(f"Kokoro cannot speak ({error}). Repair it with: narrator setup --voices") from error


def kokoro_voice_name(voice: str) -> str:
    """Return the name of a voice in the cache."""
    return f"kokoro/{voice}"


def render_kokoro(text: str, voice: str, words_per_minute: int) -> Pcm:
    """Return the text, trimmed and at the common level."""
    speed = min(MAX_SPEED, max(MIN_SPEED, words_per_minute / KOKORO_WORDS_PER_MINUTE))
    try:
        return normalise_speech(load_kokoro_network().speak(text, voice, speed))
    except (OSError, RuntimeError, ValueError) as error:
        raise RenderFailed(f"Kokoro cannot say “{text}” ({error}).") from error


class KokoroReader:
    """Renders texts in a background thread and stores them in the cache."""

    def __init__(self, cache: SpeechCache | None = None) -> None:
        self._cache = cache
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="kokoro")

    def find_cached(self, text: str, voice: str, words_per_minute: int) -> Pcm | None:
        """Return the text if it is in the cache."""
        return self._cache.get(kokoro_voice_name(voice), words_per_minute, text) if self._cache else None

    def has(self, text: str, voice: str, words_per_minute: int) -> bool:
        """Return whether the text is in the cache."""
        return self._cache is not None and self._cache.has(kokoro_voice_name(voice), words_per_minute, text)

    def request(self, text: str, voice: str, words_per_minute: int) -> "Future[Pcm]":
        """Start rendering this text."""
        return self._thread.submit(self._render, text, voice, words_per_minute)

    def close(self) -> None:
        """Finish the current text and cancel the others."""
        self._thread.shutdown(cancel_futures=True)

    def _render(self, text: str, voice: str, words_per_minute: int) -> Pcm:
        cached = self.find_cached(text, voice, words_per_minute)
        if cached is not None:
            return cached
        pcm = render_kokoro(text, voice, words_per_minute)
        if self._cache is not None:
            self._cache.put(kokoro_voice_name(voice), words_per_minute, text, pcm)
        return pcm
