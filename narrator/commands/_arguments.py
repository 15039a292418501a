"""The options of a command as a dataclass: its fields are what can be wished on the command line.

A field's name and type say how it is written, and `option` what the help says of it. What was not wished is `None`, or
not so. An untyped `Namespace` goes no further than here.
"""

import argparse
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
N = TypeVar("N", int, float)

SENSES = "how it listens and speaks"


def option(about: str, *names: str, group: str = "", exclusive: bool = False, default: Any = None, **how: Any) -> Any:
    """A field that can be wished, by these names if not by its own; one without dashes is written without its name.

    Of the options of a group that are `exclusive` only one can be wished. `how` is for argparse.
    """
    return field(default=default, metadata={"names": names, "place": (group, exclusive), "help": about, **how})


@dataclass(frozen=True, slots=True)
class AudioArguments:
    """Which ears, which voice, and on which devices; what is not said is chosen."""

    ears: str | None = option("microphone or typed; else both. Typing always works", group=SENSES)
    voice: str | None = option("piper, system or printed; else the best there is", group=SENSES)
    microphone: str | None = option("by a part of its name (see narrator doctor)", group=SENSES, metavar="NAME")
    speaker: str | None = option("where it speaks in the room", group=SENSES, metavar="NAME")
    headphones: str | None = None  # nothing is whispered, unless a command says so


def add_command(parser: argparse.ArgumentParser, name: str) -> None:
    module = import_module(f"narrator.commands.{name.replace('-', '_')}")
    parser.description, parser.epilog = module.__doc__, getattr(module, "EXAMPLES", None)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    kind = get_type_hints(module.run)["wishes"]
    add_options(parser, kind)
    parser.set_defaults(run=lambda arguments: module.run(typed(kind, arguments)))


def add_options(parser: argparse.ArgumentParser, kind: "type[DataclassInstance]") -> None:
    """All that can be wished of a command; what it has in common with others comes last."""

    @cache
    def place(group: str, exclusive: bool) -> Any:
        if exclusive:
            return place(group, False).add_mutually_exclusive_group()
        return parser.add_argument_group(group) if group else parser

    hints, own = get_type_hints(kind), [*kind.__annotations__]
    for each in sorted(fields(kind), key=lambda each: (*own, each.name).index(each.name)):
        how = dict(each.metadata)
        if "add" in how:
            how["add"](parser)
        elif how:
            names = how.pop("names") or (f"--{each.name.replace('_', '-')}",)
            place(*how.pop("place")).add_argument(
                *names, **{"default": each.default, **written_as(hints[each.name]), **how}
            )


def written_as(hint: Any) -> dict[str, Any]:
    """How something of this type is written, as argparse has it."""
    (plain, *_) = [each for each in get_args(hint) if each is not NoneType] if NoneType in get_args(hint) else [hint]
    if plain is bool:
        return {"action": "store_true", "default": False}
    if get_origin(plain) is Literal:
        return {"choices": get_args(plain)}
    return {"type": get_args(plain)[0], "nargs": "*"} if get_origin(plain) is list else {"type": plain}


def typed(kind: type[T], arguments: argparse.Namespace) -> T:
    named = [each for each in fields(kind) if each.metadata]
    return kind(**{each.name: each.metadata.get("read", getattr)(arguments, each.name) for each in named})


def number(kind: Callable[[str], N], least: float, most: float, otherwise: str) -> Callable[[str], N]:
    """Reads a number that lies between these; `otherwise` says what to write."""

    def read(written: str) -> N:
        with suppress(ValueError):
            if least <= (value := kind(written)) <= most:
                return value
        raise argparse.ArgumentTypeError(otherwise)

    return read
