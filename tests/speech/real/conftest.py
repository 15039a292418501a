from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.pulse_house import SINKS, House, Way


@pytest.fixture(scope="session", params=list(Way))
def whole_house(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[House]:
    """One after the other, by each way from a program to a sound card."""
    house = House(Path(tmp_path_factory.mktemp("house")), request.param)
    try:
        house.open()
        yield house
    finally:
        house.close()


@pytest.fixture
def house(whole_house: House) -> House:
    """With everything plugged in, whatever the test before did."""
    for name in SINKS:
        if not whole_house.plugged(name):
            whole_house.plug(name)
    return whole_house
