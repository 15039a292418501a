"""Before the game: what shall we play, and who is playing? All else has a good default and can be changed by voice."""

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property

from narrator.box.content import Box
from narrator.games import DEFAULT, games
from narrator.host.plan import Plan, left_unnamed, read_players
from narrator.play import IllegalMove, Reason, Seat
from narrator.talk.bookshelf import Bookshelf, NoBookshelf
from narrator.talk.changes import CHANGES, about_games, change, changed, plan_lists, unfit
from narrator.tell.lines import AnyOf, Line, line
from narrator.tell.outbox import Mouth
from narrator.understand.grammar import Lists, Reading
from narrator.understand.numbers import in_words
from narrator.understand.understanding import tidy


@dataclass(frozen=True)
class House:
    """What the evening can do for those who are about to sit down."""

    ready: Callable[[Plan], None]
    """Lay the table."""
    teach: Callable[[str | None], None]
    """Tell how this game is played."""
    last_game: Callable[[], None]
    """Go on with what was not finished."""
    shelf: Bookshelf | None = None
    booth: bool = False
    """Whether somebody can be whispered to."""


class Lobby:
    """Asks until the plan is complete, then hands it over."""

    corrects: frozenset[str] = frozenset()

    def __init__(self, plan: Plan, box: Box, mouth: Mouth, house: House) -> None:
        self.plan = plan
        self.box = box
        self.mouth = mouth
        self._house = house
        self._shelf = house.shelf or NoBookshelf()
        self.misses = 0
        self.aloud = False
        """Whether the last words came by ear, which makes something of any name."""
        self._heard: tuple[Seat, ...] = ()
        """Names that wait for a yes."""
        self._here: tuple[Seat, ...] = ()
        """Those who are at the table already, when there are still too few."""

    @property
    def expects_words(self) -> bool:
        """Whether the names of the players are awaited."""
        return self.plan.game is not None and not self._heard

    def active(self) -> frozenset[str]:
        confirming = {"Yes", "No"} if self._heard else set()
        choosing = {"YouChoose", "WhichGames", "LastGame"} if self.plan.game is None else set()
        return CHANGES | {"Help", "WhatCanISay", "HowToPlay", "Undo", "TellStory"} | confirming | choosing

    def lists(self) -> Lists:
        return {**plan_lists(self.box), "tale": self._tales}

    @cached_property
    def _tales(self) -> list[tuple[str, str]]:
        return [(name, name) for name in self._shelf.names()]

    def wide(self) -> Lists:
        return self.lists()

    def prompt(self) -> None:
        """The next of the two questions, or the game."""
        if self.plan.game is None:
            self.mouth.say(line("ask-game"))
        elif self.plan.seats:
            self._house.ready(self.plan)
        elif self._here:
            self.mouth.say(line("ask-more-players", seats=[seat.name for seat in self._here]))
        else:
            self.mouth.say(line("ask-players"))

    go_on = prompt

    def respond(self, reading: Reading, *, correcting: bool = False) -> None:
        self.misses = 0
        heard, self._heard = self._heard, ()
        match reading.intent:
            case "Yes" if heard:
                self.plan = replace(self.plan, seats=heard)
                self.prompt()
            case "No":
                self.mouth.say(line("ask-players-again"))
            case "YouChoose":
                self._choose(Reading("ChooseGame", {"game": DEFAULT}))
            case "WhichGames":
                for told in about_games():
                    self.mouth.say(told)
                self.mouth.say(Line("ask-game", {}, "short"))
            case "Help":
                self.mouth.say(line("help-lobby"))
                self._tell_phrases()
            case "WhatCanISay":
                self._tell_phrases()
            case "HowToPlay":
                self._house.teach(reading.slots.get("game") or self.plan.game)
            case "TellStory":
                self._tell_story(str(reading.slots.get("tale", "newest")))
            case "LastGame":
                self._house.last_game()
            case "Undo":
                self.plan, self._here = Plan(seed=self.plan.seed), ()
                self.mouth.say(line("forgotten"))
                self.prompt()
            case _:
                self._choose(reading)

    def _choose(self, reading: Reading) -> None:
        plan = change(self.plan, reading, self.box)
        refused = unfit(plan, booth=self._house.booth)
        before, self.plan = self.plan.game, self.plan if refused else plan
        if plan.game not in (before, None) and reading.intent != "ChooseGame" and not refused:
            self.mouth.say(line("chosen-game", game=games()[plan.game].TITLE))
        self.mouth.say(refused or changed(plan, reading, self.box))
        self.prompt()

    def _tell_story(self, words: str) -> None:
        """One of other evenings; then we are back where we were."""
        told = self._shelf.tell(words)
        for part in told:
            self.mouth.say(line("text", text=part))
        if not told:
            self.mouth.say(line("no-such-story"))
        self.prompt()

    def take_words(self, text: str, sound: str | None = None) -> None:
        """The names of the players."""
        words = tidy_names(text)
        seats = with_newcomers(self._here, read_players(words))
        if not seats or len(seats) == len(self._here):
            self.miss(left_unnamed(words))
        elif self.aloud or any(one_or_two(seat.name) for seat in seats):
            self._heard = seats
            self.mouth.say(line("players-heard", seats=[told_of(seat) for seat in seats]))
        else:
            self.misses = 0
            self.plan = replace(self.plan, seats=seats)
            self.prompt()

    def refused(self, refusal: IllegalMove, seats: tuple[Seat, ...]) -> None:
        """The rules do not allow such a table: say why, and ask for what can be changed."""
        facts = dict(refusal.facts)
        name = "refused-" + refusal.reason.value.replace(" ", "-")
        twice = [name for name, times in Counter(seat.name for seat in seats).items() if times > 1]
        if refusal.reason is Reason.PLAYER_COUNT:
            fitting = self._numbers(facts["allowed"])
            facts["needs"] = span(fitting)
            self._here = seats if len(seats) < min(fitting) else ()
        elif refusal.reason is Reason.NAME_TAKEN and twice:
            name, facts = "same-name-twice", {"names": twice}
        self.mouth.say(line(name, **facts))
        self.plan = replace(self.plan, seats=(), mode=None)
        self.prompt()

    def _numbers(self, allowed: Collection[int]) -> tuple[int, ...]:
        """How many may play: in the way that was chosen, else in any."""
        modes = games()[self.plan.game].MODES if self.plan.game and self.plan.mode is None else {"": allowed}
        return tuple(sorted({number for numbers in modes.values() for number in numbers}))

    def offer(self, said: str, reading: Reading) -> None:
        """Before the game nothing can go wrong that cannot be said again."""
        self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> None:
        """ "Storytellers or Dixit"."""
        titles = [games()[game].TITLE for reading in readings if (game := reading.slots.get("game"))]
        if len(titles) > 1:
            self.mouth.say(line("this-or-that", names=AnyOf(titles)))
        else:
            self.miss()

    def miss(self, unnamed: str | None = None) -> None:
        self.misses += 1
        if self._heard:
            self.mouth.say(line("repair-yes-no"))
        elif unnamed:
            self.mouth.say(line("names-missing", who=unnamed))
        elif self.misses % 3 == 0:
            self.mouth.say(line("repair-example"))
            self._tell_phrases()
        elif self.plan.game is None and self.misses % 3 == 1:
            self.mouth.say(line("repair-short", question=self.mouth.lines.say(Line("ask-game", {}, "short"))))
        else:
            self.mouth.say(line("ask-game" if self.plan.game is None else "ask-players-again"))

    def _tell_phrases(self) -> None:
        self.mouth.say(line("say-lobby-game" if self.plan.game is None else "say-lobby-players"))


def with_newcomers(here: tuple[Seat, ...], seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """All of them, those that were named again only once."""
    known = {seat.name.casefold() for seat in here}
    return (*here, *(seat for seat in seats if seat.name.casefold() not in known))


def one_or_two(name: str) -> bool:
    """Whether "Lily nick" may be two who left out the comma. Who types "Mary Ann" means one."""
    return any(word[0].islower() for word in name.split())


def told_of(seat: Seat) -> str:
    """ "Lily, six"."""
    return seat.name if seat.age is None else f"{seat.name} {in_words(seat.age)}"


def tidy_names(text: str) -> str:
    """Commas separate names, so they stay. Nobody counts half years."""
    return ", ".join(tidy(part) for part in re.sub(r"(?<=\d)\.\d", "", text).split(","))


def span(numbers: tuple[int, ...]) -> str:
    if numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{in_words(numbers[0])} to {in_words(numbers[-1])}"
    return ", ".join(in_words(number) for number in numbers)
