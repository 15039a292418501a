"""Every story told with casts that are hard on it, to be read in full by whoever wrote it.

A rule cannot hear that a sentence limps. A reader can, but only if the reader sees more than the cast that the author
had in mind: names with a vowel in front, names of two words, names that look like a plural, names that need no
article, and above all somebody whom the story's own words mention.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from random import Random

from narrator.box.articles import with_the
from narrator.box.content import Box
from narrator.box.markup import PAUSE, Cast, name, told
from narrator.box.written import Character, Story

CASTS = 10
WIDTH = 100
OF_THEIR_OWN = ("glasses", "Gerald", "our stork", "Grandpa's hat", "the moon", "X-ray fish", "hour hand", "twins")
"""What families call their own cards."""


def read_through(box: Box, only: str = "") -> Iterator[str]:
    """The text, line by line: each story on all its ways, with ten casts."""
    for key, story in box.stories.items():
        if only in ("", key):
            for number, cast in enumerate(hostile_casts(key, story, box.characters), start=1):
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
    cast: Cast = {card.role: who for card, who in zip(cards, hand, strict=False) if card.role is not None}
    yield f"== {story.title}, {number}: {', '.join(with_the(name(who)) for who in cast.values())}"
    yield ""
    for card in cards:
        for passage in (*filter(None, [card.bridge]), *told(card, cast).split(PAUSE)):
            yield from textwrap.wrap(passage, WIDTH)
        yield ""
