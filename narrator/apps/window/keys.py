"""Who may look: keys that open a page once, and what a browser keeps in exchange for one.

A key is for the big screen or for one seat. It has 128 bits and stands in the fragment of an address, which browsers
send to nobody; four words open the same seat for those who type. Either is good for one exchange only, for a token that
scripts cannot read. A seat has one holder: whoever else comes needs a new key, and that shuts the old phone out. Only
hashes are kept, so that nothing here can be looked up by trying how long it takes.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock
from time import monotonic

KEY_BYTES = 16
PASSPHRASE_WORDS = 4
FIRST_GUESS_DELAY_S, MAX_GUESS_DELAY_S = (
    0.5,
    60.0,
)  # seconds until the next guess counts: twice as many after every wrong one
MAX_REMEMBERED_ADDRESSES = 256  # so many addresses are remembered; a home has fewer


@dataclass(frozen=True, slots=True)
class Invitation:
    """What opens a page, once."""

    seat: str | None  # `None` is the big screen
    key: str
    passphrase: str


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a page: the big screen (`None`) or a seat."""

    seat: str | None
    token: str  # as a hash


class TooManyGuesses(Exception):
    """Whoever guesses waits."""


class Keys:
    """All keys of an evening. Asked by the session's thread and the server's."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._lock = Lock()
        self._clock = clock
        self._open: dict[str, Invitation] = {}  # by the hash of what opens them
        self._invited: dict[str | None, Invitation] = {}
        self._holders: dict[str, Holder] = {}
        self._wrong: dict[str, tuple[int, float]] = {}
        """For each address how often it guessed wrongly, and from when on it may guess again."""
        self.seats_with_phone: frozenset[str] = frozenset()  # those with a phone

    def is_invited(self, seat: str) -> bool:
        """Whether a phone is awaited for this seat."""
        with self._lock:
            return seat in self._invited and seat not in self.seats_with_phone

    def invitation_for(self, seat: str | None) -> Invitation:
        """What opens this seat's page; always the same until somebody has used it."""
        with self._lock:
            if seat not in self._invited:
                words = "-".join(secrets.choice(load_word_list()) for _ in range(PASSPHRASE_WORDS))
                new = self._invited[seat] = Invitation(seat, secrets.token_urlsafe(KEY_BYTES), words)
                self._open |= {hash_secret(new.key): new, hash_secret(new.passphrase): new}
            return self._invited[seat]

    def redeem(self, secret: str, address: str) -> tuple[Holder, str] | None:
        """The holder that this makes, and the token for its browser; nothing if it opens nothing."""
        with self._lock:
            wrong, wait = self._wrong.get(address, (0, 0.0))
            if self._clock() < wait:
                raise TooManyGuesses
            found = self._open.get(hash_secret(secret)) or self._open.get(hash_secret(normalise_passphrase(secret)))
            if found is None or (found.seat is not None and found.seat in self.seats_with_phone):
                if len(self._wrong) >= MAX_REMEMBERED_ADDRESSES:
                    self._wrong.pop(next(iter(self._wrong)))
                pause = min(MAX_GUESS_DELAY_S, FIRST_GUESS_DELAY_S * 2**wrong)
                self._wrong[address] = (min(wrong + 1, 20), self._clock() + pause)
                return None
            self._wrong.pop(address, None)
            self._shut(found)
            token = secrets.token_urlsafe(KEY_BYTES)
            holder = self._holders[hash_secret(token)] = Holder(found.seat, hash_secret(token))
            if found.seat is not None:
                self.seats_with_phone |= {found.seat}
            return holder, token

    def find_holder(self, token: str | None) -> Holder | None:
        """Who this browser is; nobody if its token is none, or not any more."""
        with self._lock:
            return self._holders.get(hash_secret(token)) if token else None

    def release(self, seat: str) -> None:
        """Shut this seat's phone out; the next invitation is another one."""
        with self._lock:
            self._holders = {token: holder for token, holder in self._holders.items() if holder.seat != seat}
            self.seats_with_phone -= {seat}
            if seat in self._invited:
                self._shut(self._invited[seat])

    def _shut(self, invitation: Invitation) -> None:
        self._invited.pop(invitation.seat, None)
        for secret in (invitation.key, invitation.passphrase):
            self._open.pop(hash_secret(secret), None)


def hash_secret(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def normalise_passphrase(words: str) -> str:
    """Four words as they were typed, with or without dashes."""
    return "-".join(words.replace("-", " ").casefold().split())


@cache
def load_word_list() -> tuple[str, ...]:
    """Short words that are easy to read, to spell and to tell apart."""
    return tuple((files(__package__) / "words.txt").read_text("utf-8").split())
