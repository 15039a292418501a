"""What is to be played, before the table is laid: the game, who plays, and everything that has a good default."""

import random
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from narrator.play import Cards, Seat
from narrator.understand.numbers import number_of


class Privacy(StrEnum):
    """How secrets are kept at this table."""

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
    cards: Cards = Cards.SPOKEN
    wishes: Mapping[str, Any] = field(default_factory=dict)
    """What else was wished for, by the name of the wish (see `narrator.host.wish`)."""
    privacy: Privacy | None = None
    seed: str | None = None
    heard: tuple[str, ...] = ()
    """Stories that are told again only when there are no others."""

    def choose(self, tales: Collection[str], fitting: Collection[str] = ()) -> str:
        """The tale that was asked for, else one of those that fit, by the luck of this game."""
        if self.story is not None and self.story in tales:
            return self.story
        others = [tale for tale in fitting or tales if tale not in self.heard]
        return random.Random(self.seed).choice(sorted(others or fitting or tales))


# "an" and "in": what the ear makes of a hurried "and"
AND = re.compile(r"\s*(?:[,;&+/]|\bplays? with\b|\b(?:and|an|in|plus|with)\b)\s*", re.IGNORECASE)
AGE = re.compile(r"^(?P<name>.*?)(?:\s+(?:is|who is|aged|age))?\s+(?P<age>[\w-]+)(?:\s+years?(?:\s+old)?)?$")
LEAD = re.compile(
    r"^(?:(?:we are|we're|it's|it is|i am|i'm|my name is|(?:her|his|their) name is|(?:my|our|her|his) name's|here are"
    r"|here is|here's|this is|that is|that's|there is|there's|there are|we have|we've got|and|also|then|the players are"
    r"|just|only|me(?! and\b)|he is|he's|she is|she's|can|may|could|called|named|play(?:ing)?|with)\s+)+",
    re.IGNORECASE,
)
TRAIL = re.compile(
    r"\s+(?:(?:are|is|am) (?:playing|joining|here|at the table)|plays?|joins?|wants? to (?:play|join)|over there|here"
    r"|as well|today|tonight|again)(?: too| now)?$|\s+too$",
    re.IGNORECASE,
)
ITS_ME = re.compile(r"^(?:it's|it is|that's|hello|hi) me,\s*(?=\w)", re.IGNORECASE)
HIS_AGE = re.compile(r"\s*,?\s*\b(?:and )?(?:he|she|they|who)(?:'s| is|'re| are)(?: only| just| already)?\s+(?=[\w-]+)")
"""After a name: "Tom, he's four". What follows is an age, or it is no list of names."""
HESITATION = re.compile(
    r"\b(?:u[mh]|erm?|hm+|oh|ah|well|please|okay|ok|yes|yeah|and a half)\b(?!')|[()]", re.IGNORECASE
)
"""What is said between names, and means none. Half a year makes nobody older."""
CORRECTION = re.compile(r"\b(?:no wait|no|nope|i mean|i meant|sorry|wait|actually|rather)\b", re.IGNORECASE)
WHOSE = re.compile(r"^(?:my|her|his|our|their|the)\s+", re.IGNORECASE)
"""Mia and "her grandma" are Mia and Grandma."""
KIN = re.compile(
    r"^(?:(?:little|big|baby|older|younger|best|twin)\s+)*"
    r"(?:brother|sister|friend|cousin|son|daughter|husband|wife|uncle|aunt|mom|mum|dad|mother|father|grandma|grandpa"
    r"|grandson|granddaughter|nephew|niece|neighbou?r|partner|boyfriend|girlfriend|pal|mate|classmate|twin|baby|kid)\s+(?=\w)",
    re.IGNORECASE,
)
"""Whoever says "my brother Nick" calls him Nick."""
YEARS = ("year", "years", "and", "&", "+", "plus", "with")
"""What may follow an age without beginning a name."""
NO_NAMES = frozenset(
    {"a", "are", "can", "do", "don't", "hello", "how", "i", "is", "it", "know", "no", "not", "of", "ok", "okay", "play"}
    | {"say", "the", "this", "that", "to", "uh", "um", "us", "want", "we", "what", "who", "yes", "you", "there", "just"}
)
"""With one of these it is a remark, and no list of names."""
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
LONGEST_NAME = 24


