"""Setting the table: what players are told about it, how secrets are kept, and a table to practise at."""

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


def introduction(plan: Plan, options: Any, privacy: Privacy, content: Content) -> Iterator[Line]:
    """Who plays, how, and with which story. Where there are no cards, little is secret."""
    host = host_of(plan.game or DEFAULT_GAME)
    yield line("players-are", seats=seat_names(plan.seats), count=len(plan.seats))
    yield line("mode-is", mode=str(options.mode))
    if (minutes := host.estimate_minutes(options, len(plan.seats))) is not None:
        yield line("takes", minutes=announced_minutes(minutes))
    title = host.announced_title(options, content)
    if title is not None:
        yield line("chosen-story", title=title)
    yield from announced(plan, privacy)


def announced_minutes(minutes: float) -> int:
    """Nobody says "about seventeen minutes"."""
    return max(5, 5 * round(minutes / 5))


def announced(plan: Plan, privacy: Privacy) -> Iterator[Line]:
    """How secrets are kept, where there are any: of a practice round, too."""
    if host_of(plan.game or DEFAULT_GAME).USES_CARDS:
        yield line("privacy-is", privacy=privacy.value, cards=plan.cards.value)


def privacy_of(plan: Plan, options: Any, *, private_line: bool) -> Privacy:
    """As it was wished, or as the game likes it; else headphones keep secrets best, fingers otherwise: whoever hears
    the others' votes would only have to copy them.
    """
    if plan.privacy is Privacy.BOOTH and not private_line:
        return Privacy.TOKENS
    if plan.privacy is not None:
        return plan.privacy
    if host_of(plan.game or DEFAULT_GAME).is_open_by_default(options, plan.seats):
        return Privacy.OPEN
    return Privacy.BOOTH if private_line else Privacy.TOKENS


def waiting_game(journal: Journal) -> tuple[int, str, tuple[str, ...]] | None:
    """The newest game that waits, and who is at its table. What is lost of it is known then, and said first."""
    game = next((game for game in journal.games(unfinished=True) if game.game in games()), None)
    if game is None:
        return None
    try:
        with Table.resume(journal, game.id) as table:
            return game.id, game.game, seat_names(table.state.seats)
    except StorageError:  # said when it is wanted
        return game.id, game.game, seat_names(game.seats)


TRIES = 9
"""So often another tale is looked for, where there are few."""


class Practice:
    """A table that leaves no trace, with another tale and other cards, so as to give nothing away."""

    def __init__(self, plan: Plan, content: Content) -> None:
        name = plan.game or DEFAULT_GAME
        host = host_of(name)
        counts = host.announced_title(host.build_options(plan, content), content)
        for attempt in range(TRIES):
            self.plan = replace(plan, seed=f"practice {attempt} before {plan.seed}", story=None)
            options = host.build_options(self.plan, content)
            if counts is None or host.announced_title(options, content) != counts:
                break
        self._folder = TemporaryDirectory(prefix="narrator-practice-")
        self._journal = Journal.open(Path(self._folder.name) / "practice.sqlite")
        self.table = Table.begin(self._journal, name, self.plan.seats, options, self.plan.seed)

    def close(self) -> None:
        self.table.close()
        self._journal.close()
        self._folder.cleanup()
