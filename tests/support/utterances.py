"""Sentences that players say at ten points of the games, and whether they are understood.

Used by the tests, and by `bench/talk.py` and `bench/spoken.py`, which measure whole lists of sentences.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.pictures import MAX_DECK_SIZE
from narrator.games.hosting.plan import Plan, Privacy
from narrator.games.storyline.host import CARDS_PER_CATEGORY
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.tagged_players import find_players
from narrator.language.understanding.understand import Ambiguous, Suggestion, Understood
from tests.support.plain_meanings import to_intents
from tests.support.tables import content, conversation, put

THREE = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))
FOUR = (*THREE, Seat("Grandma", 71))


def open_plan(game: str, seats: tuple[Seat, ...] = THREE, privacy: Privacy = Privacy.OPEN) -> Plan:
    return Plan(game, "basic", seats, privacy=privacy, seed="a seed")


CLUE = ("Lily", "one", "I have a clue", "a long way down")
SITUATIONS: dict[str, tuple[Plan, tuple[str, ...]]] = {
    "game": (Plan(), ()),
    "names": (Plan("dixit"), ()),
    "lay": (open_plan("storytellers"), ()),
    "vote": (open_plan("storytellers"), ("one", "one", "one")),
    "ready": (open_plan("storytellers", privacy=Privacy.TOKENS), ()),
    "tell": (open_plan("dixit", FOUR), ("Lily",)),
    "give": (open_plan("dixit", FOUR), CLUE),
    "guess": (open_plan("dixit", FOUR), (*CLUE, "one", "one", "one", "three")),
    "keep": (open_plan("cat_dice"), ("Lily", "roll")),
    "fairy": (replace(open_plan("storyline"), story="the-missing-snore", seed="fairy 256"), ("Lily",)),
}
"""By name, the plan of a game and the answers that lead to the point at which a sentence is said."""


@dataclass(frozen=True, slots=True)
class ExpectedUtterance:
    """A sentence and what it means at a point of a game."""

    situation: str
    kind: str
    sentence: str
    meanings: tuple[str, ...]


def read_utterances(file: Path) -> Iterator[ExpectedUtterance]:
    """Yield the sentences of a list: situation | kind | sentence | meanings."""
    for written in file.read_text("utf-8").splitlines():
        if written.strip() and not written.startswith("#"):
            situation, kind, sentence, meant = (part.strip() for part in written.split("|"))
            meanings = [each.strip() for each in meant.split(" / ")]
            if meant[0].islower():  # written without knowledge of the intents
                meanings = [intent for each in meanings for intent in to_intents(each, situation)]
            yield ExpectedUtterance(situation, kind, sentence, tuple(meanings))


def start_conversations(stack: ExitStack) -> dict[str, Conversation]:
    """Start a conversation for each situation and play it up to that point."""
    tables = {}
    one_deck = replace(  # so that the sentences fit the hands
        content(),
        dreams=content().dreams[:MAX_DECK_SIZE],
        cards={kind: cards[:CARDS_PER_CATEGORY] for kind, cards in content().cards.items()},
    )
    for name, (planned, answers) in SITUATIONS.items():
        tables[name] = stack.enter_context(conversation(planned, own_content=one_deck))
        tables[name].open()
        for words in answers:
            put(tables[name], words)
    return tables


def verdict(line: ExpectedUtterance, talk: Conversation) -> str:
    """Return "right", "asked", "asked wrong", "missed" or "wrong"; for a remark "ignored" or "wrong"."""
    understood = talk.understand(line.sentence)
    if line.situation == "names" and not isinstance(understood, Understood):
        return names_verdict(line)
    match understood:
        case Understood(reading):
            found = [reading]
        case Ambiguous(readings):
            found = list(readings)
        case Suggestion(_, reading):
            found = [reading]
        case _:
            return "ignored" if "-" in line.meanings else "missed"
    hits = [meaning for meaning in line.meanings for reading in found if means(reading, meaning, talk)]
    if isinstance(understood, Understood):
        return "right" if hits else "wrong"
    return "asked" if hits else "asked wrong"


def means(reading: Reading, meaning: str, talk: Conversation) -> bool:
    """Whether the reading has this meaning: the intent, and every value that is named."""
    intent, _, values = meaning.partition(" ")
    if reading.intent == "Number" and talk.game_topic:
        at = talk.game_topic
        thing = next((each for each in at.things if each.number == reading.slots["number"]), None)
        assert at.answer_kind is not None
        reading = Reading(at.answer_kind.intent, {"card": thing.value if thing else None})
    if reading.intent != "Vote" and talk.game_topic:  # a number is the place in the hand
        known = {each.number: each.value for each in talk.game_topic.things}
        reading = Reading(reading.intent, {name: known.get(value, value) for name, value in hashable(reading)})
    values_said = " ".join(words_of(value) for value in sorted(reading.slots.values(), key=str))
    return reading.intent == intent and Counter(values_said.split()) >= Counter(values.split())


def hashable(reading: Reading) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in reading.slots.items() if value.__hash__ is not None]


def words_of(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def names_verdict(line: ExpectedUtterance) -> str:
    seats, _ = find_players(line.sentence)
    heard = sorted(f"{seat.name} {seat.age}" if seat.age else seat.name for seat in seats)
    meant = [sorted(each.strip() for each in meaning.split(",")) for meaning in line.meanings]
    return "right" if (heard or ["-"]) in meant else "wrong" if heard else "missed"
