"""The options of a command as a dataclass: its fields are what can be wished on the command line.

A field's name and type say how it is written, and `option` what the help says of it. What was not wished is `None`, or
not so. An untyped `Namespace` goes no further than here.
"""

import argparse
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field, fields
from functools import cache
from importlib import import_module
from inspect import cleandoc
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
N = TypeVar("N", int, float)


def option(about: str, *names: str, group: str = "", exclusive: bool = False, default: Any = None, **how: Any) -> Any:
    """A field that can be wished, by these names if not by its own; one without dashes is written without its name.

    Of the options of a group that are `exclusive` only one can be wished. `how` is for argparse.
    """
    return field(default=default, metadata={"names": names, "place": (group, exclusive), "help": about, **how})


def add_command(parser: argparse.ArgumentParser, name: str) -> None:
    """Tell the parser all about a command. The command itself is loaded when it is run."""
    kind = getattr(import_module("narrator.apps.commands._options"), f"{name.title().replace('-', '')}Arguments")
    parser.description, headline, examples = cleandoc(kind.__doc__).partition("examples:\n")
    parser.epilog = headline + examples
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add_options(parser, kind)

    def run(arguments: argparse.Namespace) -> Any:
        return import_module(f"narrator.apps.commands.{name.replace('-', '_')}").run(typed(kind, arguments))

    parser.set_defaults(run=run)


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
