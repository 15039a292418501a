"""What is to be played, before the table is laid: the game, who plays, and everything that has a good default."""

import random
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from narrator.play import Cards, Seat
from narrator.words.numbers import number_of


class Privacy(StrEnum):
    """How secrets are kept at this table."""

    OPEN = "open"
    """All aloud, and said to be so."""
    TOKENS = "tokens"
    """Players lock in a choice by hand, then all say it in turn."""
    BOOTH = "booth"
    """One player at a time, with headphones and a number pad."""


@dataclass(frozen=True, slots=True)
class Plan:
    game: str | None = None
    mode: str | None = None
    seats: tuple[Seat, ...] = ()
    story: str | None = None
    """A story or a narrator deck, by the name the box knows it by."""
    tricky: bool = False
    cards: Cards = Cards.SPOKEN
    own_dice: bool = False
    mimes_and_songs: bool = False
    """Dixit: the clue may also be sung or shown."""
    times: int = 1
    """Odyssey, at a party and in teams: how often everybody is the storyteller."""
    privacy: Privacy | None = None
    seed: str | None = None

    def choose(self, tales: Collection[str], fitting: Collection[str] = ()) -> str:
        """The tale that was asked for, else one of those that fit, by the luck of this game."""
        if self.story is not None and self.story in tales:
            return self.story
        return random.Random(self.seed).choice(sorted(fitting or tales))


AND = re.compile(r"\s*(?:,|;|&|\+|\band\b|\bplus\b|\bwith\b)\s*", re.IGNORECASE)
AGE = re.compile(r"^(?P<name>.*?)(?:\s+(?:is|who is|aged|age|\())?\s+(?P<age>[\w-]+)(?:\s+years?(?:\s+old)?)?\)?$")
LEAD = re.compile(
    r"^(?:we are|we're|it's|it is|i am|i'm|my name is|here are|this is|the players are|me)\s+", re.IGNORECASE
)
WHOSE = re.compile(r"^(?:my|her|his|our|their|the)\s+", re.IGNORECASE)
"""Mia and "her grandma" are Mia and Grandma."""
LONGEST_NAME = 24


def read_players(text: str) -> tuple[Seat, ...]:
    """ "Lily six, Nick eight and Julie" → three seats; nothing if it cannot be read as names."""
    seats: list[Seat] = []
    for part in AND.split(LEAD.sub("", text.strip().rstrip(".!"))):
        if part and (seat := read_player(part)):
            seats.append(seat)
        elif part:
            return ()
    return tuple(seats)


def read_player(text: str) -> Seat | None:
    """A name, and an age where one was said."""
    words = WHOSE.sub("", text.strip())
    age = None
    if (match := AGE.match(words)) and (number := number_of(match["age"])) is not None:
        words, age = match["name"].strip(), number
    if (
        not words
        or len(words) > LONGEST_NAME
        or not re.fullmatch(r"[^\W\d_][\w' .-]*", words)
        or len(words.split()) > 3
    ):
        return None
    return Seat(words[0].upper() + words[1:], age)


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(seat.name for seat in seats)
