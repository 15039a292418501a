"""Dice in words, both ways: what they show ("two fives, a three, and a six"), and which of them somebody means.

Templates cannot count, so this is a small parser of its own, and a strict one: either every word has its meaning, or
nothing was understood. Where words have two meanings ("one five": a single five, or a one and a five?) all that fit
the dice are handed out, so that it can be asked. Where none fits, the rules get what was said, to refuse it with their
reason.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from narrator.words.numbers import in_words

Handful: TypeAlias = tuple[int, ...]
"""What some dice show, lowest first."""

DICE = 5
MOST = 8
"""Nobody names more pieces than that."""


# --- saying ------------------------------------------------------------------------------------


def told(dice: Iterable[int]) -> list[str]:
    """Those that are alike together, the most first, as that is easiest to follow by ear: "two fives", "a three"."""
    groups = sorted(Counter(dice).items(), key=lambda group: (-group[1], group[0]))
    return [f"a {in_words(face)}" if count == 1 else f"{in_words(count)} {several(face)}" for face, count in groups]


def several(face: int) -> str:
    """5 → "fives"."""
    return "sixes" if face == 6 else f"{in_words(face)}s"


# --- understanding -----------------------------------------------------------------------------


def kept(words: str, dice: Sequence[int]) -> list[Handful]:
    """Which of these dice may be meant to stay: "the fives", "just the six and roll the rest"."""
    return meant(essence(words, AND_ROLL), dice)


def rolled_again(words: str, dice: Sequence[int]) -> list[Handful]:
    """Which of these dice may be meant to be rolled: "the ones again", "everything but the sixes"."""
    return meant(essence(words, AGAIN), dice)


def meant(text: str, dice: Sequence[int]) -> list[Handful]:
    """Which of these dice may be meant: "the fives", "five five six", "all but the ones", "nothing"."""
    if NOTHING.fullmatch(text):
        return [()]
    match = EVERYTHING.fullmatch(text)
    if match is None:
        return some_of(text, dice)
    if match["spared"] is None:
        return [tuple(sorted(dice))]
    spared = some_of(match["spared"], dice)
    return [less(dice, handful) if fits(handful, dice) else handful for handful in spared]


def thrown(words: str, aside: Sequence[int]) -> list[Handful]:
    """What may have been rolled beside the dice that were kept; whoever names all five names those, too."""
    needed = DICE - len(aside)

    def rolled_now(pieces: Pieces) -> Handful | None:
        handful = counted(pieces, needed)
        if handful is not None and len(handful) == DICE and fits(aside, handful):
            return less(handful, aside)
        return handful

    return likely(map(rolled_now, readings(essence(words, ONLY))), lambda handful: len(handful) == needed)


def some_of(text: str, dice: Sequence[int]) -> list[Handful]:
    return likely((chosen(pieces, dice) for pieces in readings(text)), lambda handful: fits(handful, dice))


def likely(handfuls: Iterable[Handful | None], fitting: Callable[[Handful], bool]) -> list[Handful]:
    """Those that fit; if none does, one that does not, for the rules to refuse."""
    possible = list(dict.fromkeys(handful for handful in handfuls if handful is not None))
    return [handful for handful in possible if fitting(handful)] or possible[:1]


def fits(handful: Sequence[int], dice: Sequence[int]) -> bool:
    return Counter(handful) <= Counter(dice)


def less(dice: Sequence[int], handful: Sequence[int]) -> Handful:
    """The other dice."""
    return tuple(sorted((Counter(dice) - Counter(handful)).elements()))


# --- the words ---------------------------------------------------------------------------------

PIPS = range(1, 10)
"""More than a die can show, so that a seven is refused and not misheard."""
SINGLE = {"ace": 1} | {word: face for face in PIPS for word in (in_words(face), str(face))}
PLURAL = {"aces": 1} | {word: face for face in PIPS for word in (several(face), f"{face}s", f"{face}'s")}
COUNT = {word: count for count in range(1, DICE + 1) for word in (in_words(count), str(count))}

FILLERS = re.compile(r"\b(?:um|uh|er|erm|hmm|mm|oh|ah|well|okay|ok|so|like|please|now)\b")
BEFORE = re.compile(r"^(?:(?:only|just) )+")
ONCE_MORE = "(?:again|once more|once again|one more time)"
THE_REST = "(?:the rest|the others|the other (?:ones|dice)|all the others|everything else)"
ONLY = re.compile(" only$")
AND_ROLL = re.compile(rf"(?: only| (?:and )?(?:roll|reroll|throw) (?:{THE_REST}|{ONCE_MORE}|{THE_REST} {ONCE_MORE}))+$")
AGAIN = re.compile(rf"(?: only| {ONCE_MORE}| (?:and )?(?:keep|hold) {THE_REST})+$")
"""What may follow without changing which dice are meant."""
NOTHING = re.compile(r"(?:none|nothing|none of (?:them|these|those)|nothing at all|no dice)")
EVERYTHING = re.compile(
    r"(?:everything|them all|the lot"
    r"|all(?: five)?(?: of (?:them|these|those)| dice)?|all (?:of )?(?:the|my)(?: five)? dice)"
    r"(?: (?:but|except|except for|apart from|without) (?P<spared>.+))?"
)


def essence(words: str, ending: re.Pattern[str]) -> str:
    """Without fillers, and without what says nothing about which dice: "just the fives and roll the rest"."""
    tokens = FILLERS.sub("", words.casefold()).split()
    text = " ".join(" ".join(token) if token.isdecimal() else token for token in tokens)
    return ending.sub("", BEFORE.sub("", text))


# --- the parser --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """Some dice out of a handful: "two fives", "the six", "the pair"."""

    face: int | None
    """`None`: whichever are alike."""
    count: int | None
    """`None`: all there are."""
    exactly: bool = False
    """There are no others like it: "both fives", "all sixes", "the pair"."""


Pieces: TypeAlias = tuple[Piece, ...]

THE = "(?:the |my |those |these )?"
A = "(?:an? |the |my |those |these )?"
FACE = f"(?P<face>{'|'.join(SINGLE)})"
FACES = f"(?P<faces>{'|'.join(PLURAL)})"
SO_MANY = f"(?P<count>{'|'.join(COUNT)})"
SHAPES = tuple(
    (re.compile(f"{pattern}(?: |$)"), count, exactly)
    for pattern, count, exactly in (
        (f"{A}{FACE}", 1, False),
        (f"{THE}(?:one|1) {FACE}", 1, False),
        (f"{THE}{FACES}", None, False),
        (f"{THE}{SO_MANY} (?:of {THE})?{FACES}", None, False),
        (f"all (?:of )?{THE}{FACES}", None, True),
        (f"all (?:of )?{THE}{SO_MANY} {FACES}", None, True),
        (f"both (?:of )?{THE}{FACES}", 2, True),
        (f"{A}pair of {FACES}", 2, False),
        (f"{A}pair", 2, True),
        (f"{A}(?:triple|triplets?|three of a kind)", 3, True),
        (f"{A}four of a kind", 4, True),
        ("(?:both |two |the |the two )?pairs", 2, False),
    )
)
"""What a piece may look like, how many dice it is if that is not said, and whether there are no others like it."""


def readings(text: str) -> Iterator[Pieces]:
    """Every way to read the whole of it."""
    words = text.split()
    if len(words) > 2 and all(word in SINGLE for word in words):
        yield tuple(Piece(SINGLE[word], 1) for word in words)  # a plain list: in "one one six" nothing is counted
    else:
        yield from rows(text, MOST)


def rows(text: str, room: int) -> Iterator[Pieces]:
    """A piece, then the others, with or without "and" between them."""
    for pattern, count, exactly in SHAPES:
        match = pattern.match(text)
        if match is None or not room:
            continue
        piece = piece_of(match, count, exactly=exactly)
        rest = text[match.end() :]
        if not rest:
            yield (piece,)
        elif piece.count != 1 or not BARE_PLURAL.match(rest):  # in "two fives" the two is no die
            yield from ((piece, *others) for others in rows(rest.removeprefix("and "), room - 1))


BARE_PLURAL = re.compile(f"{FACES}(?: |$)")


def piece_of(match: re.Match[str], count: int | None, *, exactly: bool) -> Piece:
    found = match.groupdict()
    face = SINGLE.get(found.get("face", ""), PLURAL.get(found.get("faces", "")))
    return Piece(face, COUNT.get(found.get("count", ""), count), exactly)


def chosen(pieces: Pieces, dice: Sequence[int]) -> Handful | None:
    """These pieces out of these dice. What is not there is taken as it was said; what is not clear makes nothing."""
    shown = Counter(dice)
    handful: list[int] = []
    for piece in pieces:
        if piece.face is None:
            faces = [face for face, count in shown.items() if count == piece.count]
            if len(faces) != (1 if piece.exactly else 2):
                return None
            handful += [die for die in dice if die in faces]
        elif piece.exactly and piece.count is not None and piece.count < shown[piece.face]:
            return None
        else:
            handful += [piece.face] * (piece.count or max(1, shown[piece.face]))
    return tuple(sorted(handful))


def counted(pieces: Pieces, needed: int) -> Handful | None:
    """These pieces, where nothing is known of the dice but how many there are: "all sixes" are that many."""
    handful: list[int] = []
    for piece in pieces:
        count = needed if piece.count is None and piece.exactly and len(pieces) == 1 else piece.count
        if piece.face is None or count is None:
            return None
        handful += [piece.face] * count
    return tuple(sorted(handful))
