"""Whole conversations for tests, in any game, mode and privacy."""

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
"""More answers than any game takes."""


def twin_conversations(
    stack: ExitStack, one: Plan, two: Plan, other_content: Content | None = None
) -> list[Conversation]:
    """Open two conversations, each with its own journal."""
    twins = []
    for plan, whole in ((one, content()), (two, other_content or content())):
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        journal = stack.enter_context(Journal.open(Path(folder) / "narrator.sqlite"))
        talk = Conversation(journal, whole, plan, private_line=True, practice=False)
        stack.callback(talk.close)
        twins.append(talk)
    return twins


def hear(talk: Conversation, *words: str) -> list[str]:
    """Say these words, and return the lines of the last answer."""
    answer: tuple[SpokenLine, ...] = ()
    for each in words:
        answer = put(talk, each)
    return [said.text for said in answer]


def answer_to(talk: Conversation, *words: str) -> str:
    """Say these words, and return the last answer as one text."""
    return " ".join(hear(talk, *words))


def play_through(plan: Plan, seed: int = 1) -> Iterator[tuple[Conversation, str, tuple[SpokenLine, ...]]]:
    """Play a whole game; after each answer, yield the conversation, the words and the lines."""
    player = Guest(random.Random(seed))
    with conversation(plan) as talk:
        yield talk, "", talk.open()
        for _ in range(MOST):
            if talk.game_topic is None:
                return
            words = player.answer(talk)
            yield talk, words, put(talk, words)
    raise AssertionError(f"{plan_name(plan)} is stuck")
