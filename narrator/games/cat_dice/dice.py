"""Dice in words, both ways: what they show ("two fives, a three, and a six"), and which of them somebody means.

Templates cannot count, so this is a small parser of its own, and a strict one: either every word has its meaning, or
nothing was understood. Where words have two meanings ("one five": a single five, or a one and a five?) all that fit
the dice are handed out, so that it can be asked. Where none fits, the rules get what was said, to refuse it with their
reason.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import yaml
from pydantic import BaseModel, ConfigDict

from narrator.core.paths import data_folder
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding import grammar

Handful: TypeAlias = tuple[int, ...]  # what some dice show, lowest first

DICE = 5
MAX_GROUPS = 8  # nobody names more pieces than that
MIN_LIST_WORDS = (
    5  # from so many words on, numbers in a row with "and" before the last are a plain list; else it may count
)


# --- saying ------------------------------------------------------------------------------------


class DiceWording(BaseModel):
    """How a language tells dice: `content/<language>/lines/dice.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    single: Mapping[int, str]
    several: Mapping[int, str]
    group: str
    worth: str
    written: str


@cache
def dice_wording(language: str = DEFAULT_LANGUAGE) -> DiceWording:
    file = data_folder("content") / language / "lines" / "dice.yaml"
    return DiceWording.model_validate(yaml.load(file.read_text("utf-8"), Loader=grammar.LOADER))


def describe_dice(dice: Iterable[int], language: str = DEFAULT_LANGUAGE) -> list[str]:
    """Those that are alike together, the most first, as that is easiest to follow by ear: "two fives", "a three"."""
    said = dice_wording(language)
    groups = sorted(Counter(dice).items(), key=lambda group: (-group[1], group[0]))
    return [
        said.single[face]
        if count == 1
        else said.group.format(count=get_language(language).number_word(count), faces=plural_face(face, language))
        for face, count in groups
    ]


def plural_face(face: int, language: str = DEFAULT_LANGUAGE) -> str:
    """5 → "fives"."""
    return dice_wording(language).several[face]


def score_offer(line: str, points: int, language: str = DEFAULT_LANGUAGE) -> str:
    """What a line of the sheet would give: "fives for twenty"."""
    return dice_wording(language).worth.format(line=line, points=get_language(language).number_word(points))


def score_entry(line: str, points: int, language: str = DEFAULT_LANGUAGE) -> str:
    """What stands in a line of the sheet: "fives twenty"."""
    return dice_wording(language).written.format(line=line, points=get_language(language).number_word(points))


# --- understanding -----------------------------------------------------------------------------


def parse_kept(words: str, dice: Sequence[int], language: str = DEFAULT_LANGUAGE) -> list[Handful]:
    """Which of these dice may be meant to stay: "the fives", "just the six and roll the rest"."""
    names = dice_parser(language)
    return parse_selection(names.strip_phrase(words, names.and_roll), dice, names)


def parse_rerolled(words: str, dice: Sequence[int], language: str = DEFAULT_LANGUAGE) -> list[Handful]:
    """Which of these dice may be meant to be rolled: "the ones again", "everything but the sixes"."""
    names = dice_parser(language)
    return parse_selection(names.strip_phrase(words, names.again), dice, names)


def parse_rolled(words: str, aside: Sequence[int], language: str = DEFAULT_LANGUAGE) -> list[Handful]:
    """What may have been rolled beside the dice that were kept; whoever names all five names those, too."""
    names, needed = dice_parser(language), DICE - len(aside)

    def rolled_now(pieces: DiceGroups) -> Handful | None:
        handful = count_dice(pieces, needed)
        if handful is not None and len(handful) == DICE and are_among(aside, handful):
            return remove_dice(handful, aside)
        return handful

    said = names.readings(names.strip_phrase(words, names.only))
    return fitting_or_first(map(rolled_now, said), lambda handful: len(handful) == needed)


def parse_selection(text: str, dice: Sequence[int], names: "DiceParser") -> list[Handful]:
    """Which of these dice may be meant: "the fives", "five five six", "all but the ones", "nothing"."""
    if names.nothing.fullmatch(text):
        return [()]
    match = names.everything.fullmatch(text)
    if match is None:
        return parse_groups(text, dice, names)
    if match["spared"] is None:
        return [tuple(sorted(dice))]
    spared = parse_groups(match["spared"], dice, names)
    return [remove_dice(dice, handful) if are_among(handful, dice) else handful for handful in spared]


def parse_groups(text: str, dice: Sequence[int], names: "DiceParser") -> list[Handful]:
    return fitting_or_first(
        (select_dice(pieces, dice) for pieces in names.readings(text)), lambda handful: are_among(handful, dice)
    )


def fitting_or_first(handfuls: Iterable[Handful | None], fitting: Callable[[Handful], bool]) -> list[Handful]:
    """Those that fit; if none does, one that does not, for the rules to refuse."""
    possible = list(dict.fromkeys(handful for handful in handfuls if handful is not None))
    return [handful for handful in possible if fitting(handful)] or possible[:1]


def are_among(handful: Sequence[int], dice: Sequence[int]) -> bool:
    return Counter(handful) <= Counter(dice)


def remove_dice(dice: Sequence[int], handful: Sequence[int]) -> Handful:
    return tuple(sorted((Counter(dice) - Counter(handful)).elements()))


# --- the words of a language ---------------------------------------------------------------------


class DiceGroup(BaseModel):
    """Some dice out of a handful, and how they may be named: "two fives", "the six", "the pair"."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    said: str
    face: int | None = None  # `None`: whichever are alike
    count: int | None = None  # if that is not said; `None`: all there are
    exactly: bool = False  # there are no others like it: "both fives", "all sixes", "the pair"
    faces: Handful = ()  # all that show one of these: "the high ones"


DiceGroups: TypeAlias = tuple[DiceGroup, ...]


class DiceGrammar(BaseModel):
    """How a language names dice: `dice` in `grammars/<language>/cat_dice.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    single: Mapping[int, tuple[str, ...]]
    several: Mapping[int, tuple[str, ...]]
    pieces: DiceGroups
    between: str
    nothing: str
    everything: str
    but: str
    before: str
    after: str
    and_roll: str
    and_keep: str
    again: str
    the_rest: str
    the: str


