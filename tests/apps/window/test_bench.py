"""The benchmark of the window stays within the server's rate limit."""

import time
from pathlib import Path

import pytest

from bench.window import measure_choices
from bench.window_clients import PageClient, TableWithWindow
from narrator.apps.window import hub
from narrator.speech.ports import UtteranceHeard
from tests.support.tables import NAMES


def test_many_choices_are_measured_without_being_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MESSAGE_BURST", 4.0)
    monkeypatch.setattr(hub, "MESSAGES_PER_S", 20.0)
    with TableWithWindow(tmp_path, seats=4) as table:
        screen, phones = PageClient(table, None), {name: PageClient(table, name) for name in NAMES[:4]}
        table.inbox.put(UtteranceHeard("who is playing"))
        time.sleep(0.5)
        times = measure_choices(phones, screen, choices=10)
    assert [len(measured) for measured in times] == [10, 10]
