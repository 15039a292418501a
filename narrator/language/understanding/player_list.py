"""Parse who is playing: a list such as "Lily six, Nick eight and Julie", or a sentence with names in it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from narrator.core.game import Seat
from narrator.language.language import get_language
from narrator.language.language_data import PlayerListRules
from narrator.language.understanding.chunks import tidy
from narrator.language.understanding.player_names import (
    MAX_PLAYER_NAME_LETTERS,
    MAX_PLAYER_NAME_WORDS,
    is_no_name,
    parse_people,
)


def parse_players(text: str) -> tuple[Seat, ...]:
    """Return the players named in the text, or nothing if it cannot be read as names."""
    words = capitalise_introduced(strip_introduction(clean_player_words(text)))
    if _rules().alone.match(words):
        return ()
    *before, last = _rules().correction.split(words)
    seats = parse_bare_list(last) or tuple(Seat(each.name, each.age) for each in parse_people(last))
    aged = {seat.name for seat in seats if seat.age is not None}  # "Ruby. Ruby is seven" names one player
    seats = tuple(seat for seat in seats if seat.age is not None or seat.name not in aged)
    return () if before and len(seats) < 2 else seats  # "Lily, Nick, no, Julie": unclear who is replaced


def parse_bare_list(text: str) -> tuple[Seat, ...]:
    """Return the players of a list that holds only names and ages; nothing if it holds anything else."""
    seats: list[Seat] = []
    parts = [part.strip() for part in _rules().separator.split(insert_commas(text)) if part.strip()]
    letters = all(len(part) == 1 for part in parts)  # as in "A, B and I", where I is a name
    for part in parts:
        age = get_language().parse_number(part)
        if seats and age is not None and seats[-1].age is None:
            seats[-1] = replace(seats[-1], age=age)  # "Lily, six, Nick, eight"
        elif age is None and (seat := parse_player(part)) and (letters or not _means_no_player(seat.name)):
            seats.append(seat)
        else:
            return ()
    return tuple(seats)


def parse_companions(text: str) -> tuple[Seat, ...]:
    """Return the players in the words after "with": "Anna and Tom".

    "A song" and "real dice" are things: they have an article, or neither capitals nor anything between the names.
    """
    words = text.split()
    has_article = any(word.casefold() in get_language().articles for word in words)
    is_list = _rules().separator.search(text) is not None or all(word[0].isupper() for word in words)
    return () if has_article or not is_list else parse_players(text)


def clean_names(text: str) -> str:
    """Return the names separated by commas. The full stop in "Mrs. Smith" separates none; half years are dropped."""
    whole = re.sub(r"(?<=\d)\.\d", "", text)
    return ", ".join(tidy(part) for part in get_language().heard.players.sentence_break.split(whole))


def clean_player_words(text: str) -> str:
    """Remove fillers and outer punctuation, and join the words of a number: "seventy-one"."""
    words = get_language().join_number_words(_rules().filler.sub(" ", text))
    return " ".join(words.split()).strip(" ,.!")


def strip_introduction(words: str) -> str:
    """Return a list of names in capitals without "it's" before it. Leave "I'm Rosa and this is Theo" as it is."""
    first, _, rest = words.partition(" ")
    is_introduction = first.casefold() in get_language().heard.words.introductions
    return rest if is_introduction and rest[:1].isupper() and parse_bare_list(rest) else words


def capitalise_introduced(words: str) -> str:
    """Return a sentence with a capital where a transcript has one name in capitals and another not: "I'm rosa"."""
    introductions = "|".join(map(re.escape, get_language().heard.words.introductions))
    if not re.search(r"\s[A-Z][a-z]", words):
        return words
    return re.sub(rf"(?i:\b(?:{introductions})) [a-z]", lambda match: match[0][:-1] + match[0][-1].upper(), words)


def unnamed_players(text: str) -> str | None:
    """Return how players were mentioned without names: "alone", "me" ("me and my brother"), "number" ("five of us")."""
    plain = clean_player_words(text)
    if _rules().alone.match(plain):
        return "alone"
    if (match := _rules().count.match(plain)) and get_language().parse_number(match["number"]) is not None:
        return "number"
    parts = {_strip_limiting(part.casefold()) for part in _rules().separator.split(plain)}
    return "me" if parts & _rules().unnamed else None


def insert_commas(text: str) -> str:
    """Insert the commas that a transcript lacks.

    The next name starts after an age. If no age is given, every word is a name: games need at least two players, so
    "Lily Nick" is two players, not one with two names.
    """
    words, rules = text.split(), _rules()
    if (
        rules.separator.search(text) is None
        and not any(get_language().parse_number(word) for word in words)
        and len(words) > 1
    ):
        return "" if any(map(is_no_name, words)) else ", ".join(words)
    aged = [
        f"{word}," if get_language().parse_number(word) and after and after not in rules.after_age else word
        for word, after in pair_with_next(words)
    ]
    return " ".join(f"{word}," if word == rules.end_of_age and after else word for word, after in pair_with_next(aged))


def pair_with_next(words: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(words, (*words[1:], ""), strict=False))


def parse_newcomer(text: str) -> Seat | None:
    """Return the one player named in "it's Mia, she is five", or `None` if there is not exactly one."""
    found = parse_people(clean_player_words(text))
    return Seat(found[0].name, found[0].age) if len(found) == 1 else None


def parse_player(text: str) -> Seat | None:
    """Return the player in "Lily" or "Lily six", or `None` if the words cannot be a name."""
    words, age = text.strip(), None
    if (match := _rules().with_age.match(words)) and (number := get_language().parse_number(match["age"])) is not None:
        words, age = get_language().strip_possessive(match["name"].strip()), number
    if (
        not words
        or len(words) > MAX_PLAYER_NAME_LETTERS
        or not re.fullmatch(r"[^\W\d_][\w' .-]*", words)
        or len(words.split()) > MAX_PLAYER_NAME_WORDS
        or any(map(is_no_name, words.split()))
    ):
        return None
    return Seat(words[0].upper() + words[1:], age)


def _rules() -> PlayerListRules:
    return get_language().heard.players


def _means_no_player(name: str) -> bool:
    return name.casefold() in _rules().unnamed | _rules().not_a_name


def _strip_limiting(words: str) -> str:
    """Return the words without "just" or "only" before them."""
    for word in _rules().limiting:
        words = words.removeprefix(f"{word} ")
    return words
