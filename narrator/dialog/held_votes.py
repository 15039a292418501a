"""Votes said aloud are held until the last is in, and then made together.

A vote for the player's own card is taken like any other, so no answer before the reveal depends on who laid which card.
Meanwhile the dialog works on a state of the game in which each of these players has voted: as they said, or, where
the rules will refuse that, for another card. The room's view hides votes, so it does not tell which. When all votes are
in, those that the rules refuse are told, and only these players choose again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from narrator.core.game import Event, Game, IllegalMove, Reason

OWN_CARD_REASONS = frozenset({Reason.OWN_CARD, Reason.OWN_TEAM})
"""Reasons that would tell who laid a card."""


@dataclass(frozen=True, slots=True)
class HeldVote:
    """What a player has answered, and the moves it makes."""

    seat: str
    intent: str
    filled: Mapping[str, Any]
    moves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Projection:
    """The game as if the held votes had been made."""

    state: Any
    events: tuple[Event, ...] = ()
    """What the last of the votes led to."""
    is_complete: bool = False
    """Whether the last vote would reveal the votes; the state is the one before it."""


def project(game: Game[Any], state: Any, held: Sequence[HeldVote]) -> Projection:
    """Return the state after the held votes; raise `IllegalMove` if the rules refuse one that is not an own card."""
    events: tuple[Event, ...] = ()
    for vote in held:
        events = ()
        for move in vote.moves:
            step = game.apply(state, allowed_vote(game, state, move))
            if any(event.reveals for event in step.events):
                return Projection(state, events, is_complete=True)
            state, events = step.state, (*events, *step.events)
    return Projection(state, events)


def allowed_vote(game: Game[Any], state: Any, move: Any) -> Any:
    """Return the move, or another vote of this player if the move names the player's own card."""
    try:
        game.apply(state, move)
    except IllegalMove as refusal:
        if refusal.reason not in OWN_CARD_REASONS:
            refusal.move = move
            raise
        return next(each for each in game.moves(state) if type(each) is type(move) and each.seat == move.seat)
    return move


def find_own_cards(game: Game[Any], state: Any, held: Sequence[HeldVote]) -> list[tuple[HeldVote, IllegalMove]]:
    """Return the votes for own cards, each with the rules' refusal."""
    refused: list[tuple[HeldVote, IllegalMove]] = []
    for vote in held:
        for move in vote.moves:
            try:
                state = game.apply(state, move).state
            except IllegalMove as refusal:
                refusal.move = move
                refused.append((vote, refusal))
                state = game.apply(state, allowed_vote(game, state, move)).state
    return refused
