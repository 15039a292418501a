"""The window, as the conversation sees it: a page that can be opened, and who has a phone of their own."""


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
