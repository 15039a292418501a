"""Describe dice in words ("a three, two fives, and a six"), and parse which dice a player means.

Grammar templates cannot count, so this is a small separate parser. It is strict: it understands either every word or
nothing. If words have two readings ("one five": a single five, or a one and a five?), it returns all that fit the dice,
so that the dialog can ask. If none fits, it returns one reading for the rules to refuse with their reason.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import yaml
from pydantic import BaseModel, ConfigDict

from narrator.core.paths import data_folder
from narrator.games.cat_dice.rules import DICE
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding import grammar

Handful: TypeAlias = tuple[int, ...]
"""The faces of some dice, lowest first."""

MAX_GROUPS = 8
"""How many groups of dice a sentence may name."""
MIN_LIST_WORDS = 5
"""From this many words on, numbers with "and" before the last one are a plain list; else a number may be a count."""

MIN_RUN = 3
"""A shorter row of faces is not called a straight."""

RULE_REFERENCE = re.compile(r"<(\w+)>")
TEMPLATE_TOKEN = re.compile(r"[][()| ]|\{\w+\}|[^][()|{} ]+")


# --- describing dice ---------------------------------------------------------------------------


class DiceWording(BaseModel):
    """How a language describes dice: `content/<language>/lines/dice.yaml`."""

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
    """Describe equal dice together, lowest first: "a three", "two fives"."""
    wording = dice_wording(language)
    groups = sorted(Counter(dice).items())
    return [
        wording.single[face]
        if count == 1
        else wording.group.format(count=get_language(language).number_word(count), faces=plural_face(face, language))
        for face, count in groups
    ]


def plural_face(face: int, language: str = DEFAULT_LANGUAGE) -> str:
    """Return the plural of a face: "fives" for 5."""
    return dice_wording(language).several[face]


def score_offer(line: str, points: int, language: str = DEFAULT_LANGUAGE) -> str:
    """Describe the points that a line of the sheet would give: "fives for twenty"."""
    return dice_wording(language).worth.format(line=line, points=get_language(language).number_word(points))


def score_entry(line: str, points: int, language: str = DEFAULT_LANGUAGE) -> str:
    """Describe a filled line of the sheet: "twenty for fives"."""
    return dice_wording(language).written.format(line=line, points=get_language(language).number_word(points))


# --- parsing answers ---------------------------------------------------------------------------


def parse_kept(words: str, dice: Sequence[int], language: str = DEFAULT_LANGUAGE) -> list[Handful]:
    """Return which of these dice the player may want to keep: "the fives", "just the six and roll the rest"."""
    parser = dice_parser(language)
    return parse_selection(parser.strip_phrase(words, parser.and_roll), dice, parser)


def parse_rerolled(words: str, dice: Sequence[int], language: str = DEFAULT_LANGUAGE) -> list[Handful]:
    """Return which of these dice the player may want to roll again: "the ones again", "everything but the sixes"."""
    parser = dice_parser(language)
    return parse_selection(parser.strip_phrase(words, parser.again), dice, parser)


def parse_rolled(words: str, kept: Sequence[int], language: str = DEFAULT_LANGUAGE) -> list[Handful]:
    """Return what the player may have rolled besides the kept dice. The words may name all five dice."""
    parser, needed = dice_parser(language), DICE - len(kept)

    def rolled_now(groups: DiceGroups) -> Handful | None:
        handful = count_dice(groups, needed)
        if handful is not None and len(handful) == DICE and are_among(kept, handful):
            return remove_dice(handful, kept)
        return handful

    readings = parser.readings(parser.strip_phrase(words, parser.only))
    return fitting_or_first(map(rolled_now, readings), lambda handful: len(handful) == needed)


def parse_selection(text: str, dice: Sequence[int], parser: "DiceParser") -> list[Handful]:
    """Return which of these dice may be meant: "the fives", "five five six", "all but the ones", "nothing"."""
    if parser.nothing.fullmatch(text):
        return [()]
    match = parser.everything.fullmatch(text)
    if match is None:
        return parse_groups(text, dice, parser)
    if match["spared"] is None:
        return [tuple(sorted(dice))]
    spared = parse_groups(match["spared"], dice, parser)
    return [remove_dice(dice, handful) if are_among(handful, dice) else handful for handful in spared]


def parse_groups(text: str, dice: Sequence[int], parser: "DiceParser") -> list[Handful]:
    return fitting_or_first(
        (select_dice(groups, dice) for groups in parser.readings(text)), lambda handful: are_among(handful, dice)
    )


def fitting_or_first(handfuls: Iterable[Handful | None], fitting: Callable[[Handful], bool]) -> list[Handful]:
    """Return the handfuls that fit; if none does, one that does not, for the rules to refuse."""
    possible = list(dict.fromkeys(handful for handful in handfuls if handful is not None))
    return [handful for handful in possible if fitting(handful)] or possible[:1]


def are_among(handful: Sequence[int], dice: Sequence[int]) -> bool:
    return Counter(handful) <= Counter(dice)


def remove_dice(dice: Sequence[int], handful: Sequence[int]) -> Handful:
    return tuple(sorted((Counter(dice) - Counter(handful)).elements()))


# --- the grammar of dice -------------------------------------------------------------------------


class DiceGroup(BaseModel):
    """A group of dice and a template of how players name it: "two fives", "the six", "the pair"."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    said: str
    face: int | None = None
    """`None` for any equal dice ("the pair")."""
    count: int | None = None
    """How many dice, if the words do not say it; `None` for all of this face."""
    exactly: bool = False
    """Whether these are all dice of the face: "both fives", "all sixes", "the pair"."""
    faces: Handful = ()
    """All dice with one of these faces: "the high ones"."""
    highest: int = 0
    lowest: int = 0
    """The number of highest or lowest dice: "both big ones" are two."""
    in_a_row: bool = False
    """The longest run of faces, one of each: "the straight"."""


