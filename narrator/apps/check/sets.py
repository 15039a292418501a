"""Checks of sets (characters, dreams, fairy-tale cards): enough entries, and none that stands out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from narrator.apps.check.findings import BUILT_IN_COUNTS, Finding, Sheet
from narrator.apps.check.names import normalise_spoken
from narrator.apps.check.scenes import check_scene, is_emoji
from narrator.apps.check.words import check_texts, has_no_words
from narrator.core.cards import CardKind
from narrator.games.odyssey import rules as odyssey
from narrator.games.storyline import rules as storyline
from narrator.games.storytellers import rules as storytellers
from narrator.language.content.files import FileKind
from narrator.language.content.models import Character, Deck, Dream, FairyCard, Story

DREAMS_FOR_TWELVE = odyssey.hand_size(odyssey.Mode.BASIC, 12) * 12
"""Enough for twelve players of Odyssey, and for six players and six rounds of Dixit."""
MIN_ENTRIES = {
    FileKind.CHARACTERS: (storytellers.HAND_SIZE + storytellers.ROUNDS) * storytellers.MAX_SYMBOLS + 1,
    FileKind.DREAMS: DREAMS_FOR_TWELVE,
    FileKind.ODYSSEY_DREAMS: DREAMS_FOR_TWELVE,
    FileKind.CARDS: storyline.cards_needed([[CardKind.ACTION]] * 5, CardKind.ACTION, 8),
}
"""How many entries the largest game needs, if a pack has such a set."""
CARDS_PER_CATEGORY = 40
MIN_SET_SIZE = 5
"""Smaller sets are not checked for entries that stand out."""


# --- one set -------------------------------------------------------------------------------------


def check_characters(sheet: Sheet[tuple[Character, ...]]) -> Iterator[Finding]:
    yield from check_texts(sheet)
    for place, character in enumerate(sheet.content):
        has_name = normalise_spoken(character.name) in normalise_spoken(character.picture)
        if not has_name and not has_no_words(character.picture):
            message = f'Players hear the picture, and "{character.name}" is not in it. Add the name.'
            yield sheet.finding("picture-name", message, place, "picture")
        yield from check_emoji(sheet, [character.emoji], range(1, 2), place)
    yield from check_picture_lengths(sheet, [character.picture for character in sheet.content], 4)


def check_dreams(sheet: Sheet[tuple[Dream, ...]]) -> Iterator[Finding]:
    yield from check_texts(sheet)
    for place, dream in enumerate(sheet.content):
        yield from check_emoji(sheet, dream.emoji, range(2, 5), place)
        if dream.scene is not None:
            yield from check_scene(sheet, dream.scene, place, "scene")
    yield from check_picture_lengths(sheet, [dream.picture for dream in sheet.content], 5)


def check_picture_lengths(sheet: Sheet[Any], pictures: Sequence[str], part: int) -> Iterator[Finding]:
    """Check that all pictures have a similar length; otherwise the length would give a card away."""
    if len(pictures) < MIN_SET_SIZE:
        return
    usual = median(map(len, pictures))
    for place, picture in enumerate(pictures):
        if abs(len(picture) - usual) * part > usual:
            longer = "longer" if len(picture) > usual else "shorter"
            size, others = len(picture), round(usual)
            message = f"This has {size} letters, much {longer} than the others (about {others}). Change its length."
            yield sheet.finding("stands-out", message, place, "picture")


def check_emoji(sheet: Sheet[Any], drawn: Sequence[str], allowed: range, place: int) -> Iterator[Finding]:
    """Check that these are real emoji, and as many as are shown."""
    if len(drawn) not in allowed:
        message = f"Here are {len(drawn)} emoji. Use {allowed.start} to {allowed.stop - 1}."
        yield sheet.finding("emoji", message, place, "emoji")
    for one in drawn:
        if not is_emoji(one):
            message = f'"{one}" is not a single emoji. Choose one.'
            yield sheet.finding("emoji", message, place, "emoji")


# --- how many ------------------------------------------------------------------------------------


def count_content(sheets: Iterable[Sheet[Any]]) -> Mapping[str, int]:
    counted = Counter(dict.fromkeys(BUILT_IN_COUNTS, 0))
    for sheet in sheets:
        match sheet.content:
            case Story() as story:
                counted.update(stories=1, tricky=story.tricky, story_cards=len(story.cards))
            case Deck(cards=cards):
                counted.update(tales=1, narrator_cards=len(cards))
            case tuple() as entries:
                counted.update(
                    {"fairy_tale_cards" if sheet.kind is FileKind.CARDS else sheet.kind.name.lower(): len(entries)}
                )
    return counted


def check_set_sizes(sheets: Iterable[Sheet[Any]]) -> Iterator[Finding]:
    """Check that each set of a pack is large enough for a game."""
    for sheet in sheets:
        needed = MIN_ENTRIES.get(sheet.kind, 0)
        if count_entries(sheet) < needed:
            size = count_entries(sheet)
            message = f"This set has {size} entries. A full game needs {needed}: add more, or delete the file."
            yield sheet.finding("count", message)


def check_complete(folder: Path, sheets: Sequence[Sheet[Any]]) -> Iterator[Finding]:
    """Check that the built-in content has exactly what it should."""
    counted = count_content(sheets)
    for thing, (right, _) in BUILT_IN_COUNTS.items():
        if counted[thing] != right:
            message = f"There are {counted[thing]} {thing.replace('_', ' ')}. There should be {right}."
            yield Finding(folder, None, "count", message)
    for sheet in sheets:
        if sheet.kind in (FileKind.DREAMS, FileKind.ODYSSEY_DREAMS):
            yield from check_finished_dreams(sheet)
        if sheet.kind is FileKind.CARDS:
            yield from check_finished_cards(sheet)


def check_finished_dreams(sheet: Sheet[tuple[Dream, ...]]) -> Iterator[Finding]:
    """Check that every dream of the built-in content has all fields that packs may leave out."""
    for place, dream in enumerate(sheet.content):
        fields = {"closer": dream.closer, "glance": dream.glance, "scene": dream.scene, "mood": dream.mood}
        for field in (name for name, value in fields.items() if not value):
            yield sheet.finding("field-missing", f"`{field}` is missing in {dream.title}. Add it.", place, "title")


def check_finished_cards(sheet: Sheet[tuple[FairyCard, ...]]) -> Iterator[Finding]:
    """Check that a category of the built-in content is complete, and that each card has a mark."""
    if count_entries(sheet) != CARDS_PER_CATEGORY:
        yield sheet.finding(
            "count", f"This category has {count_entries(sheet)} cards. {CARDS_PER_CATEGORY} belong in it."
        )
    for place in (place for place, card in enumerate(sheet.content) if card.mark is None):
        yield sheet.finding("field-missing", "`mark` is missing here. Add it.", place, "name")


def count_entries(sheet: Sheet[Any]) -> int:
    return len(sheet.content) if isinstance(sheet.content, tuple) else 0
