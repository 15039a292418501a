"""Sets: characters, dreams and fairy-tale cards. Enough of them, and none standing out."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from narrator.apps.check.findings import CONTENT, Finding, Sheet
from narrator.apps.check.names import plain
from narrator.apps.check.words import empty, worded
from narrator.core.cards import CardKind
from narrator.games.odyssey import rules as odyssey
from narrator.games.storyline import rules as storyline
from narrator.games.storytellers import rules as storytellers
from narrator.language.content.files import FileKind
from narrator.language.content.models import Character, Deck, Dream, Story

DREAMS_FOR_TWELVE = odyssey.hand_size(odyssey.Mode.BASIC, 12) * 12
"""As many last six players for six rounds of Dixit, too."""
ENOUGH = {
    FileKind.CHARACTERS: (storytellers.HAND_SIZE + storytellers.ROUNDS) * storytellers.MAX_SYMBOLS + 1,
    FileKind.DREAMS: DREAMS_FOR_TWELVE,
    FileKind.ODYSSEY_DREAMS: DREAMS_FOR_TWELVE,
    FileKind.CARDS: storyline.cards_needed([[CardKind.ACTION]] * 5, CardKind.ACTION, 8),
}
"""What the largest table needs for a whole game, if a pack brings a set of its own."""
EACH_CATEGORY = 20
LONE = 5  # in a set smaller than this nothing can stand out


# --- one set -------------------------------------------------------------------------------------


def check_characters(sheet: Sheet[tuple[Character, ...]]) -> Iterator[Finding]:
    yield from worded(sheet)
    for place, character in enumerate(sheet.content):
        if plain(character.name) not in plain(character.picture) and not empty(character.picture):
            message = f'Cards are read by their picture, so nobody would hear "{character.name}". Put the name into it.'
            yield sheet.finding("picture-name", message, place, "picture")
        yield from emoji(sheet, [character.emoji], range(1, 2), place)
    yield from stand_out(sheet, [character.picture for character in sheet.content], 4)


def check_dreams(sheet: Sheet[tuple[Dream, ...]]) -> Iterator[Finding]:
    yield from worded(sheet)
    for place, dream in enumerate(sheet.content):
        yield from emoji(sheet, dream.emoji, range(2, 5), place)
    yield from stand_out(sheet, [dream.picture for dream in sheet.content], 5)


def stand_out(sheet: Sheet[Any], pictures: Sequence[str], part: int) -> Iterator[Finding]:
    """A description that is longer or shorter than the others tells which card it is before it is over."""
    if len(pictures) < LONE:
        return
    usual = median(map(len, pictures))
    for place, picture in enumerate(pictures):
        if abs(len(picture) - usual) * part > usual:
            longer = "longer" if len(picture) > usual else "shorter"
            message = (
                f"This is {len(picture)} letters long, much {longer} than the others (about {usual:.0f}). Even it out."
            )
            yield sheet.finding("stands-out", message, place, "picture")


def emoji(sheet: Sheet[Any], drawn: Sequence[str], allowed: range, place: int) -> Iterator[Finding]:
    """Pictures for those who see: real ones, and as many as are drawn."""
    if len(drawn) not in allowed:
        message = f"Here are {len(drawn)} emoji. {allowed.start} to {allowed.stop - 1} are right."
        yield sheet.finding("emoji", message, place, "emoji")
    for one in drawn:
        if not EMOJI.fullmatch("".join(map(sign_kind, one))):
            message = f'"{one}" is not one emoji. Choose one that shows it.'
            yield sheet.finding("emoji", message, place, "emoji")


EMOJI = re.compile(r"so*(jso*)*|ff")
"""A sign and its color or form, perhaps joined with others to one picture; two letters make a flag."""
JOINER = "\u200d"
NEWEST = range(0x1F300, 0x1FB00)  # where emoji are added every year: a font may know one that this Python does not


def sign_kind(sign: str) -> str:
    if sign == JOINER:
        return "j"
    category = unicodedata.category(sign)
    if "\U0001f1e6" <= sign <= "\U0001f1ff":
        return "f"
    if category == "So" or (category == "Cn" and ord(sign) in NEWEST):
        return "s"
    return "o" if category in ("Sk", "Mn", "Cf") else "x"


# --- how many ------------------------------------------------------------------------------------


def counts(sheets: Iterable[Sheet[Any]]) -> Mapping[str, int]:
    counted = Counter(dict.fromkeys(CONTENT, 0))
    for sheet in sheets:
        match sheet.content:
            case Story() as story:
                counted.update(stories=1, tricky=story.tricky, story_cards=len(story.cards))
            case Deck(cards=cards):
                counted.update(narrator_cards=len(cards))
            case tuple() as entries:
                counted.update(
                    {"fairy_tale_cards" if sheet.kind is FileKind.CARDS else sheet.kind.name.lower(): len(entries)}
                )
    return counted


def enough(sheets: Iterable[Sheet[Any]]) -> Iterator[Finding]:
    """A pack may bring as little as it likes, but a set must last for a game."""
    for sheet in sheets:
        needed = ENOUGH.get(sheet.kind, 0)
        if len_of(sheet) < needed:
            message = (
                f"This set has {len_of(sheet)}. A full table needs {needed}: add more, or delete the file to use ours."
            )
            yield sheet.finding("count", message)


def complete(folder: Path, sheets: Sequence[Sheet[Any]]) -> Iterator[Finding]:
    """Our own box has exactly what its lid says."""
    counted = counts(sheets)
    for thing, (right, _) in CONTENT.items():
        if counted[thing] != right:
            message = f"The box has {counted[thing]} {thing.replace('_', ' ')}. {right} belong in it."
            yield Finding(folder, None, "count", message)
    for sheet in sheets:
        if sheet.kind is FileKind.CARDS and len_of(sheet) != EACH_CATEGORY:
            yield sheet.finding("count", f"This category has {len_of(sheet)} cards. {EACH_CATEGORY} belong in it.")


def len_of(sheet: Sheet[Any]) -> int:
    return len(sheet.content) if isinstance(sheet.content, tuple) else 0
