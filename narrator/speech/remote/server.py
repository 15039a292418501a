"""A Wyoming server: its address, and one request to it.

Each request has its own connection, because many servers close it after an answer. So a lost server needs no special
care: the next request finds it again.
"""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, BinaryIO, cast

from narrator.core.errors import NarratorError, UsageError
from narrator.core.installation import require_extra

if TYPE_CHECKING:
    from wyoming.event import Event, Eventable
    from wyoming.info import Info

SCHEME = "wyoming://"
ADDRESS = re.compile(r"wyoming://(?P<host>\[[0-9a-fA-F:.]+\]|[\w.-]+):(?P<port>\d{1,5})/?")
CONNECT_TIMEOUT_S = 3.0
ANSWER_TIMEOUT_S = 15.0
"""Longest wait for the next event of an answer. A large recogniser on a small machine takes seconds for a sentence."""


class ServerLost(NarratorError):
    """A Wyoming server cannot be reached, or did not answer."""


@dataclass(frozen=True, slots=True)
class WyomingServer:
    """The address of a Wyoming server."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def is_this_machine(self) -> bool:
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @contextmanager
    def connect(self) -> Iterator["Connection"]:
        """Open a connection. Raise `ServerLost` if anything goes wrong with it."""
        try:
            with (
                socket.create_connection((self.host, self.port), CONNECT_TIMEOUT_S) as stream,
                stream.makefile("rwb") as file,
            ):
                stream.settimeout(ANSWER_TIMEOUT_S)
                yield Connection(stream, cast("BinaryIO", file))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:  # lost, or no valid event
            reason = "it did not answer in time" if isinstance(error, TimeoutError) else str(error) or repr(error)
            raise ServerLost(f"The Wyoming server {self} cannot be used ({reason}).") from error

    def describe(self) -> "Info":
        """Return what the server offers."""
        from wyoming.info import Describe, Info  # noqa: PLC0415 - optional

        with self.connect() as connection:
            connection.send(Describe())
            while True:
                event = connection.receive()
                if Info.is_type(event.type):
                    return Info.from_event(event)


@dataclass(frozen=True, slots=True)
class Connection:
    """An open connection to a server."""

    stream: socket.socket
    file: BinaryIO

    def send(self, *messages: "Eventable") -> None:
        from wyoming.event import write_event  # noqa: PLC0415 - optional

        for message in messages:
            write_event(message.event(), self.file)
        self.file.flush()

    def receive(self) -> "Event":
        """Return the next event. Raise `OSError` if the server has closed the connection or sent something else."""
        from wyoming.event import read_event  # noqa: PLC0415 - optional

        event = read_event(self.file)
        if event is None:
            raise ConnectionResetError("the connection was closed")
        return event

    def abort(self) -> None:
        """Make the current `receive`, in another thread, fail."""
        self.stream.shutdown(socket.SHUT_RDWR)


def parse_server(address: str) -> WyomingServer:
    """Return the server of an address such as wyoming://192.168.1.5:10300."""
    found = ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found["port"]) < 2**16:
        raise UsageError(f"{address} is not an address. Write it like wyoming://192.168.1.5:10300")
    require_extra("wyoming")
    return WyomingServer(found["host"].strip("[]"), int(found["port"]))
