"""The topic before a game: which game, and who plays? Everything else has a default and can be changed by voice."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from narrator.core.game import IllegalMove, Reason, Seat
from narrator.dialog.after_game import FINISHED_GAME_INTENTS, use_finished_game
from narrator.dialog.intents import EVERYWHERE_INTENTS, MAKING_MODES, REQUEST_INTENTS
from narrator.dialog.plan_changes import PLAN_INTENTS, apply_change, find_obstacle, game_descriptions
from narrator.dialog.plan_changes import change_line as change_in_words
from narrator.dialog.topic import NO_WORDS, Reply, SideTopic
from narrator.games import DEFAULT_GAME, games
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.player_list import (
    clean_names,
    clean_player_words,
    parse_bare_list,
    unnamed_players,
)
from narrator.language.understanding.reading import Reading, Suggestion, Understanding
from narrator.language.understanding.relatives import other_names
from narrator.language.understanding.tagged_players import find_players
from narrator.language.understanding.understand import tidy
from narrator.speech.ports import UtteranceHeard

if TYPE_CHECKING:
    from narrator.dialog.table_manager import TableManager

NOT_NAMES = EVERYWHERE_INTENTS | REQUEST_INTENTS | {"Yes", "No", "Skip", "Ready"}
"""A player cannot be called by a phrase of these intents: it would be understood as a command."""


GAME_ONLY_INTENTS = frozenset(
    {"MyCards", "Options", "Dice", "Sheet", "Role", "Clue", "PageAgain", "TellMore", "TellAll"}
)
"""Intents that do not work before a game is chosen: "what have you got" then asks for the games."""


@dataclass(frozen=True)
class Lobby(SideTopic):
    """Asks until the plan is complete, then lays the table."""

    tables: "TableManager"
    words: LineRenderer
    grammar: Grammar
    content: Content
    plan: Plan
    tales: Callable[[], Sequence[str]]
    """Returns the names that players may use to ask for a story; cached, for the library may be large."""
    misses: int = 0
    heard: tuple[Seat, ...] = ()
    """The players whose names must be confirmed."""
    here: tuple[Seat, ...] = ()
    """The players named already, while there are too few."""
    named = frozenset({"MakeStory", "MakeCard"})

    @property
    def free(self) -> bool:
        """Whether the names of the players are expected."""
        return self.plan.game is not None and not self.heard

    def active(self) -> frozenset[str]:
        confirming = {"Yes", "No"} if self.heard else set()
        choosing = {"YouChoose", "WhichGames", "LastGame"} if self.plan.game is None else set()
        enough = {"JustUs", "Skip", "No"} if self.here else set()
        look_ups = REQUEST_INTENTS if self.plan.game else REQUEST_INTENTS - GAME_ONLY_INTENTS
        return PLAN_INTENTS | look_ups | FINISHED_GAME_INTENTS | confirming | choosing | enough

    def lists(self) -> Names:
        return {**self.tables.plan_lists, "tale": [(name, name) for name in self.tales()]}

    def likely_words(self) -> tuple[str, ...]:
        rules = get_language().heard.players
        relatives = (name.capitalize() for names in rules.relatives for name in names)
        return (*rules.first_names, *relatives) if self.free else ()

    def things(self) -> tuple[OfferedThing, ...]:
        """Return the games in the order of the question. They have no numbers: "two" is the number of players."""
        if self.plan.game is not None:
            return ()
        asked = self.words.first_wording("ask-game")
        order = sorted(games().items(), key=lambda each: asked.find(each[1].TITLE) % len(asked))
        return tuple(
            OfferedThing(
                name, 0, name.replace("_", " "), self.words.first_wording(f"about-{name}"), is_proper_name=True
            )
            for name, _ in order
        )

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> Reply:
        match meaning:
            case Suggestion(_, reading) if self.plan.game is None:
                return self.respond(reading, utterance)  # a misunderstanding is easily corrected here
            case _:
                return super().answer(meaning, utterance)

    def prompt(self) -> Reply:
        """Ask the next question, or lay the table."""
        if self.plan.game is None:
            return self.says(line("ask-game"))
        if self.plan.seats:
            return self.tables.lay_table(self.plan)
        if self.here:
            return self.says(line("ask-more-players", seats=[seat.name for seat in self.here]))
        return self.says(line("ask-players"))

    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        fresh = replace(self, misses=0, heard=())
        match reading.intent:
            case "Yes" if self.heard:
                return replace(fresh, plan=replace(self.plan, seats=self.heard)).prompt()
            case "JustUs" | "Skip" | "No" if self.here and not self.heard:
                return fresh.just_us()
            case "No":
                return fresh.says(line("ask-players-again"))
            case "YouChoose":
                return fresh.choose(Reading("ChooseGame", {"game": DEFAULT_GAME}))
            case "WhichGames":
                return fresh.says(*game_descriptions(), Line("ask-game", {}, "short"))
            case "Help":
                return fresh.says(line("help-lobby"), fresh.phrases)
            case "WhatCanISay":
                return fresh.says(fresh.phrases)
            case "HowToPlay":
                return self.tables.teach(next(iter(reading.slots.values()), self.plan.game), fresh)
            case intent if intent in FINISHED_GAME_INTENTS:
                return use_finished_game(self.tables, reading, fresh, self.plan.game)
            case "LastGame":
                return self.tables.last_game(fresh)
            case "Undo":
                anew = replace(fresh, plan=Plan(seed=self.plan.seed), here=())
                return anew.says(line("forgotten")).then(anew.prompt())
            case intent if intent in REQUEST_INTENTS:
                return self.tables.answer_request(reading, fresh)
            case _:
                return fresh.choose(reading)

    def choose(self, reading: Reading) -> Reply:
        if reading.intent == "WhichStories":
            return self.tables.propose_stories(self.plan, self.choose, self.prompt)
        plan = apply_change(self.plan, reading, self.content)
        refused = find_obstacle(plan, booth=self.tables.booth, window=self.tables.window)
        if refused:
            return self.says(refused).then(self.prompt())
        if self.here and plan.game and find_mode(plan, len(self.here)):
            plan = replace(plan, seats=self.here)
        chosen = replace(self, plan=plan)
        told = [change_in_words(plan, reading, self.content)]
        if plan.game not in (self.plan.game, None) and reading.intent not in ("ChooseGame", *MAKING_MODES):
            told.insert(0, line("chosen-game", game=games()[plan.game].TITLE))
        return chosen.says(*told).then(chosen.prompt())

    def just_us(self) -> Reply:
        """Play in another mode or another game with the players who are here."""
        number = len(self.here)
        mode = find_mode(replace(self.plan, mode=None), number)
        if self.plan.game and mode:
            return replace(self, plan=replace(self.plan, seats=self.here, mode=None)).prompt()
        fitting = [game.TITLE for game in games().values() if any(number in each for each in game.MODES.values())]
        if not fitting:
            return self.says(line("names-missing", who="alone"))
        return replace(self, plan=replace(self.plan, game=None)).says(
            line("so-many-can-play", count=number, games=AnyOf(fitting))
        )

    def take_words(self, utterance: UtteranceHeard) -> Reply:
        """Take the names of the players."""
        words = clean_names(utterance.text)
        found, is_sure = find_players(utterance.text)
        here = [seat.name for seat in self.here]
        known = {name.casefold() for seat in here for name in (seat, *other_names(seat, here))}
        seats = (*self.here, *(seat for seat in found if seat.name.casefold() not in known))
        named = dict.fromkeys(seat.name for seat in (*parse_bare_list(clean_player_words(words)), *seats))
        if commands := [name for name in named if self.grammar.readings(tidy(name), NOT_NAMES, {})]:
            return self.says(line("name-is-command", names=commands))
        if seats and len(seats) == len(self.here):
            return self.just_us()
        if not seats:
            return self.miss(unnamed_players(words))
        small = any(word[0].islower() for seat in seats for word in seat.name.split())
        if (
            utterance.is_spoken or small or not is_sure
        ):  # "Lily nick" may be two players without a comma; a typed "Mary Ann" is one
            return replace(self, heard=seats).says(line("players-heard", seats=[spoken_seat(seat) for seat in seats]))
        return replace(self, misses=0, plan=replace(self.plan, seats=seats)).prompt()

    def refused(self, refusal: IllegalMove, seats: tuple[Seat, ...]) -> Reply:
        """Say why the rules refuse such a table, and ask for what can be changed."""
        too_few = refusal.reason is Reason.PLAYER_COUNT and len(seats) < min(self._numbers(refusal.facts["allowed"]))
        here = seats if too_few else self.here
        again = replace(self, plan=replace(self.plan, seats=(), mode=None), here=here)
        return again.says(self.why_not(refusal, seats)).then(again.prompt())

    def why_not(self, refusal: IllegalMove, seats: tuple[Seat, ...]) -> Line:
        facts = dict(refusal.facts)
        twice = [name for name, times in Counter(seat.name for seat in seats).items() if times > 1]
        if refusal.reason is Reason.PLAYER_COUNT:
            facts["needs"] = number_range(self._numbers(facts["allowed"]))
        elif refusal.reason is Reason.NAME_TAKEN and twice:
            return line("same-name-twice", names=twice)
        return line("refused-" + refusal.reason.value.replace(" ", "-"), **facts)

    def _numbers(self, allowed: Collection[int]) -> tuple[int, ...]:
        """Return the possible numbers of players, in the chosen mode or in any."""
        modes = games()[self.plan.game].MODES if self.plan.game and self.plan.mode is None else {"": allowed}
        return tuple(sorted({number for numbers in modes.values() for number in numbers}))

    def choose_between(self, readings: tuple[Reading, ...]) -> Reply:
        """Ask which of several games was meant."""
        titles = [games()[game].TITLE for reading in readings if (game := reading.slots.get("game"))]
        return self.says(line("this-or-that", names=AnyOf(titles))) if len(titles) > 1 else self.miss()

    def miss(self, unnamed: str | None = None) -> Reply:
        missed = replace(self, misses=self.misses + 1)
        if self.heard:
            return missed.says(line("repair-yes-no"))
        if unnamed:
            return missed.says(line("names-missing", who=unnamed))
        if missed.misses % 3 == 0:
            return missed.says(line("repair-example"), self.phrases)
        if self.plan.game is None and missed.misses % 3 == 1:
            return missed.says(line("repair-short", question=Line("ask-game", {}, "short")))
        return missed.says(line("ask-game" if self.plan.game is None else "ask-players-again"))

    @property
    def phrases(self) -> Line:
        """The line with what can be answered."""
        return line("say-lobby-game" if self.plan.game is None else "say-lobby-players")


def find_mode(plan: Plan, players: int) -> str | None:
    """Return a mode for this number of players: the chosen one, if any was chosen."""
    modes = games()[plan.game or DEFAULT_GAME].MODES
    return next((str(mode) for mode in modes if players in modes[mode] and plan.mode in (None, mode)), None)


def spoken_seat(seat: Seat) -> str:
    """Return "Lily six"."""
    return seat.name if seat.age is None else f"{seat.name} {get_language().number_word(seat.age)}"


def number_range(numbers: tuple[int, ...]) -> str:
    if numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return get_language().range_in_words(numbers[0], numbers[-1])
    return ", ".join(get_language().number_word(number) for number in numbers)
