"""A game being played: whatever the table tells is already on the disk, and whatever fails has not happened.

A player's move and the chance moves behind it are one turn. They are made on the side, written down together, and only
then taken over and told. A refused move or a failed write leaves the state, the journal and the luck as they were.
"""

from collections.abc import Callable, Iterable, Sequence
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
    number: int  # in its game, counted from one
    move: Any
    before: Any
    step: Step[Any]
    is_chance: bool  # whether chance made it, not a player

    @property
    def reveals_something(self) -> bool:
        return any(event.reveals for event in self.step.events)


class Table:
    """One game and its journal. Nobody else can play it until the table is closed."""

    def __init__(self, journal: Journal, lock: BaseFileLock, kept: GameRecord) -> None:
        self.id = kept.id
        self.name = kept.game
        self.game: Game[Any] = games()[kept.game]
        setup, played = replay(kept)
        if len(played) < kept.count:
            raise damaged_game(kept.game, len(played), kept.count)
        self.state = setup.state
        self.count = 0  # how many moves were made, those of chance included
        self.opening: tuple[Event, ...] = ()  # what happened before the first player could do anything
        self.pending: str | None = None
        """What was answered since the last move, as whoever asks wrote it down with `hold`."""
        self._journal = journal
        self._lock = lock
        self._seed = kept.seed
        self._undoable: list[AppliedMove] = []  # the players' moves since something was last revealed
        for made in played:
            self._take(made)

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
        """A new game, shuffled and dealt, with what is noted about it."""
        seed = new_seed() if seed is None else seed
        game = games()[name]
        setup = game.setup(seats, options)
        drawn = draw_chance_moves(game, setup.state, seed, 1)
        table = cls.resume(journal, journal.begin(name, seats, options, seed, moves_of(drawn), notes))
        table.opening = (*setup.events, *events_of(drawn))
        return table

    @classmethod
    def resume(cls, journal: Journal, game_id: int) -> Self:
        """The game as it was left. One that is damaged goes on from its last sound move; the journal says so first."""
        lock = journal.lock(game_id)
        with ExitStack() as given_up:
            given_up.callback(lock.release)
            try:
                kept = journal.read(game_id)
                table = cls(journal, lock, kept)
            except JournalDamaged as damage:
                if damage.readable_moves is None:
                    raise
                journal.cut_short(game_id, damage.readable_moves)
                journal.add_notice(str(damage))
                kept = journal.read(game_id)
                table = cls(journal, lock, kept)
            else:
                if not kept.signed:
                    journal.accept(game_id)
                    journal.add_notice(changed_by_hand(kept.game))
            table.pending = journal.pending(game_id)
            table._catch_up(ended=kept.ended is not None)
            given_up.pop_all()  # the lock is the table's until that is closed
        return table

    def close(self) -> None:
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- playing -------------------------------------------------------------------------------

    def play(self, move: Any) -> tuple[Event, ...]:
        """Make the move, and let chance decide what it has to. Returns what happened, once it is kept."""
        return events_of(self.play_all([move])[0])

    def play_all(
        self,
        moves: Sequence[Any],
        *,
        instead_of_last: bool = False,
        pending: Callable[[list[list[AppliedMove]]], str | None] = lambda turns: None,
    ) -> list[list[AppliedMove]]:
        """Make these moves, all or none, each with what chance decides behind it: a turn for each, once all is kept.

        They may come instead of the last move, if that can be taken back. What is pending after them is kept with them.
        """
        replaced = self._undoable[-1:] if instead_of_last else []
        number, state = (replaced[0].number, replaced[0].before) if replaced else (self.count + 1, self.state)
        turns: list[list[AppliedMove]] = []
        for move in moves:
            turns.append(self._turn(move, state, number))
            number, state = turns[-1][-1].number + 1, turns[-1][-1].step.state
        if turns or replaced:
            self._keep([made for turn in turns for made in turn], replaced, pending(turns))
        return turns

    def _turn(self, move: Any, state: Any, number: int) -> list[AppliedMove]:
        """A player's move, which has this number, and the chance moves behind it."""
        try:
            step = self.game.apply(state, move)
        except IllegalMove as refusal:
            refusal.move = move
            raise
        return [
            AppliedMove(number, move, state, step, is_chance=False),
            *draw_chance_moves(self.game, step.state, self._seed, number + 1),
        ]

    def undo(self) -> Any | None:
        """Take back the last player's move and return it; `None` if nothing can be taken back.

        What was revealed stays revealed, and a roll stays rolled, also one of the family's own dice.
        """
        if not self._undoable:
            return None
        move = self._undoable[-1].move
        self.play_all([], instead_of_last=True)
        return move

    def can_undo_for(self, seat: str) -> bool:
        """Whether this player made a move since anything was revealed."""
        return any(getattr(made.move, "seat", None) == seat for made in self._undoable)

    def undo_for(self, seat: str) -> Any | None:
        """Take back this player's last move and return it, if nothing was revealed since. What others did after it
        stays; `None` if it cannot be taken back so.
        """
        mine = [at for at, made in enumerate(self._undoable) if getattr(made.move, "seat", None) == seat]
        if not mine:
            return None
        undone = self._undoable[mine[-1] :]
        made, *later = undone
        if self.count - made.number != len(later):
            return None  # chance has decided something since
        state, again = made.before, list[AppliedMove]()
        try:
            for other in later:
                again += self._turn(other.move, state, made.number + len(again))
                state = again[-1].step.state
        except IllegalMove:
            return None
        self._keep(again, undone, self.pending)
        return made.move

    def save_pending(self, text: str | None) -> None:
        """Keep half an answer, as safely as a move. It is `pending` until the next move, also after a kill."""
        if text != self.pending:
            self._journal.save_pending(self.id, text)
            self.pending = text

    @property
    def last_undoable(self) -> tuple[Any, Any] | None:
        """The player's move that can be taken back, and the state before it."""
        return (self._undoable[-1].move, self._undoable[-1].before) if self._undoable else None

    def _keep(
        self, turn: Sequence[AppliedMove], undone: Sequence[AppliedMove] = (), pending: str | None = None
    ) -> None:
        """Write these down, perhaps instead of the last that can be taken back, and only then take them over."""
        first = undone[0].number if undone else self.count + 1
        over = bool(turn) and turn[-1].step.state.outcome is not None
        pending = None if over else pending
        self._journal.append(self.id, first, moves_of(turn), over=over, instead=bool(undone), pending=pending)
        self.pending = pending
        if undone:
            del self._undoable[-len(undone) :]
            self.count, self.state = first - 1, undone[0].before
        for made in turn:
            self._take(made)

    def _take(self, made: AppliedMove) -> None:
        self.count, self.state = made.number, made.step.state
        if not made.is_chance:
            self._undoable.append(made)
        if made.reveals_something or (not made.is_chance and type(made.move) in self.game.CHANCE):
            self._undoable.clear()

    def _catch_up(self, *, ended: bool) -> None:
        """A journal that was cut short may end where chance is due, or where the game is over."""
        drawn = draw_chance_moves(self.game, self.state, self._seed, self.count + 1)
        if drawn:
            self._keep(drawn)
            self.opening = events_of(drawn)
        elif self.outcome() and not ended:
            self._journal.end(self.id)

    # --- looking -------------------------------------------------------------------------------

    def view(self, seat: str | None) -> Any:
        """What this seat may know; with `None`, what the room may know."""
        return self.game.view(self.state, seat)

    def waiting(self) -> tuple[str, ...]:
        return self.game.waiting(self.state)

    def outcome(self) -> Outcome | None:
        outcome: Outcome | None = self.state.outcome
        return outcome


