from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Of a journal, in a home that is still to be made."""
    return tmp_path / "home" / "narrator.sqlite"
