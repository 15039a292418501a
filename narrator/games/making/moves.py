"""Moves and events of story making."""

from typing import TypeAlias

from narrator.core.game import Event, Join, Leave, Move, SeatMove, SpokenWords

# --- moves -------------------------------------------------------------------------------------


class ChooseFrame(Move):
    """The children choose what kind of story it will be."""

    frame: str


class Tell(SeatMove):
    """A child answers the question."""

    words: SpokenWords
    rest: tuple[str, ...] = ()
    """More pieces of a long answer, which are offered at the next questions."""
    misheard: bool = False
    """Whether the child denied what was read back."""


class AskForIdeas(SeatMove):
    """A child does not know what to answer."""


class ShowIdeas(Move):
    """Chance picks suggestions, counted from zero."""

    numbers: tuple[int, ...]


class LetChoose(SeatMove):
    """A child leaves the answer to the narrator."""


class TakeIdea(Move):
    """Chance picks the suggestion that becomes the answer, counted from zero."""

    number: int


class DeclineOffer(SeatMove):
    """What a child said earlier does not answer this question."""


class PassTurn(SeatMove):
    """A child lets another one answer: the next one, or one by name."""

    to: str | None = None


class Mend(Move):
    """Correct the text of a part of the finished story."""

    part: str
    text: str


class ChooseVoice(Move):
    """Choose whether the parts are told in the children's own voices or read by the narrator."""

    own: bool


AnyMove: TypeAlias = (
    ChooseFrame
    | Tell
    | AskForIdeas
    | ShowIdeas
    | LetChoose
    | TakeIdea
    | DeclineOffer
    | PassTurn
    | Mend
    | ChooseVoice
    | Leave
    | Join
)

# --- events ------------------------------------------------------------------------------------


class MakingBegan(Event):
    """The table is ready; the frame is chosen next."""


class FrameChosen(Event):
    frame: str


class PartKept(Event):
    """A part of the story is kept. `by_narrator` if a suggestion was taken."""

    seat: str
    part: str
    words: SpokenWords
    by_narrator: bool = False
    misheard: bool = False
    """Whether the transcript is wrong, so that only the recording is used."""


class PartMisheard(Event):
    """The transcript is wrong, and the child is asked once more."""

    seat: str


class IdeasShown(Event):
    seat: str
    ideas: tuple[str, ...]


class RestKept(Event):
    """The rest of a long answer is kept for the next questions."""

    seat: str
    count: int


class OfferDeclined(Event):
    seat: str


class TurnPassed(Event):
    """Another child answers; the same one if no other is there."""

    seat: str
    to: str


class PartMended(Event):
    part: str
    text: str


class VoiceChosen(Event):
    own: bool
