"""Random draws that depend only on a game's seed and the number of the move.

A program that is killed between drawing and writing draws the same again, and a player gets no better cards by trying
twice.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RandomLuck:
    """The source of chance that the rules of a game draw from."""

    random: Random

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(self.random.sample(items, len(items)))

    def pick(self, items: Sequence[T]) -> T:
        return self.random.choice(items)


def luck_for_move(seed: str, number: int) -> RandomLuck:
    return RandomLuck(Random(f"{seed}:{number}"))


def new_seed() -> str:
    """Return an unpredictable seed for a game that was given none."""
    return secrets.token_hex(16)
