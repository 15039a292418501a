"""What all games share: seats, moves, events, refusals, steps, and the `Game` protocol.

A game's rules are a module of pure functions over frozen dataclasses: no clock, file, thread or randomness. Everything
that chance decides (a shuffle, a lot, a roll) is a *move* like any other. The game says which chance move is due and
asks a `Luck` to decide it; the caller stores that move before applying it. So a replay is exact, and a family can roll
real dice and say the numbers.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, dataclass_transform

from narrator.core.errors import NarratorError

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table. The name identifies the seat."""

    name: str
    age: int | None = None
    """Only needed by rules that ask for the youngest."""


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """Something a player said in free words: a clue, a reason, an embellishment."""

    text: str | None = None
    """The transcript, if there is one."""
    sound: str | None = None
    """The name of the recording, if there is one."""


class CardSource(StrEnum):
    """Which cards the players use."""

    SPOKEN = "spoken"
    """The narrator deals cards from its content."""
    TABLE = "table"
    """The family uses its own cards. The narrator knows only the symbols they are put on."""


# --- moves and events --------------------------------------------------------------------------


@dataclass_transform(frozen_default=True)
class FrozenRecord:
    """A base class whose subclasses are turned into frozen dataclasses."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Move(FrozenRecord):
    """An action of a player or of chance, named in the imperative."""


class SeatMove(Move):
    """A move of a seated player, as opposed to a newcomer or a player who has left."""

    seat: str


class Event(FrozenRecord):
    """Something that happened at the table, named in the past tense."""

    reveals: ClassVar[bool] = False
    """Whether it shows something that cannot be hidden again. Undo stops here."""

    def __init_subclass__(cls, *, reveals: bool = False) -> None:
        super().__init_subclass__()
        cls.reveals = reveals


class SecretEvent(Event):
    """An event that only one seat may know of."""

    seat: str


# --- refusals ----------------------------------------------------------------------------------


class Reason(StrEnum):
    """Why the rules refuse a move."""

    # turns and phases
    NOT_NOW = "not now"
    NOT_YOUR_TURN = "not your turn"
    NOT_AT_TABLE = "not at the table"
    ALREADY_LAID = "already laid"
    ALREADY_VOTED = "already voted"
    ALREADY_SAID = "already said"
    # cards
    NOT_IN_HAND = "not in hand"
    OWN_CARD = "own card"
    OWN_TEAM = "own team"
    CARD_COUNT = "wrong number of cards"
    SAME_CARD = "same card twice"
    WRONG_CATEGORY = "wrong category"
    TELLER_LAYS_NONE = "the teller lays no card"
    # symbols and votes
    NO_SUCH_SYMBOL = "no such symbol"
    NOT_A_LEADER = "not a leader"
    VOTE_COUNT = "wrong number of votes"
    SAME_SYMBOL = "same symbol twice"
    TELLER_DOES_NOT_VOTE = "the storyteller does not vote"
    GIVER_DOES_NOT_VOTE = "who gave a card does not vote"
    ALREADY_OWNED = "already owned"
    NOT_TIED = "not tied"
    # words
    NO_WORDS = "no words"
    NO_SUCH_WAY = "no such way"
    MIME_IS_SILENT = "a mime is silent"
    ONLY_WORDS = "only words"
    # dice and tokens
    DICE_COUNT = "wrong number of dice"
    NO_SUCH_DIE = "no such number on a die"
    NOT_SHOWN = "not among the dice"
    NOTHING_TO_ROLL = "nothing left to roll"
    NO_ROLLS_LEFT = "no rolls left"
    CATEGORY_TAKEN = "category taken"
    NOT_HELD = "not held"
    # coming and going
    NAME_TAKEN = "name taken"
    NO_NAME = "no name"
    BAD_AGE = "no such age"
    TABLE_FULL = "table full"
    NO_JOINING = "no joining"
    # setting up
    PLAYER_COUNT = "wrong number of players"
    OPTION = "option not allowed"
    TOO_FEW_CARDS = "too few cards"
    # chance
    IMPOSSIBLE_DRAW = "impossible draw"


class IllegalMove(NarratorError):
    """The rules refuse this move. It changed nothing."""

    def __init__(self, reason: Reason, **facts: Any) -> None:
        self.reason = reason
        self.facts = facts
        """Variables of the line that explains the refusal."""
        self.move: Any = None
        """The refused move, set if several were to be made."""
        details = ", ".join(f"{name}: {fact}" for name, fact in facts.items())
        super().__init__(f"{reason.value} ({details})" if details else reason.value)


def require(allowed: object, reason: Reason, /, **facts: Any) -> None:
    """Raise `IllegalMove` unless `allowed` is true."""
    if not allowed:
        raise IllegalMove(reason, **facts)


# --- the game protocol -------------------------------------------------------------------------

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """The state after a move, and the events that led there."""

    state: StateT
    events: tuple[Event, ...] = ()


def prepend_events(events: Sequence[Event], step: Step[StateT]) -> Step[StateT]:
    """Return the step with these events in front."""
    return Step(step.state, (*events, *step.events))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[str, ...]
    """All winners, if several share the victory. Empty if all lost or the game has no winner."""
    scores: Mapping[str, int] = field(default_factory=dict)
    finished: bool = True
    """False if too many players left before the end."""


class Luck(Protocol):
    """A source of randomness, passed in by the caller."""

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return all items in random order."""

    def pick(self, items: Sequence[Item]) -> Item:
        """Return a random item."""


