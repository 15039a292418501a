"""From the moves of a game to its story: the game is played again in silence, and then told as one piece."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from narrator.box.content import Box
from narrator.errors import NarratorError
from narrator.games.storyline import retelling as storyline
from narrator.games.storytellers import retelling as storytellers
from narrator.host import dreams
from narrator.host.retelling import Tale
from narrator.shelf.played import Played
from narrator.shelf.story import Story
from narrator.shelf.wording import Found, Wording, as_it_is

Teller: TypeAlias = Callable[[Played, Box, Wording], Tale]

TELLERS: Mapping[str, Teller] = {
    "storytellers": storytellers.tell,
    "storyline": storyline.tell,
    "dixit": dreams.tell,
    "odyssey": dreams.tell,
}
"""The games that leave a story. Dice leave none."""


class NothingToTell(NarratorError):
    """Nothing of it has been told yet, or there is no story in it."""


def tale_of(played: Played, box: Box, language: str = "en", found: Found = as_it_is) -> Tale:
    """The story of a game as far as it went; nothing in it but what everybody at the table has heard."""
    return TELLERS[played.game](played, box, Wording(played.number, language, found))


def retell(played: Played, box: Box, title: str | None = None, language: str = "en", found: Found = as_it_is) -> Story:
    """The story, under the name that the family gave it if there is one."""
    tale = tale_of(played, box, language, found)
    if not tale.chapters:
        raise NothingToTell(
            "That game has only just begun, so there is no story to tell yet. Go on with: narrator play --resume "
            f"{played.number}"
        )
    return Story(
        number=played.number,
        title=title or tale.title,
        game=played.game,
        played=played.began,
        players=played.players,
        finished=played.finished,
        chapters=tale.chapters,
        language=language,
    )
