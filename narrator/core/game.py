"""What all games share: seats, events, reasons, steps, and the shape of a game.

A game is a module of plain functions over frozen dataclasses. It knows its rule book and nothing
else: no clock, no file, no thread, and no randomness of its own. Whatever chance decides (a shuffle,
a lot, a roll) is a *move* like any other. The game says which chance move is due and asks the `Luck` it
is handed to decide it; whoever keeps the table writes that move down before applying it. So a
replay is exact for ever, and a family can throw real dice and say the numbers.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, dataclass_transform

from narrator.core.errors import NarratorError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table. The name identifies the seat."""

    name: str
    age: int | None = None  # needed only where a rule asks for the youngest


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """Something a player said in free words: a clue, a reason, an embellishment."""

    text: str | None = None  # the transcript, where there is one
    sound: str | None = None  # the name of the recording, where there is one


class CardSource(StrEnum):
    SPOKEN = "spoken"  # the narrator deals from its own packs
    TABLE = "table"  # the family plays with real cards; the narrator knows symbols only


# --- what is done, and what happens ----------------------------------------------------------------


@dataclass_transform(frozen_default=True)
class FrozenRecord:
    """Every kind of it is a frozen dataclass, and need not say so."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Move(FrozenRecord):
    """Something that a player or chance does, named in the imperative."""


class SeatMove(Move):
    """What only somebody who plays can do: not a newcomer, nor who has left."""

    seat: str


class Event(FrozenRecord):
    """Something that happened at the table, named in the past tense."""

    reveals: ClassVar[bool] = False  # whether it showed something that cannot be unshown: undo stops here

    def __init_subclass__(cls, *, reveals: bool = False) -> None:
        super().__init_subclass__()
        cls.reveals = reveals


class SecretEvent(Event):
    """An event that only one seat may know of."""

    seat: str


# --- refusals ----------------------------------------------------------------------------------


class Reason(StrEnum):
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
    """The rules say no. The move changed nothing."""

    def __init__(self, reason: Reason, **facts: Any) -> None:
        self.reason = reason
        self.facts = facts  # what a sentence about it needs: who, which, how many
        self.move: Any = None  # which move it was, where several were to be made
        told = ", ".join(f"{name}: {fact}" for name, fact in facts.items())
        super().__init__(f"{reason.value} ({told})" if told else reason.value)


def require(allowed: object, reason: Reason, /, **facts: Any) -> None:
    """Refuse the move unless this is so."""
    if not allowed:
        raise IllegalMove(reason, **facts)


# --- the shape of a game -----------------------------------------------------------------------

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What a move led to."""

    state: S
    events: tuple[Event, ...] = ()


def prepend_events(told: Sequence[Event], then: Step[S]) -> Step[S]:
    """These events first, then whatever followed."""
    return Step(then.state, (*told, *then.events))


@dataclass(frozen=True, slots=True)
class Outcome:
    winners: tuple[str, ...]  # everyone who won, together if several; empty if nobody wins or all lost
    scores: Mapping[str, int] = field(default_factory=dict)
    finished: bool = True  # false if too many players left before the end


class Luck(Protocol):
    """Chance, handed in from outside."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """All the items, in an order nobody could foresee."""

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the other."""


class PhaseWithMoves(StrEnum):
    """The phases of a game, each with the kinds of move that are made in it."""

    move_types: frozenset[type]

    def __new__(cls, name: str, *kinds: type) -> Self:
        phase = str.__new__(cls, name)
        phase._value_ = name
        phase.move_types = frozenset(kinds)
        return phase


class Game(Protocol[S]):
    """What a game module offers. `narrator.games` finds every module of this shape."""

    TITLE: str
    MODES: Mapping[str, Collection[int]]  # for each mode the numbers of players it is for
    Options: type[Any]
    MOVES: tuple[type[Any], ...]  # every kind of move there is
    CHANCE: frozenset[type[Any]]  # the moves that chance makes

    def setup(self, seats: Sequence[Seat], options: Any) -> Step[S]:
        """A new game, or `IllegalMove` if the rules do not allow it so."""

    def legal(self, state: S) -> frozenset[type[Any]]:
        """The kinds of move now allowed."""

    def waiting(self, state: S) -> tuple[str, ...]:
        """The seats that the game is waiting for."""

    def moves(self, state: S) -> Iterator[Any]:
        """Every move that the players could make now, comings and goings aside; free words are left to them."""

    def chance(self, state: S, luck: Luck) -> Any | None:
        """The chance move that is due, decided by luck; `None` if it is the players' turn."""

    def apply(self, state: S, move: Any) -> Step[S]:
        """Make the move, or raise `IllegalMove` and change nothing."""

    def view(self, state: S, seat: str | None) -> Any:
        """What this seat may know; with `None`, what the room may know."""


