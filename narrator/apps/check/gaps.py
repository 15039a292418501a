"""Check every fairy-tale card in every open place of the tales.

Players may lay any card of the category, so each page must read well with each card. Two things are checked: the
grammar of the filled page (articles, doubled words), and its sense. A page names the marks that it suits in `needs`,
and certain verbs require a mark (`SENTENCE_FRAMES`): an object after "ate" must be marked `eaten`. For other marks the
page needs alternative words, written as `<gift eaten: … | …>`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from narrator.apps.check.decks import PAGE_WORDS, PHRASE_FORMS
from narrator.apps.check.findings import Finding, Sheet, did_you_mean
from narrator.apps.check.words import check_full_stop, check_length, check_slips
from narrator.core.cards import CardKind
from narrator.core.text import join_words
from narrator.language.content.files import FileKind
from narrator.language.content.markup import ByMark, Call, MarkupError, RoleCast, parse, text_when_told, told_reading
from narrator.language.content.models import MARKS_BY_KIND, CardMark, Deck, DeckCard, FairyCard

CardSheets: TypeAlias = Mapping[CardKind, Sheet[tuple[FairyCard, ...]]]


@dataclass(frozen=True, slots=True)
class SentenceFrame:
    """Words around a place that suit only cards with these marks."""

    kind: CardKind
    marks: tuple[CardMark, ...]
    words: re.Pattern[str]
    """The words; # stands for the card."""


def sentence_frame(kind: CardKind, marks: str, words: str) -> SentenceFrame:
    return SentenceFrame(kind, tuple(map(CardMark, marks.split())), re.compile(words, re.IGNORECASE))


