"""The error tree drawn in `narrator/core/errors.py` matches the code."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import narrator
from narrator.core import errors
from narrator.core.errors import NarratorError

INDENT = len("├── ")
TREE_LINE = re.compile(r"([│├└─ ]*)(\w+)  +.*?(?:\((\w+)\))?")


def drawn_errors() -> Iterator[tuple[str, str | None, str]]:
    """Yield each error of the drawing, its base class, and the package that defines it."""
    parents: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        if found := TREE_LINE.fullmatch(line):
            branch, name, package = found.groups()
            del parents[len(branch) // INDENT :]
            yield name, parents[-1] if parents else None, package or "core"
            parents.append(name)


def defined_errors(error: type[NarratorError], parent: str | None = None) -> Iterator[tuple[str, str | None, str]]:
    """Yield this error and its subclasses as the code defines them, except those defined by tests."""
    top_package, package, *_ = error.__module__.split(".")
    if top_package == "narrator":
        yield error.__name__, parent, package
    for subclass in error.__subclasses__():
        yield from defined_errors(subclass, error.__name__)


def test_drawing_shows_every_error_with_its_base_and_package() -> None:
    for module in pkgutil.walk_packages(narrator.__path__, "narrator."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    assert sorted(drawn_errors(), key=str) == sorted(defined_errors(NarratorError), key=str)
