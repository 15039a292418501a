"""Games for the library: any story and path, with any characters and free words."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from narrator.core.game import CardSource, Seat, SpokenWords
from narrator.games.dixit import rules as dixit
from narrator.games.odyssey import rules as odyssey
from narrator.games.storyline import rules as storyline
from narrator.games.storytellers import rules as storytellers
from narrator.games.storytellers.host import story_shape
from narrator.language.content.models import Story
from narrator.language.content.packs import Content, load_content
from narrator.storage.journal import Journal
from narrator.storage.table import Table
from tests.support.tables import NAMES

SOUND = "game-1-0123456789ab"


@cache
def content() -> Content:
    return load_content()


def seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(name, 5 + number) for number, name in enumerate(NAMES[:count]))


def options(game: str, mode: str = "basic", *, story: str | None = None, cards: CardSource = CardSource.SPOKEN) -> Any:
    """Return the options that the host of this game would choose."""
    whole = content()
    match game:
        case "storytellers":
            name = story or "lighthouse"
            return storytellers.Options(
                mode=storytellers.Mode(mode),
                story=story_shape(name, whole.stories[name]),
                characters=tuple(character.name for character in whole.characters),
                cards=cards,
            )
        case "storyline":
            name = story or "the-missing-snore"
            return storyline.Options(
                mode=storyline.Mode(mode),
                deck=whole.decks[name].banners,
                tale=name,
                story_cards={kind: tuple(card.name for card in some) for kind, some in whole.cards.items()},
                cards=cards,
            )
        case "dixit":
            titles = tuple(dream.title for dream in whole.dreams)
            return dixit.Options(pictures=titles, mimes_and_songs=True, cards=cards)
        case _:
            titles = tuple(dream.title for dream in whole.odyssey_dreams)
            return odyssey.Options(mode=odyssey.Mode(mode), pictures=titles, cards=cards)


@contextmanager
def journal(folder: Path | None = None) -> Iterator[Journal]:
    with TemporaryDirectory() as own, Journal.open((folder or Path(own)) / "narrator.sqlite") as opened:
        yield opened


def play(  # noqa: PLR0913  # a table takes some laying
    kept: Journal,
    game: str,
    options: Any,
    players: int = 3,
    *,
    seed: int = 1,
    most: int = 2000,
    said: Callable[[Any], Any] = lambda move: move,
) -> int:
    """Play at random to the end or for `most` moves. `said` adds free words to a move. Return the game's number."""
    dice = Random(seed)
    with Table.begin(kept, game, seats(players), options, str(seed)) as table:
        for _ in range(most):
            if table.outcome() is not None:
                break
            table.play(said(dice.choice(list(table.game.moves(table.state)))))
        return table.id


def paths(story: Story) -> Iterator[tuple[str, ...]]:
    """Yield every path through a story, as the names of its cards."""
    open_ways: list[tuple[str, ...]] = [(story.ids[0],)]
    while open_ways:
        way = open_ways.pop()
        if not story.follows[way[-1]]:
            yield way
        open_ways += [(*way, after) for after in story.follows[way[-1]]]


def clips() -> st.SearchStrategy[SpokenWords | None]:
    """Generate free words of players: recorded or typed, understood or not."""
    words = st.one_of(
        st.none(),
        st.sampled_from(
            ["because it has the kindest eyes", "um… it's funny!", 'he said "boo"', "I DON'T know", "🦉", ""]
        ),
        st.text(max_size=40),
    )
    return st.one_of(st.none(), st.builds(SpokenWords, words, st.sampled_from([None, SOUND])))


def texts(chapters: Sequence[Any]) -> list[str]:
    return [sentence.text for chapter in chapters for sentence in chapter.sentences]
