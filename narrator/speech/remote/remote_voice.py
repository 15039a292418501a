"""A voice on another machine as a renderer.

If the server is lost, the synthesiser lets the next voice, which is local, say the text.
"""

from contextlib import suppress
from secrets import token_hex

import numpy as np

from narrator.speech.pcm import Pcm
from narrator.speech.remote.remote_microphone import to_mono
from narrator.speech.remote.server import Connection, ServerLost, WyomingServer
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE, RenderFailed, RenderInterrupted, speed_up


class RemoteRenderer:
    """Has a Wyoming server render texts with its default voice, at its own speed; faster speech is sped up here."""

    def __init__(self, server: WyomingServer) -> None:
        self._server = server
        # cached speech is found by the name, and next time another voice may speak at this address
        self.name = f"wyoming/{server}/{token_hex(4)}"
        self._connection: Connection | None = None
        self._is_interrupted = False

    def load(self) -> None:
        """Check that the server can speak."""
        if not self._server.describe().tts:
            raise RenderFailed(f"The Wyoming server {self._server} offers no voice.")

    def render(self, text: str, words_per_minute: int) -> Pcm:
        self._is_interrupted = False
        try:
            with self._server.connect() as connection:
                self._connection = connection
                sound = self._synthesise(connection, text)
        except ServerLost as lost:
            if self._is_interrupted:
                raise RenderInterrupted from lost
            raise RenderFailed(str(lost)) from lost
        finally:
            self._connection = None
        return speed_up(sound, words_per_minute / DEFAULT_WORDS_PER_MINUTE)

    def _synthesise(self, connection: Connection, text: str) -> Pcm:
        from wyoming.audio import AudioChunk, AudioStop  # noqa: PLC0415 - optional
        from wyoming.error import Error  # noqa: PLC0415
        from wyoming.tts import Synthesize  # noqa: PLC0415

        connection.send(Synthesize(text))
        parts: list[Pcm] = []
        while not AudioStop.is_type((event := connection.receive()).type):
            if Error.is_type(event.type):
                raise ValueError(Error.from_event(event).text)
            if AudioChunk.is_type(event.type):
                chunk = AudioChunk.from_event(event)
                parts.append(Pcm(to_mono(chunk.audio, chunk.width, chunk.channels), chunk.rate))
        if not parts:
            raise ValueError("it sent no sound")
        return Pcm(np.concatenate([part.samples for part in parts]), parts[0].rate)

    def interrupt(self) -> None:
        self._is_interrupted = True
        connection = self._connection
        if connection is not None:
            with suppress(OSError):  # closed already
                connection.abort()

    def close(self) -> None:
        """Release nothing: each text has its own connection."""
