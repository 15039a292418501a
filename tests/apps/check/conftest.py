"""Fixtures that make the checks faster."""

from collections.abc import Iterator
from functools import cache

import pytest

from narrator.apps.check import names, sound_alike


@pytest.fixture(scope="package", autouse=True)
def _compare_names_once() -> Iterator[None]:
    """Cache comparisons of names: every check compares the built-in ones again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sound_alike, "sounds_similar", cache(sound_alike.sounds_similar))
        yield


@pytest.fixture(autouse=True)
def _no_speech_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the speech model, which takes half a second and is needed by few tests."""
    monkeypatch.setattr(names, "find_model", lambda: None)
