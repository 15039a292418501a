"""The addresses of the open window, in a file for `narrator doctor` and for the next start. It contains no keys."""

import json
import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from narrator.core.errors import StorageError
from narrator.core.paths import user_data_folder
from narrator.storage.disk import PRIVATE_FILE, make_private_folder

OPEN_WINDOW_FILE = "window.json"
"""File in the user's data folder."""
PROBE_TIMEOUT_S = 0.5
"""How long `find_open_addresses` waits for a server to accept a connection."""


def open_window_file() -> Path:
    return user_data_folder() / OPEN_WINDOW_FILE


def write_open_addresses(addresses: Sequence[str], port: int) -> None:
    """Store the open addresses, and the port, so that phones find the next session where this one was."""
    contents = {"process": os.getpid(), "addresses": addresses, "port": port}
    with suppress(OSError, StorageError):
        make_private_folder(user_data_folder())  # does not exist before the first game
        open_window_file().touch(PRIVATE_FILE)
        open_window_file().write_text(json.dumps(contents), "utf-8")


def find_last_port() -> int | None:
    """Return the port of the last window on this computer."""
    try:
        port = json.loads(open_window_file().read_text("utf-8"))["port"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return port if isinstance(port, int) and 1024 <= port <= 65535 else None


def find_open_addresses() -> tuple[str, ...]:
    """Return the addresses of a window that is open now, in any process. Ignore what a killed process left."""
    try:
        addresses: list[str] = list(json.loads(open_window_file().read_text("utf-8"))["addresses"])
        return tuple(address for address in addresses if is_listening(address))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def is_listening(address: str) -> bool:
    """Return whether a server accepts connections at this address."""
    place = urlsplit(address)
    try:
        socket.create_connection((place.hostname or "", place.port or 0), PROBE_TIMEOUT_S).close()
    except OSError:
        return False
    return True


def show_in_browser(address: str) -> None:
    """Open the address in a browser; print it if this machine has no graphical display."""
    has_display = sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if has_display:
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    else:
        print(f"The window is at {address}", flush=True)
