"""Editorial rules for the built-in stories: chosen characters come back and act, and the stories differ.

A user's pack does not have to follow them, so they are not part of `narrator check`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from narrator.apps.check.findings import Finding, Sheet, with_count
from narrator.apps.check.paths import find_next_cards, find_paths
from narrator.apps.check.stories import SAMPLE_CHARACTER
from narrator.core.text import join_words
from narrator.language.content.call_forms import StoryMoment, story_moment
from narrator.language.content.files import FileKind
from narrator.language.content.markup import WHO, Call, open_reading, text_in_play, told_reading
from narrator.language.content.models import Character, Story

MIN_RETURNS = 2
"""A character that players have chosen is mentioned on later cards at least this often."""
DETAIL_COUNTS = range(2, 4)
"""How often a character is named with a detail: at its entrance and once or twice later, each time another one. In a
short story, or near the end, once less."""
MIN_LENGTH_RATIO = 1.5
"""The longest card has at least this many times the words of the shortest."""
MAX_STORIES_WITH_DEVICE = 4
DEVICES: Mapping[str, re.Pattern[str]] = {
    "somebody who sleeps": re.compile(
        r"\b(?:asleep|sleep(?:s|ing|y)?|slept|snor\w+|yawn\w*|doz(?:es|ed|ing)|drowsy)\b"
    ),
    "somebody who speaks unseen": re.compile(
        r"\b(?:said|says|asked|called|cried) (?:a|an|the) (?:\w+ )?(?:voice|newspaper|keyhole|bush|bag|pile of \w+)\b"
    ),
    "everybody who holds still": re.compile(
        r"\b(?:[Nn]obody|[Nn]o one) (?:breathed|moved|moves|spoke|stirred)\b|\bh[eo]ld(?:s)? (?:its|their) breath\b"
    ),
    "somebody who begs pardon": re.compile(r"\b(?:[Bb]eg your pardon|apolog(?:y|ies)|[Kk]indly|politely?)\b"),
}
"""Ideas that are charming in one story and a habit in five, with words that show them."""
CHILD = re.compile(
    r"\b(?:child|baby|girl|boy|kid|twin|(?:little|big|baby|small) (?:sister|brother))\b"
    r"|\bschoolchild\b|\bonly (?:three|four|five|six)\b"
)
BAD_DETAIL = re.compile(
    r"^(?:the|who|which|that|and|or|but|is|was|are|were|has|had|can)\b|^[A-Z]|[.,;:!?\"]"
    r"|\b(?:a|an|the|of|in|on|with|to|and|its|her|his)$|^\S+$|^(?:\S+ ){7,}",
)
"""A detail that does not fit between two commas: a clause, a name, punctuation, an open end, one word, or too many."""
MARKUP = re.compile(r"\{[^{}]*\}|<[a-z]+:")
"""Parts of a card that are not read as they are written."""


def check_editing(sheets: Sequence[Sheet[Any]]) -> Iterator[Finding]:
    stories: list[Sheet[Story]] = [sheet for sheet in sheets if sheet.kind is FileKind.STORIES]
    characters = [one for sheet in sheets if sheet.kind is FileKind.CHARACTERS for one in sheet.content]
    for sheet in sheets:
        if sheet.kind is FileKind.CHARACTERS:
            yield from check_details(sheet)
    for sheet in stories:
        yield from check_returns(sheet)
        yield from check_meetings(sheet, characters)
        yield from check_lengths(sheet)
        if not any(CHILD.search(card.text) for card in sheet.content.cards if card.role is not None):
            yield sheet.finding("child", "No role in this story is a child.")
    yield from check_devices(stories)


def check_details(sheet: Sheet[tuple[Character, ...]]) -> Iterator[Finding]:
    """Check that every character has three details, a verb and a sound, and that the details fit between commas.

    "The hedgehog, lantern held high, looked up."
    """
    for place, character in enumerate(sheet.content):
        for field in ("tag", "later", "at_end"):
            detail = getattr(character, field)
            if detail is None:
                yield sheet.finding("field-missing", f"`{field}` is missing.", place)
            elif wrong := BAD_DETAIL.search(detail):
                sentence = f'"the {character.name}, {detail}, looked up"'
                yield sheet.finding("tag", f'{sentence} does not read well because of "{wrong[0]}".', place, field)
        if len({character.tag, character.later, character.at_end}) < len(StoryMoment):
            yield sheet.finding("tag", f"The {character.name} has the same detail twice.", place)
        for field in ("verb", "sound"):
            if getattr(character, field) is None:
                yield sheet.finding("field-missing", f"`{field}` is missing.", place)


def check_returns(sheet: Sheet[Story]) -> Iterator[Finding]:
    """Check that each chosen character comes back twice on every path, and that no detail of it is read twice."""
    story = sheet.content
    too_few_returns: dict[str, int] = {}
    wrong_details: dict[str, int] = {}
    for path in find_paths(story.ids[0], find_next_cards(story)):
        cards = [story.card(name) for name in path]
        cast = {card.role: SAMPLE_CHARACTER for card in cards if card.role is not None}
        for place, card in enumerate(cards):
            if card.role is None:
                continue
            own = [(card, part) for part in told_reading(card.text, cast) if isinstance(part, Call) and part.key == WHO]
            later = [
                (after, part)
                for after in cards[place + 1 :]
                for part in told_reading(after.text, cast)
                if isinstance(part, Call) and part.key == card.role
            ]
            if place and len(later) < MIN_RETURNS:
                too_few_returns[card.role] = len(later)
            # otherwise two details would come within a few sentences
            is_nearly_over = story.refrain is not None or place == len(cards) - 2
            details = [story_moment(on, card.role, part.form) for on, part in (*own, *later) if part.has_detail]
            is_repeated = len(set(details)) < len(details)
            if len(details) + is_nearly_over not in DETAIL_COUNTS or is_repeated or StoryMoment.ENTERS not in details:
                wrong_details[card.role] = len(details)
    roles = [card.role for card in story.cards]
    for role, times in too_few_returns.items():
        message = f"The {role} was voted for and comes back {with_count(times, 'time')}."
        yield sheet.finding("callbacks", message, "cards", roles.index(role), "role")
    for role, times in wrong_details.items():
        message = f"The {role} has {with_count(times, 'detail')}. Use one at its entrance and one or two others later."
        yield sheet.finding("tag", message, "cards", roles.index(role), "role")


def check_meetings(sheet: Sheet[Story], characters: Sequence[Character]) -> Iterator[Finding]:
    """Check that a story names no animal that players can choose, unless its author allows it with `meets`."""
    story = sheet.content
    named: set[str] = set()
    for character in characters:
        kind = re.compile(rf"\b{re.escape(character.name)}(?:s|es)?\b", re.IGNORECASE)
        for place, card in enumerate(story.cards):
            found = kind.search(MARKUP.sub(lambda mark: " " * len(mark[0]), card.text))
            if found is None:
                continue
            named.add(character.name)
            if character.name not in story.meets:
                message = f'"{found[0]}" may meet itself here. If it may, write `meets: [{character.name}]`.'
                yield sheet.finding("meets-itself", message, "cards", place, "text", at=found.start())
    for nth, met in enumerate(story.meets):
        if characters and met not in named:
            yield sheet.finding("meets-itself", f"No card names the {met}.", "meets", nth)


def check_lengths(sheet: Sheet[Story]) -> Iterator[Finding]:
    """Check that some cards are much shorter than others."""
    words = [len(text_in_play(card, {}).split()) for card in sheet.content.cards]
    if sheet.content.refrain is None and max(words) < MIN_LENGTH_RATIO * min(words):
        message = f"All cards have between {min(words)} and {max(words)} words."
        yield sheet.finding("one-shape", message, "cards")


def check_devices(stories: Sequence[Sheet[Story]]) -> Iterator[Finding]:
    """Check that no narrative device is used in too many stories."""
    for device, words in DEVICES.items():
        users = [sheet for sheet in stories if any(words.search(plain_text(card.text)) for card in sheet.content.cards)]
        if len(users) > MAX_STORIES_WITH_DEVICE:
            for sheet in users:
                place = next(n for n, card in enumerate(sheet.content.cards) if words.search(plain_text(card.text)))
                titles = join_words(other.content.title for other in users if other is not sheet)
                yield sheet.finding("device", f"Here is {device}, as in {titles}.", "cards", place, "text")


def plain_text(text: str) -> str:
    """Return the words of a card in play, with dots in place of the characters."""
    return "".join(part if isinstance(part, str) else getattr(part, "words", "…") for part in open_reading(text))
