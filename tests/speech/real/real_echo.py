"""The microphone hears the speaker: a loopback. The narrator does not answer itself, and is answered while it reads."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.speech.real.real_play import ASKED_WHY, PATIENCE, Evening, evening
from tests.support.pulse_house import House, Way


@pytest.fixture(scope="module", params=[Way.PORTAUDIO, Way.MINIAUDIO])
def house(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[House]:
    house = House(Path(tmp_path_factory.mktemp("house")), request.param, together=True)
    try:
        house.open()
        yield house
    finally:
        house.close()


@pytest.fixture
def family(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    with house.echoing(), evening(house) as each:
        each.reads("Lily")
        each.hears_it_speak()
        yield each


def test_it_does_not_answer_itself(family: Evening) -> None:
    family.lets_it_finish()
    assert not family.has_read(ASKED_WHY)
    assert not family.has_read("not sure I heard")


def test_whoever_knows_the_answer_says_it_while_the_cards_are_read(family: Evening) -> None:
    """In the page before, the same words are ignored; so they are said until they count, and it never fell silent."""
    deadline, silences = time.monotonic() + PATIENCE, 0
    while not family.has_read(ASKED_WHY):
        assert time.monotonic() < deadline
        family.says("the penguin")
        silences += not family.has_read(ASKED_WHY) and time.monotonic() - family.last_sound() > 1.5
    assert silences == 0, "it had to finish first"
