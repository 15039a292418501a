"""What the conversation needs of rooms that it does not know: the stories of other evenings, and the window."""

from collections.abc import Sequence

from narrator.games.hosting.cast import StoryCast


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

    def cast(self, number: int | None = None) -> StoryCast | None:
        """What can be remembered of this game, or of the newest that is over; nothing if there is nothing."""
        return None


class Window:
    """Pages in the family's browsers. Here there is none."""

    @property
    def holders(self) -> frozenset[str]:
        """Who has a phone at this table."""
        return frozenset()

    def open(self, *, phones: bool = False) -> bool:
        """Show the page, with `phones` on the home network as well; whether that could be done."""
        return False

    def shut(self) -> None:
        """Close the page, if it is open."""

    def release(self, seat: str) -> None:
        """Shut this player's phone out; another one may take its place."""
