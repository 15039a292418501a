"""The picture of all errors in `narrator/errors.py` is true."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import narrator
from narrator.core import errors
from narrator.core.errors import NarratorError

INDENT = len("├── ")
DRAWN = re.compile(r"([│├└─ ]*)(\w+)  +.*?(?:\((\w+)\))?")


def drawn() -> Iterator[tuple[str, str | None, str]]:
    """Each error of the picture, the one it hangs on, and the room where it is defined."""
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        if found := DRAWN.fullmatch(line):
            branch, name, room = found.groups()
            del above[len(branch) // INDENT :]
            yield name, above[-1] if above else None, room or "core"
            above.append(name)


def defined(error: type[NarratorError], above: str | None = None) -> Iterator[tuple[str, str | None, str]]:
    house, room, *_ = error.__module__.split(".")
    if house == "narrator":  # not one that a test has made
        yield error.__name__, above, room
    for each in error.__subclasses__():
        yield from defined(each, error.__name__)


def test_the_picture_shows_every_error_where_it_hangs_and_where_it_lives() -> None:
    for module in pkgutil.walk_packages(narrator.__path__, "narrator."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    assert sorted(drawn(), key=str) == sorted(defined(NarratorError), key=str)
