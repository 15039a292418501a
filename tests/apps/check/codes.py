"""Which codes of the checker have a test, so that none is left without one."""

from collections.abc import Callable
from typing import TypeVar, get_args

from narrator.apps.check.findings import Code

CODES = frozenset(code for some in get_args(Code) for code in get_args(some))
COVERED: set[Code] = set()
"""Codes that have a test of their own, not a slip in the list."""

Test = TypeVar("Test", bound=Callable[..., None])


def covers(*codes: Code) -> Callable[[Test], Test]:
    """Mark the test that shows these codes."""
    COVERED.update(codes)
    return lambda test: test
