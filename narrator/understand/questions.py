"""A question is told by its topic words and its shape, not by its sentence; so are a few requests.

Each kind has patterns in `grammars/`: words that must all be there, in any order. `{thing}` is something on offer,
`{player}` somebody at the table, `{word}` one word that is neither. Around them may stand only the closed class, so
"who won the football" is no question about the scores. Of several that fit, the one with the most words is meant.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from narrator.box.words import base_forms
from narrator.understand.grammar import Reading
from narrator.understand.lexicon import Lexicon, Pattern
from narrator.understand.wide import ASIDE, Number, Piece

SERIOUS = frozenset({"negations", "refusals", "conditions"})
"""Words that would turn a request round."""


def questions(
    parts: Sequence[Piece], known: Sequence[Pattern], active: Collection[str], lexicon: Lexicon
) -> Iterator[tuple[Reading, ...]]:
    """What may be asked or wished for, the likeliest first; the same words can mean it of several things."""
    begins = next((part for part in parts if not part.kinds & ASIDE), None)
    asks = any(part.kinds == {"asking"} or "requests" in part.kinds for part in parts)
    asks |= begins is not None and lexicon.asks(begins.text)
    fitting = [
        (pattern.size, found)
        for pattern in known
        if pattern.intent in active and (asks or not pattern.asked) and (found := tuple(readings(parts, pattern)))
    ]
    return (found for _, found in sorted(fitting, key=lambda each: -each[0]))


def readings(parts: Sequence[Piece], pattern: Pattern) -> Iterator[Reading]:
    whole = [part for part in parts if not (part.kinds & ASIDE and " " in part.text)]  # "what about" asks nothing
    tokens = [(word, part) for part in whole for word in part.text.split()]
    left = list(range(len(tokens)))
    for words in pattern.words:  # each needs a word of its own: in "what do we need" nobody asks what to do
        at = next((at for at in left if not words.isdisjoint(forms(tokens[at][0]))), None)
        if at is None:
            return
        left.remove(at)
    rest = list(dict.fromkeys(tokens[at][1] for at in left))
    players = [part.player for part in rest if part.player]
    things = [part for part in rest if part.means]
    strange = [part for part in rest if not part.player and not part.means and (part.unknown or "others" in part.kinds)]
    if not pattern.asked and any(
        part.kinds & SERIOUS and not part.kinds & {"hesitation", "corrections"} for part in rest
    ):
        return
    if "{word}" in pattern.slots:
        unknown = [*strange, *things, *(part for part in rest if "role" in part.kinds)]
        if len(unknown) == 1:
            yield Reading(pattern.intent, {"word": unknown[0].text})
    elif (
        strange
        or (things and "{thing}" not in pattern.slots)
        or len(players) > (pattern.asked or "{player}" in pattern.slots)
    ):
        return
    elif "{thing}" in pattern.slots:
        yield from (Reading(pattern.intent, {"card": value}) for value in meant(things))
    elif "{player}" not in pattern.slots or players:
        yield Reading(pattern.intent, {"player": players[0]} if players else {})


def meant(things: Sequence[Piece]) -> list[Any]:
    """What all these words can stand for."""
    common = frozenset.intersection(*(part.means for part in things)) if things else frozenset()
    return [value for value in common if not isinstance(value, Number)]


@lru_cache(maxsize=1024)
def forms(word: str) -> frozenset[str]:
    """The word, and whatever it may be a form of: whoever asks for points may ask for a point."""
    return frozenset(base_forms(word))
