"""The voice that reads books: the studio's, asked line by line, and as steady as can be.

Piper draws a little chance into every line, which makes it sound alive. Here the draw is the same each time, so that
the same story gives the same book.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from narrator.sound.onnx_runtime import load_onnxruntime
from narrator.sound.pcm import Pcm
from narrator.voices.cache import Cache
from narrator.voices.choose_voice import VoiceMissing, choose
from narrator.voices.render import FASTEST, SLOWEST, USUAL_RATE
from narrator.voices.studio import Studio

Asked = Literal["piper", "system"]
SEED = 1


class Reader:
    """Says everything in one voice, at one rate."""

    def __init__(self, studio: Studio, rate: int) -> None:
        self._studio = studio
        self._rate = rate

    def __str__(self) -> str:
        """Whose voice it is, as a book's credits tell it: "piper en_US-joe-medium"."""
        return (self._studio.voice or "").replace("/", " ")

    def ask(self, text: str) -> Callable[[], Pcm]:
        """Begin with these words; what comes back waits for their sound."""
        return self._studio.want(text, self._rate).result


@contextmanager
def reader(
    asked: Asked | None,
    language: str,
    rate: int = USUAL_RATE,
    *,
    cache: Cache | None = None,
    trouble: Callable[[str], None] = lambda sentence: None,
) -> Iterator[Reader]:
    """The best voice there is, or the one that was asked for, and no other then."""
    chosen = choose(asked, language)
    if not chosen.renderers:
        raise VoiceMissing(f"{chosen.why} A page to read needs no voice: `--to html`.")
    if chosen.kind == "piper":
        with suppress(ImportError):  # Piper itself will say what is missing
            load_onnxruntime().set_seed(SEED)
    voices = chosen.renderers[:1] if asked else chosen.renderers
    studio = Studio(voices, cache, trouble=trouble)
    try:
        yield Reader(studio, max(SLOWEST, min(FASTEST, rate)))
    finally:
        studio.close()
