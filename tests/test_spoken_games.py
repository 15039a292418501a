"""Whole path by voice: players speak, the recogniser hears them, the rules decide and the narrator answers.

The narrator speaks fast and says little, and only a few answers are given in each game, to keep this short. The result
is the same on any computer, because the room has its own clock.
"""

from pathlib import Path

import pytest

from narrator.apps.demo.guest_voices import SAMPLE_RATE
from narrator.apps.demo.text_demo import make_demo_plan
from narrator.games.hosting.plan import Plan
from narrator.speech.ports import InputEvent
from tests.support.simulated_room import game as simulated_game
from tests.support.simulated_room.game import SimulationOptions, SimulationResult, simulate_game
from tests.support.simulated_room.simulation import GuestUtterance
from tests.support.spoken_games import (
    HASTY,
    RecordedConversation,
    TimedOutput,
    moves_when_typed,
    without_free_words,
)


@pytest.fixture(autouse=True)
def _isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(simulated_game, "Conversation", RecordedConversation)
    monkeypatch.setattr(RecordedConversation, "reached", [], raising=False)


def remember_words(event: InputEvent, utterance: GuestUtterance | None) -> None:
    RecordedConversation.said = utterance.words.replace(", no, ", " no ") if utterance else None


def simulate(plan: Plan, folder: Path, max_answers: int, *, interruptions: bool) -> SimulationResult:
    output = TimedOutput()
    options = SimulationOptions(
        noise="calm",
        voice="hibari",
        overhear_s=4.0,
        preferences=HASTY,
        max_answers=max_answers,
        interruptions=interruptions,
        on_event=remember_words,
    )
    result = simulate_game(plan, output, options)
    assert result.tally.wrong == result.tally.accepted_asides == 0
    assert result.unprompted_replies == 0
    typed = moves_when_typed(plan, RecordedConversation.reached, folder)
    assert without_free_words(result.moves) == without_free_words(typed)
    assert output.samples == round(result.game_s * SAMPLE_RATE)
    return result


@pytest.mark.parametrize("game", ["cat_dice", "dixit", "odyssey", "storyline"])
def test_spoken_answers_make_the_same_moves_as_typed_ones(game: str, tmp_path: Path) -> None:
    result = simulate(make_demo_plan(game, None, "table"), tmp_path, 2, interruptions=False)
    assert result.moves
    assert result.tally.answers == 2


def test_interruption_is_understood_and_side_talk_is_ignored(tmp_path: Path) -> None:
    plan = make_demo_plan("storytellers", "cooperative", "table", players=2)
    tally = simulate(plan, tmp_path, 3, interruptions=True).tally
    assert tally.understood_interruptions == tally.interruptions == 1
    assert tally.asides == 1
