from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sound.real.house import SINKS, House


@pytest.fixture(scope="session")
def whole_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(Path(tmp_path_factory.mktemp("house")))
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
