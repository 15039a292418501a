"""What the dialog knows between two moves besides the game state: the answer so far, a side question, the setting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from narrator.core.game import Game
from narrator.dialog.booth import Visit
from narrator.dialog.held_votes import HeldVote
from narrator.dialog.topic import Reply
from narrator.games.hosting.host import Host
from narrator.games.hosting.plan import Privacy
from narrator.language.content.packs import Content
from narrator.language.lines.audience import Alone
from narrator.language.lines.line import Line
from narrator.language.understanding.reading import Reading

if TYPE_CHECKING:
    from narrator.dialog.turn import Turn


@dataclass(frozen=True, slots=True)
class SideQuestion:
    """A question that must be answered before the game goes on: yes or no, a name, free words, the next lesson."""

    question: Line
    yes: "Callable[[Turn], Reply] | None" = None
    no: "Callable[[Turn], Reply] | None" = None
    """Goes on after a "no"; without it, the open question is asked again."""
    words: "Callable[[Turn, str], Reply] | None" = None
    who: "Callable[[Turn, str], Reply] | None" = None
    steps: tuple[Line, ...] = ()
    before: "TurnState | None" = None
    """The state that is restored after a "no"."""
    ready: "Callable[[Turn], Reply] | None" = None
    """Goes on once a player is ready to be told a hand alone, or has read it."""
    offered: Reading | None = None
    """The reading that is asked about: "Did you mean the sheep?"."""
    again: Reading | None = None
    """The reading that leads to this question again after a restart: a player joins or leaves."""

    @property
    def kind(self) -> str:
        kinds = {"yes": self.yes, "name": self.who, "ready": self.ready, "steps": self.steps}
        return next((kind for kind, reaction in kinds.items() if reaction), "words")

    @property
    def intents(self) -> frozenset[str]:
        return SIDE_QUESTION_INTENTS[self.kind]


SIDE_QUESTION_INTENTS = {
    "yes": frozenset({"Yes", "No", "TheOther"}),
    "name": frozenset({"IAm", "Skip"}),
    "ready": frozenset({"Ready", "OnlyMe", "Yes", "Skip", "No", "AlsoPlays"}),
    "steps": frozenset({"Yes", "No", "Skip"}),
    "words": frozenset({"Skip"}),
}
"""The intents that answer each kind of side question."""


@dataclass(frozen=True)
class TurnState:
    """The answer to the open question so far, and what the dialog remembers of the game."""

    filled: Mapping[str, Any] = field(default_factory=dict)
    """The values of the slots that are filled."""
    answering: str | None = None
    """The intent of the answer that was begun."""
    speaker: str | None = None
    """The player who is answering, if one was named or has begun."""
    side_question: SideQuestion | None = None
    booth: Visit | None = None
    locked: frozenset[str | None] = frozenset()
    """Players who have chosen by hand, and say their choice next."""
    called: frozenset[str] = frozenset()
    """Players who were asked to look at their phone and have not chosen yet."""
    begun_on_phones: Mapping[str, "TurnState"] = field(default_factory=dict)
    """The answers that players have begun on their phones, by player."""
    heard: frozenset[str] = frozenset()
    """Players who have heard their hand alone since the last reveal."""
    alone_explained: bool = False
    """Whether the others were asked at this table to cover their ears or to look away."""
    misses: int = 0
    """How many utterances in a row were not understood."""
    options: tuple[Reading, ...] = ()
    """The readings between which the player was asked to choose."""
    shown: frozenset[tuple[str, str]] = frozenset()
    """Player and card, for every card described to a player this evening. What others hear never depends on it."""
    given: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The answers of each player since the last reveal, the latest last, for "same as Nick"."""
    held: tuple[HeldVote, ...] = ()
    """The votes that are given and not made yet, in their order."""
    held_for_good: bool = False
    """Whether the held votes are final, because a player has been told to vote again."""
    moved: bool = False
    """Whether a player has made a move in this game."""
    just_moved: bool = False
    """Whether the last utterance was an accepted answer, so that "no" is about that answer."""
    round_over: bool = False

    def cleared(self) -> "TurnState":
        """Return the state without what was said towards an answer."""
        return replace(self, filled={}, answering=None, side_question=None, booth=None, misses=0, options=())


NOTHING_SAID = TurnState()


@dataclass(frozen=True)
class Setting:
    """What stays the same for a whole game."""

    game: Game[Any]
    host: Host
    content: Content
    privacy: Privacy
    practice: bool = False
    called: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Other transcripts of a player's name, by name."""
    phones: Callable[[], frozenset[str]] = frozenset
    """Returns the players who have a phone now."""
    phones_away: Callable[[], frozenset[str]] = frozenset
    """Returns the players whose phone is not connected now."""
    alone: Alone = Alone.EARS_COVERED
    """The way to tell one player a hand with tokens."""
    without_phone: Privacy = Privacy.TOKENS
    """How players without a phone keep secrets at a table with phones."""
