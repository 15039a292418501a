"""The codes of the checker that have a test, so that none is forgotten."""

from collections.abc import Callable
from typing import TypeVar, get_args

from narrator.apps.check.findings import Code

CODES = frozenset(code for literal in get_args(Code) for code in get_args(literal))
COVERED: set[Code] = set()
"""Codes with their own test, in addition to the list of slips."""

Test = TypeVar("Test", bound=Callable[..., None])


def covers(*codes: Code) -> Callable[[Test], Test]:
    """Mark a test that produces these codes."""
    COVERED.update(codes)
    return lambda test: test
