"""What an editor asks of a story: does everybody who was chosen come back and act, and is it unlike its neighbours?

Our own box is held to this. A family's pack is not: whoever writes one story for one child may do as they like.

And a rule cannot hear that a sentence limps. A reader can, but only if the reader sees more than the cast that the
author had in mind: names with a vowel in front, names of two words, names that look like a plural, names that need no
article, and above all somebody whom the story's own words mention. So every story can be read in full, with such casts.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from narrator.apps.check.findings import Finding, Sheet, number
from narrator.apps.check.stories import SAMPLE
from narrator.apps.check.ways import follows, ways_through
from narrator.core.text import join_words
from narrator.language.content.files import FileKind
from narrator.language.content.markup import (
    PAUSE,
    Call,
    MarkupError,
    RoleCast,
    name,
    open_reading,
    parse,
    text_in_play,
    text_when_told,
    told_reading,
)
from narrator.language.content.models import Character, Story
from narrator.language.content.packs import Content
from narrator.language.language import get_language

RETURNS = 2  # so often at least a character comes back whom players have chosen
TAGS = range(2, 4)
"""So often a character is heard with its tag: when it comes in, and once or twice after that; if the story is short
or nearly over, once less."""
UNEVEN = 1.5  # so many times as long as the shortest card is the longest one
IN_STORIES = 2  # more than so many stories with the same device make a habit of it
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
"""What is a find in one story and a habit in five, as far as single words can tell."""
CHILD = re.compile(
    r"\b(?:child|baby|girl|boy|kid|twin|(?:little|big|baby|small) (?:sister|brother))\b"
    r"|\bschoolchild\b|\bonly (?:three|four|five|six)\b"
)


def check_editing(sheets: Sequence[Sheet[Any]]) -> Iterator[Finding]:
    """The stories of our own box, each by itself and beside the others."""
    stories: list[Sheet[Story]] = [
        sheet for sheet in sheets if sheet.kind is FileKind.STORIES and readable(sheet.content)
    ]
    characters = [one for sheet in sheets if sheet.kind is FileKind.CHARACTERS for one in sheet.content]
    for sheet in sheets:
        if sheet.kind is FileKind.CHARACTERS:
            yield from tags(sheet)
    for sheet in stories:
        yield from callbacks(sheet)
        yield from meetings(sheet, characters)
        yield from shapes(sheet)
        if not any(CHILD.search(card.text) for card in sheet.content.cards if card.role is not None):
            yield sheet.finding("child", "There is no child in this story to be. Let one of the roles be a child.")
    yield from devices(stories)


def readable(story: Story) -> bool:
    """Whether all its marks can be read; what cannot is a finding already."""
    try:
        return all(parse(card.text) for card in story.cards)
    except MarkupError:
        return False


def tags(sheet: Sheet[tuple[Character, ...]]) -> Iterator[Finding]:
    """In our stories a character brings its picture along, so each has something to bring. It stands between two commas
    in any sentence: "the hedgehog, lantern held high, looked up".
    """
    for place, character in enumerate(sheet.content):
        if character.tag is None:
            message = "`tag` is missing here. Write two to five words for after its name: lantern held high."
            yield sheet.finding("field-missing", message, place)
        elif wrong := NO_TAG.search(character.tag):
            read = f'"the {character.name}, {character.tag}, looked up" does not read well because of "{wrong[0]}".'
            message = f"{read} Write what is seen of it: lantern held high, in a yellow raincoat."
            yield sheet.finding("tag", message, place, "tag")


NO_TAG = re.compile(
    r"^(?:the|who|which|that|and|or|but|is|was|are|were|has|had|can)\b|^[A-Z]|[.,;:!?\"]"
    r"|\b(?:a|an|the|of|in|on|with|to|and|its|her|his)$|^\S+$|^(?:\S+ ){5,}",
)
"""A sentence of its own, another name for it, a stop in it, an end that is none, too little or too much."""


def callbacks(sheet: Sheet[Story]) -> Iterator[Finding]:
    """On every way each character that was voted for comes back at least twice, and its tag neither wears out nor is
    forgotten."""
    story = sheet.content
    seldom: dict[str, int] = {}
    tags: dict[str, int] = {}
    for path in ways_through(story.ids[0], follows(story)):
        cards = [story.card(name) for name in path]
        cast = {card.role: SAMPLE for card in cards if card.role is not None}
        for place, card in enumerate(cards):
            if card.role is None:
                continue
            own = [part for part in told_reading(card.text, cast) if isinstance(part, Call) and part.key == "who"]
            later = [
                part
                for after in cards[place + 1 :]
                for part in told_reading(after.text, cast)
                if isinstance(part, Call) and part.key == card.role
            ]
            if place and len(later) < RETURNS:
                seldom[card.role] = len(later)
            soon_over = story.refrain is not None or place == len(cards) - 2  # it would come twice in a few sentences
            tagged = sum(part.tagged for part in (*own, *later))
            if tagged + soon_over not in TAGS or not any(part.tagged for part in own):
                tags[card.role] = tagged
    roles = [card.role for card in story.cards]
    for role, times in seldom.items():
        back = f"The {role} was voted for and comes back {number(times, 'time')}."
        message = f"{back} Let {{{role}}} do something on later cards, twice."
        yield sheet.finding("callbacks", message, "cards", roles.index(role), "role")
    for role, times in tags.items():
        message = (
            f"The {role} has its tag {number(times, 'time')}. Write {{who+}} here, and {{{role}+}} once or twice later."
        )
        yield sheet.finding("tag", message, "cards", roles.index(role), "role")


def meetings(sheet: Sheet[Story], characters: Sequence[Character]) -> Iterator[Finding]:
    """Where the story's own words name somebody who may also be in it: a gift, or a muddle. The author knows."""
    story = sheet.content
    named: set[str] = set()
    for character in characters:
        kind = re.compile(rf"\b{re.escape(character.name)}(?:s|es)?\b", re.IGNORECASE)
        for place, card in enumerate(story.cards):
            found = kind.search(MARKS.sub(lambda mark: " " * len(mark[0]), card.text))
            if found is None:
                continue
            named.add(character.name)
            if character.name not in story.meets:
                message = (
                    f'"{found[0]}" stands here, and the {character.name} may be in the story. '
                    f"If they may meet, write `meets: [{character.name}]` under the title; else choose another word."
                )
                yield sheet.finding("meets-itself", message, "cards", place, "text", at=found.start())
    for nth, met in enumerate(story.meets):
        if characters and met not in named:
            yield sheet.finding("meets-itself", f"No card names the {met}. Delete it.", "meets", nth)


