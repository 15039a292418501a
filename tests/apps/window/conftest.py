from pathlib import Path

import pytest

from tests.apps.window.window_session import PICTURES, STORY, open_window_session


@pytest.fixture
def story(tmp_path: Path):
    """Open a session of *storytellers* without phones."""
    with open_window_session(tmp_path, STORY) as session:
        yield session


@pytest.fixture
def pictures(tmp_path: Path):
    """Open a session of *dixit* with phones."""
    with open_window_session(tmp_path, PICTURES, phones=True) as session:
        yield session
