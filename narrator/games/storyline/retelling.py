"""StoryLine told again: the tale with everything that was chosen for it, a few cards to a part."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from narrator.core.cards import CardKind
from narrator.core.game import CardSource, SpokenWords
from narrator.games.hosting.cast import (
    CardSubject,
    CastMember,
    StoryCast,
    candidates_of_kind,
    contains_words,
    sentences_around,
)
from narrator.games.hosting.retelling import (
    PlayedGame,
    RetoldStory,
    StoryTextMissing,
    capitalise,
    drop_empty,
    paragraph,
)
from narrator.games.storyline.rules import State
from narrator.language.content.markup import name, phrase, text_in_play, text_when_told
from narrator.language.content.models import Deck, DeckCard, FairyCard
from narrator.language.content.packs import Content
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language
from narrator.language.lines.story import Chapter, Picture
from narrator.language.lines.story_wording import StoryWording, as_card_name

CARDS_PER_CHAPTER = 3
TITLE_KINDS = (CardKind.CHARACTER, CardKind.PLACE, CardKind.OBJECT, CardKind.FEATURE)
"""What a part may be named after, the best first. What somebody did is no title."""
MAX_TITLE_THINGS = 2
RECALLED_KINDS = (CardKind.CHARACTER, CardKind.PLACE, CardKind.OBJECT)
"""What is asked for in a fairy tale. What somebody had or did has no name that anybody would say."""


@dataclass(frozen=True, slots=True)
class FilledCard:
    """A narrator card, and what was chosen for its open places."""

    card: DeckCard
    chosen: Mapping[str, FairyCard | str] = field(default_factory=dict)
    """By the key of the place; of the family's own cards only the words are known."""
    teller: str | None = None
    more: SpokenWords | None = None  # what the teller added


def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
    deck = find_deck(played.state, content)
    leaves = tuple(collect_cards(played, deck, content, wording))
    parts = build_chapters(deck, leaves, played.players, wording, finished=played.finished)
    return RetoldStory(deck.title, parts, tuple(search_keys(leaves)))


def find_deck(state: State, content: Content) -> Deck:
    deck = content.decks.get(state.options.tale)
    if deck is None or len(deck.banners) != len(state.options.deck):
        raise StoryTextMissing(state.options.tale)
    return deck


def collect_cards(played: PlayedGame, deck: Deck, content: Content, wording: StoryWording) -> Iterator[FilledCard]:
    own = played.state.options.cards is CardSource.TABLE
    known = {} if own else {card.name: card for cards in content.cards.values() for card in cards}
    for page in played.state.book:
        card = deck.cards[page.card - 1]
        chosen = {
            key: known.get(words) or card_words(words, category, wording, own=own)
            for (key, category), words in zip(card.banners.items(), page.cards, strict=False)
        }
        yield FilledCard(card, chosen, page.teller, page.embellishment)


def card_words(words: str, category: CardKind, wording: StoryWording, *, own: bool) -> str:
    """What the family read out from its own card; one that went with its pack is still known by its name."""
    said = as_card_name(words)
    if not said:
        return wording.phrase("unreadable", category=category)
    return said if own or category is CardKind.ACTION else get_language().indefinite(said)


# --- the parts -----------------------------------------------------------------------------------


def build_chapters(
    deck: Deck, leaves: Sequence[FilledCard], players: Sequence[str], wording: StoryWording, *, finished: bool
) -> tuple[Chapter, ...]:
    cast = {key: thing for leaf in leaves for key, thing in leaf.chosen.items()}
    parts = []
    for start in range(0, len(leaves), CARDS_PER_CHAPTER):
        some = leaves[start : start + CARDS_PER_CHAPTER]
        if start:
            paragraphs = [wording.sentences("bridge-end" if some[-1].card.the_end else "bridge")]
        else:
            paragraphs = [(*wording.sentences("told-by", players=players), *paragraph(deck.about))]
        for leaf in some:
            paragraphs.append(paragraph(text_when_told(leaf.card, cast)))
            paragraphs.append(wording.quote("more", leaf.more, player=leaf.teller) if leaf.teller else ())
        things = (thing for leaf in some for thing in leaf.chosen.values())
        pictures = tuple(Picture(card.emoji, card.phrase) for card in things if isinstance(card, FairyCard))
        if not finished and some[-1] is leaves[-1]:
            paragraphs.append(wording.sentences("so-far"))
        parts.append(Chapter(chapter_title(some, start, wording), drop_empty(paragraphs), pictures))
    return tuple(parts)


def chapter_title(some: Sequence[FilledCard], start: int, wording: StoryWording) -> str:
    """After what is new in it: "A seasick pirate and a jar of fog"."""
    new = [
        phrase(leaf.chosen[key])
        for category in TITLE_KINDS
        for leaf in some
        for key, wanted in leaf.card.banners.items()
        if wanted is category and key in leaf.chosen
    ]
    if new:
        return capitalise(wording.render("chapter-things", things=new[:MAX_TITLE_THINGS]))
    if some[-1].card.the_end:
        return wording.render("chapter-end")
    return wording.render("chapter", number=start // CARDS_PER_CHAPTER + 1)


def search_keys(leaves: Sequence[FilledCard]) -> Iterator[str]:
    for leaf in leaves:
        for key, card in leaf.chosen.items():
            yield f"{card} {key}" if isinstance(card, str) else f"{card.name} {card.phrase} {key}"


# --- who and what it was told with: there are no roles, only the sentences around them -----------


def recall_cast(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
    deck = find_deck(played.state, content)
    leaves = tuple(collect_cards(played, deck, content, wording))
    chosen = {key: thing for leaf in leaves for key, thing in leaf.chosen.items()}
    kinds = {kind: tuple(card_subject(card, cards) for card in cards) for kind, cards in content.cards.items()}
    members = tuple(member for leaf in leaves for member in cast_members(leaf, chosen, kinds))
    return StoryCast(
        deck.title, members, {kind: candidates_of_kind(kinds.get(kind, ()), members, kind) for kind in RECALLED_KINDS}
    )


def cast_members(
    leaf: FilledCard, cast: Mapping[str, FairyCard | str], kinds: Mapping[CardKind, Sequence[CardSubject]]
) -> Iterator[CastMember]:
    earlier = {key: thing for key, thing in cast.items() if key not in leaf.chosen}
    open_text, told_text = (
        split_sentences(text_in_play(leaf.card, earlier)),
        split_sentences(text_when_told(leaf.card, cast)),
    )
    for key, kind in leaf.card.banners.items():
        thing = leaf.chosen.get(key)
        opening = re.search(rf"\{{{key}: *([^}}]+)\}}", leaf.card.text)
        if kind not in RECALLED_KINDS or thing is None or opening is None:
            continue
        words = " ".join(opening[1].split())
        at = next((at for at, text in enumerate(open_text) if contains_words(text, words)), 0)
        known = next((each for each in kinds[kind] if each.name == name(thing)), None)
        yield CastMember(
            subject=known or CardSubject(name(thing), phrase(thing), (get_language().strip_article(phrase(thing)),)),
            kind=kind,
            open_sentences=sentences_around(open_text, at),
            told_sentences=sentences_around(told_text, at),
        )


def card_subject(card: FairyCard, cards: Sequence[FairyCard]) -> CardSubject:
    """A fairy-tale card is also known by its phrase, and by its last word where no other has the same."""
    last = card.name.split()[-1]
    alone = sum(other.name.split()[-1] == last for other in cards) == 1
    return CardSubject(card.name, card.phrase, (get_language().strip_article(card.phrase), *((last,) if alone else ())))
