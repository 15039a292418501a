"""Parse who is playing: a list such as "Lily six, Nick eight and Julie", or a sentence with names in it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from narrator.core.game import Seat
from narrator.language.language import get_language
from narrator.language.understanding.player_names import MAX_NAME_LETTERS, MAX_NAME_WORDS, is_no_name, parse_people

SEPARATOR = re.compile(r"\s*(?:[,;&+/]|\bplays? with\b|\b(?:and|an|in|plus|with)\b)\s*", re.IGNORECASE)
"""What separates two players. "An" and "in" are how the recogniser transcribes a hurried "and"."""
NAME_WITH_AGE = re.compile(r"^(?P<name>.*?)(?:\s+(?:is|who is|aged|age))?\s+(?P<age>[\w-]+)(?:\s+years?(?:\s+old)?)?$")
FILLER = re.compile(r"\b(?:u[mh]|erm?|hm+|oh|ah|well|please|okay|ok|yes|yeah|and a half)\b(?!')|[()]", re.IGNORECASE)
"""Words between names that name no one. "And a half" is dropped from an age."""
CORRECTION = re.compile(r"\b(?:no wait|no|nope|i mean|i meant|sorry|wait|actually|rather)\b", re.IGNORECASE)
WORDS_AFTER_AGE = ("year", "years", "and", "&", "+", "plus", "with")
"""Words that may follow an age without starting the next name."""
ALONE = re.compile(
    r"^(?:(?:i am|i'm|it is|it's|just|only|all)\s+)*(?:alone|me|myself|by myself|on my own|me alone)$", re.IGNORECASE
)
UNNAMED_SPEAKERS = frozenset({"me", "i", "myself", "us", "we", "we all"})
"""Words for players who did not say their name."""
NOT_PLAYER_NAMES = UNNAMED_SPEAKERS | frozenset(
    ("all", "everybody", "everyone", "nobody", "nothing", "none", "skip", "hello", "hi", "no", "what", "who")
)
HOW_MANY = re.compile(
    r"^(?:we are|we're|there are|there's|just|only|all|the|\s)*\s*(?P<number>[\w-]+)"
    r"(?:\s+(?:of us|players?|people|kids|children|persons?))?$",
    re.IGNORECASE,
)


def parse_players(text: str) -> tuple[Seat, ...]:
    """Return the players named in the text, or nothing if it cannot be read as names."""
    if ALONE.match(clean_player_words(text)):
        return ()
    *before, last = CORRECTION.split(clean_player_words(text))
    seats = parse_bare_list(last) or tuple(Seat(each.name, each.age) for each in parse_people(last))
    aged = {seat.name for seat in seats if seat.age is not None}  # "Ruby. Ruby is seven" names one player
    seats = tuple(seat for seat in seats if seat.age is not None or seat.name not in aged)
    return () if before and len(seats) < 2 else seats  # "Lily, Nick, no, Julie": unclear who is replaced


def parse_bare_list(text: str) -> tuple[Seat, ...]:
    """Return the players of a list that holds only names and ages; nothing if it holds anything else."""
    seats: list[Seat] = []
    parts = [part.strip() for part in SEPARATOR.split(insert_commas(text)) if part.strip()]
    letters = all(len(part) == 1 for part in parts)  # in "A, B and I" the I is a name
    for part in parts:
        age = get_language().parse_number(part)
        if seats and age is not None and seats[-1].age is None:
            seats[-1] = replace(seats[-1], age=age)  # "Lily, six, Nick, eight"
        elif age is None and (seat := parse_player(part)) and (letters or seat.name.casefold() not in NOT_PLAYER_NAMES):
            seats.append(seat)
        else:
            return ()
    return tuple(seats)


def clean_player_words(text: str) -> str:
    """Remove fillers and outer punctuation."""
    return " ".join(FILLER.sub(" ", text).split()).strip(" ,.!")


def unnamed_players(text: str) -> str | None:
    """Return how players were mentioned without names: "alone", "me" ("me and my brother"), "number" ("five of us")."""
    plain = clean_player_words(text)
    if ALONE.match(plain):
        return "alone"
    if (match := HOW_MANY.match(plain)) and get_language().parse_number(match["number"]) is not None:
        return "number"
    parts = {part.casefold().removeprefix("just ").removeprefix("only ") for part in SEPARATOR.split(plain)}
    return "me" if parts & UNNAMED_SPEAKERS else None


def insert_commas(text: str) -> str:
    """Insert the commas that a transcript lacks.

    The next name starts after an age. If no age is given, every word is a name: games need at least two players, so
    "Lily Nick" is two players, not one with two names.
    """
    words = text.split()
    if (
        SEPARATOR.search(text) is None
        and not any(get_language().parse_number(word) for word in words)
        and len(words) > 1
    ):
        return "" if any(map(is_no_name, words)) else ", ".join(words)
    aged = [
        f"{word}," if get_language().parse_number(word) and after and after not in WORDS_AFTER_AGE else word
        for word, after in pair_with_next(words)
    ]
    return " ".join(f"{word}," if word == "old" and after else word for word, after in pair_with_next(aged))


def pair_with_next(words: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(words, (*words[1:], ""), strict=False))


def parse_newcomer(text: str) -> Seat | None:
    """Return the one player named in "it's Mia, she is five", or `None` if there is not exactly one."""
    found = parse_people(clean_player_words(text))
    return Seat(found[0].name, found[0].age) if len(found) == 1 else None


def parse_player(text: str) -> Seat | None:
    """Return the player in "Lily" or "Lily six", or `None` if the words are no name."""
    words, age = text.strip(), None
    if (match := NAME_WITH_AGE.match(words)) and (number := get_language().parse_number(match["age"])) is not None:
        words, age = match["name"].strip().removesuffix("'s"), number
    if (
        not words
        or len(words) > MAX_NAME_LETTERS
        or not re.fullmatch(r"[^\W\d_][\w' .-]*", words)
        or len(words.split()) > MAX_NAME_WORDS
        or any(map(is_no_name, words.split()))
    ):
        return None
    return Seat(words[0].upper() + words[1:], age)