def read_players(text: str) -> tuple[Seat, ...]:
    """ "Lily six, Nick eight and Julie" → three seats; nothing if it cannot be read as names."""
    if ALONE.match(tidied(text)):
        return ()
    *before, last = CORRECTION.split(text)
    seats: list[Seat] = []
    parts = spoken_parts(last)
    letters = all(len(part) == 1 for part in parts)  # among A, B and C, I is a name
    for part in parts:
        age = number_of(part)
        if seats and age is not None and seats[-1].age is None:
            seats[-1] = replace(seats[-1], age=age)  # "Lily, six, Nick, eight"
        elif age is None and (seat := read_player(part)) and (letters or seat.name.casefold() not in NOBODY):
            seats.append(seat)
        else:
            return ()
    if before and len(seats) < 2:
        return ()  # "Lily, Nick, no, Julie": instead of whom?
    return tuple(seats)


def spoken_parts(text: str) -> list[str]:
    """What stands between the commas and the ands, hesitation aside."""
    parts = AND.split(with_commas(bare(with_ages(ITS_ME.sub("", tidied(text))))))
    return [part for part in map(bare, parts) if part]


def bare(part: str) -> str:
    """Without what only introduces: "that's Nick over there"."""
    return TRAIL.sub("", LEAD.sub("", part.strip())).strip()


def with_ages(text: str) -> str:
    """ "Tom, he's four" → "Tom four"."""
    return HIS_AGE.sub(lambda said: " " if aged(text[said.end() :]) else said[0], text)


def aged(text: str) -> bool:
    return number_of(text.split(maxsplit=1)[0].strip(",.!")) is not None


def tidied(text: str) -> str:
    """Without hesitation."""
    return " ".join(HESITATION.sub(" ", text).split()).strip(" ,.!")


def left_unnamed(text: str) -> str | None:
    """Who plays was told without names: "alone", "me" ("me and my brother"), or only a "number" ("five of us")."""
    plain = tidied(text)
    if ALONE.match(plain):
        return "alone"
    if (match := HOW_MANY.match(plain)) and number_of(match["number"]) is not None:
        return "number"
    parts = {part.casefold().removeprefix("just ").removeprefix("only ") for part in AND.split(plain)}
    return "me" if parts & ME else None


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


def read_newcomer(text: str) -> Seat | None:
    """One more player, by name: "it's Mia, she is five"."""
    parts = [part for part in re.split(r",|\b(?:and )?s?he is\b", HESITATION.sub(" ", text)) if part.strip()]
    named = bare(" ".join(" ".join(parts).split()))
    seat = read_player(named) if named else None
    return None if seat is None or seat.name.casefold() in NOBODY else seat


def read_player(text: str) -> Seat | None:
    """A name, and an age where one was said."""
    words = text.strip()
    if WHOSE.match(words):
        words = KIN.sub("", WHOSE.sub("", words))
    age = None
    if (match := AGE.match(words)) and (number := number_of(match["age"])) is not None:
        words, age = match["name"].strip(), number
    several = {word.casefold() for word in words.split()} if " " in words else set()
    if (
        not words
        or len(words) > LONGEST_NAME
        or not re.fullmatch(r"[^\W\d_][\w' .-]*", words)
        or len(words.split()) > 3
        or several & NO_NAMES
    ):
        return None
    return Seat(words[0].upper() + words[1:], age)


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(seat.name for seat in seats)


def with_small_children(seats: Sequence[Seat]) -> bool:
    """Whether somebody under six plays."""
    return any(seat.age is not None and seat.age < 6 for seat in seats)
