"""Properties of every game, mode and number of players, checked by random playouts of all discovered games."""

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from narrator.core.cards import Scored
from narrator.core.game import Event, Game, IllegalMove, Join, Leave, Seat, SecretEvent
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.storyline import rules as storyline
from narrator.games.storytellers import rules as storytellers
from tests.support.playouts import Variant, playout, variants

ALL = list(variants())
Watch = Callable[[Any, Any, Any], None]
every_variant = pytest.mark.parametrize("variant", ALL, ids=str)


# --- the game protocol -------------------------------------------------------------------------


def test_every_folder_is_a_game() -> None:
    wanted = {name for name in (*vars(Game), *Game.__annotations__) if not name.startswith("_")}
    for name, game in games().items():
        assert wanted <= vars(game).keys(), name
        assert set(game.CHANCE) <= set(game.MOVES)
        assert {Leave, Join} <= set(game.MOVES)


# --- cards, tokens and points --------------------------------------------------------------------


def count_cards(state: Any) -> Counter[str]:
    """Count every card in the state: on the table it is in `laid` (face down) or in `face_up`."""
    face_down = (card for cards in state.laid.values() for card in cards)
    face_up = state.face_up.values()
    places: list[Any] = [state.loose, *state.hands.values(), face_up if state.face_up else face_down]
    if isinstance(state, storyline.State):
        places += [*state.decks.values(), *(page.cards for page in state.book)]
    else:
        places.append(state.pile)
    if isinstance(state, storytellers.State):
        places.append(page.character for page in state.book)
    return Counter(card for place in places for card in place if card is not None)


IN_THE_CONTENT = {"storytellers": 86, "dixit": 84, "odyssey": 84, "storyline": 100}
"""The number of cards of our own games. A new game does not have to be listed here."""


def no_card_is_lost_or_duplicated(variant: Variant) -> Watch:
    whole = count_cards(variant.game.setup(variant.seats, variant.options).state)
    assert sum(whole.values()) == IN_THE_CONTENT.get(variant.name, sum(whole.values()))
    assert set(whole.values()) == {1}

    def watch(before: Any, move: Any, step: Any) -> None:
        assert count_cards(step.state) == whole, move

    return watch


def no_token_is_lost_or_duplicated(before: Any, move: Any, step: Any) -> None:
    state = step.state
    tokens = [*state.loose_tokens, *state.supply, *(token for held in state.tokens.values() for token in held)]
    assert Counter(tokens) == Counter(storyline.TOKENS), move
    assert len(tokens) == 21


def scores_change_only_by_scored_events(before: Any, move: Any, step: Any) -> None:
    gained = next((event.gained for event in step.events if isinstance(event, Scored)), {})
    together = {"players", "game"} & set(step.state.scores)
    for name in before.scores.keys() & step.state.scores.keys() - together:
        assert step.state.scores[name] - before.scores[name] == gained.get(name, 0)


# --- legal moves -------------------------------------------------------------------------------


def offered_moves_are_legal_and_others_are_refused(game: Game[Any]) -> Watch:
    dice = random.Random(7)
    seen: dict[type, Any] = {Join: Join("Nobody yet"), Leave: Leave("Lily")}

    def watch(before: Any, move: Any, step: Any) -> None:
        seen[type(move)] = move
        if dice.random() > 0.2:
            return
        offered = list(game.moves(before))
        for offer in dice.sample(offered, min(len(offered), 4)):
            assert type(offer) in game.legal(before)
            game.apply(before, offer)
        if game.legal(before) - game.CHANCE:
            assert {type(offer) for offer in offered} == game.legal(before) - {Leave, Join}
        frozen = pickle.dumps(before)
        for kind in set(game.MOVES) - game.legal(before):
            if kind in seen:
                with pytest.raises(IllegalMove):
                    game.apply(before, seen[kind])
        assert pickle.dumps(before) == frozen

    return watch


