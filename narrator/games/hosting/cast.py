"""Who was who in a story, and where: what a family can remember together after the game."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from narrator.core.cards import CardKind
from narrator.core.errors import NarratorError


class NoCast(NarratorError):
    """Nobody was chosen in this game, or not yet."""


@dataclass(frozen=True, slots=True)
class CardSubject:
    """Somebody or something that a card shows."""

    name: str
    spoken: str
    """In a sentence: "the hedgehog"."""
    aliases: tuple[str, ...] = ()
    description: str = ""
    """What can be seen on the card, in words."""


@dataclass(frozen=True, slots=True)
class CastMember:
    """One of the cast, with the place it had in the story."""

    subject: CardSubject
    kind: CardKind
    role: str = ""
    """"the strict harbor master"; nothing in a fairy tale, which has no roles."""
    where: str = ""
    """"nailing up the notice"."""
    open_sentences: tuple[str, ...] = ()
    """The sentences around it, as long as nobody is named in them."""
    told_sentences: tuple[str, ...] = ()
    """The same sentences as they are told when everybody is known."""


@dataclass(frozen=True, slots=True)
class StoryCast:
    """All that was chosen, in the order of the story, and what else there was to choose from."""

    title: str
    members: tuple[CastMember, ...]
    candidates: Mapping[CardKind, tuple[CardSubject, ...]]
    """Everything of a kind, those of the story included."""


def sentences_around(told_sentences: Sequence[str], at: int) -> tuple[str, ...]:
    """This sentence, with its neighbours as long as somebody is in the middle of speaking."""
    start, end = at, at + 1
    while start and has_open_quote(told_sentences[:start]):
        start -= 1
    while end < len(told_sentences) and has_open_quote(told_sentences[start:end]):
        end += 1
    return tuple(told_sentences[start:end])


def has_open_quote(some: Sequence[str]) -> bool:
    return "".join(some).count('"') % 2 == 1


def contains_words(text: str, words: str) -> bool:
    return re.search(rf"\b{re.escape(words)}\b", text, re.IGNORECASE) is not None


def candidates_of_kind(
    known: Iterable[CardSubject], members: Sequence[CastMember], kind: CardKind = CardKind.CHARACTER
) -> tuple[CardSubject, ...]:
    """Everything in the box, and what the family brought along itself."""
    chosen = (member.subject for member in members if member.kind is kind)
    return tuple({each.name: each for each in (*known, *chosen)}.values())


MAX_MOMENTS = 6
"""Nobody remembers thirty clues in one go."""


def cast_of_players(title: str, moments: Sequence[tuple[str, str, str]], players: Sequence[str]) -> StoryCast:
    """Where nobody was cast, the players are who is remembered: each moment is a player, as what, and where."""
    some = moments[:: max(1, -(-len(moments) // MAX_MOMENTS))]
    known = {name: CardSubject(name, name) for name in players}
    members = tuple(
        CastMember(known[seat], CardKind.CHARACTER, role, where) for seat, role, where in some if seat in known
    )
    return StoryCast(title, members, {CardKind.CHARACTER: tuple(known.values())})
