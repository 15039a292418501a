"""Access to pages: the keys that invite browsers, and the tokens that they get for them.

The key of the big screen works once. The key of the table opens the list of seats without a phone, from which a player
chooses, as long as the game invites phones. It is valid until the players ask for a new one. A key has 128 bits and is
in the fragment of the address, which browsers do not send to the server. A passphrase of four words does the same for
players who type.

A browser gets a token in a cookie that scripts cannot read. A seat has one holder: another phone can take the seat only
after the players have released it aloud, which revokes the token of the old phone. Tokens are stored and looked up as
hashes, so that neither response times nor stored files reveal them.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock
from time import monotonic
from typing import Literal

from pydantic import BaseModel, ConfigDict

PAGE_KEY_BYTES = 16
PASSPHRASE_WORDS = 4
FIRST_GUESS_DELAY_S, MAX_GUESS_DELAY_S = 0.5, 60.0
"""Delay until an address may guess again; it doubles with every wrong guess."""
MAX_REMEMBERED_ADDRESSES = 256  # more than a home network has
MAX_REVOKED_TOKENS = 64
MAX_SCREENS = 16
"""Tokens of big screens and spectators that are remembered; the oldest is revoked."""


class Invitation(BaseModel):
    """A key and the passphrase that opens the same."""

    model_config = ConfigDict(frozen=True)
    key: str
    passphrase: str

    @classmethod
    def create(cls) -> "Invitation":
        words = "-".join(secrets.choice(load_word_list()) for _ in range(PASSPHRASE_WORDS))
        return cls(key=secrets.token_urlsafe(PAGE_KEY_BYTES), passphrase=words)

    def matches(self, secret: str) -> bool:
        """Compare hashes, so that the time it takes reveals nothing."""
        hashes = {hash_secret(self.key), hash_secret(self.passphrase)}
        return hash_secret(secret) in hashes or hash_secret(normalise_passphrase(secret)) in hashes


@dataclass(frozen=True, slots=True)
class Holder:
    """A browser that holds a page: of a seat, or of the big screen (`None`)."""

    seat: str | None
    token: str  # hashed
    is_spectator: bool = False  # sees the big screen, and cannot say anything


class StoredKeys(BaseModel):
    """What phones need to come back after a restart. It contains no token, only hashes."""

    version: Literal[1] = 1
    table: Invitation
    seats: dict[str, str]  # the hashed token of each seat with a phone
    screens: tuple[str, ...] = ()  # hashed tokens


class TooManyGuesses(Exception):
    """The address must wait before its next guess."""


class Keys:
    """All keys and tokens of a session. Used by the session's thread and the server's."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._lock = Lock()
        self._clock = clock
        self._screen, self._table = Invitation.create(), Invitation.create()
        self._invited: tuple[str, ...] = ()
        self.why_closed = ""
        """The last public words of the narrator while phones have no table to join."""
        self._holders: dict[str, Holder] = {}  # by hashed token
        self._revoked: dict[str, str] = {}  # the seats of tokens that were revoked
        self._wrong_guesses: dict[str, tuple[int, float]] = {}
        """The number of wrong guesses of each address, and when it may guess again."""
        self.allows_spectators = False
        self.seats_with_phone: frozenset[str] = frozenset()

    # --- invitations -----------------------------------------------------------------------------

    @property
    def screen_invitation(self) -> Invitation:
        """The invitation to the big screen. It works once; then there is a new one."""
        return self._screen

    @property
    def table_invitation(self) -> Invitation:
        return self._table

    def replace_table_invitation(self) -> None:
        """Make the old code and its words invalid. Phones that have joined stay."""
        with self._lock:
            self._table = Invitation.create()

    def invite(self, seats: Sequence[str], why_closed: str = "") -> None:
        """Let phones join for these seats only. Without seats, `why_closed` is what they are told instead."""
        with self._lock:
            self._invited, self.why_closed = tuple(seats), "" if seats else why_closed

    @property
    def free_seats(self) -> tuple[str, ...]:
        return tuple(seat for seat in self._invited if seat not in self.seats_with_phone)

    @property
    def taken_seats(self) -> tuple[str, ...]:
        return tuple(seat for seat in self._invited if seat in self.seats_with_phone)

    def check(self, secret: str, address: str) -> Literal["screen", "table"] | None:
        """Return what a key or passphrase opens. Raise `TooManyGuesses` if the address must wait."""
        with self._lock:
            wrong, blocked_until = self._wrong_guesses.get(address, (0, 0.0))
            if self._clock() < blocked_until:
                raise TooManyGuesses
            opens_screen = self._screen.matches(secret)
            opens_table = self._table.matches(secret)
            if opens_screen or opens_table:
                self._wrong_guesses.pop(address, None)
                return "screen" if opens_screen else "table"
            if len(self._wrong_guesses) >= MAX_REMEMBERED_ADDRESSES:
                self._wrong_guesses.pop(next(iter(self._wrong_guesses)))
            delay = min(MAX_GUESS_DELAY_S, FIRST_GUESS_DELAY_S * 2**wrong)
            self._wrong_guesses[address] = (min(wrong + 1, 20), self._clock() + delay)
            return None

    # --- tokens ----------------------------------------------------------------------------------

    def admit_screen(self) -> str:
        """Return a token for the big screen. Its key becomes invalid."""
        with self._lock:
            self._screen = Invitation.create()
            return self._add_holder(None)

    def admit_spectator(self) -> str | None:
        """Return a token for a spectator, or `None` if there is no table or its players do not allow spectators."""
        with self._lock:
            is_allowed = self.allows_spectators and bool(self._invited)
            return self._add_holder(None, is_spectator=True) if is_allowed else None

    def admit_to_seat(self, seat: str) -> str | None:
        """Return a token for this seat, or `None` if it has a phone already or is not invited."""
        with self._lock:
            if seat not in self.free_seats:
                return None
            self.seats_with_phone |= {seat}
            return self._add_holder(seat)

    def _add_holder(self, seat: str | None, *, is_spectator: bool = False) -> str:
        token = secrets.token_urlsafe(PAGE_KEY_BYTES)
        screens = [each for each, holder in self._holders.items() if holder.seat is None]
        if seat is None and len(screens) >= MAX_SCREENS:
            del self._holders[screens[0]]
        self._holders[hash_secret(token)] = Holder(seat, hash_secret(token), is_spectator)
        return token

    def find_holder(self, token: str | None) -> Holder | None:
        """Return the holder with this token; `None` if there is none or it was revoked."""
        with self._lock:
            return self._holders.get(hash_secret(token)) if token else None

    def was_revoked(self, token: str | None) -> bool:
        """Return whether this token belonged to a seat that has moved to another phone."""
        with self._lock:
            return token is not None and hash_secret(token) in self._revoked

    def release(self, seat: str) -> None:
        """Revoke the token of this seat, so that another phone can take it."""
        with self._lock:
            self._revoked |= {token: seat for token, holder in self._holders.items() if holder.seat == seat}
            while len(self._revoked) > MAX_REVOKED_TOKENS:
                self._revoked.pop(next(iter(self._revoked)))
            self._holders = {token: holder for token, holder in self._holders.items() if holder.seat != seat}
            self.seats_with_phone -= {seat}

    # --- after a restart -------------------------------------------------------------------------

    def to_store(self) -> StoredKeys:
        """Return what must be stored so that all pages come back after a restart."""
        with self._lock:
            kept = {token: holder for token, holder in self._holders.items() if not holder.is_spectator}
            return StoredKeys(
                table=self._table,
                seats={holder.seat: token for token, holder in kept.items() if holder.seat is not None},
                screens=tuple(token for token, holder in kept.items() if holder.seat is None),
            )

    def restore(self, stored: StoredKeys) -> None:
        """Accept the phones and screens of an earlier session, in addition to those that are here."""
        with self._lock:
            self._table = stored.table
            for seat, token in stored.seats.items():
                if seat not in self.seats_with_phone:
                    self._holders[token] = Holder(seat, token)
            self._holders |= {token: Holder(None, token) for token in stored.screens}
            self.seats_with_phone |= {*stored.seats}


def hash_secret(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def normalise_passphrase(words: str) -> str:
    """Return a typed passphrase in its stored form, with dashes and in lower case."""
    return "-".join(words.replace("-", " ").casefold().split())


@cache
def load_word_list() -> tuple[str, ...]:
    """Return short words that are easy to read, to spell and to tell apart."""
    return tuple((files(__package__) / "words.txt").read_text("utf-8").split())
