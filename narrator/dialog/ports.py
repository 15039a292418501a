"""What the conversation needs from other parts of the program: the stories of other evenings, and the screens."""

from collections.abc import Sequence

from narrator.games.hosting.cast import StoryCast


class StoryLibrary:
    """The stories of finished games. This one is empty."""

    def spoken_keys(self) -> Sequence[str]:
        """Return the names and days that players may use to ask for a story."""
        return ()

    def index_game(self, number: int) -> None:
        """Prepare the story of a game that is over, so that asking for it takes no time."""

    def find_story(self, words: str) -> Sequence[str]:
        """Return the title and the paragraphs of the story that these words most likely mean, if there is one.

        Recordings of players are marked as in `language.lines.clip_marks`.
        """
        return ()

    def read_story(self, number: int) -> Sequence[str]:
        """Return the title and the paragraphs of the story with this number."""
        return ()

    def find_cast(self, number: int | None = None) -> StoryCast | None:
        """Return what can be remembered of this game, or of the newest that is over, if there is anything."""
        return None


class Window:
    """The big screen and the phones, in browsers. Here there are none."""

    @property
    def holders(self) -> frozenset[str]:
        """The players who have a phone at this table."""
        return frozenset()

    @property
    def away(self) -> frozenset[str]:
        """The players whose phone belongs to this table but is not connected now."""
        return frozenset()

    def open(self, *, phones: bool = False, game: int | None = None) -> bool:
        """Open the big screen, with `phones` also to phones on the home network; return whether that worked.

        With the number of a stored game, its phones come back by themselves.
        """
        return False

    def use_next_address(self) -> bool:
        """Let phones join at another address of this computer; return whether there is one."""
        return False

    def replace_code(self) -> bool:
        """Make the code for joining invalid and show a new one; return whether phones can join."""
        return False

    def shut(self) -> None:
        """Close the big screen, if it is open."""

    def is_current(self, seat: str, turn: str) -> bool:
        """Return whether this player's phone still shows the question with this token."""
        return True

    def release(self, seat: str) -> None:
        """Disconnect this player's phone, so that another one may take its place."""
