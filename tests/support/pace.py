"""Measure how long the narrator speaks in a whole game, and compare it with the limits for each table.

Simulated players play every mode with full wording on a first evening. Players may answer before the narrator has
finished, and "say less" shortens it; neither is counted here.
"""

import random
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.table_setup import round_minutes
from narrator.games.hosting.host import host_of
from narrator.games.hosting.options import SHORT_GAME
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.audience import ROOM_SPEAKER, may_reach
from narrator.language.lines.line import Line, Verbosity
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.renderer import LineRenderer
from tests.support.tables import NAMES, content, conversation, put

SPOKEN_WORDS_PER_MINUTE = 160
MAX_HOST_WORDS_PER_STORY_WORD = 1.1
"""The limit for storytellers with three players. The pictures of cards count neither as host nor as story."""
MAX_FINALE_WORDS = 200
"""The limit for the last stretch: the last votes, the last page of a story, and the result."""
PICTURE_LINES = ("hand-first", "hand-next", "on-symbol", "one-card", "booth-choice")
"""The lines that describe a card."""
SECONDS_PER_ANSWER = 5
"""How long a player takes to answer, on average."""
MAX_ANNOUNCEMENT_ERROR = 0.25
"""How far the announced duration may be off, as a share; five minutes are always allowed, because it is rounded."""
MAX_ANSWERS = 3000
"""The limit for one game; no game is longer."""
TOKENS, OPEN, BOOTH = Privacy.TOKENS, Privacy.OPEN, Privacy.BOOTH


@dataclass(frozen=True, slots=True)
class PacedTable:
    """A game with its players, and its limits."""

    game: str
    mode: str
    players: int
    max_opening_words: int
    """The limit for the words before the first answer."""
    max_stretch_words: int
    """The limit for the words before any later answer."""
    max_minutes: float
    privacy: Privacy = Privacy.TOKENS
    """In the booth, the words in the headphones count instead of those in the room."""
    is_short: bool = False
    """Whether it is a short game."""

    @property
    def name(self) -> str:
        booth = " in the booth" if self.privacy is BOOTH else ""
        return f"{'short ' if self.is_short else ''}{self.game} {self.mode} {self.players}{booth}"

    @property
    def announced_minutes(self) -> float:
        """The duration that the narrator announces."""
        host, plan = host_of(self.game), self.plan(0)
        return round_minutes(host.estimate_minutes(host.build_options(plan, content()), self.players) or 0)

    def plan(self, seed: int) -> Plan:
        """Return the plan of one game."""
        youngest = 5 if self.mode == "youngest" else None
        seats = (Seat(NAMES[0], youngest), *(Seat(name) for name in NAMES[1 : self.players]))
        options = {SHORT_GAME.name: True} if self.is_short else {}
        return Plan(self.game, self.mode, seats, privacy=self.privacy, seed=f"pace {seed}", game_options=options)


NO_LIMIT = 99
PACED_TABLES = (
    # a character is described in full when it is dealt: the opening has two pages and, if all is open, five characters
    *(PacedTable("storytellers", "basic", players, 295, 180, limit) for players, limit in ((3, 11), (4, 13), (6, 17))),
    *(
        PacedTable("storytellers", "cooperative", players, 295, 180, limit)
        for players, limit in ((2, 11), (4, 13), (6, 17))
    ),
    *(
        PacedTable("storytellers", "youngest", players, 260, 170, limit, OPEN)
        for players, limit in ((2, 11), (4, 13), (6, 17))
    ),
    # every picture on the table is read whole before the vote
    *(PacedTable("dixit", "basic", players, 130, 145, limit) for players, limit in ((3, 26), (4, 28), (6, 28))),
    PacedTable("dixit", "basic", 4, 80, 80, 30, BOOTH),
    *(PacedTable("odyssey", "basic", players, 170, 170, limit) for players, limit in ((3, 26), (7, 32), (12, 42))),
    *(PacedTable("odyssey", "party", players, 170, 170, limit) for players, limit in ((7, 32), (12, 42))),
    *(PacedTable("odyssey", "teams", players, 170, 170, NO_LIMIT) for players in (6, 12)),
    *(PacedTable("storyline", mode, players, 170, 170, NO_LIMIT) for mode in ("basic", "family") for players in (3, 8)),
    *(PacedTable("cat_dice", "basic", players, 50, 50, NO_LIMIT, OPEN) for players in (2, 6)),
    *(PacedTable("storytellers", "basic", players, 260, 170, NO_LIMIT, is_short=True) for players in (3, 4)),
    *(
        PacedTable(game, "basic", players, 170, 170, NO_LIMIT, is_short=True)
        for game in ("dixit", "odyssey")
        for players in (3, 4)
    ),
)


