"""A game being played. A move is announced only once it is on the disk; a move that fails has not happened.

A player's move and the chance moves behind it are one turn. They are applied to a copy of the state, written together,
and only then taken over. A refused move or a failed write leaves state, journal and luck as they were.
"""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Self

from filelock import BaseFileLock

from narrator.core.errors import JournalDamaged
from narrator.core.game import Event, Game, IllegalMove, Outcome, Seat, Step
from narrator.games import games
from narrator.storage.journal import Journal
from narrator.storage.luck import luck_for_move, new_seed
from narrator.storage.messages import beginning_damaged, changed_by_hand, damaged_game
from narrator.storage.records import GameRecord, NotesForGame


@dataclass(frozen=True, slots=True)
class AppliedMove:
    """A move, the state before it and what it led to."""

    number: int  # in its game, counted from one
    move: Any
    before: Any
    step: Step[Any]
    is_chance: bool  # drawn by chance, not made by a player


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A player's move and the chance moves behind it."""

    applied: tuple[AppliedMove, ...]
    events: tuple[Event, ...]
    reveals: bool
    """Whether something was revealed, so that the move can no longer be taken back."""


@dataclass(frozen=True, slots=True)
class AttemptedMoves:
    """Moves that the rules have accepted and that are not on the disk yet: see `Table.commit`."""

    turns: tuple[PlayedTurn, ...]
    replaced: tuple[AppliedMove, ...] = ()
    """The last moves of the game, which these moves replace."""


class Table:
    """One game and its journal. No other process can play it until the table is closed."""

    def __init__(self, journal: Journal, lock: BaseFileLock, record: GameRecord) -> None:
        self.id = record.id
        self.name = record.game
        self.game: Game[Any] = games()[record.game]
        setup, played = replay(record)
        if len(played) < record.count:
            raise damaged_game(record.game, len(played), record.count)
        self.state = setup.state
        self.count = 0  # number of moves made, including chance moves
        self.opening: tuple[Event, ...] = ()  # what happened before the first player could act
        self.pending: str | None = None
        """The answers since the last move, as given to `save_pending`."""
        self._journal = journal
        self._lock = lock
        self._seed = record.seed
        self._undoable: list[AppliedMove] = []  # the players' moves since something was last revealed
        self.last_undoable: tuple[Any, Any] | None = None
        """The last player's move that can be undone, and the state before it."""
        self._take_over(played)

    @classmethod
    def begin(  # noqa: PLR0913, PLR0917  # all that is written in one transaction
        cls,
        journal: Journal,
        name: str,
        seats: Sequence[Seat],
        options: Any,
        seed: str | None = None,
        notes: NotesForGame = lambda game_id: (),
    ) -> Self:
        """Begin a new game: make the first chance moves, and store it with these notes."""
        seed = new_seed() if seed is None else seed
        game = games()[name]
        setup = game.setup(seats, options)
        drawn = draw_chance_moves(game, setup.state, seed, 1)
        table = cls.resume(journal, journal.begin(name, seats, options, seed, moves_of(drawn), notes))
        table.opening = (*setup.events, *events_of(drawn))
        return table

    @classmethod
    def resume(cls, journal: Journal, game_id: int) -> Self:
        """Resume a game as it was left. A damaged one goes on from its last sound move; the notice says so."""
        lock = journal.lock(game_id)
        with ExitStack() as on_failure:
            on_failure.callback(lock.release)
            try:
                record = journal.read(game_id)
                table = cls(journal, lock, record)
            except JournalDamaged as damage:
                if damage.readable_moves is None:
                    raise
                journal.truncate(game_id, damage.readable_moves)
                journal.add_notice(str(damage))
                record = journal.read(game_id)
                table = cls(journal, lock, record)
            else:
                if not record.signed:
                    journal.accept(game_id)
                    journal.add_notice(changed_by_hand(record.game))
            table.pending = journal.pending(game_id)
            table._catch_up(ended=record.ended is not None)
            on_failure.pop_all()  # the table keeps the lock until it is closed
        return table

    def close(self) -> None:
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- playing -------------------------------------------------------------------------------

    def play(self, move: Any) -> tuple[Event, ...]:
        """Make a move, with the chance moves behind it, and return the events once they are stored."""
        attempt = self.attempt([move])
        self.commit(attempt)
        return attempt.turns[0].events

    def attempt(self, moves: Sequence[Any], *, instead_of_last: bool = False) -> AttemptedMoves:
        """Apply these moves to the state, each with the chance moves behind it, without changing the table.

        With `instead_of_last` they replace the last move, if that can be undone. Raise `IllegalMove` if the rules
        refuse one of them.
        """
        replaced = tuple(self._undoable[-1:]) if instead_of_last else ()
        number, state = (replaced[0].number, replaced[0].before) if replaced else (self.count + 1, self.state)
        turns: list[PlayedTurn] = []
        for move in moves:
            turns.append(self._apply(move, state, number))
            last = turns[-1].applied[-1]
            number, state = last.number + 1, last.step.state
        return AttemptedMoves(tuple(turns), replaced)

    def commit(self, attempt: AttemptedMoves, pending: str | None = None) -> None:
        """Store the attempted moves and the answer that is pending after them; then take them over."""
        applied = [each for turn in attempt.turns for each in turn.applied]
        undone = attempt.replaced
        if not (applied or undone):
            return
        first = undone[0].number if undone else self.count + 1
        is_over = bool(applied) and applied[-1].step.state.outcome is not None
        pending = None if is_over else pending
        moves = tuple(each.move for each in applied)
        self._journal.append(self.id, first, moves, over=is_over, replace=bool(undone), pending=pending)
        self.pending = pending
        self._take_over(applied, undone)

    def _apply(self, move: Any, state: Any, number: int) -> PlayedTurn:
        """Apply a player's move, which has this number, and the chance moves behind it."""
        try:
            step = self.game.apply(state, move)
        except IllegalMove as refusal:
            refusal.move = move
            raise
        drawn = draw_chance_moves(self.game, step.state, self._seed, number + 1)
        return played_turn([AppliedMove(number, move, state, step, is_chance=False), *drawn])

    def undo(self) -> Any | None:
        """Undo the last player's move and return it, or return `None` if nothing can be undone.

        Revealed cards stay revealed, and rolls stay rolled, including those of real dice.
        """
        if not self._undoable:
            return None
        move = self._undoable[-1].move
        self.commit(self.attempt([], instead_of_last=True))
        return move

    def can_undo_for(self, seat: str) -> bool:
        """Return whether this player made a move since anything was revealed."""
        return self.last_undoable_of(seat) is not None

    def last_undoable_of(self, seat: str) -> AppliedMove | None:
        """Return this player's last move since anything was revealed."""
        own = (applied for applied in reversed(self._undoable) if getattr(applied.move, "seat", None) == seat)
        return next(own, None)

    def undo_for(self, seat: str) -> Any | None:
        """Undo this player's last move and return it, keeping the moves of others after it.

        Return `None` if something was revealed or drawn since, or if the later moves are not legal without it.
        """
        own = [index for index, applied in enumerate(self._undoable) if getattr(applied.move, "seat", None) == seat]
        if not own:
            return None
        undone = self._undoable[own[-1] :]
        first, *later = undone
        if self.count - first.number != len(later):
            return None  # chance has decided something since
        state, number, again = first.before, first.number, list[PlayedTurn]()
        try:
            for other in later:
                again.append(self._apply(other.move, state, number))
                last = again[-1].applied[-1]
                state, number = last.step.state, last.number + 1
        except IllegalMove:
            return None
        self.commit(AttemptedMoves(tuple(again), tuple(undone)), self.pending)
        return first.move

    def save_pending(self, text: str | None) -> None:
        """Store half an answer as safely as a move. It is `pending` until the next move, also after a kill."""
        if text != self.pending:
            self._journal.save_pending(self.id, text)
            self.pending = text

    def _take_over(self, applied: Sequence[AppliedMove], undone: Sequence[AppliedMove] = ()) -> None:
        """Change the state of the table: these moves are made, perhaps in place of the last ones."""
        if undone:
            del self._undoable[-len(undone) :]
            self.count, self.state = undone[0].number - 1, undone[0].before
        for each in applied:
            self.count, self.state = each.number, each.step.state
            reveals = any(event.reveals for event in each.step.events)
            if not each.is_chance:
                self._undoable.append(each)
            if reveals or (not each.is_chance and type(each.move) in self.game.CHANCE):
                self._undoable.clear()
        self.last_undoable = (self._undoable[-1].move, self._undoable[-1].before) if self._undoable else None

    def _catch_up(self, *, ended: bool) -> None:
        """Draw or end what is due: a journal that was truncated may stop before a draw or at the end of the game."""
        drawn = draw_chance_moves(self.game, self.state, self._seed, self.count + 1)
        if drawn:
            self.commit(AttemptedMoves((played_turn(drawn),)))
            self.opening = events_of(drawn)
        elif self.outcome() and not ended:
            self._journal.end(self.id)

    # --- looking -------------------------------------------------------------------------------

    def view(self, seat: str | None) -> Any:
        """Return what this seat may know, or with `None` what everyone in the room may know."""
        return self.game.view(self.state, seat)

    def waiting(self) -> tuple[str, ...]:
        return self.game.waiting(self.state)

    def outcome(self) -> Outcome | None:
        outcome: Outcome | None = self.state.outcome
        return outcome


