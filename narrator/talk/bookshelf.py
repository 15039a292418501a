"""The stories of other evenings, as the conversation sees them: they can be asked for, and told."""

from collections.abc import Sequence

from narrator.host.cast import Cast


class Bookshelf:
    """Wherever the stories stand. This one is empty."""

    def names(self) -> Sequence[str]:
        """What a story can be asked for by, when it is asked for aloud: who was in it, who played, which day."""
        return ()

    def note(self, number: int) -> None:
        """The game of this number is over: whatever takes time is done now, and not when its story is wanted."""

    def tell(self, words: str) -> Sequence[str]:
        """The story that is most likely meant, its title first, then part by part; nothing if none is.

        A player's own words stand between the marks of `own_voice`.
        """
        return ()

    def cast(self, number: int | None = None) -> Cast | None:
        """What can be remembered of this game, or of the newest that is over; nothing if there is nothing."""
        return None