class PhaseWithMoves(StrEnum):
    """The phases of a game, each with the types of moves made in it."""

    move_types: frozenset[type]

    def __new__(cls, name: str, *move_types: type) -> Self:
        phase = str.__new__(cls, name)
        phase._value_ = name
        phase.move_types = frozenset(move_types)
        return phase


class Game(Protocol[StateT]):
    """The functions and constants of a game's `rules.py`. `narrator.games` finds every such module."""

    TITLE: str
    MODES: Mapping[str, Collection[int]]
    """The modes, and for how many players each is."""
    Options: type[Any]
    MOVES: tuple[type[Any], ...]
    """All types of moves."""
    CHANCE: frozenset[type[Any]]
    """The types of moves that chance makes."""

    def setup(self, seats: Sequence[Seat], options: Any) -> Step[StateT]:
        """Start a game; raise `IllegalMove` if the rules do not allow these seats or options."""

    def legal(self, state: StateT) -> frozenset[type[Any]]:
        """Return the types of moves that are allowed now."""

    def waiting(self, state: StateT) -> tuple[str, ...]:
        """Return the seats that the game waits for."""

    def moves(self, state: StateT) -> Iterator[Any]:
        """Yield every move that players could make now, except `Join` and `Leave`. Free text is a placeholder."""

    def chance(self, state: StateT, luck: Luck) -> Any | None:
        """Return the chance move that is due, decided by luck; `None` if players are to move."""

    def apply(self, state: StateT, move: Any) -> Step[StateT]:
        """Make the move, or raise `IllegalMove` and change nothing."""

    def view(self, state: StateT, seat: str | None) -> Any:
        """Return what this seat may know; for `None`, what the room may know."""


# --- joining and leaving, the same in every game -------------------------------------------------


class Leave(Move):
    seat: str


class Join(Move):
    """A newcomer takes a seat and plays from the next round."""

    seat: str
    age: int | None = None


class Left(Event):
    seat: str


class Joined(Event):
    seat: str


class Seated(Event):
    """A newcomer starts to play, with the lowest current score."""

    seat: str
    score: int | None = None
    """`None` if players have no individual scores."""


class GameEnded(Event, reveals=True):
    outcome: Outcome


MAX_AGE = 120
"""The highest age in years that the rules accept."""


def check_seats(seats: Sequence[Seat], allowed: Collection[int], **facts: Any) -> None:
    """Refuse too few or too many players, or two of the same name."""
    names = [seat.name for seat in seats]
    for seat in seats:
        require(seat.name.strip(), Reason.NO_NAME)
        check_age(seat.age)
    require(len(set(names)) == len(names), Reason.NAME_TAKEN, names=tuple(names))
    require(
        len(seats) in allowed,
        Reason.PLAYER_COUNT,
        players=len(seats),
        allowed=tuple(sorted(allowed)),
        **facts,
    )