def draw_chance_moves(game: Game[Any], state: Any, seed: str, number: int) -> list[AppliedMove]:
    """Draw and apply all chance moves that are due now; the first has this number."""
    drawn: list[AppliedMove] = []
    while (move := game.chance(state, luck_for_move(seed, number))) is not None:
        drawn.append(AppliedMove(number, move, state, game.apply(state, move), is_chance=True))
        number, state = number + 1, drawn[-1].step.state
    return drawn


def played_turn(applied: Sequence[AppliedMove]) -> PlayedTurn:
    events = tuple(event for each in applied for event in each.step.events)
    return PlayedTurn(tuple(applied), events, any(event.reveals for event in events))


def replay(record: GameRecord) -> tuple[Step[Any], list[AppliedMove]]:
    """Return how the game was set up, and all its moves applied again, up to the first that is no longer legal."""
    game = games()[record.game]
    applied: list[AppliedMove] = []
    try:
        setup = game.setup(record.seats, record.options)
    except Exception:  # under other rules anything may go wrong; not chained, because it may quote secrets
        raise beginning_damaged(record.game) from None
    state = setup.state
    with suppress(Exception):  # for the same reasons
        for number, move in enumerate(record.moves, 1):
            is_chance = type(move) in game.CHANCE and game.chance(state, luck_for_move(record.seed, number)) is not None
            applied.append(AppliedMove(number, move, state, game.apply(state, move), is_chance=is_chance))
            state = applied[-1].step.state
    return setup, applied


def moves_of(turn: Iterable[AppliedMove]) -> tuple[Any, ...]:
    return tuple(applied.move for applied in turn)


def events_of(turn: Iterable[AppliedMove]) -> tuple[Event, ...]:
    return tuple(event for applied in turn for event in applied.step.events)
