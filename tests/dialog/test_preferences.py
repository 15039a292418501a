"""How the preferences of players are stored."""

from dataclasses import replace
from pathlib import Path

from narrator.dialog.intents import load_preferences, save_preferences
from narrator.language.lines.line import Verbosity
from narrator.language.lines.preferences import Preferences
from narrator.storage.journal import Journal

PLAYERS = ("Lily", "Nick")


def test_another_setting_leaves_the_verbosity_of_each_player(tmp_path: Path) -> None:
    usual, brief = Preferences(), Preferences(verbosity=Verbosity.BRIEF)
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        save_preferences(journal, brief, usual, PLAYERS, "Lily")  # "say less"
        save_preferences(journal, replace(brief, rate=150), brief, PLAYERS, "Lily")  # "slower"
        stored = {name: load_preferences(journal, name) for name in PLAYERS}
        assert stored == {"Lily": replace(brief, rate=150), "Nick": replace(usual, rate=150)}
        save_preferences(journal, usual, brief, PLAYERS, None)  # "say more", when everybody is asked
        assert {load_preferences(journal, name) for name in PLAYERS} == {usual}