# --- coming and going, the same in every game ------------------------------------------------------


class Leave(Move):
    seat: str


class Join(Move):
    """A newcomer sits down, to play from the next round on."""

    seat: str
    age: int | None = None


class Left(Event):
    seat: str


class Joined(Event):
    seat: str


class Seated(Event):
    """A newcomer now plays, starting from the lowest standing score."""

    seat: str
    score: int | None = None  # `None` in games without points of one's own


class GameEnded(Event, reveals=True):
    outcome: Outcome


MAX_AGE = 120


def check_seats(seats: Sequence[Seat], allowed: Collection[int], **facts: Any) -> None:
    """Refuse a table that is too small, too large or has two players of one name."""
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
    """What lies on the table, as far as all games have it."""

    seats: tuple[Seat, ...]
    newcomers: tuple[Seat, ...] = field(default=(), kw_only=True)  # who plays from the next round on
    outcome: Outcome | None = field(default=None, kw_only=True)  # once the game is over

    @property
    def names(self) -> tuple[str, ...]:
        return tuple([seat.name for seat in self.seats])  # asked for in every move: a list is faster

    @property
    def everyone(self) -> tuple[str, ...]:
        """All names clockwise, newcomers included: they take the last seats."""
        return tuple(seat.name for seat in (*self.seats, *self.newcomers))

    def check_move(self, move: Move, kinds: Collection[type]) -> None:
        """Refuse what is not to be done now, or not by this one."""
        require(type(move) in kinds, Reason.NOT_NOW)
        require(not isinstance(move, SeatMove) or move.seat in self.names, Reason.NOT_AT_TABLE)

    def add_newcomer(self, newcomer: Seat, most: int) -> Step[Self]:
        """A newcomer waits for the next round, if there is a chair."""
        name, taken = newcomer.name, self.everyone
        require(name.strip(), Reason.NO_NAME)
        check_age(newcomer.age)
        require(name not in taken, Reason.NAME_TAKEN, names=(name,))
        require(len(taken) < most, Reason.TABLE_FULL, most=most)
        return Step(replace(self, newcomers=(*self.newcomers, newcomer)), (Joined(name),))

    def seat_newcomers(self, score: int | None, **fresh: Any) -> tuple[Self, list[Event]]:
        """Who came late plays from now on. In each mapping that `fresh` names, they begin with what it says."""
        late = [seat.name for seat in self.newcomers]
        begun: dict[str, Any] = {
            name: {**getattr(self, name), **dict.fromkeys(late, value)} for name, value in fresh.items()
        }
        seated = replace(self, seats=self.seats + self.newcomers, newcomers=(), **begun)
        return seated, [Seated(name, score) for name in late]

    def leave(self, name: str, go: Callable[[Self, str], Step[Self]]) -> Step[Self]:
        """Somebody goes home. Whoever was still waiting just does; what becomes of the game without a player, `go`
        says.
        """
        rest = tuple(seat for seat in self.newcomers if seat.name != name)
        if rest != self.newcomers:
            return Step(replace(self, newcomers=rest), (Left(name),))
        require(name in self.names, Reason.NOT_AT_TABLE)
        return prepend_events([Left(name)], go(self, name))

    def without_players(self, gone: Collection[str], *mappings: str) -> Self:
        """Without these players, and without what each of these mappings has of them."""
        rest: dict[str, Any] = {name: without_keys(getattr(self, name), *gone) for name in mappings}
        return replace(self, seats=tuple(seat for seat in self.seats if seat.name not in gone), **rest)

    def end_game(
        self, winners: tuple[str, ...], scores: Mapping[str, int], *, finished: bool, **changes: Any
    ) -> Step[Self]:
        outcome = Outcome(winners, scores, finished)
        return Step(replace(self, outcome=outcome, **changes), (GameEnded(outcome),))


def winners(scores: Mapping[str, int]) -> tuple[str, ...]:
    """Whoever has the most points; who ties for it shares the victory."""
    most = max(scores.values(), default=0)
    return tuple(name for name, score in scores.items() if score == most)


def next_clockwise(name: str, names: Sequence[str]) -> str:
    """The neighbour to the left: the next one clockwise."""
    return names[(names.index(name) + 1) % len(names)]


def clockwise(first: str, names: Sequence[str]) -> tuple[str, ...]:
    """Everyone around the table, beginning with this one."""
    start = names.index(first)
    return (*names[start:], *names[:start])


def without_keys(mapping: Mapping[str, T], *names: str) -> dict[str, T]:
    """The mapping, less these names."""
    return {key: value for key, value in mapping.items() if key not in names}


def remove_cards(hand: Sequence[T], *cards: T) -> tuple[T, ...]:
    """The hand, less these cards (each once)."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
