"""Write out the phrases of a template, up to a number of words.

hassil can do that too, but only all of them: a template with a few optional words has ten thousand phrases, most of
them too long to be of use to a recogniser.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from hassil.expression import Alternative, Expression, Group, Permutation, RuleReference, TextChunk
from hassil.sample import sample_expression

if TYPE_CHECKING:
    from hassil.expression import Sentence
    from hassil.intents import SlotList


class Piece(NamedTuple):
    """A part of a phrase. The spaces at its ends tell whether it is joined to its neighbours to one word."""

    text: str
    words: int
    opens: bool
    """Whether it begins with a letter."""
    closes: bool
    """Whether it ends with a letter."""


EMPTY_PIECE = Piece("", 0, opens=False, closes=False)


def to_piece(text: str) -> Piece:
    words = len(text.split())
    return Piece(text, words, words > 0 and not text[0].isspace(), words > 0 and not text[-1].isspace())


class PhraseExpander:
    """Writes out templates with the given names and rules."""

    def __init__(
        self, slots: "Mapping[str, SlotList]", rules: "Mapping[str, Sentence]", language: str, max_words: int
    ) -> None:
        self._slots, self._rules = dict(slots), dict(rules)
        self._language = language
        self._max_words = max_words
        self._known: dict[str, tuple[Piece, ...]] = {}
        """The pieces of rules and slots."""

    def phrases(self, sentence: "Sentence") -> Iterator[str]:
        """Yield the phrases of a template, each once, in one line."""
        yield from dict.fromkeys(" ".join(piece.text.split()) for piece in self._expand(sentence.expression))

    def _expand(self, expression: Expression) -> Sequence[Piece]:
        match expression:
            case TextChunk():
                return (to_piece(str(expression.original_text)),)
            case RuleReference():
                name = f"<{expression.rule_name}>"
                if name not in self._known:
                    self._known[name] = tuple(self._expand(self._rules[expression.rule_name].expression))
                return self._known[name]
            case Alternative():
                return tuple(dict.fromkeys(piece for item in expression.items for piece in self._expand(item)))
            case Permutation():
                orders = permutations(expression.items)
                return tuple(dict.fromkeys(piece for order in orders for piece in self._join(order)))
            case Group():
                return self._join(expression.items)
            case _:
                name = repr(expression)
                if name not in self._known:
                    texts = sample_expression(expression, self._slots, self._rules, language=self._language)
                    self._known[name] = tuple(map(to_piece, texts))
                return self._known[name]

    def _join(self, items: Sequence[Expression]) -> Sequence[Piece]:
        """Return expressions that follow each other as one piece each, without those that are too long already."""
        starts: Sequence[Piece] = (EMPTY_PIECE,)
        for item in items:
            ends = self._expand(item)
            if len(starts) == 1 and starts[0] is EMPTY_PIECE:
                starts = ends
                continue
            if len(ends) == 1 and not ends[0].text:
                continue
            joined = []
            for start in starts:
                left = self._max_words - start.words
                for end in ends:
                    words = end.words - (start.closes and end.opens)
                    if words <= left:
                        opens = start.opens if start.text else end.opens
                        closes = end.closes if end.text else start.closes
                        joined.append(Piece(start.text + end.text, start.words + words, opens, closes))
            starts = joined
        return starts
