"""Every check of a pack compares the same names of our box with each other; once is enough."""

from collections.abc import Iterator
from functools import cache

import pytest

from narrator.apps.check import names, sound_alike


@pytest.fixture(scope="package", autouse=True)
def _compared_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sound_alike, "sounds_similar", cache(sound_alike.sounds_similar))
        yield


@pytest.fixture(autouse=True)
def _no_speech_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests are not about the ear, and the model takes half a second."""
    monkeypatch.setattr(names, "find_model", lambda: None)
