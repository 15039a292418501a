"""Every check of a pack compares the same names of our box with each other; once is enough."""

from collections.abc import Iterator
from functools import cache

import pytest

from narrator.check import sound_alike


@pytest.fixture(scope="package", autouse=True)
def _compared_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sound_alike, "alike", cache(sound_alike.alike))
        yield
