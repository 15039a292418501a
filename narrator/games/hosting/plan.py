"""What is to be played, before the table is laid: the game, who plays, and everything that has a good default."""

import random
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from narrator.core.game import CardSource, Seat
from narrator.language.understanding.numbers import parse_number
from narrator.language.understanding.player_names import LONGEST_NAME, MOST_WORDS, no_name, people


class Privacy(StrEnum):
    OPEN = "open"
    """All aloud, and said to be so."""
    TOKENS = "tokens"
    """Players lock in a choice by hand, then all say it in turn."""
    BOOTH = "booth"
    """One player at a time, with headphones and a number pad."""
    PHONES = "phones"
    """Everybody's own screen, all at the same time."""


@dataclass(frozen=True, slots=True)
class Plan:
    game: str | None = None
    mode: str | None = None
    seats: tuple[Seat, ...] = ()
    story: str | None = None
    """A story or a narrator deck, by the name the box knows it by."""
    cards: CardSource = CardSource.SPOKEN
    game_options: Mapping[str, Any] = field(default_factory=dict)
    """What else was wished for, by the name of the wish (see `narrator.games.hosting.options`)."""
    privacy: Privacy | None = None
    seed: str | None = None
    recent_stories: tuple[str, ...] = ()
    """Stories that are told again only when there are no others."""

    def choose_story(self, tales: Collection[str], fitting: Collection[str] = ()) -> str:
        """The tale that was asked for, else one of those that fit, by the luck of this game."""
        if self.story is not None and self.story in tales:
            return self.story
        others = [tale for tale in fitting or tales if tale not in self.recent_stories]
        return random.Random(self.seed).choice(sorted(others or fitting or tales))


# "an" and "in": what the ear makes of a hurried "and"
AND = re.compile(r"\s*(?:[,;&+/]|\bplays? with\b|\b(?:and|an|in|plus|with)\b)\s*", re.IGNORECASE)
AGE = re.compile(r"^(?P<name>.*?)(?:\s+(?:is|who is|aged|age))?\s+(?P<age>[\w-]+)(?:\s+years?(?:\s+old)?)?$")
HESITATION = re.compile(
    r"\b(?:u[mh]|erm?|hm+|oh|ah|well|please|okay|ok|yes|yeah|and a half)\b(?!')|[()]", re.IGNORECASE
)
"""What is said between names, and means none. Half a year makes nobody older."""
CORRECTION = re.compile(r"\b(?:no wait|no|nope|i mean|i meant|sorry|wait|actually|rather)\b", re.IGNORECASE)
YEARS = ("year", "years", "and", "&", "+", "plus", "with")
"""What may follow an age without beginning a name."""
ALONE = re.compile(
    r"^(?:(?:i am|i'm|it is|it's|just|only|all)\s+)*(?:alone|me|myself|by myself|on my own|me alone)$", re.IGNORECASE
)
ME = frozenset({"me", "i", "myself", "us", "we", "we all"})
"""Somebody who has a name, but did not say it."""
NOBODY = ME | {"all", "everybody", "everyone", "nobody", "nothing", "none", "skip", "hello", "hi", "no", "what", "who"}
HOW_MANY = re.compile(
    r"^(?:we are|we're|there are|there's|just|only|all|the|\s)*\s*(?P<number>[\w-]+)"
    r"(?:\s+(?:of us|players?|people|kids|children|persons?))?$",
    re.IGNORECASE,
)


def read_players(text: str) -> tuple[Seat, ...]:
    """ "Lily six, Nick eight and Julie", or a sentence with names in it; nothing if it cannot be read as names."""
    if ALONE.match(tidied(text)):
        return ()
    *before, last = CORRECTION.split(tidied(text))
    seats = listed(last) or tuple(Seat(each.name, each.age) for each in people(last))
    aged = {seat.name for seat in seats if seat.age is not None}  # "Ruby. Ruby is seven": she is named twice
    seats = tuple(seat for seat in seats if seat.age is not None or seat.name not in aged)
    return () if before and len(seats) < 2 else seats  # "Lily, Nick, no, Julie": instead of whom?


def listed(text: str) -> tuple[Seat, ...]:
    """A bare list: nothing but names and ages."""
    seats: list[Seat] = []
    parts = [part.strip() for part in AND.split(with_commas(text)) if part.strip()]
    letters = all(len(part) == 1 for part in parts)  # among A, B and C, I is a name
    for part in parts:
        age = parse_number(part)
        if seats and age is not None and seats[-1].age is None:
            seats[-1] = replace(seats[-1], age=age)  # "Lily, six, Nick, eight"
        elif age is None and (seat := read_player(part)) and (letters or seat.name.casefold() not in NOBODY):
            seats.append(seat)
        else:
            return ()
    return tuple(seats)


def tidied(text: str) -> str:
    return " ".join(HESITATION.sub(" ", text).split()).strip(" ,.!")


def left_unnamed(text: str) -> str | None:
    """Who plays was told without names: "alone", "me" ("me and my brother"), or only a "number" ("five of us")."""
    plain = tidied(text)
    if ALONE.match(plain):
        return "alone"
    if (match := HOW_MANY.match(plain)) and parse_number(match["number"]) is not None:
        return "number"
    parts = {part.casefold().removeprefix("just ").removeprefix("only ") for part in AND.split(plain)}
    return "me" if parts & ME else None


def with_commas(text: str) -> str:
    """Nobody hears a comma: after an age the next name begins, and where nobody has one, every word is a name.

    Nobody plays alone, so a table of one with two names is a table of two.
    """
    words = text.split()
    if AND.search(text) is None and not any(parse_number(word) for word in words) and len(words) > 1:
        return "" if any(map(no_name, words)) else ", ".join(words)
    aged = [f"{word}," if parse_number(word) and after and after not in YEARS else word for word, after in pairs(words)]
    return " ".join(f"{word}," if word == "old" and after else word for word, after in pairs(aged))


def pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(words, (*words[1:], ""), strict=False))


def read_newcomer(text: str) -> Seat | None:
    """One more player, by name: "it's Mia, she is five"."""
    found = people(tidied(text))
    return Seat(found[0].name, found[0].age) if len(found) == 1 else None


def read_player(text: str) -> Seat | None:
    """A name, and an age where one was said."""
    words, age = text.strip(), None
    if (match := AGE.match(words)) and (number := parse_number(match["age"])) is not None:
        words, age = match["name"].strip().removesuffix("'s"), number
    if (
        not words
        or len(words) > LONGEST_NAME
        or not re.fullmatch(r"[^\W\d_][\w' .-]*", words)
        or len(words.split()) > MOST_WORDS
        or any(map(no_name, words.split()))
    ):
        return None
    return Seat(words[0].upper() + words[1:], age)


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(seat.name for seat in seats)


def with_small_children(seats: Sequence[Seat]) -> bool:
    """Whether somebody under six plays."""
    return any(seat.age is not None and seat.age < 6 for seat in seats)
