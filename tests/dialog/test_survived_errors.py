"""After an error of the program, the stored moves are kept and the question is asked again."""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.apps.commands.doctor import Status, check_failures
from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.dialog.table_manager import TableManager
from narrator.games import games
from narrator.games.hosting.host import Host, host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.renderer import LineRenderer
from narrator.speech.ports import UtteranceHeard
from narrator.storage.failure_log import FAILURE_LOG, MAX_FAILURES_KEPT, count_failures, log_failure
from narrator.storage.journal import Journal
from narrator.storage.table import Table
from tests.support.conversations import answer_to
from tests.support.sessions import FAMILY, FakeSpeaker, RecordingInput, RecordingScreen
from tests.support.tables import NAMES, conversation

pytestmark = pytest.mark.usefixtures("survives_failures")

SECRET = "the hedgehog is Lily's"
UTTERANCES = 15
HOST_FUNCTIONS = tuple(name for name, member in vars(Host).items() if callable(member) and not name.startswith("_"))
EFFECTS = (
    *((Table, name) for name in ("attempt", "commit", "save_pending", "view")),
    *((Journal, name) for name in ("append", "save_pending", "save_note", "find_note")),
    *((TableManager, name) for name in ("lay_table", "after_game", "says", "restore")),
    (LineRenderer, "render"),
)


class Fault:
    """Makes every nth call of a function fail, before or after it has done its work."""

    def __init__(self, every: int) -> None:
        self.every, self.calls, self.raised, self.is_on = every, 0, 0, False

    def wrap(self, function: Callable[..., Any], *, after: bool = False) -> Callable[..., Any]:
        def failing(*arguments: Any, **named: Any) -> Any:
            self.calls += self.is_on
            fails = self.is_on and self.calls % self.every == 0
            result = function(*arguments, **named) if after or not fails else None
            if fails:
                self.raised += 1
                raise KeyError(SECRET)
            return result

        return failing


def plan_for(game: str) -> Plan:
    mode, players = next(iter(games()[game].MODES.items()))
    seats = tuple(Seat(name, 8) for name in NAMES[: max(3, min(players)) if 3 in players else min(players)])
    return Plan(game, str(mode), seats, privacy=Privacy.OPEN, seed="an evening")


def play_on(talk: Conversation, fault: Fault) -> Iterator[list[str]]:
    """Answer the questions with faults, and yield the lines of each answer."""
    screen, guest = RecordingScreen(), Guest(random.Random(1))
    session = Session(talk, [RecordingInput()], screen)
    session.begin()
    for _ in range(UTTERANCES):
        topic = talk.game_topic
        words = "go on" if topic and topic.question is None else guest.answer(talk)
        before, fault.is_on = len(screen.lines), True
        session.take(UtteranceHeard(words))
        fault.is_on = False
        yield screen.lines[before:]


def check_evening(talk: Conversation, fault: Fault) -> None:
    """Play with faults; then everything works again, and the log tells where they were but not what was said."""
    for lines in play_on(talk, fault):
        assert lines
        assert SECRET not in " ".join(lines)
    folder = talk.journal.path.parent
    assert bool(fault.raised) <= bool(count_failures(folder))
    if fault.raised:
        log = (folder / FAILURE_LOG).read_text("utf-8")
        assert "KeyError" in log
        assert "narrator/dialog/" in log
        assert "hedgehog" not in log
        assert str(Path.home()) not in log
    topic = talk.game_topic
    if topic is not None:
        assert topic.state is topic.table.state
    assert talk.hear("goodbye")


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("name", HOST_FUNCTIONS)
@pytest.mark.parametrize("game", games())
def test_evening_survives_a_failing_host(game: str, name: str, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fault, host = Fault(every), host_of(game)
    monkeypatch.setattr(host, name, fault.wrap(getattr(host, name)))
    with conversation(plan_for(game)) as talk:
        check_evening(talk, fault)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("owner", "name"), EFFECTS, ids=lambda part: getattr(part, "__name__", part))
@pytest.mark.parametrize("game", ["storytellers", "cat_dice"])
def test_evening_survives_a_failing_effect(
    game: str, owner: type, name: str, *, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = Fault(7 if owner is LineRenderer else 3)  # words for an apology must be left
    monkeypatch.setattr(owner, name, fault.wrap(getattr(owner, name), after=after))
    with conversation(plan_for(game)) as talk:
        check_evening(talk, fault)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_second_failure_offers_undo_a_choice_and_the_end(*, after: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault(1)
    with conversation(plan_for("storytellers")) as talk:
        talk.open()
        answer_to(talk, "one")
        game = talk.game_topic
        assert game is not None
        before = game.table.count
        monkeypatch.setattr(Table, "commit", fault.wrap(Table.commit, after=after))
        fault.is_on = True
        first = answer_to(talk, "one")
        assert "my mistake" in first or "something went wrong" in first
        assert game.table.count == before + after, "what is stored stays"
        if after:
            return
        assert "“undo”" in (offered := answer_to(talk, "two"))
        assert "“you choose”" in offered
        assert "“goodbye”" in offered
        fault.is_on = False
        answer_to(talk, "undo")
        assert game.table.count < before


def test_failing_page_does_not_silence_the_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    fault, speaker = Fault(1), FakeSpeaker()
    monkeypatch.setattr(RecordingScreen, "say", fault.wrap(RecordingScreen.say))
    with conversation(FAMILY) as talk:
        session = Session(talk, [], RecordingScreen(), speaker)
        fault.is_on = True
        session.begin()
        assert speaker.said
        speaker.said.clear()
        session.take(UtteranceHeard("one", is_spoken=False))
        assert speaker.said
        assert count_failures(talk.journal.path.parent) == 2


def test_log_keeps_the_latest_failures_and_is_private(tmp_path: Path) -> None:
    for number in range(MAX_FAILURES_KEPT + 2):
        log_failure(tmp_path, KeyError(number) if number else ValueError(SECRET))
    assert count_failures(tmp_path) == MAX_FAILURES_KEPT
    assert "ValueError" not in (tmp_path / FAILURE_LOG).read_text("utf-8")
    if os.name == "posix":
        assert (tmp_path / FAILURE_LOG).stat().st_mode & 0o077 == 0


def test_doctor_names_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    assert check_failures().works is Status.FINE
    log_failure(tmp_path, KeyError(SECRET))
    found = check_failures()
    assert found.works is Status.SO_SO
    assert str(tmp_path / FAILURE_LOG) in found.said
