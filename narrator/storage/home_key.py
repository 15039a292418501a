"""The key that signs the games of a home, stored beside the journal and readable by its owner only.

It does not protect secrets: without it all games can still be read and played, but earlier changes by hand can no
longer be noticed. A lost key is replaced, and the user is told.
"""

from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from zlib import crc32

from narrator.storage.disk import restrict_file, write_atomically

KEY_BYTES = 32
NEW_KEY = (
    "The key of the kept games was missing, damaged or of another computer, so a new one was made. "
    "All games are there, but what was changed in them by hand before today can no longer be noticed."
)


def key_file(journal: Path) -> Path:
    return journal.with_name(journal.name + ".key")


def read_key(journal: Path) -> bytes | None:
    """Return the key beside this journal, or `None` if it is missing or damaged."""
    try:
        key, _, check = key_file(journal).read_text(encoding="ascii").strip().partition(" ")
        raw = bytes.fromhex(key)
    except (FileNotFoundError, ValueError):
        return None
    return raw if len(raw) == KEY_BYTES and check == f"{crc32(raw):08x}" else None


def load_or_create_key(journal: Path) -> bytes:
    """Return the key beside this journal, creating one if there is none."""
    restrict_file(key_file(journal))
    key = read_key(journal)
    if key is None:
        key = token_bytes(KEY_BYTES)
        write_atomically(key_file(journal), f"{key.hex()} {crc32(key):08x}\n".encode())
    return key


def key_fingerprint(key: bytes) -> str:
    """Return what a journal stores to recognise its key."""
    return sha256(b"key of " + key).hexdigest()[:16]
