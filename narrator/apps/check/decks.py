"""Checks of StoryLine decks: fifteen narrator cards with open places, and phrases that must fit every place."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from narrator.apps.check.directions import check_directions
from narrator.apps.check.findings import Finding, Sheet, TextFault, did_you_mean, first_nonempty, with_count
from narrator.apps.check.scenes import check_setting
from narrator.apps.check.sets import check_emoji
from narrator.apps.check.stories import KEY, without_implied_calls
from narrator.apps.check.words import check_full_stop, check_length, check_slips, check_speakable, check_texts
from narrator.core.cards import CardKind
from narrator.core.text import join_words
from narrator.language.content.markup import (
    Call,
    MarkupError,
    Opening,
    Role,
    Spoken,
    open_reading,
    text_in_play,
    text_when_told,
    told_reading,
)
from narrator.language.content.models import MARKS_BY_KIND, Deck, FairyCard
from narrator.language.language import get_language

DECK_CARDS = 15
PAGE_WORDS = range(20, 51)
PHRASE_FORMS = {
    CardKind.CHARACTER: ("an honest owl", r"an? ", 'must begin with a or an: "a crafty witch"'),
    CardKind.PLACE: ("an empty inn", r"(an?|the) ", 'must begin with a, an or the, and fit after "in": "an empty inn"'),
    CardKind.FEATURE: ("an odd laugh", r"an? ", 'must begin with a or an, and fit after "had": "a singing knee"'),
    CardKind.OBJECT: ("an old egg", r"an? ", 'must begin with a or an: "a square egg"'),
    CardKind.ACTION: ("danced all night", r"(?!an? |the )\w", 'must be what somebody did: "danced all night"'),
}
"""For each category: a sample phrase, used to count words; a pattern for phrases; and advice if one does not match."""


def check_deck(sheet: Sheet[Deck]) -> Iterator[Finding]:
    deck = sheet.content
    yield from check_texts(sheet)
    if deck.setting is not None:
        yield from check_setting(sheet, deck.setting, "setting")
    if len(deck.cards) != DECK_CARDS:
        cards = with_count(len(deck.cards), "card")
        message = f"The deck has {cards}. Write {DECK_CARDS}, the last one with `the_end: true`."
        yield sheet.finding("count", message, "cards")
    opened: dict[str, CardKind] = {}
    for place, card in enumerate(deck.cards):
        yield from check_banners(sheet, place, opened)
        yield from check_deck_text(sheet, place, opened)
        opened |= card.banners
    doubles = sum(len(card.banners) == 2 for card in deck.cards)
    if doubles not in range(3, 6):
        message = f"The deck has {with_count(doubles, 'double banner')}. It should have three to five."
        yield sheet.finding("doubles", message, "cards")
    times = Counter(category for card in deck.cards for category in card.banners.values())
    for category in CardKind:
        if times[category] not in range(2, 6):
            wanted = f"{get_language().indefinite(category)} {with_count(times[category], 'time')}"
            message = f"The deck asks for {wanted}. It should do so two to five times."
            yield sheet.finding("category-count", message, "cards")


def check_banners(sheet: Sheet[Deck], place: int, opened: Mapping[str, CardKind]) -> Iterator[Finding]:
    """Check that every card has one or two banners, except the last one, which says "The End"."""
    card = sheet.content.cards[place]
    last = place == len(sheet.content.cards) - 1
    where = ("cards", place, "banners")
    if not last and not card.the_end and len(card.banners) not in (1, 2):
        message = f"This card has {with_count(len(card.banners), 'banner')}. Write one, or two for a double."
        yield sheet.finding("banner-count", message, *where)
    if len(set(card.banners.values())) < len(card.banners):
        yield sheet.finding("banner-same", "Both banners ask for the same category. Change one.", *where)
    for key in card.banners:
        if not KEY.fullmatch(key):
            message = f"`{key}` cannot be used as a key. Use one word in small letters, such as hero."
            yield sheet.finding("key-form", message, *where, key)
        if key in opened:
            message = f"`{key}` is already used on an earlier card. Choose another key."
            yield sheet.finding("banner-twice", message, *where, key)
    if last and not (card.the_end and not card.banners and card.text.endswith("The End.")):
        message = 'The last card needs `the_end: true`, no banners, and "The End." at the end of its text.'
        yield sheet.finding("the-end", message, "cards", place)
    if card.the_end and not last:
        yield sheet.finding("the-end", "Only the last card ends the tale. Delete this line.", "cards", place, "the_end")


def check_deck_text(sheet: Sheet[Deck], place: int, opened: dict[str, CardKind]) -> Iterator[Finding]:
    card = sheet.content.cards[place]
    where = ("cards", place, "text")
    yield from check_speakable(sheet, card.text, *where, marked=True)
    try:
        readings = list(open_reading(card.text)), list(told_reading(card.text))
    except MarkupError as error:
        message = (
            f"Here is {error}. Write a place as {{hero: somebody}}, a callback as {{hero}}, and two readings as [a|b]."
        )
        yield sheet.finding("markup", message, *where, at=error.at)
        return
    yield from sheet.in_text(check_directions(card.text, opened), *where)
    yield from check_openings(sheet, place, *readings)
    for reading in readings:
        yield from sheet.in_text(check_deck_calls(sheet.content, without_implied_calls(reading), opened), *where)
    cast = {key: PHRASE_FORMS[category][0] for key, category in opened.items()}
    own = {key: PHRASE_FORMS[category][0] for key, category in card.banners.items()}
    spoken = {text_in_play(card, cast): " in play"}
    spoken.setdefault(text_when_told(card, cast | own), " when told")
    yield from first_nonempty(
        check_length(sheet, text, PAGE_WORDS, *where, reading=said) for text, said in spoken.items()
    )
    yield from first_nonempty(check_full_stop(sheet, text, *where) for text in spoken)
    for text in spoken:
        yield from check_slips(sheet, text, card.text, *where)


def check_openings(
    sheet: Sheet[Deck], place: int, play: Sequence[Spoken], told_again: Sequence[Spoken]
) -> Iterator[Finding]:
    """Check that each banner has its place in the text exactly once."""
    card = sheet.content.cards[place]
    where = ("cards", place, "text")
    counts = [Counter(part.key for part in reading if isinstance(part, Opening)) for reading in (play, told_again)]
    for key in filter(KEY.fullmatch, card.banners):
        times = {count[key] for count in counts}
        if times != {1}:
            wrong = min(times - {1})
            message = (
                f"`{key}` is opened {with_count(wrong, 'time')} in the text. Write {{{key}: somebody}} exactly once."
            )
            yield sheet.finding("banner-unopened", message, "cards", place, "banners", key)
    for part in (*play, *told_again):
        if isinstance(part, Opening) and part.key not in card.banners:
            message = (
                f"`{part.key}` is not among the banners of this card. Add it there, or call it back: {{{part.key}}}."
            )
            yield sheet.finding("banner-undeclared", message, *where, at=part.at)
        if isinstance(part, Role):
            message = "*Stars* are for roles in stories. Write a place instead: {hero: somebody}."
            yield sheet.finding("markup", message, *where, at=part.at)


def check_deck_calls(deck: Deck, reading: Sequence[Spoken], opened: Mapping[str, CardKind]) -> Iterator[TextFault]:
    """Check that what is called back was filled on an earlier card."""
    known = {key for card in deck.cards for key in card.banners}
    for part in reading:
        if not isinstance(part, Call) or part.key in opened:
            continue
        if part.key in known:
            message = f"{{{part.key}}} is not filled yet when this card is read. Call something from an earlier card."
            yield part.at, "role-uncast", message
        else:
            advice = did_you_mean(part.key, sorted(known), "{{{}}}")
            yield part.at, "role-unknown", f"No banner is called `{part.key}`. {advice}"


def check_phrase_cards(sheet: Sheet[tuple[FairyCard, ...]]) -> Iterator[Finding]:
    """Check that all phrases of a category have the same form, so that each fits every place."""
    category = CardKind(sheet.source.file.stem)
    _, form, advice = PHRASE_FORMS[category]
    yield from check_texts(sheet)
    for place, card in enumerate(sheet.content):
        yield from check_emoji(sheet, [card.emoji], range(1, 2), place)
        if not re.match(form, card.phrase) or card.phrase.endswith((".", "!", "?")):
            message = f'"{card.phrase}" {advice}, without a full stop. Change it.'
            yield sheet.finding("phrase-form", message, place, "phrase")
        if card.mark is not None and card.mark not in (marks := MARKS_BY_KIND[category]):
            message = f"`{card.mark}` is no mark for {category} cards. Choose from {join_words(marks)}."
            yield sheet.finding("mark", message, place, "mark")
