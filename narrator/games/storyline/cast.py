"""The cast of StoryLine: who and what the tale was told with. There are no roles, only the sentences around them."""

import re
from collections.abc import Iterator, Mapping, Sequence

from narrator.box.articles import bare
from narrator.box.content import Box
from narrator.box.markup import in_play, name, phrase, told
from narrator.box.sentences import sentences
from narrator.box.written import FairyCard
from narrator.cards import Category
from narrator.games.storyline.retelling import Leaf, leaves_of, words_of
from narrator.host.cast import Cast, Known, Member, all_of, mentions, whole_speech
from narrator.host.retelling import Played
from narrator.tell.wording import Wording

ASKED = (Category.CHARACTER, Category.PLACE, Category.OBJECT)
"""What is asked for in a fairy tale. What somebody had or did has no name that anybody would say."""


def cast_of(played: Played, box: Box, wording: Wording) -> Cast:
    deck = words_of(played.state, box)
    leaves = tuple(leaves_of(played, deck, box, wording))
    chosen = {key: thing for leaf in leaves for key, thing in leaf.chosen.items()}
    kinds = {kind: tuple(fairy(card, cards) for card in cards) for kind, cards in box.cards.items()}
    members = tuple(member for leaf in leaves for member in members_of(leaf, chosen, kinds))
    return Cast(deck.title, members, {kind: all_of(kinds.get(kind, ()), members, kind) for kind in ASKED})


def members_of(
    leaf: Leaf, cast: Mapping[str, FairyCard | str], kinds: Mapping[Category, Sequence[Known]]
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
