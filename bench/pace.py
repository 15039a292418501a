"""How long the narrator talks: words read before anybody may answer, minutes of a whole game, host words for a story.

    python -m bench.pace [GAME …] [--games N] [--json FILE]

Guests play every mode with full wording on a first evening. Whoever knows the answer may give it while the narrator
still reads, and "say less" shortens it; neither is counted here. Beside the minutes that the narrator talks stands how
long the game would take with some seconds for each answer, and how long it is announced to take.
"""

import argparse
import json
import random
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.setting import announced_minutes
from narrator.games.hosting.host import host_of
from narrator.games.hosting.options import SHORT_GAME
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.line import Line, Verbosity
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.renderer import LineRenderer
from tests.support.tables import NAMES, content, conversation, put

WORDS_A_MINUTE = 160
HOST_FOR_STORY = 1.5
"""With three storytellers."""
AN_ANSWER = 5
"""Seconds that somebody takes to answer, "ready" and a clue alike."""
NEAR_ENOUGH = 0.25
"""So far may the announced minutes be from those it takes; five minutes in any case, because they are rounded."""
MOST = 3000
"""Answers in a game: no game of guests is longer."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table to play at, and what is aimed for."""

    game: str
    mode: str
    players: int
    opening: int
    """Words until the first answer, at most."""
    longest: int
    """Words before any later answer, at most."""
    minutes: float
    privacy: Privacy = Privacy.TOKENS
    """In the booth it is the ear that counts, instead of the room."""
    short: bool = False
    """Whether a short game is wished for."""

    @property
    def name(self) -> str:
        ear = " in the ear" if self.privacy is Privacy.BOOTH else ""
        return f"{'short ' if self.short else ''}{self.game} {self.mode} {self.players}{ear}"

    @property
    def announced(self) -> float:
        """The minutes that are said beforehand."""
        host, plan = host_of(self.game), self.plan(0)
        return announced_minutes(host.estimate_minutes(host.build_options(plan, content()), self.players) or 0)

    def plan(self, seed: int) -> Plan:
        youngest = 5 if self.mode == "youngest" else None
        seats = (Seat(NAMES[0], youngest), *(Seat(name) for name in NAMES[1 : self.players]))
        wishes = {SHORT_GAME.name: True} if self.short else {}
        return Plan(self.game, self.mode, seats, privacy=self.privacy, seed=f"pace {seed}", game_options=wishes)


TOKENS, OPEN, BOOTH = Privacy.TOKENS, Privacy.OPEN, Privacy.BOOTH
TABLES = (
    *(Table("storytellers", "basic", players, 260, 170, aim) for players, aim in ((3, 11), (4, 13), (6, 17))),
    *(Table("storytellers", "cooperative", players, 260, 170, aim) for players, aim in ((2, 11), (4, 13), (6, 17))),
    *(Table("storytellers", "youngest", players, 260, 170, aim, OPEN) for players, aim in ((2, 11), (4, 13), (6, 17))),
    *(Table("dixit", "basic", players, 130, 130, aim) for players, aim in ((3, 24), (4, 26), (6, 28))),
    Table("dixit", "basic", 4, 80, 80, 30, BOOTH),
    *(Table("odyssey", "basic", players, 170, 170, aim) for players, aim in ((3, 26), (7, 32), (12, 42))),
    *(Table("odyssey", "party", players, 170, 170, aim) for players, aim in ((7, 32), (12, 42))),
    *(Table("odyssey", "teams", players, 170, 170, 99) for players in (6, 12)),
    *(Table("storyline", mode, players, 170, 170, 99) for mode in ("basic", "family") for players in (3, 8)),
    *(Table("cat_dice", "basic", players, 50, 50, 99, OPEN) for players in (2, 6)),
    *(Table("storytellers", "basic", players, 260, 170, 99, short=True) for players in (3, 4)),
    *(Table(game, "basic", players, 170, 170, 99, short=True) for game in ("dixit", "odyssey") for players in (3, 4)),
)
"""The aims; 99 minutes stand for "no longer than it was"."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What was read in one game."""

    stretches: tuple[int, ...]
    """Words before each answer that somebody in the room, or in the booth, waited for."""
    story: int
    """Words of the story itself among them."""
    answers: int = 0

    @property
    def minutes(self) -> float:
        return sum(self.stretches) / WORDS_A_MINUTE

    @property
    def evening(self) -> float:
        """The minutes that the game takes."""
        return self.minutes + self.answers * AN_ANSWER / 60

    @property
    def later(self) -> int:
        """The longest stretch after the opening."""
        return max(self.stretches[1:], default=0)

    @property
    def host_words(self) -> float:
        """What the host says for each word of the story; nothing where no story is read."""
        return (sum(self.stretches) - self.story) / self.story if self.story else 0.0


