"""Plans and conversations for tests and benchmarks: every game, mode, privacy and kind of cards."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from narrator.core.game import CardSource, Seat
from narrator.dialog.conversation import Conversation
from narrator.games import game_options, games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import Content, load_content
from narrator.language.lines.outbox import SpokenLine
from narrator.storage.journal import Journal

NAMES = ("Lily", "Nick", "Julie", "Dylan", "Mia", "Tom", "Zoe", "Ben", "Ada", "Max", "Ivy", "Sam")


@cache
def content() -> Content:
    return load_content()


def plans() -> Iterator[Plan]:
    """Yield a plan for every game, mode, privacy and kind of cards, with different numbers of players."""
    for name, game in games().items():
        has_cards, has_secrets = host_of(name).USES_CARDS, not host_of(name).is_open_by_default(game.Options(), ())
        for mode, allowed in game.MODES.items():
            for number, privacy in enumerate(Privacy if has_secrets else [Privacy.OPEN]):
                for cards in CardSource if has_cards else [CardSource.SPOKEN]:
                    players = sorted(allowed)[min(number, len(allowed) - 1)]
                    seats = tuple(Seat(name) for name in NAMES[:players])
                    plan = Plan(name, str(mode), seats, cards=cards, privacy=privacy, seed=f"{name} {mode} {privacy}")
                    yield plan
        for wish in (wish for wish in game_options().get(name, ()) if wish.values):
            mode = wish.mode or next(iter(game.MODES))
            seats = tuple(Seat(name) for name in NAMES[: min(game.MODES[mode])])
            wished = {wish.name: wish.values[-1]}
            yield Plan(name, str(mode), seats, game_options=wished, privacy=Privacy.OPEN, seed=wish.name)


def plans_in_turn() -> Iterator[Plan]:
    """Yield a plan for every game, mode and privacy, alternating between our cards and the family's own."""
    for plan in plans():
        in_turn = list(CardSource)[list(Privacy).index(plan.privacy or Privacy.OPEN) % len(CardSource)]
        if plan.cards is in_turn or not host_of(plan.game or "").USES_CARDS or plan.game_options:
            yield plan


def plan_name(plan: Plan) -> str:
    flags = [plan.cards.value, *plan.game_options]
    privacy = plan.privacy.value if plan.privacy else ""
    return " ".join(word for word in [plan.game or "", plan.mode or "", privacy, *flags] if word)


@contextmanager
def conversation(
    plan: Plan,
    *,
    practice: bool = False,
    hears: Callable[[str], bool] = lambda name: True,
    own_content: Content | None = None,
) -> Iterator[Conversation]:
    """Open a conversation with its own journal, with the built-in content or another."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "narrator.sqlite") as journal:
        talk = Conversation(journal, own_content or content(), plan, private_line=True, practice=practice, hears=hears)
        try:
            yield talk
        finally:
            talk.close()


def put(talk: Conversation, words: str) -> tuple[SpokenLine, ...]:
    """Say the words in the room; with a leading #, press them in the booth."""
    return talk.key(words[1:]) if words.startswith("#") else talk.hear(words)


def question(talk: Conversation) -> tuple[Any, ...]:
    """Return everything that decides who is asked what, and what may be answered."""
    assert talk.game_topic is not None
    at = talk.game_topic
    if at.now.side_question and not at.now.side_question.again and not at.now.side_question.ready and at.open_slot:
        at = at.with_(side_question=None)  # only a confirmation: nothing is answered yet
    now, waiting = at.now, at.now.side_question
    answered = (dict(now.filled), now.answering, now.speaker, now.locked, now.heard, waiting and waiting.again)
    asked = (at.question.seat if at.question else None, at.open_slot and at.open_slot.name, at.all_choose_by_hand)
    return (at.state, answered, asked, waiting and (waiting.question.id, waiting.kind), at.active_intents())