SENTENCE_FRAMES = (
    sentence_frame(CardKind.PLACE, "door", r"\b(door of|knock(ed|ing)? (at|on)) #"),
    sentence_frame(CardKind.FEATURE, "seen", r"\b(saw|sees?|seen|look(ed|ing)? at|stared? at|staring at|spotted) #"),
    sentence_frame(CardKind.FEATURE, "heard", r"\b(hear|hears|heard|hearing|listen(ed|ing)? to|the sound of) #"),
    sentence_frame(
        CardKind.OBJECT, "eaten", r"\b(ate|eat|eats|eaten|eating|taste[ds]?|swallow(ed|s)?|nibbled|chewed) #"
    ),
    sentence_frame(
        CardKind.OBJECT, "worn", r"\b(wore|wears?|wearing|(put|puts|putting|tried) on|took off|dressed in) #"
    ),
    sentence_frame(
        CardKind.ACTION, "loud quiet", r"#[^.!?]*[.!?]\W+(when|after|once|until)\b[^.!?]*\b(finished|done)\b"
    ),
    sentence_frame(CardKind.ACTION, "loud", r"\b(loudly|at the top of \w+ voice), #"),
    sentence_frame(CardKind.ACTION, "quiet", r"\b(silently|quietly|without a sound), #"),
)
SAMPLES = {kind: "sampled" if kind is CardKind.ACTION else "a sample" for kind in CardKind}
"""The phrase of a card that is looked for in a text."""
SAMPLE = re.compile(r"\b((an?|the) sample|sampled)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Gap:
    """An open place on the page that opens it, or on a later page that calls it back."""

    sheet: Sheet[Deck]
    number: int
    key: str
    places: Mapping[str, CardKind]
    """The categories of the places on this page and on earlier pages."""

    @property
    def page(self) -> DeckCard:
        return self.sheet.content.cards[self.number]

    @property
    def kind(self) -> CardKind:
        return self.places[self.key]

    @property
    def marks_with_words(self) -> set[str | None]:
        """The marks with alternative words on this page."""
        return {mark for part in by_mark(self.page) if part.key == self.key for mark in part.choices}

    def read_with(self, card: FairyCard | str) -> str:
        """Return the told page with this card in the place, and with phrases of the usual form in the others."""
        cast: RoleCast = {key: PHRASE_FORMS[kind][0] for key, kind in self.places.items()}
        return text_when_told(self.page, {**cast, self.key: card})

    def finding(self, found: Finding) -> Finding:
        """Return the finding with the line of the place."""
        at = re.search(rf"[{{<]((an?|the) )?{self.key}\b", self.page.text)
        line = self.sheet.finding(found.code, "", "cards", self.number, "text", at=at.start() if at else None).line
        return Finding(found.file, line, found.code, found.message)


def by_mark(page: DeckCard) -> list[ByMark]:
    """Return the passages of a page with words by mark."""
    return [part for part in parse(page.text) if isinstance(part, ByMark)]


def check_cards_in_gaps(sheets: Sequence[Sheet[Any]], built_in: Sequence[Sheet[Any]] = ()) -> Iterator[Finding]:
    """Try every card of all these files in every open place of the tales in `sheets`."""
    cards: CardSheets = {
        CardKind(sheet.source.file.stem): sheet for sheet in (*built_in, *sheets) if sheet.kind is FileKind.CARDS
    }
    for deck in (sheet for sheet in sheets if sheet.kind is FileKind.DECKS):
        places: dict[str, CardKind] = {}
        for number, page in enumerate(deck.content.cards):
            places |= page.banners
            try:
                called = [part.key for part in told_reading(page.text) if isinstance(part, Call)]
            except MarkupError:
                continue  # reported with the page
            yield from check_mark_names(deck, number, places)
            for key in dict.fromkeys((*page.banners, *called, *(part.key for part in by_mark(page)), *page.needs)):
                if key in places:
                    gap = Gap(deck, number, key, dict(places))
                    yield from check_marks(gap, cards)
                    yield from check_grammar(gap, cards)


def check_mark_names(sheet: Sheet[Deck], number: int, places: Mapping[str, CardKind]) -> Iterator[Finding]:
    """Check that `needs` and words by mark name a filled place and marks of its category."""
    page = sheet.content.cards[number]
    written = [(part.key, mark, part.at) for part in by_mark(page) for mark in part.choices if mark is not None]
    needed = [(key, mark, None) for key, marks in page.needs.items() for mark in marks]
    for key, mark, at in (*written, *needed):
        if key not in places:
            message = f"No place is called `{key}` so far. {did_you_mean(key, sorted(places))}"
            yield sheet.finding("role-unknown", message, "cards", number, "text", at=at)
        elif mark not in (known := MARKS_BY_KIND[places[key]]):
            message = f"`{mark}` is no mark for {places[key]} cards. {did_you_mean(mark, known)}"
            yield sheet.finding("mark", message, "cards", number, "text", at=at)


def check_marks(gap: Gap, cards: CardSheets) -> Iterator[Finding]:
    """Check that the page reads well with a card of every mark, and with a card that has none."""
    where = ("cards", gap.number, "text")
    needs = gap.page.needs.get(gap.key)
    misfits: dict[tuple[CardMark, ...], list[CardMark | None]] = {}
    for mark in (*MARKS_BY_KIND[gap.kind], None):
        text = gap.read_with(FairyCard(name="sample", phrase=SAMPLES[gap.kind], mark=mark, emoji=""))
        if mark is not None and mark in gap.marks_with_words:
            yield from check_length(gap.sheet, text, PAGE_WORDS, *where, reading=f" with `{mark}`")
            yield from check_full_stop(gap.sheet, text, *where)
        elif mark is not None and needs is not None and mark not in needs:
            misfits.setdefault(needs, []).append(mark)
        for each in SENTENCE_FRAMES:
            if each.kind is gap.kind and mark not in each.marks and each.words.search(SAMPLE.sub("#", text)):
                misfits.setdefault(each.marks, []).append(mark)
    for marks, others in misfits.items():
        example = next(
            filter(None, (find_example(cards.get(gap.kind), mark) for mark in others)), "a card without a mark"
        )
        message = (
            f"For `{gap.key}`, only cards that are {join_words(marks, 'or')} fit here. "
            f"Add words for the others, such as {example}: <{gap.key} {marks[0]}: … | …>."
        )
        yield gap.finding(Finding(gap.sheet.source.file, None, "mark", message))


def find_example(sheet: Sheet[tuple[FairyCard, ...]] | None, mark: CardMark | None) -> str | None:
    """Return the first card with this mark and its line: "a kind heart" (feature.yaml, line 6)."""
    for place, card in enumerate(sheet.content if sheet else ()):
        if sheet is not None and mark is not None and card.mark is mark:
            return card_with_line(sheet, place)
    return None


def card_with_line(sheet: Sheet[tuple[FairyCard, ...]], place: int) -> str:
    return f'"{sheet.content[place].phrase}" ({sheet.source.file.name}, line {sheet.source.line(place, "phrase")})'


def check_grammar(gap: Gap, cards: CardSheets) -> Iterator[Finding]:
    """Check the text with every card of the category. Faults of the page or of a card alone are reported there."""
    sheet = cards.get(gap.kind)
    if sheet is None:
        return
    known = {slip.message for slip in find_slips(gap, gap.read_with(PHRASE_FORMS[gap.kind][0]))}
    for place, card in enumerate(sheet.content):
        own = {slip.message for slip in find_slips(gap, card.phrase)}
        for slip in find_slips(gap, gap.read_with(card)):
            if slip.message not in known | own:
                known.add(slip.message)
                message = f"{slip.message} It reads like that with {card_with_line(sheet, place)} for `{gap.key}`."
                yield gap.finding(Finding(slip.file, slip.line, slip.code, message))


def find_slips(gap: Gap, text: str) -> list[Finding]:
    return list(check_slips(gap.sheet, text, gap.page.text, "cards", gap.number, "text"))