@every_variant
def test_rules_hold_until_the_end_while_players_join_and_leave(variant: Variant) -> None:
    game = variant.game
    moves: list[Any] = []
    watches: list[Watch] = [
        lambda before, move, step: moves.append(move),
        offered_moves_are_legal_and_others_are_refused(game),
    ]
    if (
        host_of(variant.name).USES_CARDS and variant.options.cards != "table"
    ):  # the narrator does not know the family's own cards
        watches.append(no_card_is_lost_or_duplicated(variant))
    if variant.name == "storyline":
        watches.append(no_token_is_lost_or_duplicated)
    if variant.name in ("storytellers", "dixit", "odyssey"):
        watches.append(scores_change_only_by_scored_events)

    def watch(before: Any, move: Any, step: Any) -> None:
        for each in watches:
            each(before, move, step)

    for seed in range(2):
        moves.clear()
        end = playout(variant, seed, watch, restless=0.04)
        assert end.outcome is not None
    state = game.setup(variant.seats, variant.options).state
    for move in moves:
        state = game.apply(state, move).state
    assert state == end, "the same moves give the same state"


# --- secrets -----------------------------------------------------------------------------------


def other_worlds(state: Any, me: str | None, dice: random.Random) -> Iterator[Any]:
    """Yield states that differ from this one only in what `me` cannot know."""
    side = {name for team in getattr(state, "teams", ()) if me in team for name in team} | {me}
    others = [name for name in state.hands if name not in side]
    if getattr(state, "pile", ()):
        yield replace(state, pile=tuple(reversed(state.pile)))
    for name in others:
        yield from other_hand(state, name, dice)
    if not state.face_up and not is_open(state):
        for name in (name for name in others if state.laid.get(name) and state.hands[name]):
            yield swap_laid(state, name)
    if state.face_up and owners_are_secret(state):
        yield from other_owners(state, others, dice)
    if str(state.phase) == "voting":
        for name in (name for name in others if name in state.votes):
            other = dice.choice(list(state.face_up))
            vote = (other,) if isinstance(state.votes[name], tuple) else other
            yield replace(state, votes={**state.votes, name: vote})
        if getattr(state, "red", None) is not None and state.teller not in side:
            yield replace(state, red=dice.choice(list(state.face_up)))
    if isinstance(state, storyline.State) and state.supply and not state.tokens_face_up:
        holder = next((name for name, held in state.tokens.items() if held), None)
        if holder is not None:
            mine, top = state.tokens[holder], state.supply[0]
            tokens = {**state.tokens, holder: (top, *mine[1:])}
            yield replace(state, tokens=tokens, supply=(mine[0], *state.supply[1:]))


def is_open(state: Any) -> bool:
    return state.options.mode == "youngest"


def owners_are_secret(state: Any) -> bool:
    return str(state.phase) in ("voting", "picking") and not is_open(state)


def other_hand(state: Any, name: str, dice: random.Random) -> Iterator[Any]:
    """Yield states where this player holds another card that no one has seen."""
    hand = state.hands[name]
    if not hand:
        return
    if isinstance(state, storyline.State):
        for category, deck in state.decks.items():
            mine = next((card for card in hand if card in state.options.story_cards[category]), None)
            if deck and mine:
                changed = tuple(deck[0] if card == mine else card for card in hand)
                decks = {**state.decks, category: (mine, *deck[1:])}
                yield replace(state, hands={**state.hands, name: changed}, decks=decks)
    elif state.pile:
        changed = (state.pile[-1], *hand[1:])
        yield replace(state, hands={**state.hands, name: changed}, pile=(*state.pile[:-1], hand[0]))


def swap_laid(state: Any, name: str) -> Any:
    """Return a state where this player put another card face down."""
    laid, hand = state.laid[name], state.hands[name]
    other = next((card for card in hand if same_category(state, card, laid[0])), None)
    if other is None or laid[0] is None:
        return state
    changed = (other, *laid[1:])
    swapped = tuple(laid[0] if card == other else card for card in hand)
    return replace(state, laid={**state.laid, name: changed}, hands={**state.hands, name: swapped})


