"""A whole game by guests, printed as it goes. Nothing of it is kept."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games import DEFAULT_GAME, games
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import load_content
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal

NAMES = ("Lily", "Nick", "Julie", "Dylan", "Mia", "Tom")
MOST = 5000  # more answers than any game takes


def plan_for(
    game: str = DEFAULT_GAME, mode: str | None = None, seed: str | None = None, players: int | None = None
) -> Plan:
    """Everything that would be asked before the game."""
    modes = games()[game].MODES
    players = players or max(3, min(modes[mode or next(iter(modes))]))
    seats = tuple(Seat(name, 6 + number) for number, name in enumerate(NAMES[:players]))
    return Plan(game, mode, seats, privacy=Privacy.OPEN, seed=seed)


def show(game: str = DEFAULT_GAME, mode: str | None = None, seed: str | None = None) -> None:
    plan = plan_for(game, mode, seed)
    guest = Guest(random.Random(seed), chatty=True)
    with kept(False) as (journal, _):
        talk = Conversation(journal, load_content(), plan, practice=False)
        answer = talk.open()
        for _ in range(MOST):
            for said in answer:
                print(said.text, flush=True)
            if talk.dialogue is None:
                break
            ask = talk.dialogue.moment.ask
            words = guest.answer(talk)
            print(f"\n  {ask.seat if ask and ask.seat else 'Somebody'}: {words}\n", flush=True)
            answer = talk.hear(words)
        talk.close()


@contextmanager
def kept(keep: bool) -> Iterator[tuple[Journal, Clips]]:
    """Where the game and what was said in it are kept: with the family's own, or nowhere for long."""
    if keep:
        with Journal.open() as journal:
            yield journal, Clips()
        return
    with (
        tempfile.TemporaryDirectory(prefix="narrator-demo-") as folder,
        Journal.open(Path(folder) / "demo.sqlite") as journal,
    ):
        yield journal, Clips(Path(folder) / "clips")
