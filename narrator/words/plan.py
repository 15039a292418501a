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


# "an" and "in": what the ear makes of a hurried "and"
AND = re.compile(r"\s*(?:,|;|&|\+|\b(?:and|an|in)\b|\bplus\b|\bwith\b)\s*", re.IGNORECASE)
AGE = re.compile(r"^(?P<name>.*?)(?:\s+(?:is|who is|aged|age|\())?\s+(?P<age>[\w-]+)(?:\s+years?(?:\s+old)?)?\)?$")
LEAD = re.compile(
    r"^(?:we are|we're|it's|it is|i am|i'm|my name is|here are|this is|the players are|me)\s+", re.IGNORECASE
)
WHOSE = re.compile(r"^(?:my|her|his|our|their|the)\s+", re.IGNORECASE)
"""Mia and "her grandma" are Mia and Grandma."""
YEARS = ("year", "years", "and", "&", "+", "plus", "with")
"""What may follow an age without beginning a name."""
NO_NAMES = frozenset(
    {"a", "are", "can", "do", "don't", "hello", "how", "i", "is", "it", "know", "no", "not", "of", "ok", "okay", "play"}
    | {"say", "the", "this", "that", "to", "uh", "um", "want", "we", "what", "who", "yes", "you"}
)
"""With one of these it is a remark, and no list of names."""
LONGEST_NAME = 24


def read_players(text: str) -> tuple[Seat, ...]:
    """ "Lily six, Nick eight and Julie" → three seats; nothing if it cannot be read as names."""
    seats: list[Seat] = []
    for part in AND.split(with_commas(LEAD.sub("", text.strip().rstrip(".!")))):
        if part and (seat := read_player(part)):
            seats.append(seat)
        elif part:
            return ()
    return tuple(seats)


def with_commas(text: str) -> str:
    """Nobody hears a comma: after an age the next name begins, and where nobody has one, every word is a name.

    Nobody plays alone, so a table of one with two names is a table of two.
    """
    words = text.split()
    if AND.search(text) is None and not any(number_of(word) for word in words) and len(words) > 1:
        if NO_NAMES & {word.casefold() for word in words}:
            return ""
        return text if WHOSE.match(text) else ", ".join(words)
    aged = [f"{word}," if number_of(word) and after and after not in YEARS else word for word, after in pairs(words)]
    return " ".join(f"{word}," if word == "old" and after else word for word, after in pairs(aged))


def pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    """Each word with the one behind it."""
    return list(zip(words, (*words[1:], ""), strict=False))


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
