"""What is understood of what people say: answers, questions, and remarks to somebody else, at ten points of the games.

    python -m bench.talk [--wrong]

Lists of sentences from people's mouths, beside this file. Only `ninth` and `tenth` were written when the understanding
was done, `tenth` by somebody who had not read it; the others were known or remembered while it was worked on, as each
says at its head. An answer or a question counts if it was understood, or if it is asked back with the right thing; a
remark if nothing is made of it. Also how long it takes to understand a line.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.lobby import tidy_names
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.understanding.player_list import parse_players
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Ambiguous, Suggestion, Understood
from tests.support.tables import conversation, put

LINES = Path(__file__).parent / "talk_lines"
THREE = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))
FOUR = (*THREE, Seat("Grandma", 71))


def plan(game: str, seats: tuple[Seat, ...] = THREE, privacy: Privacy = Privacy.OPEN) -> Plan:
    return Plan(game, "basic", seats, privacy=privacy, seed="a seed")


CLUE = ("Lily", "one", "I have a clue", "a long way down")
SITUATIONS: dict[str, tuple[Plan, tuple[str, ...]]] = {
    "game": (Plan(), ()),
    "names": (Plan("dixit"), ()),
    "lay": (plan("storytellers"), ()),
    "vote": (plan("storytellers"), ("one", "one", "one")),
    "ready": (plan("storytellers", privacy=Privacy.TOKENS), ()),
    "tell": (plan("dixit", FOUR), ("Lily",)),
    "give": (plan("dixit", FOUR), CLUE),
    "guess": (plan("dixit", FOUR), (*CLUE, "one", "one", "one", "three")),
    "keep": (plan("cat_dice"), ("Lily", "roll")),
    "fairy": (plan("storyline"), ("Lily",)),
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """One line of a list."""

    situation: str
    kind: str
    sentence: str
    meanings: tuple[str, ...]


def spoken(name: str) -> Iterator[Spoken]:
    for written in (LINES / f"{name}.txt").read_text("utf-8").splitlines():
        if written.strip() and not written.startswith("#"):
            situation, kind, sentence, meant = (part.strip() for part in written.split("|"))
            yield Spoken(situation, kind, sentence, tuple(each.strip() for each in meant.split(" / ")))


def at_the_table(stack: ExitStack) -> dict[str, Conversation]:
    tables = {}
    for name, (planned, said) in SITUATIONS.items():
        tables[name] = stack.enter_context(conversation(planned))
        tables[name].open()
        for words in said:
            put(tables[name], words)
    return tables


# --- judging -------------------------------------------------------------------------------------


def verdict(line: Spoken, talk: Conversation) -> str:
    """ "right", "asked", "missed" or "wrong"; of a remark "ignored", or "wrong" if something is made of it."""
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
    """Whether this is what was meant: the intent, and every value that is named."""
    intent, _, values = meaning.partition(" ")
    if reading.intent == "Number" and talk.game_topic:
        at = talk.game_topic
        thing = next((each for each in at.things if each.number == reading.slots["number"]), None)
        assert at.answer_kind is not None
        reading = Reading(at.answer_kind.intent, {"card": thing.value if thing else None})
    if reading.intent != "Vote" and talk.game_topic:  # a number counts the hand
        known = {each.number: each.value for each in talk.game_topic.things}
        reading = Reading(reading.intent, {name: known.get(value, value) for name, value in hashable(reading)})
    said = " ".join(words_of(value) for value in sorted(reading.slots.values(), key=str))
    return reading.intent == intent and Counter(said.split()) >= Counter(values.split())


def hashable(reading: Reading) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in reading.slots.items() if value.__hash__ is not None]


def words_of(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def names_verdict(line: Spoken) -> str:
    seats = parse_players(tidy_names(line.sentence))
    heard = ", ".join(f"{seat.name} {seat.age}" if seat.age else seat.name for seat in seats)
    return "right" if (heard or "-") in line.meanings else "wrong" if heard else "missed"


# --- the figures ---------------------------------------------------------------------------------


def judged(name: str, judge: Callable[[Spoken], str]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in spoken(name):
        counts[line.kind][judge(line)] += 1
    return counts


def share(counts: Counter[str], *good: str) -> str:
    total = sum(counts.values())
    return f"{sum(counts[each] for each in good)}/{total} = {sum(counts[each] for each in good) / max(1, total):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wrong", action="store_true", help="print every line that was not understood as it was meant")
    arguments = parser.parse_args()
    taken: list[float] = []
    with ExitStack() as stack:
        tables = at_the_table(stack)

        def judge(line: Spoken) -> str:
            began = time.process_time()
            found = verdict(line, tables[line.situation])
            taken.append((time.process_time() - began) * 1000)
            if arguments.wrong and found not in ("right", "asked", "ignored"):
                print(f"{found:<12}{line.situation:<7}{line.kind:<9}{line.sentence} → {' / '.join(line.meanings)}")
            return found

        for name in sorted(each.stem for each in LINES.glob("*.txt")):
            counts = judged(name, judge)
            everything = sum(counts.values(), Counter())
            print(f"{name}: {sum(everything.values())} lines")
            print(f"  answers right or asked   {share(counts['answer'], 'right', 'asked', 'ignored')}")
            print(f"  questions right or asked {share(counts['question'], 'right', 'asked')}")
            print(f"  remarks ignored          {share(counts['remark'], 'ignored', 'right')}")
            print(f"  taken wrong              {share(everything, 'wrong')}")
    taken.sort()
    median, most = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
    print(f"understanding a line, of computing: median {median:.1f} ms, 95 % {most:.1f} ms")


if __name__ == "__main__":
    main()
