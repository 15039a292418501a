"""Simulated players who mumble, repeat themselves, answer out of turn, and type nonsense."""

import random

from narrator.apps.demo.guests import Guest
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan
from narrator.language.lines.clip_marks import BEGIN
from narrator.storage.failure_log import count_failures
from tests.support.tables import NAMES, conversation, put

NOISE = (
    "",
    "   ",
    "um",
    "no",
    "yes",
    "what what what",
    "three four five",
    "I think my brother took the last biscuit",
    "a" * 10_000,
    "three " * 2_000,
    "\x00\x07\x1b[31mred\x1b[0m",
    "\u202eevil\u202c",
    "三番がいい",
    "я голосую за третий",
    "🦔🦔🦔",
    "Robert'); DROP TABLE moves;--",
    "{card} [the] (hedgehog|owl)",
    "{ $seat } *bold* <b>",
    "#",
    "#0",
    "#99",
    "#-1",
    "#x",
    "9999999999999999999999",
)
COMMANDS = (
    *("repeat", "undo", "help", "what can I say", "scores", "whose turn is it", "the story so far", "the options"),
    *(
        "louder",
        "slower",
        "say less",
        "say more",
        "before that",
        "how do we play",
        "skip",
        "my cards",
        "what was the clue",
    ),
    *("a new player", "someone leaves", "never mind", "pause", "go on", "ready", "one", "the first one", "stop"),
)


class Mumbler:
    """A player who answers the question most of the time, and says something else otherwise."""

    def __init__(self, seed: int, noise: float = 0.35) -> None:
        self._dice = random.Random(seed)
        self._sensible = Guest(self._dice)
        self._noise = noise
        self._last = ""

    def answer(self, talk: Conversation) -> str:
        if talk.paused:
            return "go on"
        if self._dice.random() > self._noise:
            self._last = self._sensible.answer(talk)
            return self._last
        return self._dice.choice(
            [self._dice.choice(NOISE), self._dice.choice(COMMANDS), self._last, self._out_of_turn(talk)]
        )

    def _out_of_turn(self, talk: Conversation) -> str:
        """Return a phrase for any player, whether it fits or not."""
        game_topic = talk.game_topic
        if game_topic is None:
            return "me too"
        name = self._dice.choice(NAMES)
        said = self._dice.choice(
            ["votes for two", "takes the first one", "leaves", "has a clue", "is six", "wants the book"]
        )
        return f"{name} {said}"


def mumble_through(plan: Plan, seed: int, most: int = 4000, noise: float = 0.35) -> str:
    """Play until the game is "over" or "saved", and return which of these.

    Raise `AssertionError` if it gets stuck, if an utterance gets no answer in the room or a key none at all, or if an
    error of the program was survived.
    """
    player = Mumbler(seed, noise)
    with conversation(plan) as talk:
        talk.open()
        for _ in range(most):
            if talk.done:
                return "saved"
            if talk.game_topic is None:
                return "over"
            words = player.answer(talk)
            answer = put(talk, words)
            assert not count_failures(talk.journal.path.parent), f"an error of the program after {words!r}"
            assert answer, f"silence after {words!r}"
            if not words.startswith("#"):
                assert any(said.audience.seat is None for said in answer), f"the room hears nothing after {words!r}"
            assert all(said.text.strip() and BEGIN not in said.text for said in answer)
    raise AssertionError(f"stuck after {most} answers: {plan}, seed {seed}")