MARKS = re.compile(r"\{[^{}]*\}|<[a-z]+:")  # what is not read out as it stands


def shapes(sheet: Sheet[Story]) -> Iterator[Finding]:
    """A book in which all pages have one length is one long page."""
    words = [len(text_in_play(card, {}).split()) for card in sheet.content.cards]
    if sheet.content.refrain is None and max(words) < UNEVEN * min(words):
        message = f"All cards have between {min(words)} and {max(words)} words. Make one of them much shorter."
        yield sheet.finding("one-shape", message, "cards")


def devices(stories: Sequence[Sheet[Story]]) -> Iterator[Finding]:
    for device, words in DEVICES.items():
        having = [sheet for sheet in stories if any(words.search(spoken(card.text)) for card in sheet.content.cards)]
        if len(having) > IN_STORIES:
            for sheet in having:
                place = next(n for n, card in enumerate(sheet.content.cards) if words.search(spoken(card.text)))
                titles = join_words(other.content.title for other in having if other is not sheet)
                message = f"Here is {device}, as in {titles}. Give this story a device of its own."
                yield sheet.finding("device", message, "cards", place, "text")


def spoken(text: str) -> str:
    """The words of a card in play, whoever is called."""
    return "".join(part if isinstance(part, str) else getattr(part, "words", "…") for part in open_reading(text))


# --- read in full --------------------------------------------------------------------------------

CASTS = 10
WIDTH = 100
OF_THEIR_OWN = ("glasses", "Gerald", "our stork", "Grandpa's hat", "the moon", "X-ray fish", "hour hand", "twins")
"""What families call their own cards."""


def read_through(content: Content, only: str = "") -> Iterator[str]:
    """The text, line by line: each story on all its ways, with ten casts."""
    for key, story in content.stories.items():
        if only in ("", key):
            for number, cast in enumerate(hostile_casts(key, story, content.characters), start=1):
                yield from told_in_full(story, number, cast)


def hostile_casts(key: str, story: Story, characters: Sequence[Character]) -> Iterator[list[Character | str]]:
    """For each telling so many as there are cards, the hardest first."""
    luck = Random(key)
    words = " ".join(card.text for card in story.cards).lower()
    rest = luck.sample(characters, len(characters))
    mentioned = [one for one in rest if re.search(rf"\b{one.name}(?:s|es)?\b", words)]
    vowels = [one for one in rest if one.name[0] in "aeiou"]
    long = sorted(rest, key=lambda one: -len(one.name))
    own: list[Character | str] = [*luck.sample(OF_THEIR_OWN, len(OF_THEIR_OWN))]
    most = len(story.ids)
    for first in (mentioned, [*mentioned[::-1], *rest[::-1]], vowels, long, own):
        yield [*dict.fromkeys([*first, *rest])][:most]
    for _ in range(CASTS - 5):
        yield list(luck.sample(characters, most))


def told_in_full(story: Story, number: int, hand: Sequence[Character | str]) -> Iterator[str]:
    """One telling; at a fork the way depends on its number, so that ten tellings go all of them."""
    path = [story.ids[0]]
    forks = 0
    while after := story.follows[path[-1]]:
        path.append(after[number >> forks & 1 if len(after) > 1 else 0])
        forks += len(after) > 1
    cards = [story.card(one) for one in path]
    cast: RoleCast = {card.role: who for card, who in zip(cards, hand, strict=False) if card.role is not None}
    yield f"== {story.title}, {number}: {', '.join(get_language().definite(name(who)) for who in cast.values())}"
    yield ""
    for card in cards:
        for passage in (*filter(None, [card.bridge]), *text_when_told(card, cast).split(PAUSE)):
            yield from textwrap.wrap(passage, WIDTH)
        yield ""
