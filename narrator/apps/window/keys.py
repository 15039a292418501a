"""Access to pages: one-time keys, and the tokens that browsers get for them.

A key opens the big screen or one seat. It has 128 bits and is in the fragment of the address, which browsers do not
send to the server. A passphrase of four words opens the same seat for players who type. Each works once and is
exchanged for a token in a cookie that scripts cannot read. A seat has one holder: another phone needs a new key, which
disconnects the old phone. Only hashes are stored and looked up, so that response times reveal nothing about the keys.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock
from time import monotonic

PAGE_KEY_BYTES = 16
PASSPHRASE_WORDS = 4
FIRST_GUESS_DELAY_S, MAX_GUESS_DELAY_S = 0.5, 60.0
"""Delay until an address may guess again; it doubles with every wrong guess."""
MAX_REMEMBERED_ADDRESSES = 256  # more than a home network has


@dataclass(frozen=True, slots=True)
class Invitation:
    """A one-time key for a page, and the passphrase for the same page."""

    seat: str | None  # `None` is the big screen
    key: str
    passphrase: str


@dataclass(frozen=True, slots=True)
class Holder:
    """The browser that holds a page: of the big screen (`None`) or of a seat."""

    seat: str | None
    token: str  # hashed


class TooManyGuesses(Exception):
    """The address must wait before its next guess."""


class Keys:
    """All keys and tokens of a session. Used by the session's thread and the server's."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._lock = Lock()
        self._clock = clock
        self._by_hash: dict[str, Invitation] = {}  # by the hash of the key and of the passphrase
        self._invitations: dict[str | None, Invitation] = {}
        self._holders: dict[str, Holder] = {}
        self._wrong_guesses: dict[str, tuple[int, float]] = {}
        """The number of wrong guesses of each address, and when it may guess again."""
        self.seats_with_phone: frozenset[str] = frozenset()

    def is_invited(self, seat: str) -> bool:
        """Return whether this seat waits for a phone."""
        with self._lock:
            return seat in self._invitations and seat not in self.seats_with_phone

    def invitation_for(self, seat: str | None) -> Invitation:
        """Return the invitation to this page. It stays the same until it is used."""
        with self._lock:
            if seat not in self._invitations:
                words = "-".join(secrets.choice(load_word_list()) for _ in range(PASSPHRASE_WORDS))
                new = self._invitations[seat] = Invitation(seat, secrets.token_urlsafe(PAGE_KEY_BYTES), words)
                self._by_hash |= {hash_secret(new.key): new, hash_secret(new.passphrase): new}
            return self._invitations[seat]

    def redeem(self, secret: str, address: str) -> tuple[Holder, str] | None:
        """Exchange a key or passphrase for a holder and its token; return `None` if it is not valid."""
        with self._lock:
            wrong, blocked_until = self._wrong_guesses.get(address, (0, 0.0))
            if self._clock() < blocked_until:
                raise TooManyGuesses
            passphrase = normalise_passphrase(secret)
            found = self._by_hash.get(hash_secret(secret)) or self._by_hash.get(hash_secret(passphrase))
            if found is None or (found.seat is not None and found.seat in self.seats_with_phone):
                if len(self._wrong_guesses) >= MAX_REMEMBERED_ADDRESSES:
                    self._wrong_guesses.pop(next(iter(self._wrong_guesses)))
                delay = min(MAX_GUESS_DELAY_S, FIRST_GUESS_DELAY_S * 2**wrong)
                self._wrong_guesses[address] = (min(wrong + 1, 20), self._clock() + delay)
                return None
            self._wrong_guesses.pop(address, None)
            self._revoke(found)
            token = secrets.token_urlsafe(PAGE_KEY_BYTES)
            holder = self._holders[hash_secret(token)] = Holder(found.seat, hash_secret(token))
            if found.seat is not None:
                self.seats_with_phone |= {found.seat}
            return holder, token

    def find_holder(self, token: str | None) -> Holder | None:
        """Return the holder with this token; `None` if there is none or it was revoked."""
        with self._lock:
            return self._holders.get(hash_secret(token)) if token else None

    def release(self, seat: str) -> None:
        """Revoke the token and the invitation of this seat."""
        with self._lock:
            self._holders = {token: holder for token, holder in self._holders.items() if holder.seat != seat}
            self.seats_with_phone -= {seat}
            if seat in self._invitations:
                self._revoke(self._invitations[seat])

    def _revoke(self, invitation: Invitation) -> None:
        self._invitations.pop(invitation.seat, None)
        for secret in (invitation.key, invitation.passphrase):
            self._by_hash.pop(hash_secret(secret), None)


def hash_secret(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def normalise_passphrase(words: str) -> str:
    """Return a typed passphrase in its stored form, with dashes and in lower case."""
    return "-".join(words.replace("-", " ").casefold().split())


@cache
def load_word_list() -> tuple[str, ...]:
    """Return short words that are easy to read, to spell and to tell apart."""
    return tuple((files(__package__) / "words.txt").read_text("utf-8").split())
