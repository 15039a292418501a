"""`--ears wyoming://…` and `--voice wyoming://…`: use a recogniser, microphone or voice on another machine.

The player is always told what leaves this machine.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from narrator.core.errors import UsageError
from narrator.speech.remote.server import SCHEME, ServerLost, WyomingServer, parse_server

if TYPE_CHECKING:
    from wyoming.info import Info

    from narrator.speech.tts.render import Renderer

IS_IT_RUNNING = "Is it running, and is the address right?"


def is_remote(value: str | None) -> bool:
    """Return whether this value of `--ears` or `--voice` is an address."""
    return value is not None and value.startswith(SCHEME)


@dataclass(frozen=True, slots=True)
class RemoteEars:
    """A server that hears: it recognises what a microphone here hears, or it is a microphone itself."""

    server: WyomingServer
    is_recogniser: bool

    @property
    def notice(self) -> str:
        """A sentence on what leaves this machine."""
        if not self.is_recogniser:
            return f"I listen with the microphone at {self.server}; what it hears is understood on this machine."
        if self.server.is_this_machine:
            return f"The recogniser at {self.server}, on this machine, writes down what you say."
        return f"What you say leaves this machine: it is sent to {self.server} and written down there."


def find_remote_ears(address: str) -> RemoteEars:
    """Return the server at this address. Raise `UsageError` if it does not answer or cannot hear."""
    server = parse_server(address)
    info = ask_server(server)
    if info.asr:
        return RemoteEars(server, is_recogniser=True)
    if info.mic or info.satellite is not None:
        return RemoteEars(server, is_recogniser=False)
    raise UsageError(f"The Wyoming server {server} is neither a recogniser nor a microphone.")


def find_remote_voice(address: str) -> WyomingServer:
    """Return the server at this address. Raise `UsageError` if it does not answer or cannot speak."""
    server = parse_server(address)
    if not ask_server(server).tts:
        raise UsageError(f"The Wyoming server {server} has no voice.")
    return server


def ask_server(server: WyomingServer) -> "Info":
    try:
        return server.describe()
    except ServerLost as lost:
        raise UsageError(f"{lost} {IS_IT_RUNNING}") from lost


def voice_notice(server: WyomingServer) -> str:
    """Return a sentence on what leaves this machine."""
    if server.is_this_machine:
        return f"The voice at {server}, on this machine, speaks."
    return f"What I say leaves this machine, secrets of single players included: {server} speaks it."


def remote_renderers(server: WyomingServer) -> "tuple[Renderer, ...]":
    """Return the voice of the server, and the voices here, which speak if it is lost."""
    from narrator.speech.remote.remote_voice import RemoteRenderer  # noqa: PLC0415 - slow, and only needed for sound
    from narrator.speech.tts.choose_voice import choose_voice  # noqa: PLC0415

    return (RemoteRenderer(server), *choose_voice().renderers)
