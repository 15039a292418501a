"""Before the game: what shall we play, and who is playing? All else has a good default and can be changed by voice."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from narrator.games import games
from narrator.keep.content import Box
from narrator.play import Cards, IllegalMove, Reason, Seat
from narrator.words.bookshelf import Bookshelf, NoBookshelf
from narrator.words.grammar import Lists, Reading
from narrator.words.hosts import host_of
from narrator.words.lines import Line, line
from narrator.words.mouth import Mouth
from narrator.words.numbers import in_words
from narrator.words.plan import Plan, Privacy, read_players
from narrator.words.understand import tidy

CHANGES = frozenset(
    {"ChooseMode", "ChooseStory", "TrickyStory", "ChooseCards", "ChooseDice", "ChoosePrivacy"}
    | {"MimesAndSongs", "ChooseTimes"}
)
"""What can still be changed until the first move."""


class Lobby:
    """Asks until the plan is complete, then hands it over."""

    corrects: frozenset[str] = frozenset()

    def __init__(
        self, plan: Plan, box: Box, mouth: Mouth, ready: Callable[[Plan], None], shelf: Bookshelf | None = None
    ) -> None:
        self._shelf = shelf or NoBookshelf()
        self.plan = plan
        self.box = box
        self.mouth = mouth
        self._ready = ready
        self.misses = 0
        self.aloud = False
        """Whether the last words came by ear, which makes something of any name."""
        self._heard: tuple[Seat, ...] = ()
        """Names that wait for a yes."""

    @property
    def expects_words(self) -> bool:
        """Whether the names of the players are awaited."""
        return self.plan.game is not None and not self._heard

    def active(self) -> frozenset[str]:
        confirming = {"Yes", "No"} if self._heard else set()
        return CHANGES | {"ChooseGame", "Help", "WhatCanISay", "HowToPlay", "Undo", "TellStory"} | confirming

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
        elif not self.plan.seats:
            self.mouth.say(line("ask-players"))
        else:
            self._ready(self.plan)

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
            case "ChooseGame":
                game = reading.slots.get("game", "storytellers")
                self.plan = replace(self.plan, game=game)
                self.mouth.say(line("chosen-game", game=games()[game].TITLE))
                self.prompt()
            case "Help":
                self.mouth.say(line("help-lobby"))
                self._tell_phrases()
            case "WhatCanISay":
                self._tell_phrases()
            case "HowToPlay":
                game = self.plan.game or "storytellers"
                host = host_of(game)
                self.mouth.speak_of(game)
                for step in host.lessons(host.options(self.plan, self.box)):
                    self.mouth.say(step)
                self.prompt()
            case "TellStory":
                self._tell_story(str(reading.slots.get("tale", "newest")))
            case "Undo":
                self.plan = Plan(seed=self.plan.seed)
                self.mouth.say(line("forgotten"))
                self.prompt()
            case _:
                self.plan = change(self.plan, reading, self.box)
                self.mouth.say(changed(self.plan, reading, self.box))
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
        seats = read_players(tidy_names(text))
        if seats and self.aloud:
            self._heard = seats
            self.mouth.say(line("players-heard", seats=[told_of(seat) for seat in seats]))
        elif seats:
            self.misses = 0
            self.plan = replace(self.plan, seats=seats)
            self.prompt()
        else:
            self.miss()

    def refused(self, refusal: IllegalMove) -> None:
        """The rules do not allow such a table: say why, and ask for what can be changed."""
        facts = dict(refusal.facts)
        if refusal.reason is Reason.PLAYER_COUNT:
            facts["needs"] = span(facts["allowed"])
        self.mouth.say(line("refused-" + refusal.reason.value.replace(" ", "-"), **facts))
        self.plan = replace(self.plan, seats=(), mode=None)
        self.mouth.say(line("ask-players"))

    def offer(self, said: str, reading: Reading) -> None:
        """Before the game nothing can go wrong that cannot be said again."""
        self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> None:
        self.respond(readings[0])

    def miss(self) -> None:
        self.misses += 1
        if self._heard:
            self.mouth.say(line("repair-yes-no"))
            return
        name = "ask-game" if self.plan.game is None else "ask-players-again"
        if self.misses % 3 == 0:
            self.mouth.say(line("repair-example"))
            self._tell_phrases()
        elif self.misses % 3 == 1 and self.plan.game is None:
            self.mouth.say(line("repair-short", question=self.mouth.lines.say(Line("ask-game", {}, "short"))))
        else:
            self.mouth.say(line(name))

    def _tell_phrases(self) -> None:
        self.mouth.say(line("say-lobby-game" if self.plan.game is None else "say-lobby-players"))


def told_of(seat: Seat) -> str:
    """ "Lily, six"."""
    return seat.name if seat.age is None else f"{seat.name} {in_words(seat.age)}"


def tidy_names(text: str) -> str:
    """Commas separate names, so they stay."""
    return ", ".join(tidy(part) for part in text.split(","))


def span(numbers: tuple[int, ...]) -> str:
    if numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{in_words(numbers[0])} to {in_words(numbers[-1])}"
    return ", ".join(in_words(number) for number in numbers)


def plan_lists(box: Box) -> Mapping[str, list[tuple[str, Any]]]:
    """What can be chosen before the game, by the names it is called."""
    titles = {story.title: name for name, story in box.stories.items()} | {
        deck.title: name for name, deck in box.decks.items()
    }
    modes = {mode for game in games().values() for mode in game.MODES}
    return {
        "game": [(game.TITLE, name) for name, game in games().items()] + SPOKEN_GAMES,
        "mode": [(mode, mode) for mode in sorted(modes)] + SPOKEN_MODES,
        "story": [(tidy(title).removeprefix("The "), name) for title, name in titles.items()]
        + [(tidy(title), name) for title, name in titles.items()],
        "cards": [("our own", Cards.TABLE), ("real", Cards.TABLE), ("own", Cards.TABLE), ("your", Cards.SPOKEN)],
        "privacy": [(privacy.value, privacy) for privacy in Privacy] + [("no secrets", Privacy.OPEN)],
    }


SPOKEN_GAMES = [
    ("story tellers", "storytellers"),
    ("cats and dice", "cat_dice"),
    ("the cat dice", "cat_dice"),
    ("story line", "storyline"),
    ("fairy tales", "storyline"),
    ("dixit odyssey", "odyssey"),
]
SPOKEN_MODES = [
    ("together", "cooperative"),
    ("the youngest", "youngest"),
    ("for points", "basic"),
    ("normal", "basic"),
    ("team", "teams"),
]


def change(plan: Plan, reading: Reading, box: Box) -> Plan:
    """The plan with what was asked for."""
    slots = reading.slots
    match reading.intent:
        case "ChooseMode":
            return replace(plan, mode=slots["mode"])
        case "ChooseStory":
            game = "storyline" if slots["story"] in box.decks else "storytellers"
            return replace(plan, story=slots["story"], game=game)
        case "TrickyStory":
            return replace(plan, tricky=True, story=None, game="storytellers")
        case "ChooseCards":
            return replace(plan, cards=slots["cards"])
        case "ChooseDice":
            return replace(plan, own_dice=True, game="cat_dice")
        case "MimesAndSongs":
            return replace(plan, mimes_and_songs=True, game="dixit")
        case "ChooseTimes":
            return replace(plan, times=slots["times"], game="odyssey")
        case "ChoosePrivacy":
            return replace(plan, privacy=slots["privacy"])
        case _:
            return plan


def changed(plan: Plan, reading: Reading, box: Box) -> Line:
    """What the table hears about the change."""
    match reading.intent:
        case "ChooseMode":
            return line("chosen-mode", mode=plan.mode)
        case "ChooseStory":
            return line("chosen-story", title=title_of(plan.story or "", box))
        case "TrickyStory":
            return line("chosen-story", title="a tricky one, with forks")
        case "ChooseCards":
            return line("chosen-cards", cards=plan.cards.value)
        case "ChooseDice":
            return line("chosen-dice")
        case "MimesAndSongs":
            return line("chosen-songs")
        case "ChooseTimes":
            return line("chosen-times", times=plan.times)
        case _:
            return line("chosen-privacy", privacy=(plan.privacy or Privacy.OPEN).value)


def title_of(name: str, box: Box) -> str:
    if name in box.stories:
        return box.stories[name].title
    return box.decks[name].title if name in box.decks else name
