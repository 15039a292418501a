"""Whole conversations for tests: any game, mode, privacy and cards, played in words."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from narrator.apps.demo.guests import Guest
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content
from narrator.language.lines.outbox import SpokenLine
from narrator.storage.journal import Journal
from tests.support.tables import content, conversation, plan_name, put

MOST = 3000
"""More answers than any game takes, if it is not stuck."""


def twin_conversations(
    stack: ExitStack, one: Plan, two: Plan, other_content: Content | None = None
) -> list[Conversation]:
    """Two tables side by side, each with a journal of its own."""
    twins = []
    for plan, whole in ((one, content()), (two, other_content or content())):
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        journal = stack.enter_context(Journal.open(Path(folder) / "narrator.sqlite"))
        talk = Conversation(journal, whole, plan, private_line=True, practice=False)
        stack.callback(talk.close)
        twins.append(talk)
    return twins


def hear(talk: Conversation, *words: str) -> list[str]:
    """What is said to the last of these, line by line."""
    answer: tuple[SpokenLine, ...] = ()
    for each in words:
        answer = put(talk, each)
    return [said.text for said in answer]


def answer_to(talk: Conversation, *words: str) -> str:
    """The same as one text."""
    return " ".join(hear(talk, *words))


def play_through(plan: Plan, seed: int = 1) -> Iterator[tuple[Conversation, str, tuple[SpokenLine, ...]]]:
    """A whole game by a sensible player: after each answer the conversation, what was heard and what was said."""
    player = Guest(random.Random(seed))
    with conversation(plan) as talk:
        yield talk, "", talk.open()
        for _ in range(MOST):
            if talk.game_topic is None:
                return
            words = player.answer(talk)
            yield talk, words, put(talk, words)
    raise AssertionError(f"{plan_name(plan)} is stuck")
