"""The key of a home, with which its games are signed: what was changed by hand, and not by Narrator, is noticed.

It lies beside the journal, readable by its owner alone. It protects no secret: without it all games can still be read
and played, and only what was changed before can no longer be told. So a lost key is replaced, and that is said.
"""

from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from zlib import crc32

from narrator.keep.disk import private_file, write_whole

LENGTH = 32
NEW_KEY = (
    "The key of the kept games was missing, damaged or of another computer, so a new one was made. "
    "All games are there, but what was changed in them by hand before today can no longer be noticed."
)


def key_file(journal: Path) -> Path:
    return journal.with_name(journal.name + ".key")


def read_key(journal: Path) -> bytes | None:
    """The key beside this journal, if it is there and whole."""
    try:
        key, _, check = key_file(journal).read_text(encoding="ascii").strip().partition(" ")
        raw = bytes.fromhex(key)
    except (FileNotFoundError, ValueError):
        return None
    return raw if len(raw) == LENGTH and check == f"{crc32(raw):08x}" else None


def key_for(journal: Path) -> bytes:
    """The key beside this journal; a new one, where there is none."""
    private_file(key_file(journal))
    key = read_key(journal)
    if key is None:
        key = token_bytes(LENGTH)
        write_whole(key_file(journal), f"{key.hex()} {crc32(key):08x}\n".encode())
    return key


def fingerprint(key: bytes) -> str:
    """By which a journal knows its key, without having it."""
    return sha256(b"key of " + key).hexdigest()[:16]
