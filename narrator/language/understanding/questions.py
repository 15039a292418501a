"""A question is told by its topic words and its shape, not by its sentence; so are a few requests.

Each kind has patterns in `grammars/`: words that must all be there, in any order. `{thing}` is something on offer,
`{player}` somebody at the table, `{word}` one word that is neither. Around them may stand only the closed class, and
in a question the topic words of others: "who won the football" is no question about the scores. Of several that fit,
the one with the most words is meant.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from narrator.language.language import get_language
from narrator.language.understanding.answers import ASIDE, ELSE
from narrator.language.understanding.chunks import Chunk
from narrator.language.understanding.lexicon import Lexicon, Pattern
from narrator.language.understanding.offers import UnusedNumber
from narrator.language.understanding.reading import Reading

SERIOUS = frozenset({"negations", "refusals", "conditions"})
"""Words that would turn a request round."""
BEFORE_A_QUESTION = ASIDE | {"corrections", "joining"}
MOST_BESIDE = 2
"""Topic words of other questions in a question, of the same wish in a wish; with more it is something else."""


Token: TypeAlias = tuple[frozenset[str], Chunk]
"""A word in all its forms, and the phrase it belongs to."""


def questions(
    parts: Sequence[Chunk], known: Sequence[Pattern], active: Collection[str], lexicon: Lexicon
) -> Iterator[tuple[Reading, ...]]:
    """What may be asked or wished for, the likeliest first; the same words can mean it of several things."""
    asks, begins = asking(parts, lexicon), next((part for part in parts if not light(part)), None)
    asks_others = begins is not None and lexicon.asks(begins.text)
    whole = [part for part in parts if not (part.kinds & ASIDE and " " in part.text)]  # "what about" asks nothing
    tokens = [(forms(each), part) for part in whole for word in part.text.split() for each in lexicon.expanded(word)]
    fitting: list[tuple[int, tuple[Reading, ...]]] = []
    for pattern in known:
        if pattern.intent not in active or (pattern.asked and not asks):
            continue
        used = fit(tokens, pattern)
        if used is None:
            continue
        if not pattern.asked and asks_others and not any(tokens[at][1] is begins for at in used):
            continue  # a wish is no question: "is everybody ready?" asks the others
        if found := tuple(readings(tokens, used, pattern, lexicon)):
            # "clue" tells more than "what"
            topical = sum(tokens[at][1].unknown or "derived" in tokens[at][1].kinds for at in used)
            fitting.append((len(used) + len(pattern.slots) + topical, found))
    return (found for _, found in sorted(fitting, key=lambda each: -each[0]))


def light(part: Chunk) -> bool:
    """What may stand before a question, and says nothing about it."""
    return bool(part.kinds & BEFORE_A_QUESTION or part.player)


def asking(parts: Sequence[Chunk], lexicon: Lexicon) -> bool:
    """Whether it has the shape of a question: "what" at its head, or a wish to hear something. "That's what I thought"
    has neither.
    """
    head = True
    for before, part in zip((None, *parts), parts, strict=False):
        if "supposing" in part.kinds:
            return False
        if head and not light(part) and lexicon.asks(part.text):
            return not (before and before.player and part.text in lexicon.copulas)  # "Julie is still thinking"
        if "requests" in part.kinds and "hesitation" not in part.kinds:
            return not (before and "refusals" in before.kinds)  # "don't tell anyone"
        if part.kinds == {"asking"}:
            return False
        head = head and light(part)
    return bool(parts) and "requests" in parts[-1].kinds  # "the page again"


def fit(tokens: Sequence[Token], pattern: Pattern) -> list[int] | None:
    """Which words make this pattern; each needs one of its own: in "what do we need" nobody asks what to do."""
    used: list[int] = []
    for words in pattern.words:
        found = (at for at, (each, _) in enumerate(tokens) if at not in used and not words.isdisjoint(each))
        if (at := next(found, None)) is None:
            return None
        used.append(at)
    return used


def readings(tokens: Sequence[Token], used: Sequence[int], pattern: Pattern, lexicon: Lexicon) -> Iterator[Reading]:
    """What the pattern means, if nothing that is left over says something else."""
    settled = {id(part) for at in used if not (part := tokens[at][1]).kinds & SERIOUS or tokens[at][0] & {"not", "no"}}
    rest = list(
        dict.fromkeys(part for at, (_, part) in enumerate(tokens) if at not in used and id(part) not in settled)
    )
    players = [part.player for part in rest if part.player]
    strange = [part for part in rest if not part.player and (part.unknown or part.kinds & ELSE)]
    if "{word}" in pattern.slots:
        unknown = [*strange, *(part for part in rest if part.means or "role" in part.kinds)]
        if len(unknown) == 1:
            yield Reading(pattern.intent, {"word": unknown[0].text})
        return
    if pattern.asked:
        beside = lexicon.domain
        things = [part for part in rest if part.named or (part.means and beside.isdisjoint(forms(part.text)))]
    else:
        beside = lexicon.words_of(pattern.intent)
        things = [part for part in rest if part.means and part.text != "one"]  # "you pick one"
        if any(part.kinds == {"asking"} for part in rest):
            return  # "that's what I was going to say"
        if any(part.kinds & SERIOUS and not part.kinds & {"hesitation", "corrections"} for part in rest):
            return
    if (
        len(strange) > MOST_BESIDE
        or any(beside.isdisjoint(forms(part.text)) for part in strange)
        or (things and "{thing}" not in pattern.slots)
        or len(players) > (pattern.asked or "{player}" in pattern.slots)
    ):
        return
    if "{player}" in pattern.slots and not players:
        return
    if "{thing}" in pattern.slots and "{player}" not in pattern.slots:
        yield from (Reading(pattern.intent, {"card": value}) for value in meant(things))
    elif things or "{thing}" not in pattern.slots:
        yield Reading(pattern.intent, {"player": players[0]} if players else {})


def meant(things: Sequence[Chunk]) -> list[Any]:
    """What all these words can stand for."""
    common = frozenset.intersection(*(part.means for part in things)) if things else frozenset()
    return [value for value in common if not isinstance(value, UnusedNumber)]


@lru_cache(maxsize=1024)
def forms(word: str) -> frozenset[str]:
    """The word, and whatever it may be a form of: whoever asks for points may ask for a point."""
    return frozenset(get_language().base_forms(word))