DiceGroups: TypeAlias = tuple[DiceGroup, ...]


class DiceGrammar(BaseModel):
    """How players name dice: `dice` in `grammars/<language>/cat_dice.yaml`."""

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
    """A parser compiled from a `DiceGrammar`."""

    def __init__(self, dice_grammar: DiceGrammar, fillers: Sequence[str], language: str) -> None:
        self._rules = {name: value for name, value in dice_grammar if isinstance(value, str)}
        self._several = {word: face for face, words in dice_grammar.several.items() for word in words}
        singles = {word: face for face, words in dice_grammar.single.items() for word in words}
        self._single = number_words(dice_grammar.several, language) | singles
        self._counts = number_words(range(1, DICE + 1), language)
        self._slots = {
            "one": f"?:{'|'.join(number_words([1], language))}",
            "face": f"?P<face>{'|'.join(self._single)}",
            "faces": f"?P<faces>{'|'.join(self._several)}",
            "count": f"?P<count>{'|'.join(self._counts)}",
        }
        self._groups = [(re.compile(self._pattern(group.said)), group) for group in dice_grammar.pieces]
        self._bare_plural = re.compile(self._pattern("{faces}"))
        self._fillers = re.compile(rf"\b(?:{'|'.join(map(re.escape, fillers))})\b")
        self._before = re.compile(f"(?:{self._pattern('<before>')})+")
        self._and = dice_grammar.between
        self._between = re.compile(self._pattern("[<between>]"))
        self.only = self._ending("<after>")
        self.and_roll = self._ending("(<after>|<and_roll>)")
        self.again = self._ending("(<after>|<again>|<and_keep>)")
        self.nothing = re.compile(self._pattern("<nothing>"))
        self.everything = re.compile(f"{self._pattern('<everything>')}(?:{self._pattern('<but>')}(?P<spared>.+))?")

    def _ending(self, template: str) -> re.Pattern[str]:
        """Return a pattern for endings that do not change which dice are meant."""
        return re.compile(f"(?<= )(?:{self._pattern(template)})+$")

    def _pattern(self, template: str) -> str:
        """Turn a template into a regular expression for words that are each followed by a space.

        The syntax is that of the grammar: (this|that), [optional], {slot}, <rule>.
        """
        while (expanded := RULE_REFERENCE.sub(lambda rule: f"({self._rules[rule[1]]})", template)) != template:
            template = expanded
        return TEMPLATE_TOKEN.sub(self._token_pattern, template)

    def _token_pattern(self, token: re.Match[str]) -> str:
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
        """Remove fillers and words that do not tell which dice: "just", "and roll the rest".

        Every word of the result is followed by a space.
        """
        tokens = self._fillers.sub("", words.casefold()).split()
        text = "".join(f"{' '.join(token) if token.isdecimal() else token} " for token in tokens)
        before = self._before.match(text)
        return ending.sub("", text[before.end() :] if before else text)

    def readings(self, text: str) -> Iterator[DiceGroups]:
        """Yield every reading of the whole text."""
        words = text.split()
        if len(words) >= MIN_LIST_WORDS and words[-2] == self._and:
            del words[-2]
        if len(words) > 2 and all(word in self._single for word in words):  # a plain list: no number is a count
            yield tuple(DiceGroup(said=word, face=self._single[word], count=1) for word in words)
        else:
            yield from self._group_sequences(text, MAX_GROUPS)

    def _group_sequences(self, text: str, max_groups: int) -> Iterator[DiceGroups]:
        """Yield every sequence of groups, with or without "and" between them."""
        for pattern, template in self._groups:
            match = pattern.match(text)
            if match is None or not max_groups:
                continue
            found = match.groupdict()
            face = self._single.get(found.get("face", ""), self._several.get(found.get("faces", "")))
            count = self._counts.get(found.get("count", ""), template.count)
            group = template.model_copy(update={"face": face, "count": count})
            rest = text[match.end() :]
            if not rest:
                yield (group,)
            elif group.count != 1 or not self._bare_plural.match(rest):  # "two fives": the two is a count, not a die
                others = self._group_sequences(self._between.sub("", rest, count=1), max_groups - 1)
                yield from ((group, *each) for each in others)


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
    """Return other names of the lines of the sheet."""
    return {line: tuple(names) for line, names in grammar.grammar_files(language)["cat_dice"]["categories"].items()}


