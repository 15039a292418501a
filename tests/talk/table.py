"""Whole conversations for tests: any game, mode, privacy and cards, played in words."""

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

from narrator.box.content import Box, load
from narrator.games import games, wishes
from narrator.guests import Guest
from narrator.host.plan import Plan, Privacy
from narrator.host.port import host_of
from narrator.keep.journal import Journal
from narrator.play import Cards, Seat
from narrator.talk.conversation import Conversation
from narrator.tell.outbox import Said
from tests.playouts import NAMES

MOST = 3000
"""More answers than any game takes, if it is not stuck."""


@cache
def box() -> Box:
    return load()


def plans() -> Iterator[Plan]:
    """Every game, mode, privacy and kind of cards there is, with the fewest and some more players."""
    for name, game in games().items():
        has_cards, has_secrets = host_of(name).CARDS, not host_of(name).open_table(game.Options(), ())
        for mode, allowed in game.MODES.items():
            for number, privacy in enumerate(Privacy if has_secrets else [Privacy.OPEN]):
                for cards in Cards if has_cards else [Cards.SPOKEN]:
                    players = sorted(allowed)[min(number, len(allowed) - 1)]
                    seats = tuple(Seat(name) for name in NAMES[:players])
                    plan = Plan(name, str(mode), seats, cards=cards, privacy=privacy, seed=f"{name} {mode} {privacy}")
                    yield plan
        for wish in wishes().get(name, ()):
            mode = wish.mode or next(iter(game.MODES))
            seats = tuple(Seat(name) for name in NAMES[: min(game.MODES[mode])])
            wished = {wish.name: wish.values[-1]}
            yield Plan(name, str(mode), seats, wishes=wished, privacy=Privacy.OPEN, seed=wish.name)


def plan_name(plan: Plan) -> str:
    flags = [plan.cards.value, *plan.wishes]
    privacy = plan.privacy.value if plan.privacy else ""
    return " ".join(word for word in [plan.game or "", plan.mode or "", privacy, *flags] if word)


@contextmanager
def conversation(
    plan: Plan, *, practice: bool = False, hears: Callable[[str], bool] = lambda name: True
) -> Iterator[Conversation]:
    """A conversation with a journal of its own."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "narrator.sqlite") as journal:
        talk = Conversation(journal, box(), plan, private_line=True, practice=practice, hears=hears)
        try:
            yield talk
        finally:
            talk.close()


def twin_conversations(stack: ExitStack, one: Plan, two: Plan, other_box: Box | None = None) -> list[Conversation]:
    """Two tables side by side, each with a journal of its own."""
    twins = []
    for plan, whole in ((one, box()), (two, other_box or box())):
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        journal = stack.enter_context(Journal.open(Path(folder) / "narrator.sqlite"))
        talk = Conversation(journal, whole, plan, private_line=True, practice=False)
        stack.callback(talk.close)
        twins.append(talk)
    return twins


def put(talk: Conversation, words: str) -> tuple[Said, ...]:
    """Say it in the room, or with a leading # press it in the booth."""
    return talk.key(words[1:]) if words.startswith("#") else talk.hear(words)


def hear(talk: Conversation, *words: str) -> list[str]:
    """What is said to the last of these, line by line."""
    answer: tuple[Said, ...] = ()
    for each in words:
        answer = put(talk, each)
    return [said.text for said in answer]


def answer_to(talk: Conversation, *words: str) -> str:
    """The same as one text."""
    return " ".join(hear(talk, *words))


def play_through(plan: Plan, seed: int = 1) -> Iterator[tuple[Conversation, str, tuple[Said, ...]]]:
    """A whole game by a sensible player: after each answer the conversation, what was heard and what was said."""
    player = Guest(random.Random(seed))
    with conversation(plan) as talk:
        yield talk, "", talk.open()
        for _ in range(MOST):
            if talk.dialogue is None:
                return
            words = player.answer(talk)
            yield talk, words, put(talk, words)
    raise AssertionError(f"{plan_name(plan)} is stuck")
