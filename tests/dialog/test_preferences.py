"""How the preferences of players are stored."""

from dataclasses import replace
from pathlib import Path

from narrator.core.game import Seat
from narrator.dialog.intents import load_preferences, save_preferences
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.line import Verbosity
from narrator.language.lines.preferences import Preferences
from narrator.storage.journal import Journal
from tests.support.conversations import hear
from tests.support.tables import NAMES, content, conversation

PLAYERS = ("Lily", "Nick")
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def test_another_setting_leaves_the_verbosity_of_each_player(tmp_path: Path) -> None:
    usual, brief = Preferences(), Preferences(verbosity=Verbosity.BRIEF)
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        save_preferences(journal, brief, usual, PLAYERS, "Lily")  # "say less"
        save_preferences(journal, replace(brief, rate=150), brief, PLAYERS, "Lily")  # "slower"
        stored = {name: load_preferences(journal, name) for name in PLAYERS}
        assert stored == {"Lily": replace(brief, rate=150), "Nick": replace(usual, rate=150)}
        save_preferences(journal, usual, brief, PLAYERS, None)  # "say more", when everybody is asked
        assert {load_preferences(journal, name) for name in PLAYERS} == {usual}


def test_say_less_of_one_player_keeps_the_pictures_for_the_others() -> None:
    plan = Plan("dixit", "basic", tuple(map(Seat, NAMES[:4])), privacy=Privacy.OPEN, seed="61")
    with conversation(plan) as talk:
        talk.open()
        hear(talk, "Lily", "one", "a rainy Sunday", "say less", "slower", "one", "one")
        told = hear(talk, "one")
        pictures = {dream.title: dream.picture.rstrip(".") for dream in content().dreams}
        on_table = talk.game_topic.table.state.face_up.values()
        assert all(any(text.startswith(pictures[title]) for text in told) for title in on_table)
        assert talk.preferences.verbosity is Verbosity.BRIEF, "Nick, who is asked next, wants less"


def test_pictures_are_short_but_not_silent_if_everybody_wants_less() -> None:
    plan = Plan("dixit", "basic", tuple(map(Seat, NAMES[:4])), privacy=Privacy.OPEN, seed="61")
    with conversation(plan) as talk:
        talk.open()
        hear(talk, "say less", "Lily", "one", "a rainy Sunday", "one", "one")
        told = hear(talk, "one")
        glances = {dream.title: (dream.glance or "").rstrip(".") for dream in content().dreams}
        for symbol, title in talk.game_topic.table.state.face_up.items():
            assert any(glances[title] in text and text.endswith(f": {NUMBERS[symbol]}.") for text in told), title
