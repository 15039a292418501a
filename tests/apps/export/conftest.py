from collections.abc import Sequence
from pathlib import Path

import pytest

from narrator.apps.export.book import Book, lay_out_book
from narrator.apps.export.narration import NarratedPage, narrate_book
from narrator.storage.clips import Clips
from tests.apps.export.audio_checks import ToneVoice
from tests.apps.export.sample_stories import SMALL_STORY, make_recordings


@pytest.fixture(scope="session")
def clips(tmp_path_factory: pytest.TempPathFactory) -> Clips:
    return make_recordings(tmp_path_factory.mktemp("clips"))


@pytest.fixture(scope="session")
def book() -> Book:
    return lay_out_book(SMALL_STORY)


@pytest.fixture(scope="session")
def pages(book: Book, clips: Clips) -> Sequence[NarratedPage]:
    """Return the small story, read by a voice that hums."""
    return list(narrate_book(book, ToneVoice(), clips))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty folder and return it."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