class DiceParser:
    """The same, ready to read with."""

    def __init__(self, naming: DiceGrammar, fillers: Sequence[str], language: str) -> None:
        self._rules = {name: value for name, value in naming if isinstance(value, str)}
        self._several = {word: face for face, words in naming.several.items() for word in words}
        singles = {word: face for face, words in naming.single.items() for word in words}
        self._single = number_words(naming.several, language) | singles
        self._counts = number_words(range(1, DICE + 1), language)
        self._slots = {
            "one": f"?:{'|'.join(number_words([1], language))}",
            "face": f"?P<face>{'|'.join(self._single)}",
            "faces": f"?P<faces>{'|'.join(self._several)}",
            "count": f"?P<count>{'|'.join(self._counts)}",
        }
        self._pieces = [(re.compile(self._pattern(piece.said)), piece) for piece in naming.pieces]
        self._bare_plural = re.compile(self._pattern("{faces}"))
        self._fillers = re.compile(rf"\b(?:{'|'.join(map(re.escape, fillers))})\b")
        self._before = re.compile(f"(?:{self._pattern('<before>')})+")
        self._and = naming.between
        self._between = re.compile(self._pattern("[<between>]"))
        self.only = self._ending("<after>")
        self.and_roll = self._ending("(<after>|<and_roll>)")
        self.again = self._ending("(<after>|<again>|<and_keep>)")
        self.nothing = re.compile(self._pattern("<nothing>"))
        self.everything = re.compile(f"{self._pattern('<everything>')}(?:{self._pattern('<but>')}(?P<spared>.+))?")

    def _ending(self, template: str) -> re.Pattern[str]:
        """What may follow without changing which dice are meant."""
        return re.compile(f"(?<= )(?:{self._pattern(template)})+$")

    def _pattern(self, template: str) -> str:
        """A template as a regular expression for words that are each followed by a space.

        As in the grammar: (this|that), [may be left out], {a slot}, <a rule>.
        """
        while (written := RULE_REFERENCE.sub(lambda rule: f"({self._rules[rule[1]]})", template)) != template:
            template = written
        return TEMPLATE_TOKEN.sub(self._part, template)

    def _part(self, token: re.Match[str]) -> str:
        match token[0]:
            case "(" | "[":
                return "(?:"
            case "]":
                return ")?"
            case ")" | "|":
                return token[0]
            case " ":
                return ""
            case slot if slot.startswith("{"):
                return f"({self._slots[slot[1:-1]]}) "
            case word:
                return f"{re.escape(word)} "

    def strip_phrase(self, words: str, ending: re.Pattern[str]) -> str:
        """Without fillers, and without what says nothing about which dice: "just the fives and roll the rest".

        Every word is followed by a space, the last one too.
        """
        tokens = self._fillers.sub("", words.casefold()).split()
        text = "".join(f"{' '.join(token) if token.isdecimal() else token} " for token in tokens)
        before = self._before.match(text)
        return ending.sub("", text[before.end() :] if before else text)

    def readings(self, text: str) -> Iterator[DiceGroups]:
        """Every way to read the whole of it."""
        words = text.split()
        if len(words) >= MIN_LIST_WORDS and words[-2] == self._and:
            del words[-2]
        if len(words) > 2 and all(word in self._single for word in words):  # a plain list: in "one one six" none counts
            yield tuple(DiceGroup(said=word, face=self._single[word], count=1) for word in words)
        else:
            yield from self._rows(text, MAX_GROUPS)

    def _rows(self, text: str, room: int) -> Iterator[DiceGroups]:
        """A piece, then the others, with or without "and" between them."""
        for pattern, likeness in self._pieces:
            match = pattern.match(text)
            if match is None or not room:
                continue
            found = match.groupdict()
            face = self._single.get(found.get("face", ""), self._several.get(found.get("faces", "")))
            count = self._counts.get(found.get("count", ""), likeness.count)
            piece = likeness.model_copy(update={"face": face, "count": count})
            rest = text[match.end() :]
            if not rest:
                yield (piece,)
            elif piece.count != 1 or not self._bare_plural.match(rest):  # in "two fives" the two is no die
                others = self._rows(self._between.sub("", rest, count=1), room - 1)
                yield from ((piece, *each) for each in others)