@dataclass(frozen=True, slots=True)
class GamePace:
    """The amount of speech in one game."""

    stretches: tuple[int, ...]
    """The number of words before each answer, in the room or in the booth."""
    story_words: int
    """How many of them are the story itself."""
    picture_words: int
    """How many of them describe cards."""
    answers: int = 0

    @property
    def speaking_minutes(self) -> float:
        return sum(self.stretches) / SPOKEN_WORDS_PER_MINUTE

    @property
    def total_minutes(self) -> float:
        """The duration of the game, including the answers."""
        return self.speaking_minutes + self.answers * SECONDS_PER_ANSWER / 60

    @property
    def longest_stretch(self) -> int:
        """The longest stretch between the opening and the finale."""
        return max(self.stretches[1:-1], default=0)

    @property
    def host_words_per_story_word(self) -> float:
        """The host's own words for each word of the story; zero if no story is read."""
        own = sum(self.stretches) - self.story_words - self.picture_words
        return own / self.story_words if self.story_words else 0.0


def audible_text(lines: Iterable[SpokenLine], *, in_booth: bool) -> str:
    """Return what is said in the booth, or in the room, including what is said while the others cover their ears."""
    return " ".join(line.text for line in lines if may_reach(line.audience, ROOM_SPEAKER) != in_booth)


@contextmanager
def count_rendered_words() -> Iterator[Counter[str]]:
    """Count the words of all lines that are rendered meanwhile, by line id, and the words of pictures."""
    counts: Counter[str] = Counter()
    render = LineRenderer.render

    def counting_render(renderer: LineRenderer, line: Line, verbosity: Verbosity = Verbosity.FULL) -> str:
        text = render(renderer, line, verbosity)
        counts[line.id] += len(text.split())
        if line.id in PICTURE_LINES:
            counts["picture"] += len(str(line.facts.get("picture") or line.facts.get("card") or "").split())
        return text

    with patch.object(LineRenderer, "render", counting_render):
        yield counts


def measure_pace(table: PacedTable, seed: int, log: list[str] | None = None) -> GamePace:
    """Play one game to its end with simulated players. `log` gets the text of every stretch."""
    with conversation(table.plan(seed)) as talk, count_rendered_words() as counts:
        guest = Guest(random.Random(seed))
        replies = [talk.open()]
        while talk.game_topic is not None and len(replies) < MAX_ANSWERS:
            replies.append(put(talk, guest.answer(talk)))
    in_booth = table.privacy is BOOTH
    texts = [text for lines in replies if (text := audible_text(lines, in_booth=in_booth))]
    if log is not None:
        log += texts
    return GamePace(tuple(len(text.split()) for text in texts), counts["text"], counts["picture"], len(replies))


def summarise_pace(table: PacedTable, games: Sequence[GamePace]) -> dict[str, Any]:
    """Return the figures of some games at one table."""
    return {
        "table": table.name,
        "median": round(statistics.median(count for game in games for count in game.stretches)),
        "opening": max(game.stretches[0] for game in games),
        "longest": max(game.longest_stretch for game in games),
        "finale": max(game.stretches[-1] for game in games),
        "minutes": round(statistics.mean(game.speaking_minutes for game in games), 1),
        "evening": round(statistics.mean(game.total_minutes for game in games)),
        "announced": round(table.announced_minutes),
        "host_for_story": round(statistics.mean(game.host_words_per_story_word for game in games), 2),
    }


def exceeded_limits(table: PacedTable, figures: Mapping[str, Any]) -> list[str]:
    """Return the names of the figures that exceed their limits."""
    limits = {"opening": table.max_opening_words, "longest": table.max_stretch_words, "minutes": table.max_minutes}
    limits["finale"] = MAX_FINALE_WORDS
    if table.name == "storytellers basic 3":
        limits["host_for_story"] = MAX_HOST_WORDS_PER_STORY_WORD
    exceeded = [name for name, limit in limits.items() if figures[name] > limit]
    error = abs(figures["announced"] - figures["evening"])
    is_far_off = table.privacy is not BOOTH and error > max(5, MAX_ANNOUNCEMENT_ERROR * figures["evening"])
    return [*exceeded, *(["announced"] if is_far_off and figures["announced"] else [])]
