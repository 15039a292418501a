"""Who sits where: what `Seating` holds between two answers, and goes back to if one fails."""

from dataclasses import dataclass

from narrator.box.content import Box
from narrator.host.plan import Plan
from narrator.keep.table import Table
from narrator.talk.practice import Practice
from narrator.tell.lines import Line, Lines
from narrator.understand.grammar import Grammar


@dataclass(frozen=True)
class Arrangement:
    """Who sits where, and with what words it is spoken of."""

    plan: Plan
    texts: Box
    """What the game on the table is told with: of a kept game, the texts it began with."""
    words: Lines
    grammar: Grammar
    table: Table | None = None
    practising: Practice | None = None
    offer_practice: bool = True
    shown: frozenset[tuple[str, str]] = frozenset()
    """To whom which cards were described at the tables before this one; another evening begins with none."""
    heard: tuple[Line, ...] = ()
    """What was told of this table, and need not be told again if it is laid anew."""
