"""Print whole stories with difficult casts, for their author to read (`narrator check --read-through`).

A rule cannot tell that a sentence sounds wrong. A reader can, with casts that the author may not have thought of:
names that begin with a vowel, names of two words, names that look like a plural, names without an article, and
characters whom the story itself mentions.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from random import Random

from narrator.language.content.markup import PAUSE, RoleCast, name, text_when_told
from narrator.language.content.models import Character, Story
from narrator.language.content.packs import Content
from narrator.language.language import get_language

CASTS = 10
PASSAGE_COLUMNS = 100
ODD_NAMES = ("glasses", "Gerald", "our stork", "Grandpa's hat", "the moon", "X-ray fish", "hour hand", "twins")
"""Names that families give their own cards."""


def read_through(content: Content, only: str = "") -> Iterator[str]:
    """Yield the lines of each story, or of one, with ten casts that together take every path."""
    for key, story in content.stories.items():
        if only in ("", key):
            for number, cast in enumerate(difficult_casts(key, story, content.characters), start=1):
                yield from story_lines(story, number, cast)


def difficult_casts(key: str, story: Story, characters: Sequence[Character]) -> Iterator[list[Character | str]]:
    """Yield casts of as many characters as the story has cards, the most difficult first."""
    dice = Random(key)
    text = " ".join(card.text for card in story.cards).lower()
    shuffled = dice.sample(characters, len(characters))
    mentioned = [one for one in shuffled if re.search(rf"\b{one.name}(?:s|es)?\b", text)]
    with_vowel = [one for one in shuffled if one.name[0] in "aeiou"]
    longest_first = sorted(shuffled, key=lambda one: -len(one.name))
    odd_names: list[Character | str] = [*dice.sample(ODD_NAMES, len(ODD_NAMES))]
    size = len(story.ids)
    for first in (mentioned, [*mentioned[::-1], *shuffled[::-1]], with_vowel, longest_first, odd_names):
        yield [*dict.fromkeys([*first, *shuffled])][:size]
    for _ in range(CASTS - 5):
        yield list(dice.sample(characters, size))


def story_lines(story: Story, number: int, hand: Sequence[Character | str]) -> Iterator[str]:
    """Yield one telling. The bits of its number decide the way at each fork, so ten tellings take all ways."""
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
            yield from textwrap.wrap(passage, PASSAGE_COLUMNS)
        yield ""
