"""Who was who in a story, and where: what a family can remember together after the game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from narrator.box.content import Box, Character, FairyCard
from narrator.box.markup import bare, definite, in_play, name, phrase, role_words, told, with_the
from narrator.box.sentences import sentences
from narrator.errors import NarratorError
from narrator.games import games
from narrator.games.storyline import retelling as storyline
from narrator.games.storyline.moves import Category
from narrator.games.storytellers import retelling as storytellers
from narrator.shelf.played import Played
from narrator.shelf.wording import Wording

ASKED = (Category.CHARACTER, Category.PLACE, Category.OBJECT)
"""What is asked for in a fairy tale. What somebody had or did has no name that anybody would say."""


class NoCast(NarratorError):
    """Nobody was chosen in this game, or not yet."""


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody or something that a card shows."""

    name: str
    said: str
    """In a sentence: "the hedgehog"."""
    aliases: tuple[str, ...] = ()
    picture: str = ""
    """What can be seen on the card, in words."""


@dataclass(frozen=True, slots=True)
class Member:
    """One of the cast, with the place it had in the story."""

    who: Known
    kind: Category
    role: str = ""
    """"the strict harbor master"; nothing in a fairy tale, which has no roles."""
    where: str = ""
    """"nailing up the notice"."""
    lines: tuple[str, ...] = ()
    """The sentences around it, as long as nobody is named in them."""
    happened: tuple[str, ...] = ()
    """The same sentences as they are told when everybody is known."""


@dataclass(frozen=True, slots=True)
class Cast:
    """All that was chosen, in the order of the story, and what else there was to choose from."""

    title: str
    members: tuple[Member, ...]
    others: Mapping[Category, tuple[Known, ...]]
    """Everything of a kind, those of the story included."""


def cast_of(played: Played, box: Box, language: str = "en") -> Cast:
    """The cast of a kept game."""
    makers = {"storytellers": of_storytellers, "storyline": of_storyline}
    if played.game not in makers:
        title = games()[played.game].TITLE
        raise NoCast(f"{title} has no roles to remember. It is for Storytellers and StoryLine: `narrator stories`.")
    cast = makers[played.game](played, box, Wording(played.number, language))
    if not cast.members:
        raise NoCast(f"Nobody is in this story yet. Go on with: narrator play --resume {played.number}")
    return cast


# --- Storytellers --------------------------------------------------------------------------------


def of_storytellers(played: Played, box: Box, wording: Wording) -> Cast:
    story = storytellers.words_of(played.state, box)
    spreads = tuple(storytellers.spreads_of(played, story, box, wording))
    cast = storytellers.cast_of(spreads)
    members = tuple(
        Member(
            who=character(spread.who),
            kind=Category.CHARACTER,
            role=definite(role_words(spread.card) or ""),
            where=spread.card.where or "",
            happened=around(sentences(told(spread.card, cast)), name(spread.who)),
        )
        for spread in spreads
        if spread.who is not None
    )
    return Cast(story.title, members, {Category.CHARACTER: all_of(map(character, box.characters), members)})


def character(who: Character | str) -> Known:
    if isinstance(who, str):
        return Known(who, with_the(who), (bare(who),))
    return Known(who.name, with_the(who.name), who.aliases, who.picture)


def around(told_sentences: Sequence[str], who: str) -> tuple[str, ...]:
    """The sentence in which somebody comes in; where people speak, all that is said between two quotation marks."""
    at = next((at for at, text in enumerate(told_sentences) if mentions(text, bare(who))), 0)
    return whole_speech(told_sentences, at)


def whole_speech(told_sentences: Sequence[str], at: int) -> tuple[str, ...]:
    """This sentence, with its neighbours as long as somebody is in the middle of speaking."""
    start, end = at, at + 1
    while start and open_quote(told_sentences[:start]):
        start -= 1
    while end < len(told_sentences) and open_quote(told_sentences[start:end]):
        end += 1
    return tuple(told_sentences[start:end])


def open_quote(some: Sequence[str]) -> bool:
    return "".join(some).count('"') % 2 == 1


def mentions(text: str, words: str) -> bool:
    return re.search(rf"\b{re.escape(words)}\b", text, re.IGNORECASE) is not None


# --- StoryLine -----------------------------------------------------------------------------------


def of_storyline(played: Played, box: Box, wording: Wording) -> Cast:
    deck = storyline.words_of(played.state, box)
    leaves = tuple(storyline.leaves_of(played, deck, box, wording))
    cast = {key: thing for leaf in leaves for key, thing in leaf.chosen.items()}
    kinds = {kind: tuple(fairy(card, cards) for card in cards) for kind, cards in box.cards.items()}
    members = tuple(member for leaf in leaves for member in members_of(leaf, cast, kinds))
    return Cast(deck.title, members, {kind: all_of(kinds.get(kind, ()), members, kind) for kind in ASKED})


def members_of(
    leaf: storyline.Leaf, cast: Mapping[str, FairyCard | str], kinds: Mapping[Category, Sequence[Known]]
) -> Iterator[Member]:
    earlier = {key: thing for key, thing in cast.items() if key not in leaf.chosen}
    open_text, told_text = sentences(in_play(leaf.card, earlier)), sentences(told(leaf.card, cast))
    for key, kind in leaf.card.banners.items():
        thing = leaf.chosen.get(key)
        opening = re.search(rf"\{{{key}: *([^}}]+)\}}", leaf.card.text)
        if kind not in ASKED or thing is None or opening is None:
            continue
        words = " ".join(opening[1].split())
        at = next((at for at, text in enumerate(open_text) if mentions(text, words)), 0)
        known = next((each for each in kinds[kind] if each.name == name(thing)), None)
        yield Member(
            who=known or Known(name(thing), phrase(thing), (bare(phrase(thing)),)),
            kind=kind,
            lines=whole_speech(open_text, at),
            happened=whole_speech(told_text, at),
        )


def fairy(card: FairyCard, cards: Sequence[FairyCard]) -> Known:
    """A fairy-tale card is also known by its phrase, and by its last word where no other has the same."""
    last = card.name.split()[-1]
    alone = sum(other.name.split()[-1] == last for other in cards) == 1
    return Known(card.name, card.phrase, (bare(card.phrase), *((last,) if alone else ())))


def all_of(
    known: Iterator[Known] | Sequence[Known], members: Sequence[Member], kind: Category = Category.CHARACTER
) -> tuple[Known, ...]:
    """Everything in the box, and what the family brought along itself."""
    chosen = (member.who for member in members if member.kind is kind)
    return tuple({each.name: each for each in (*known, *chosen)}.values())