def listened_to(said: Iterable[SpokenLine], *, in_the_ear: bool) -> str:
    """What is said in the booth, or in the room: there also while all but one cover their ears."""
    return " ".join(each.text for each in said if (each.to is not None and not each.aloud) == in_the_ear)


@contextmanager
def counting_story() -> Iterator[Counter[str]]:
    """How many words of it are read out of a book, whatever is put into words meanwhile."""
    counted: Counter[str] = Counter()
    say = LineRenderer.render

    def listen(lines: LineRenderer, line: Line, verbosity: Verbosity = Verbosity.FULL) -> str:
        said = say(lines, line, verbosity)
        counted[line.id] += len(said.split())
        return said

    with patch.object(LineRenderer, "render", listen):
        yield counted


def paced(table: Table, seed: int, log: list[str] | None = None) -> Pace:
    """One game, played to its end by guests. `log` gets every stretch as it was said."""
    in_the_ear = table.privacy is BOOTH
    with conversation(table.plan(seed)) as talk, counting_story() as counted:
        guest = Guest(random.Random(seed))
        answers = [talk.open()]
        while talk.game_topic is not None and len(answers) < MOST:
            answers.append(put(talk, guest.answer(talk)))
    told = [text for said in answers if (text := listened_to(said, in_the_ear=in_the_ear))]
    if log is not None:
        log += told
    return Pace(tuple(len(text.split()) for text in told), counted["text"], len(answers))


def row(table: Table, games: Sequence[Pace]) -> dict[str, Any]:
    """The figures of some games at one table."""
    return {
        "table": table.name,
        "median": round(statistics.median(count for game in games for count in game.stretches)),
        "opening": max(game.stretches[0] for game in games),
        "longest": max(game.later for game in games),
        "minutes": round(statistics.mean(game.minutes for game in games), 1),
        "evening": round(statistics.mean(game.evening for game in games)),
        "announced": round(table.announced),
        "host_for_story": round(statistics.mean(game.host_words for game in games), 2),
    }


def missed(table: Table, figures: Mapping[str, Any]) -> list[str]:
    """Which aims are not reached."""
    aims = {"opening": table.opening, "longest": table.longest, "minutes": table.minutes}
    if table.name == "storytellers basic 3":
        aims["host_for_story"] = HOST_FOR_STORY
    too_much = [name for name, aim in aims.items() if figures[name] > aim]
    away = abs(figures["announced"] - figures["evening"])
    far = table.privacy is not BOOTH and away > max(5, NEAR_ENOUGH * figures["evening"])
    return [*too_much, *(["announced"] if far and figures["announced"] else [])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="GAME", help="only of these games")
    parser.add_argument("--games", type=int, default=2, help="how many games at each table (2)")
    parser.add_argument("--privacy", type=Privacy, help="how secrets are kept, instead of as they usually are")
    parser.add_argument("--longest", action="store_true", help="print the longest stretch of each, too")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    arguments = parser.parse_args()
    rows = []
    heads = f"{'table':<34}{'median':>7}{'opening':>9}{'longest':>9}{'minutes':>9}{'evening':>9}{'announced':>11}"
    print(f"{heads}{'host/story':>12}  not reached")
    without_booth = arguments.privacy or TOKENS
    for table in (replace(each, privacy=without_booth) if each.privacy is TOKENS else each for each in TABLES):
        if arguments.only and table.game not in arguments.only:
            continue
        log: list[str] = []
        figures = row(table, [paced(table, seed, log) for seed in range(arguments.games)])
        rows.append(figures)
        cells = f"{figures['table']:<34}{figures['median']:>7}{figures['opening']:>9}{figures['longest']:>9}"
        cells += (
            f"{figures['minutes']:>9}{figures['evening']:>9}{figures['announced']:>11}{figures['host_for_story']:>12}"
        )
        print(f"{cells}  {', '.join(missed(table, figures))}", flush=True)
        if arguments.longest:
            print(f"    {max(log, key=lambda said: len(said.split()))}")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
