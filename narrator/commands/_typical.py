"""A typical table of a game in one of its phases, for trying out what would be understood there.

It is reached by really playing: with fixed luck and players who do anything that is allowed, in one mode after the
other, until the phase comes.
"""

from random import Random
from typing import Any

from narrator.box.content import Box, load
from narrator.errors import NarratorError
from narrator.games import games, wishes
from narrator.host.plan import Plan, Privacy
from narrator.host.port import host_of
from narrator.keep.luck import RandomLuck
from narrator.play import Cards, Seat
from narrator.talk.manners import MANNERS
from narrator.talk.moment import Moment, Setting
from narrator.tell.lines import Lines
from narrator.understand.expectation import Expectation
from narrator.understand.grammar import load_grammar

NAMES = ("Lily", "Nick", "Julie", "Dylan", "Mia", "Tom")
LONGEST = 3000  # moves; no game is that long


class NoSuchPhase(NarratorError):
    """This game has no phase of that name in which players speak."""


def expected_in(game: str, phase: str, players: tuple[Seat, ...] = (), language: str = "en") -> Expectation:
    """What may be said in this phase of this game; a phase may also be called by what is done in it ("vote")."""
    rules = games().get(game)
    if rules is None:
        raise NoSuchPhase(f'there is no game "{game}". There are {", ".join(sorted(games()))}.')
    box = load(language=language)
    setting = Setting(rules, host_of(game), box, Privacy.OPEN, Lines(language, game))
    at = Moment.of(setting, _state_in(game, phase, players, box))
    return Expectation(load_grammar(language, game), MANNERS | at.active(), at.lists)


def _state_in(game: str, phase: str, players: tuple[Seat, ...], box: Box) -> Any:
    wanted = _plain(phase)
    seen: dict[str, None] = {}
    for plan in _plans(game, players):
        for state in _played(game, plan, box):
            asked = {answer.intent for ask in host_of(game).asks(state, box) for answer in ask.answers}
            seen[_plain(str(state.phase))] = None
            if wanted == _plain(str(state.phase)) or wanted in {intent.lower() for intent in asked}:
                return state
    raise NoSuchPhase(f'{game} has no phase "{phase}" in which players speak. There are {", ".join(seen)}.')


def _plain(phase: str) -> str:
    return phase.lower().replace("_", " ").replace("-", " ")


def _plans(game: str, players: tuple[Seat, ...]) -> list[Plan]:
    """Ways to play: the usual first; then with the family's own cards, and with what else the game can be asked for."""
    own_cards: list[dict[str, Any]] = [{"cards": Cards.TABLE}] if host_of(game).CARDS else []
    wished = ({"wishes": {wish.name: wish.values[-1]}} for wish in wishes().get(game, ()))
    ways: list[dict[str, Any]] = [{}, *own_cards, *wished]
    plans = []
    for way in ways:
        for mode, allowed in games()[game].MODES.items():
            number = min(allowed, key=lambda number: abs(number - (len(players) or 4)))
            seats = (*players, *(Seat(name) for name in NAMES if name not in {each.name for each in players}))[:number]
            plans.append(Plan(game, str(mode), seats, **way))
    return plans


def _played(game: str, plan: Plan, box: Box) -> Any:
    """The states of one game in which a player is asked."""
    rules, random = games()[game], Random(7)
    state = rules.setup(plan.seats, host_of(game).options(plan, box)).state
    for _ in range(LONGEST):
        move = rules.chance(state, RandomLuck(random))
        if move is None:
            if state.outcome is not None:
                return
            yield state
            move = random.choice(list(rules.moves(state)))
        state = rules.apply(state, move).state
