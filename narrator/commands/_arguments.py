"""The options of a command as a dataclass: what was wished on the command line; what was not is `None`, or not so.

An untyped `Namespace` goes no further than a command's `run`.
"""

import argparse
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class AudioArguments:
    """Which ears, which voice, and on which devices; what is not said is chosen."""

    ears: str | None
    microphone: str | None
    voice: str | None
    speaker: str | None
    headphones: str | None


def typed(kind: type[T], arguments: argparse.Namespace) -> T:
    return kind(**{field.name: getattr(arguments, field.name) for field in fields(kind)})
