"""The cast of a finished story: which card played which role, and where. `narrator recollect` asks about it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from narrator.core.cards import CardKind
from narrator.core.errors import NarratorError


class NoCast(NarratorError):
    """The game has no cast, or none yet."""


@dataclass(frozen=True, slots=True)
class CardSubject:
    """The character, place or thing on a card."""

    name: str
    spoken: str
    """The name as used in a sentence: "the hedgehog"."""
    aliases: tuple[str, ...] = ()
    description: str = ""
    """How the card looks, in words."""


@dataclass(frozen=True, slots=True)
class CastMember:
    """A card that was chosen for the story, and its part in it."""

    subject: CardSubject
    kind: CardKind
    role: str = ""
    """The role: "the strict harbor master". Empty in fairy tales, which have no roles."""
    where: str = ""
    """What the role is doing: "nailing up the notice"."""
    open_sentences: tuple[str, ...] = ()
    """The sentences around the entrance, before the card was chosen."""
    told_sentences: tuple[str, ...] = ()
    """The same sentences in the finished story."""


@dataclass(frozen=True, slots=True)
class StoryCast:
    """The cast in the order of the story, and everything that could have been chosen."""

    title: str
    members: tuple[CastMember, ...]
    candidates: Mapping[CardKind, tuple[CardSubject, ...]]
    """Everything of each kind, including the chosen cards."""


def sentences_around(sentences: Sequence[str], index: int) -> tuple[str, ...]:
    """Return the sentence at this index, extended until it holds no unfinished quotation."""
    start, end = index, index + 1
    while start and has_open_quote(sentences[:start]):
        start -= 1
    while end < len(sentences) and has_open_quote(sentences[start:end]):
        end += 1
    return tuple(sentences[start:end])


def has_open_quote(sentences: Sequence[str]) -> bool:
    """Return whether a quotation is unfinished at the end of these sentences."""
    return "".join(sentences).count('"') % 2 == 1


def contains_words(text: str, words: str) -> bool:
    """Return whether the text contains these words as whole words, ignoring case."""
    return re.search(rf"\b{re.escape(words)}\b", text, re.IGNORECASE) is not None


def candidates_of_kind(
    known: Iterable[CardSubject], members: Sequence[CastMember], kind: CardKind = CardKind.CHARACTER
) -> tuple[CardSubject, ...]:
    """Return everything of this kind: the content's cards, and the family's own that were chosen."""
    chosen = (member.subject for member in members if member.kind is kind)
    return tuple({each.name: each for each in (*known, *chosen)}.values())


MAX_MOMENTS = 6
"""How many moments of a game to recall. Thirty clues are too many to remember in one go."""


def cast_of_players(title: str, moments: Sequence[tuple[str, str, str]], players: Sequence[str]) -> StoryCast:
    """Return a cast of the players themselves, for games without characters.

    A moment is a player, a role ("the storyteller") and an occasion.
    """
    selected = moments[:: max(1, -(-len(moments) // MAX_MOMENTS))]
    known = {name: CardSubject(name, name) for name in players}
    members = tuple(
        CastMember(known[seat], CardKind.CHARACTER, role, where) for seat, role, where in selected if seat in known
    )
    return StoryCast(title, members, {CardKind.CHARACTER: tuple(known.values())})