# --- selecting dice ----------------------------------------------------------------------------


def select_dice(groups: DiceGroups, dice: Sequence[int]) -> Handful | None:
    """Return the dice that these groups name. Dice that were not rolled are included; unclear groups give `None`."""
    shown = Counter(dice)
    handful: list[int] = []
    for group in groups:
        if group.faces:
            handful += [die for die in dice if die in group.faces]
        elif group.highest or group.lowest:
            ordered = sorted(dice, reverse=bool(group.highest))
            handful += ordered[: group.highest or group.lowest]
        elif group.in_a_row:
            run = longest_run(dice)
            if len(run) < MIN_RUN or group.count not in (None, len(run)):
                return None
            handful += run
        elif group.face is None:
            faces = [face for face, count in shown.items() if count == group.count]
            if len(faces) != (1 if group.exactly else 2):
                return None
            handful += [die for die in dice if die in faces]
        elif group.exactly and group.count is not None and group.count < shown[group.face]:
            return None
        else:
            handful += [group.face] * (group.count or max(1, shown[group.face]))
    return tuple(sorted(handful))


def longest_run(dice: Iterable[int]) -> list[int]:
    """Return the longest row of faces that follow each other; of several, the highest."""
    faces = sorted(set(dice))
    runs = [[face for face in faces if start <= face < start + faces_in_row(faces, start)] for start in faces]
    return max(runs, key=lambda run: (len(run), run[0]), default=[])


def faces_in_row(faces: Sequence[int], start: int) -> int:
    """Return how many faces follow each other from this one on."""
    return next(length for length in range(1, len(faces) + 2) if start + length not in faces)


def count_dice(groups: DiceGroups, needed: int) -> Handful | None:
    """Return the dice that these groups name if only their number is known: "all sixes" are `needed` sixes."""
    handful: list[int] = []
    for group in groups:
        count = needed if group.count is None and group.exactly and len(groups) == 1 else group.count
        if group.face is None or count is None:
            return None
        handful += [group.face] * count
    return tuple(sorted(handful))
