"""The window, as the conversation sees it: a page that can be opened, and who has a phone of their own."""

from typing import Protocol


class Window(Protocol):
    """Pages in the family's browsers."""

    @property
    def holders(self) -> frozenset[str]:
        """Who has a phone at this table."""

    def open(self, *, phones: bool = False) -> bool:
        """Show the page, with `phones` on the home network as well; whether that could be done."""

    def shut(self) -> None:
        """Close the page, if it is open."""

    def release(self, seat: str) -> None:
        """Shut this player's phone out; another one may take its place."""


class NoWindow:
    """Where there is no browser."""

    holders: frozenset[str] = frozenset()

    def open(self, *, phones: bool = False) -> bool:
        return False

    def shut(self) -> None:
        """There is none."""

    def release(self, seat: str) -> None:
        """There is none."""
