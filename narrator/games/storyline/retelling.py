"""Retell StoryLine: the tale with its gaps filled, a few narrator cards per chapter."""

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
from narrator.language.content.markup import directed_when_told, name, phrase, text_in_play, text_when_told
from narrator.language.content.models import Deck, DeckCard, FairyCard
from narrator.language.content.packs import Content
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language
from narrator.language.lines.story import Chapter, Picture
from narrator.language.lines.story_wording import StoryWording, as_card_name

CARDS_PER_CHAPTER = 3
TITLE_KINDS = (CardKind.CHARACTER, CardKind.PLACE, CardKind.OBJECT, CardKind.FEATURE)
"""Kinds of cards that chapters are named after, best first. Actions make poor titles."""
MAX_TITLE_THINGS = 2
RECALLED_KINDS = (CardKind.CHARACTER, CardKind.PLACE, CardKind.OBJECT)
"""Kinds of cards that players are asked to recall. Features and actions have no name to ask for."""


@dataclass(frozen=True, slots=True)
class FilledCard:
    """A narrator card and the cards that fill its gaps."""

    card: DeckCard
    chosen: Mapping[str, FairyCard | str] = field(default_factory=dict)
    """The chosen cards by the key of the gap; only words for one of the family's own cards."""
    teller: str | None = None
    more: SpokenWords | None = None  # what the teller added


def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
    deck = find_deck(played.state, content)
    cards = tuple(collect_cards(played, deck, content, wording))
    chapters = build_chapters(deck, cards, played.players, wording, finished=played.finished)
    return RetoldStory(deck.title, chapters, tuple(search_keys(cards)))


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
    """Return the words of a card that is not in the content: the family's own, or one whose pack is not loaded."""
    name = as_card_name(words)
    if not name:
        return wording.phrase("unreadable", category=category)
    return name if own or category is CardKind.ACTION else get_language().indefinite(name)


# --- chapters ----------------------------------------------------------------------------------


def build_chapters(
    deck: Deck, cards: Sequence[FilledCard], players: Sequence[str], wording: StoryWording, *, finished: bool
) -> tuple[Chapter, ...]:
    cast = {key: thing for filled in cards for key, thing in filled.chosen.items()}
    chapters = []
    for start in range(0, len(cards), CARDS_PER_CHAPTER):
        group = cards[start : start + CARDS_PER_CHAPTER]
        if start:
            paragraphs = [wording.sentences("bridge-end" if group[-1].card.the_end else "bridge")]
        else:
            paragraphs = [(*wording.sentences("told-by", players=players), *paragraph(deck.about))]
        for filled in group:
            paragraphs.append(paragraph(directed_when_told(filled.card, cast)))
            paragraphs.append(wording.quote("more", filled.more, player=filled.teller) if filled.teller else ())
        things = (thing for filled in group for thing in filled.chosen.values())
        pictures = tuple(Picture(card.emoji, card.phrase) for card in things if isinstance(card, FairyCard))
        if not finished and group[-1] is cards[-1]:
            paragraphs.append(wording.sentences("so-far"))
        chapters.append(Chapter(chapter_title(group, start, wording), drop_empty(paragraphs), pictures))
    return tuple(chapters)


def chapter_title(group: Sequence[FilledCard], start: int, wording: StoryWording) -> str:
    """Return a title after the cards that are new in it: "A seasick pirate and a jar of fog"."""
    new = [
        phrase(filled.chosen[key])
        for category in TITLE_KINDS
        for filled in group
        for key, wanted in filled.card.banners.items()
        if wanted is category and key in filled.chosen
    ]
    if new:
        return capitalise(wording.render("chapter-things", things=new[:MAX_TITLE_THINGS]))
    if group[-1].card.the_end:
        return wording.render("chapter-end")
    return wording.render("chapter", number=start // CARDS_PER_CHAPTER + 1)


def search_keys(cards: Sequence[FilledCard]) -> Iterator[str]:
    for filled in cards:
        for key, card in filled.chosen.items():
            yield f"{card} {key}" if isinstance(card, str) else f"{card.name} {card.phrase} {key}"


# --- recall: a fairy tale has no roles, so players hear the sentences around a card -------------


def recall_cast(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
    deck = find_deck(played.state, content)
    cards = tuple(collect_cards(played, deck, content, wording))
    chosen = {key: thing for filled in cards for key, thing in filled.chosen.items()}
    kinds = {kind: tuple(card_subject(card, cards) for card in cards) for kind, cards in content.cards.items()}
    members = tuple(member for filled in cards for member in cast_members(filled, chosen, kinds))
    return StoryCast(
        deck.title, members, {kind: candidates_of_kind(kinds.get(kind, ()), members, kind) for kind in RECALLED_KINDS}
    )


def cast_members(
    filled: FilledCard, cast: Mapping[str, FairyCard | str], kinds: Mapping[CardKind, Sequence[CardSubject]]
) -> Iterator[CastMember]:
    earlier = {key: thing for key, thing in cast.items() if key not in filled.chosen}
    open_text = split_sentences(text_in_play(filled.card, earlier))
    told_text = split_sentences(text_when_told(filled.card, cast))
    for key, kind in filled.card.banners.items():
        thing = filled.chosen.get(key)
        opening = re.search(rf"\{{{key}: *([^}}]+)\}}", filled.card.text)
        if kind not in RECALLED_KINDS or thing is None or opening is None:
            continue
        words = " ".join(opening[1].split())
        index = next((index for index, text in enumerate(open_text) if contains_words(text, words)), 0)
        known = next((each for each in kinds[kind] if each.name == name(thing)), None)
        yield CastMember(
            subject=known or CardSubject(name(thing), phrase(thing), (get_language().strip_article(phrase(thing)),)),
            kind=kind,
            open_sentences=sentences_around(open_text, index),
            told_sentences=sentences_around(told_text, index),
        )


def card_subject(card: FairyCard, cards: Sequence[FairyCard]) -> CardSubject:
    """Return the card with its phrase as an alias, and its last word if no other card has the same."""
    last = card.name.split()[-1]
    is_unique = sum(other.name.split()[-1] == last for other in cards) == 1
    return CardSubject(
        card.name, card.phrase, (get_language().strip_article(card.phrase), *((last,) if is_unique else ()))
    )
