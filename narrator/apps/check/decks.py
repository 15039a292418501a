"""StoryLine: fifteen narrator cards, what is open on each, and the phrases that must fit anywhere."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from narrator.apps.check.findings import Finding, Sheet, TextFault, did_you_mean, first_of, number
from narrator.apps.check.sets import emoji
from narrator.apps.check.stories import KEY, as_written
from narrator.apps.check.words import full_stop, length, slips, speakable, worded
from narrator.core.cards import CardKind
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
from narrator.language.content.models import Deck, FairyCard
from narrator.language.language import get_language

CARDS = 15
FORMS = {
    CardKind.CHARACTER: ("an honest owl", r"an? ", 'must begin with a or an: "a crafty witch"'),
    CardKind.PLACE: ("an empty inn", r"(an?|the) ", 'must begin with a, an or the, and fit after "in": "an empty inn"'),
    CardKind.FEATURE: ("an odd laugh", r"an? ", 'must begin with a or an, and fit after "had": "a singing knee"'),
    CardKind.OBJECT: ("an old egg", r"an? ", 'must begin with a or an: "a square egg"'),
    CardKind.ACTION: ("danced all night", r"(?!an? |the )\w", 'must be what somebody did: "danced all night"'),
}
"""What stands in for whatever may be chosen, when words are counted; how every phrase begins; and how that is said."""


def check_deck(sheet: Sheet[Deck]) -> Iterator[Finding]:
    deck = sheet.content
    yield from worded(sheet)
    if len(deck.cards) != CARDS:
        message = (
            f"The deck has {number(len(deck.cards), 'card')}. Write {CARDS}, the last of them with `the_end: true`."
        )
        yield sheet.finding("count", message, "cards")
    opened: dict[str, CardKind] = {}
    for place, card in enumerate(deck.cards):
        yield from banners(sheet, place, opened)
        yield from words_of(sheet, place, opened)
        opened |= card.banners
    doubles = sum(len(card.banners) == 2 for card in deck.cards)
    if doubles not in range(3, 6):
        message = f"The deck has {number(doubles, 'double banner')}. Three to five are right."
        yield sheet.finding("doubles", message, "cards")
    times = Counter(category for card in deck.cards for category in card.banners.values())
    for category in CardKind:
        if times[category] not in range(2, 6):
            asked = f"{get_language().indefinite(category)} {number(times[category], 'time')}"
            message = f"The deck asks for {asked}. Two to five times are right."
            yield sheet.finding("category-count", message, "cards")


def banners(sheet: Sheet[Deck], place: int, opened: Mapping[str, CardKind]) -> Iterator[Finding]:
    """One or two on every card but the last, which says "The End", and no other does."""
    card = sheet.content.cards[place]
    last = place == len(sheet.content.cards) - 1
    where = ("cards", place, "banners")
    if not last and not card.the_end and len(card.banners) not in (1, 2):
        message = f"This card has {number(len(card.banners), 'banner')}. Write one, or two for a double."
        yield sheet.finding("banner-count", message, *where)
    if len(set(card.banners.values())) < len(card.banners):
        yield sheet.finding("banner-same", "A double banner asks for two different categories. Change one.", *where)
    for key in card.banners:
        if not KEY.fullmatch(key):
            message = f"`{key}` cannot be called back. Make it one word in small letters, such as hero."
            yield sheet.finding("key-form", message, *where, key)
        if key in opened:
            message = f"`{key}` is open on an earlier card already. Give this place another word."
            yield sheet.finding("banner-twice", message, *where, key)
    if last and not (card.the_end and not card.banners and card.text.endswith("The End.")):
        message = 'The last card has `the_end: true`, no banners, and ends with "The End." Make it so.'
        yield sheet.finding("the-end", message, "cards", place)
    if card.the_end and not last:
        yield sheet.finding("the-end", "Only the last card is the end. Delete this line.", "cards", place, "the_end")


def words_of(sheet: Sheet[Deck], place: int, opened: dict[str, CardKind]) -> Iterator[Finding]:
    card = sheet.content.cards[place]
    where = ("cards", place, "text")
    yield from speakable(sheet, card.text, *where, marked=True)
    yield from full_stop(sheet, card.text, *where)
    try:
        readings = list(open_reading(card.text)), list(told_reading(card.text))
    except MarkupError as error:
        message = f"Here is {error}. Open a place {{hero: so}}, call it back {{so}}, two readings are [so|and so]."
        yield sheet.finding("markup", message, *where, at=error.at)
        return
    yield from openings(sheet, place, *readings)
    for reading in readings:
        yield from sheet.in_text(calls(sheet.content, as_written(reading), opened), *where)
    cast = {key: FORMS[category][0] for key, category in opened.items()}
    own = {key: FORMS[category][0] for key, category in card.banners.items()}
    spoken = {text_in_play(card, cast): " in play"}
    spoken.setdefault(text_when_told(card, cast | own), " when told")
    yield from first_of(length(sheet, text, range(20, 51), *where, reading=said) for text, said in spoken.items())
    for text in spoken:
        yield from slips(sheet, text, card.text, *where)


def openings(sheet: Sheet[Deck], place: int, play: Sequence[Spoken], told_again: Sequence[Spoken]) -> Iterator[Finding]:
    """What the banners ask for must have its place in the text, once."""
    card = sheet.content.cards[place]
    where = ("cards", place, "text")
    counts = [Counter(part.key for part in reading if isinstance(part, Opening)) for reading in (play, told_again)]
    for key in filter(KEY.fullmatch, card.banners):
        times = {count[key] for count in counts}
        if times != {1}:
            wrong = min(times - {1})
            message = f"`{key}` is opened {number(wrong, 'time')} in the text. Write {{{key}: somebody}} exactly once."
            yield sheet.finding("banner-unopened", message, "cards", place, "banners", key)
    for part in (*play, *told_again):
        if isinstance(part, Opening) and part.key not in card.banners:
            message = (
                f"`{part.key}` is not among the banners of this card. Add it there, or call it back: {{{part.key}}}."
            )
            yield sheet.finding("banner-undeclared", message, *where, at=part.at)
        if isinstance(part, Role):
            message = "*Stars* are for the roles of stories. Open a place instead: {hero: somebody}."
            yield sheet.finding("markup", message, *where, at=part.at)


def calls(deck: Deck, reading: Sequence[Spoken], opened: Mapping[str, CardKind]) -> Iterator[TextFault]:
    """What is called back must have been filled on an earlier card."""
    there = {key for card in deck.cards for key in card.banners}
    for part in reading:
        if not isinstance(part, Call) or part.key in opened:
            continue
        if part.key in there:
            message = f"{{{part.key}}} is not filled yet when this card is read. Call something from an earlier card."
            yield part.at, "role-uncast", message
        else:
            advice = did_you_mean(part.key, sorted(there), "{{{}}}")
            yield part.at, "role-unknown", f"No banner is called `{part.key}`. {advice}"


def check_cards(sheet: Sheet[tuple[FairyCard, ...]]) -> Iterator[Finding]:
    """The phrases of a category have one form, so that each fits wherever one is asked for."""
    category = CardKind(sheet.source.file.stem)
    _, form, advice = FORMS[category]
    yield from worded(sheet)
    for place, card in enumerate(sheet.content):
        yield from emoji(sheet, [card.emoji], range(1, 2), place)
        if not re.match(form, card.phrase) or card.phrase.endswith((".", "!", "?")):
            message = f'"{card.phrase}" {advice}, without a full stop. Change it.'
            yield sheet.finding("phrase-form", message, place, "phrase")
