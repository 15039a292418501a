"""The stories of other evenings, as the conversation sees them: they can be asked for, and told."""

from collections.abc import Sequence
from typing import Protocol


class Bookshelf(Protocol):
    """Wherever the stories stand."""

    def names(self) -> Sequence[str]:
        """What a story can be asked for by, when it is asked for aloud: who was in it, who played, which day."""

    def tell(self, words: str) -> Sequence[str]:
        """The story that is most likely meant, its title first, then part by part; nothing if none is.

        A player's own words stand between the marks of `own_voice`.
        """


class NoBookshelf:
    """Where nothing is kept."""

    def names(self) -> Sequence[str]:
        return ()

    def tell(self, words: str) -> Sequence[str]:
        return ()
