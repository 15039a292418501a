"""What somebody says or chooses on a page. Nothing else is taken."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from narrator.tell.outbox import LARGEST, SMALLEST, Theme

LONGEST = 4096  # bytes of a message to us
Words = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=24)]


class FromPage(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SayMessage(FromPage):
    """Typed or clicked: the same as if it had been said in the room."""

    kind: Literal["say"]
    text: Words


class ChooseMessage(FromPage):
    """On a phone, place by place: a number counts the choices. Nothing takes the last choice back."""

    kind: Literal["choose"]
    values: Annotated[Mapping[Name, Annotated[int, Field(strict=True, ge=1, le=99)] | Words], Field(max_length=6)]


class LookMessage(FromPage):
    """How large and in which colours this page is read."""

    kind: Literal["look"]
    size: int = Field(ge=SMALLEST, le=LARGEST)
    theme: Theme
    reader: bool = False


class JoinMessage(FromPage):
    """A key from a code, or four words: whoever knows them may look."""

    secret: Annotated[str, StringConstraints(min_length=8, max_length=80)]


Incoming: TypeAlias = Annotated[SayMessage | ChooseMessage | LookMessage, Field(discriminator="kind")]
"""Whatever comes over a live connection."""
