"""What somebody says or chooses on a page. Nothing else is taken."""

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
    model_config = ConfigDict(frozen=True, extra="forbid")


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
