"""The demo plays every game to its end, in every mode, without being asked anything."""

import pytest

from narrator.cli import main
from narrator.games import games


@pytest.mark.parametrize(("game", "mode"), [(name, str(mode)) for name, game in games().items() for mode in game.MODES])
def test_the_guests_play_a_whole_game(game: str, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", game, "--mode", mode, "--seed", "demo"]) == 0
    told = capsys.readouterr().out
    assert "Lily: " in told
    assert "“new game”, or “goodbye”" in told


def test_an_unknown_game_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "chess"]) == 2
    assert "There is no game" in capsys.readouterr().err