RULE_REFERENCE, TEMPLATE_TOKEN = re.compile(r"<(\w+)>"), re.compile(r"[][()| ]|\{\w+\}|[^][()|{} ]+")


def number_words(numbers: Iterable[int], language: str) -> dict[str, int]:
    return {word: number for number in numbers for word in (get_language(language).number_word(number), str(number))}


@cache
def dice_parser(language: str = DEFAULT_LANGUAGE) -> DiceParser:
    fillers = grammar.load_grammar(language).fillers
    return DiceParser(
        DiceGrammar.model_validate(grammar.grammar_files(language)["cat_dice"]["dice"]), fillers, language
    )


@cache
def category_aliases(language: str = DEFAULT_LANGUAGE) -> Mapping[str, tuple[str, ...]]:
    """What else the lines of the sheet are called."""
    return {line: tuple(names) for line, names in grammar.grammar_files(language)["cat_dice"]["categories"].items()}


# --- which dice that is ------------------------------------------------------------------------


def select_dice(pieces: DiceGroups, dice: Sequence[int]) -> Handful | None:
    """These pieces out of these dice. What is not there is taken as it was said; what is not clear makes nothing."""
    shown = Counter(dice)
    handful: list[int] = []
    for piece in pieces:
        if piece.faces:
            handful += [die for die in dice if die in piece.faces]
        elif piece.face is None:
            faces = [face for face, count in shown.items() if count == piece.count]
            if len(faces) != (1 if piece.exactly else 2):
                return None
            handful += [die for die in dice if die in faces]
        elif piece.exactly and piece.count is not None and piece.count < shown[piece.face]:
            return None
        else:
            handful += [piece.face] * (piece.count or max(1, shown[piece.face]))
    return tuple(sorted(handful))


def count_dice(pieces: DiceGroups, needed: int) -> Handful | None:
    """These pieces, where nothing is known of the dice but how many there are: "all sixes" are that many."""
    handful: list[int] = []
    for piece in pieces:
        count = needed if piece.count is None and piece.exactly and len(pieces) == 1 else piece.count
        if piece.face is None or count is None:
            return None
        handful += [piece.face] * count
    return tuple(sorted(handful))
