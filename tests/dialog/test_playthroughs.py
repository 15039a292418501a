"""The conversations in `tests/playthroughs/` match the approved transcripts word for word."""

from itertools import pairwise
from pathlib import Path

import pytest

from narrator.games import games
from tests.playthroughs import Playthrough, files


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_conversation_matches_the_approved_playthrough(path: Path) -> None:
    script = Playthrough.read(path)
    assert tuple(script.play()) == script.lines


def test_every_game_and_mode_is_played_through() -> None:
    played = {(path.parent.name, Playthrough.read(path).header["mode"]) for path in files()}
    assert played >= {(name, str(mode)) for name, game in games().items() for mode in game.MODES}
    assert len(files()) >= 14


@pytest.mark.point(31)
@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_repair_line_comes_twice_in_a_row(path: Path) -> None:
    said = [line for line in Playthrough.read(path).lines if line.startswith("said:")]
    assert all(one != two for one, two in pairwise(said))


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_playthrough_is_a_whole_game(path: Path) -> None:
    """Another game is offered only when one is over."""
    assert "said: Shall we play again? Say “new game”, or “goodbye”." in Playthrough.read(path).lines
