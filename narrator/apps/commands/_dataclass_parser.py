"""Build argparse parsers from dataclasses, so that a command gets typed arguments instead of a `Namespace`.

Each field of the dataclass is one argument. Its name and type say how it is written on the command line, and `option`
adds the help text.
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

ARGUMENT_MODULES = ("_pack_arguments", "_command_arguments")
"""The modules with the arguments of all commands, the one that is imported faster first."""
A = TypeVar("A", bound="DataclassInstance")
N = TypeVar("N", int, float)


def option(
    help_text: str, *names: str, group: str = "", exclusive: bool = False, default: Any = None, **settings: Any
) -> Any:
    """Describe an argument of a command, as a dataclass field.

    Without `names` the option is called like the field; a name without dashes makes a positional argument. At most
    one of the `exclusive` options of a group may be given. `settings` go to argparse as they are.
    """
    metadata = {"names": names, "place": (group, exclusive), "help": help_text, **settings}
    return field(default=default, metadata=metadata)


def add_command(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the arguments and the help text of a command. Its module is imported only when the command runs."""
    class_name = f"{name.title().replace('-', '')}Arguments"
    modules = (import_module(f"narrator.apps.commands.{module}") for module in ARGUMENT_MODULES)
    arguments_type = next(getattr(module, class_name) for module in modules if hasattr(module, class_name))
    parser.description, headline, examples = cleandoc(arguments_type.__doc__).partition("Examples:\n")
    parser.epilog = headline + examples
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add_options(parser, arguments_type)

    def run(namespace: argparse.Namespace) -> Any:
        command = import_module(f"narrator.apps.commands.{name.replace('-', '_')}")
        return command.run(to_arguments(arguments_type, namespace))

    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser, arguments_type: "type[DataclassInstance]") -> None:
    """Add every field as an argument, those inherited from a base class last."""

    @cache
    def find_place(group: str, exclusive: bool) -> Any:
        if exclusive:
            return find_place(group, False).add_mutually_exclusive_group()
        return parser.add_argument_group(group) if group else parser

    hints, own_names = get_type_hints(arguments_type), [*arguments_type.__annotations__]
    for item in sorted(fields(arguments_type), key=lambda item: (*own_names, item.name).index(item.name)):
        settings = dict(item.metadata)
        if "add" in settings:
            settings["add"](parser)
        elif settings:
            names = settings.pop("names") or (f"--{item.name.replace('_', '-')}",)
            place = find_place(*settings.pop("place"))
            place.add_argument(*names, **{"default": item.default, **argparse_settings(hints[item.name]), **settings})


def argparse_settings(hint: Any) -> dict[str, Any]:
    """Return the argparse settings that follow from the type of a field."""
    is_optional = NoneType in get_args(hint)
    kind = next(arg for arg in get_args(hint) if arg is not NoneType) if is_optional else hint
    if kind is bool:
        return {"action": "store_true", "default": False}
    if get_origin(kind) is Literal:
        return {"choices": get_args(kind)}
    if get_origin(kind) is list:
        return {"type": get_args(kind)[0], "nargs": "*"}
    return {"type": kind}


def to_arguments(arguments_type: type[A], namespace: argparse.Namespace) -> A:
    given = [item for item in fields(arguments_type) if item.metadata]
    return arguments_type(**{item.name: item.metadata.get("read", getattr)(namespace, item.name) for item in given})


def number_between(
    number_type: Callable[[str], N], least: float, most: float, error_message: str
) -> Callable[[str], N]:
    """Return a function that reads a number in this range and rejects everything else with the message."""

    def read(text: str) -> N:
        with suppress(ValueError):
            if least <= (value := number_type(text)) <= most:
                return value
        raise argparse.ArgumentTypeError(error_message)

    return read
