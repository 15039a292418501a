"""What goes over the wire: pages out, and what somebody says or chooses in. Nothing else is taken."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from narrator.tell.outbox import LARGEST, SMALLEST, Theme

LONGEST = 4096
"""Bytes of a message to us."""
Words = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=24)]


class Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)  # few evenings have a window


# --- in ------------------------------------------------------------------------------------------


class Say(Message):
    """Typed or clicked: the same as if it had been said in the room."""

    kind: Literal["say"]
    text: Words


class Choose(Message):
    """On a phone, place by place: a number counts the choices. Nothing takes the last choice back."""

    kind: Literal["choose"]
    values: Annotated[Mapping[Name, Annotated[int, Field(strict=True, ge=1, le=99)] | Words], Field(max_length=6)]


class Look(Message):
    """How large and in which colours this page is read."""

    kind: Literal["look"]
    size: int = Field(ge=SMALLEST, le=LARGEST)
    theme: Theme
    reader: bool = False


class Join(Message):
    """A key from a code, or four words: whoever knows them may look."""

    secret: Annotated[str, StringConstraints(min_length=8, max_length=80)]


Incoming = Annotated[Say | Choose | Look, Field(discriminator="kind")]


@cache
def incoming() -> TypeAdapter[Say | Choose | Look]:
    return TypeAdapter(Incoming)


# --- out -----------------------------------------------------------------------------------------


class Card(Message):
    """A card, or whatever else can be seen or chosen."""

    name: str
    number: str = ""
    """Its symbol, or its place among the choices."""
    emoji: tuple[str, ...] = ()
    sentence: str = ""
    """How it looks: the alternative text of the picture."""
    closer: str = ""
    note: str = ""
    """What it is here: whose role, how many points."""


class Panel(Message):
    title: str
    cards: tuple[Card, ...]


class Player(Message):
    name: str
    awaited: bool
    turn: bool
    phone: bool


class Place(Message):
    """A place to fill on a phone."""

    name: str
    question: str
    cards: tuple[Card, ...]
    """To choose from; with none, words are typed."""
    skippable: bool = False


class Invite(Message):
    """How a phone comes in. Shown on the big screen only."""

    seat: str
    address: str
    words: str
    code: str
    """Where the picture of the code is."""


class Page(Message):
    """All that is on a page. What the room may know, and on a phone its seat's own."""

    kind: Literal["page"] = "page"
    title: str
    question: str
    """The plain text of what is asked, which a braille line shows first."""
    lines: tuple[str, ...]
    """The last answer of the narrator, line by line."""
    choices: tuple[Card, ...] = ()
    can_say: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    """The open page of the story."""
    panels: tuple[Panel, ...] = ()
    players: tuple[Player, ...] = ()
    invites: tuple[Invite, ...] = ()
    size: int
    theme: Theme
    reader: bool
    over: bool = False
    dim: bool = False
    """At bedtime: little light, and none when the story is over."""
    # --- on a phone ---
    seat: str | None = None
    asks: str = ""
    """What this seat is asked."""
    places: tuple[Place, ...] = ()
    hand: tuple[Card, ...] = ()
    note: str = ""
    """What is for this seat alone."""
    undo: bool = False
    """Whether the last choice can be taken back."""


class Speaking(Message):
    """The words that are heard now: of which line, from where to where."""

    kind: Literal["speaking"] = "speaking"
    line: int
    start: int
    end: int


class Meter(Message):
    """Whether it speaks, listens or hears, and how loud the room is, from 0 to 10."""

    kind: Literal["meter"] = "meter"
    state: Literal["speaking", "listening", "waiting"]
    level: int = 0
