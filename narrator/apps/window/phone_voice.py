"""Read the page of a phone with the narrator's voice: as sound for this phone only, never in the room.

A phone asks for it only if it has no voice of its own. The texts are secret, so they are not cached on disk.
"""

import io
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from narrator.apps.window.messages import ReadAloud
from narrator.core.errors import NarratorError
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.speech.ports import Cue

if TYPE_CHECKING:  # imported late, so that a game without reading aloud starts faster
    from narrator.speech.pcm import Pcm
    from narrator.speech.tts.synthesiser import Synthesiser

CACHED_SOUNDS = 64
"""About five minutes of speech."""
RENDER_TIMEOUT_S = 60.0


class PhoneVoice:
    """Renders what is on the phones. The session's thread sets the texts, the server's threads ask for sounds."""

    def __init__(self, language: str = DEFAULT_LANGUAGE, make: "Callable[[], Synthesiser] | None" = None) -> None:
        self._language = language
        self._make = make or (lambda: make_synthesiser(language))
        self._texts: dict[str, Mapping[str, str]] = {}
        self._synthesiser: Synthesiser | None = None
        self._lock = Lock()
        self._render = lru_cache(CACHED_SOUNDS)(self._render_text)

    def set_reading(self, seat: str, reading: Iterable[ReadAloud]) -> None:
        """Let this seat's phone ask for these texts, and for no others."""
        self._texts[seat] = {item.sound: item.text for item in reading}

    def find_sound(self, seat: str, name: str) -> bytes | None:
        """Return a sound as a WAV file; None if it is not this phone's or there is no voice. It may take seconds."""
        if name == Cue.YOUR_TURN:
            from narrator.speech.tts.cues import load_cue  # noqa: PLC0415 - see above

            return encode_wav(load_cue(Cue.YOUR_TURN))
        text = self._texts.get(seat, {}).get(name)
        try:
            return self._render(text) if text else None
        except NarratorError:
            return None

    def _render_text(self, text: str) -> bytes:
        from narrator.speech.tts.pronunciation import load_pronunciation  # noqa: PLC0415 - see above
        from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE  # noqa: PLC0415 - see above

        with self._lock:
            self._synthesiser = self._synthesiser or self._make()
        spoken = load_pronunciation(self._language).respell(text)
        rendered = self._synthesiser.submit(spoken, DEFAULT_WORDS_PER_MINUTE)
        return encode_wav(rendered.result(RENDER_TIMEOUT_S))

    def close(self) -> None:
        with self._lock:
            if self._synthesiser is not None:
                self._synthesiser.close()
                self._synthesiser = None


def make_synthesiser(language: str) -> "Synthesiser":
    """Return a synthesiser with the best installed voice, even if the room hears none."""
    from narrator.speech.tts.choose_voice import choose_voice  # noqa: PLC0415 - see above
    from narrator.speech.tts.synthesiser import Synthesiser  # noqa: PLC0415 - see above

    return Synthesiser(choose_voice(language=language).renderers)


def encode_wav(pcm: "Pcm") -> bytes:
    """Return the sound as a WAV file, which every browser plays."""
    import soundfile  # noqa: PLC0415 - see above

    encoded = io.BytesIO()
    soundfile.write(encoded, pcm.samples, pcm.rate, format="WAV", subtype="PCM_16")
    return encoded.getvalue()