def draw_chance_moves(game: Game[Any], state: Any, seed: str, number: int) -> list[AppliedMove]:
    """All chance moves that are due now, the first of them with this number."""
    drawn: list[AppliedMove] = []
    while (move := game.chance(state, luck_for_move(seed, number))) is not None:
        drawn.append(AppliedMove(number, move, state, game.apply(state, move), is_chance=True))
        number, state = number + 1, drawn[-1].step.state
    return drawn


def replay(kept: GameRecord) -> tuple[Step[Any], list[AppliedMove]]:
    """Make all kept moves again: how the game was set up, and what each led to, up to the first that no longer fits."""
    game = games()[kept.game]
    made: list[AppliedMove] = []
    try:
        setup = game.setup(kept.seats, kept.options)
    except Exception:  # under other rules anything may go wrong; not chained, because it may quote secrets
        raise beginning_damaged(kept.game) from None
    state = setup.state
    with suppress(Exception):  # nor is this told with what it quotes
        for number, move in enumerate(kept.moves, 1):
            due = type(move) in game.CHANCE and game.chance(state, luck_for_move(kept.seed, number)) is not None
            made.append(AppliedMove(number, move, state, game.apply(state, move), is_chance=due))
            state = made[-1].step.state
    return setup, made


def moves_of(turn: Iterable[AppliedMove]) -> tuple[Any, ...]:
    return tuple(made.move for made in turn)


def events_of(turn: Iterable[AppliedMove]) -> tuple[Event, ...]:
    return tuple(event for made in turn for event in made.step.events)
