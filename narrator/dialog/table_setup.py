"""Set up a table: how it is introduced, how its secrets are kept, and a table for a practice round."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from narrator.core.errors import StorageError
from narrator.games import DEFAULT_GAME, games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy, seat_names
from narrator.language.content.packs import Content
from narrator.language.lines.line import Line, line
from narrator.storage.journal import Journal
from narrator.storage.table import Table


def introduction_lines(plan: Plan, options: Any, privacy: Privacy, content: Content) -> Iterator[Line]:
    """Yield the lines that introduce players, mode, duration, story and privacy."""
    host = host_of(plan.game or DEFAULT_GAME)
    yield line("players-are", seats=seat_names(plan.seats), count=len(plan.seats))
    yield line("mode-is", mode=str(options.mode))
    if (minutes := host.estimate_minutes(options, len(plan.seats))) is not None:
        yield line("takes", minutes=round_minutes(minutes))
    title = host.announced_title(options, content)
    if title is not None:
        yield line("chosen-story", title=title)
    yield from privacy_lines(plan, privacy)


def round_minutes(minutes: float) -> int:
    """Return the minutes rounded to five."""
    return max(5, 5 * round(minutes / 5))


def privacy_lines(plan: Plan, privacy: Privacy) -> Iterator[Line]:
    """Yield the line that tells how secrets are kept, if the game has cards."""
    if host_of(plan.game or DEFAULT_GAME).USES_CARDS:
        yield line("privacy-is", privacy=privacy.value, cards=plan.cards.value)


def choose_privacy(plan: Plan, options: Any, *, private_line: bool) -> Privacy:
    """Return how secrets are kept: as planned, else as the game prefers, else in the booth, or with tokens.

    If votes were said aloud, a player could simply copy those of the others.
    """
    if plan.privacy is Privacy.BOOTH and not private_line:
        return Privacy.TOKENS
    if plan.privacy is not None:
        return plan.privacy
    if host_of(plan.game or DEFAULT_GAME).is_open_by_default(options, plan.seats):
        return Privacy.OPEN
    return Privacy.BOOTH if private_line else Privacy.TOKENS


def find_waiting_game(journal: Journal, only: str | None = None) -> tuple[int, str, tuple[str, ...]] | None:
    """Return the number, name and players of the newest unfinished game, or of the newest of `only` this game.

    It is opened, so that the journal reports damage before the players are asked.
    """
    wanted = games() if only is None else (only,)
    game = next((game for game in journal.games(unfinished=True) if game.game in wanted), None)
    if game is None:
        return None
    try:
        with Table.resume(journal, game.id) as table:
            return game.id, game.game, seat_names(table.state.seats)
    except StorageError:  # reported when the players resume it
        return game.id, game.game, seat_names(game.seats)


class PracticeTable:
    """A table in a temporary folder, with another story and other cards, so that practice reveals nothing."""

    def __init__(self, plan: Plan, content: Content) -> None:
        name = plan.game or DEFAULT_GAME
        host = host_of(name)
        real_story = host.story_name(host.build_options(plan, content))
        heard = (*plan.recent_stories, real_story) if real_story else plan.recent_stories
        self.plan = replace(plan, seed=f"practice before {plan.seed}", story=None, recent_stories=heard)
        options = host.build_options(self.plan, content)
        self._folder = TemporaryDirectory(prefix="narrator-practice-")
        self._journal = Journal.open(Path(self._folder.name) / "practice.sqlite")
        self.table = Table.begin(self._journal, name, self.plan.seats, options, self.plan.seed)

    def close(self) -> None:
        self.table.close()
        self._journal.close()
        self._folder.cleanup()
