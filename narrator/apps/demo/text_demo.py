"""A demo game in text: everything the narrator and the players say is printed."""

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

GUEST_NAMES = ("Lily", "Nick", "Julie", "Dylan", "Mia", "Tom")
MIN_GUESTS = 3
MAX_ANSWERS = 5000
"""More answers than any game needs, as a safeguard against endless games."""


def make_demo_plan(
    game: str = DEFAULT_GAME, mode: str | None = None, seed: str | None = None, players: int | None = None
) -> Plan:
    """Return a complete plan, so that the narrator has nothing to ask before the game."""
    modes = games()[game].MODES
    players = players or max(MIN_GUESTS, min(modes[mode or next(iter(modes))]))
    seats = tuple(Seat(name, 6 + number) for number, name in enumerate(GUEST_NAMES[:players]))
    return Plan(game, mode, seats, privacy=Privacy.OPEN, seed=seed)


def print_demo(
    game: str = DEFAULT_GAME, mode: str | None = None, seed: str | None = None, *, keep: bool = False
) -> None:
    """Play a whole game and print it. With `keep` it is saved, unless it is interrupted."""
    guest = Guest(random.Random(seed), chatty=True)
    with (
        open_demo_storage(keep=keep) as (journal, _),
        demo_conversation(journal, make_demo_plan(game, mode, seed)) as conversation,
    ):
        lines = conversation.open()
        for _ in range(MAX_ANSWERS):
            for line in lines:
                print(line.text, flush=True)
            if conversation.game_topic is None:
                break
            question = conversation.game_topic.question
            words = guest.answer(conversation)
            print(f"\n  {question.seat if question and question.seat else 'Somebody'}: {words}\n", flush=True)
            lines = conversation.hear(words)


@contextmanager
def demo_conversation(journal: Journal, plan: Plan) -> Iterator[Conversation]:
    """Open a conversation; when it closes, delete a game that was not finished."""
    conversation = Conversation(journal, load_content(), plan, practice=False)
    try:
        yield conversation
    finally:
        unfinished = conversation.topic.kept_game
        conversation.close()
        if unfinished is not None:
            journal.forget(unfinished)


@contextmanager
def open_demo_storage(*, keep: bool) -> Iterator[tuple[Journal, Clips]]:
    """Open the user's journal and recordings, or temporary ones if the demo is not to be kept."""
    if keep:
        with Journal.open() as journal:
            yield journal, Clips()
        return
    with (
        tempfile.TemporaryDirectory(prefix="narrator-demo-") as folder,
        Journal.open(Path(folder) / "demo.sqlite") as journal,
    ):
        yield journal, Clips(Path(folder) / "clips")