def same_category(state: Any, one: str, other: str | None) -> bool:
    if not isinstance(state, storyline.State):
        return True
    return any({one, other} <= set(cards) for cards in state.options.story_cards.values())


def other_owners(state: Any, others: list[str], dice: random.Random) -> Iterator[Any]:
    """Yield a state where two other players laid each other's cards."""
    theirs = [symbol for symbol, owner in state.owners.items() if owner in others]
    if len(theirs) < 2:
        return
    one, two = dice.sample(theirs, 2)
    if isinstance(state, storyline.State) and not same_category(state, state.face_up[one], state.face_up[two]):
        return
    yield replace(state, owners={**state.owners, one: state.owners[two], two: state.owners[one]})


class OtherWorlds:
    """Checks that a view does not change if only the secrets of others change."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.dice, self.tried = game, random.Random(11), 0

    def __call__(self, before: Any, move: Any, step: Any) -> None:
        game = self.game
        if self.dice.random() > 0.3:
            return
        for me in (None, self.dice.choice(before.seats).name):
            seen = game.view(before, me)
            for world in other_worlds(before, me, self.dice):
                self.tried += world != before
                assert game.view(world, me) == seen
                assert game.waiting(world) == game.waiting(before)
                assert game.legal(world) == game.legal(before)


class OtherAnswers:
    """Checks that two answers of another player with the same public events give the same view."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.dice, self.tried = game, random.Random(12), 0

    def __call__(self, before: Any, move: Any, step: Any) -> None:
        game, seat = self.game, getattr(move, "seat", None)
        if seat is None or type(move) in {Leave, Join}:
            return
        same = [one for one in game.moves(before) if type(one) is type(move) and one.seat == seat and one != move]
        side = {name for team in getattr(before, "teams", ()) if seat in team for name in team} | {seat}
        others = [name for name in (each.name for each in before.seats) if name not in side]
        for other in self.dice.sample(same, min(2, len(same))):
            alternative = game.apply(before, other)
            for me in (None, *others[:2]):
                if (visible := visible_events(me, step.events)) and visible == visible_events(me, alternative.events):
                    self.tried += 1
                    assert game.view(step.state, me) == game.view(alternative.state, me)
                    assert game.waiting(step.state) == game.waiting(alternative.state)


@every_variant
def test_every_game_ends_and_keeps_its_secrets(variant: Variant) -> None:
    watches: list[OtherWorlds | OtherAnswers] = []
    own_cards = getattr(variant.options, "cards", None) == "table"  # then the narrator knows no secrets
    if host_of(variant.name).USES_CARDS and not own_cards:
        watches.append(OtherWorlds(variant.game))
    if not own_cards and not host_of(variant.name).is_open_by_default(variant.options, variant.seats):
        watches.append(OtherAnswers(variant.game))

    def watch(before: Any, move: Any, step: Any) -> None:
        for each in watches:
            each(before, move, step)

    for seed in range(6, 60):  # some games are short
        assert playout(variant, seed, watch).outcome.finished
        watches = [each for each in watches if each.tried <= 20]
        if not watches:
            return
    raise AssertionError(f"too few alternatives were tried: {[(type(each).__doc__, each.tried) for each in watches]}")


def visible_events(me: str | None, events: Iterable[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, SecretEvent) or event.seat == me]


def test_every_game_refuses_two_players_of_the_same_name() -> None:
    for name, game in games().items():
        for mode, allowed in game.MODES.items():
            seats = [Seat("Ann")] * max(2, min(allowed))
            with pytest.raises(IllegalMove, match="name taken"):
                game.setup(seats, game.Options(mode=type(game.Options().mode)(mode))), name
