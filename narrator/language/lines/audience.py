"""Who may know a line, who perceives a surface, and the one rule that decides whether the line may reach it.

Every line has an audience: everybody, or one player who is told alone in a certain way. Every surface has one too: the
people who perceive it. `may_reach` compares the two, and nothing is written to a surface without asking it. A player
who covers the ears still sees, and a player who looks away still hears. So what is said while the others cover their
ears reaches the room's speaker and no screen, phone or file; what is shown while they look away reaches the terminal
and nothing else.
"""

from dataclasses import dataclass
from enum import StrEnum


class Alone(StrEnum):
    """The ways to tell something to one player only."""

    ON_PHONE = "phone"
    IN_BOOTH = "booth"
    EARS_COVERED = "ears-covered"
    """Said in the room while the others cover their ears."""
    LOOKING_AWAY = "looking-away"
    """Shown on the terminal while the others look away, and erased before anybody else is called."""


@dataclass(frozen=True, slots=True)
class Audience:
    """The people who may know a line: all players, or one of them."""

    seat: str | None = None
    """The only player who may know it; None is everybody."""
    alone: Alone | None = None
    """The way to tell that player."""


EVERYBODY = Audience()


class Place(StrEnum):
    """A kind of surface."""

    ROOM_SPEAKER = "room speaker"
    BOOTH = "booth"
    """Headphones, or another private output, for the player who was called to it."""
    TERMINAL = "terminal"
    BIG_SCREEN = "big screen"
    PHONE = "phone"
    FILE = "file"
    """A file that can be read later: a log, rendered speech. The journal is not a surface."""


@dataclass(frozen=True, slots=True)
class Surface:
    """Something that players perceive."""

    place: Place
    seat: str | None = None
    """The player whose phone it is."""


ROOM_SPEAKER = Surface(Place.ROOM_SPEAKER)
BOOTH = Surface(Place.BOOTH)
TERMINAL = Surface(Place.TERMINAL)
BIG_SCREEN = Surface(Place.BIG_SCREEN)
FILE = Surface(Place.FILE)
WAYS_TO_REACH = {
    Place.ROOM_SPEAKER: Alone.EARS_COVERED,
    Place.BOOTH: Alone.IN_BOOTH,
    Place.TERMINAL: Alone.LOOKING_AWAY,
    Place.PHONE: Alone.ON_PHONE,
}
"""The way to tell one player something on a surface. Surfaces without one only take lines for everybody."""


def phone_of(seat: str) -> Surface:
    """Return the phone of this player."""
    return Surface(Place.PHONE, seat)


def may_reach(audience: Audience, surface: Surface) -> bool:
    """Return whether everybody who perceives the surface may know a line with this audience."""
    if audience.seat is None:
        return True
    is_own = surface.seat in (None, audience.seat)
    return is_own and audience.alone is not None and WAYS_TO_REACH.get(surface.place) is audience.alone