def check_age(age: int | None) -> None:
    require(age is None or 0 < age <= MAX_AGE, Reason.BAD_AGE, age=age)


@dataclass(frozen=True, slots=True)
class TableState:
    """The part of the state that all games have."""

    seats: tuple[Seat, ...]
    newcomers: tuple[Seat, ...] = field(default=(), kw_only=True)
    """Players who join in the next round."""
    outcome: Outcome | None = field(default=None, kw_only=True)
    """Set when the game is over."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, clockwise."""
        return tuple([seat.name for seat in self.seats])  # used in every move, and a list is faster

    @property
    def everyone(self) -> tuple[str, ...]:
        """All names clockwise, including newcomers, who take the last seats."""
        return tuple(seat.name for seat in (*self.seats, *self.newcomers))

    def check_move(self, move: Move, allowed: Collection[type]) -> None:
        """Refuse a move of a type that is not allowed now, or by a player without a seat."""
        require(type(move) in allowed, Reason.NOT_NOW)
        require(not isinstance(move, SeatMove) or move.seat in self.names, Reason.NOT_AT_TABLE)

    def add_newcomer(self, newcomer: Seat, max_players: int) -> Step[Self]:
        """Let a newcomer wait for the next round, unless the table is full."""
        name, taken = newcomer.name, self.everyone
        require(name.strip(), Reason.NO_NAME)
        check_age(newcomer.age)
        require(name not in taken, Reason.NAME_TAKEN, names=(name,))
        require(len(taken) < max_players, Reason.TABLE_FULL, most=max_players)
        return Step(replace(self, newcomers=(*self.newcomers, newcomer)), (Joined(name),))

    def seat_newcomers(self, score: int | None, **fresh: Any) -> tuple[Self, list[Event]]:
        """Seat the newcomers. Each mapping of the state that `fresh` names gets its value for them."""
        late = [seat.name for seat in self.newcomers]
        changes: dict[str, Any] = {
            name: {**getattr(self, name), **dict.fromkeys(late, value)} for name, value in fresh.items()
        }
        seated = replace(self, seats=self.seats + self.newcomers, newcomers=(), **changes)
        return seated, [Seated(name, score) for name in late]

    def leave(self, name: str, continue_without: Callable[[Self, str], Step[Self]]) -> Step[Self]:
        """Remove a newcomer, or a player: then `continue_without` continues the game."""
        rest = tuple(seat for seat in self.newcomers if seat.name != name)
        if rest != self.newcomers:
            return Step(replace(self, newcomers=rest), (Left(name),))
        require(name in self.names, Reason.NOT_AT_TABLE)
        return prepend_events([Left(name)], continue_without(self, name))

    def without_players(self, gone: Collection[str], *mappings: str) -> Self:
        """Return the state without these players, also in the mappings named."""
        rest: dict[str, Any] = {name: without_keys(getattr(self, name), *gone) for name in mappings}
        return replace(self, seats=tuple(seat for seat in self.seats if seat.name not in gone), **rest)

    def end_game(
        self, winners: tuple[str, ...], scores: Mapping[str, int], *, finished: bool, **changes: Any
    ) -> Step[Self]:
        """Set the outcome, with a `GameEnded` event."""
        outcome = Outcome(winners, scores, finished)
        return Step(replace(self, outcome=outcome, **changes), (GameEnded(outcome),))


def winners(scores: Mapping[str, int]) -> tuple[str, ...]:
    """Return the players with the most points."""
    most = max(scores.values(), default=0)
    return tuple(name for name, score in scores.items() if score == most)


def next_clockwise(name: str, names: Sequence[str]) -> str:
    """Return the left neighbour."""
    return names[(names.index(name) + 1) % len(names)]


def clockwise(first: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return all names clockwise, beginning with `first`."""
    start = names.index(first)
    return (*names[start:], *names[:start])


def without_keys(mapping: Mapping[str, Item], *names: str) -> dict[str, Item]:
    """Return the mapping without these keys."""
    return {key: value for key, value in mapping.items() if key not in names}


def remove_cards(hand: Sequence[Item], *cards: Item) -> tuple[Item, ...]:
    """Return the hand without these cards, each removed once."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
