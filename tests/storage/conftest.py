from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a journal in a home that does not exist yet."""
    return tmp_path / "home" / "narrator.sqlite"
