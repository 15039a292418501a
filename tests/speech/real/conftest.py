from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.virtual_audio import SINKS, AudioRoute, VirtualAudio


@pytest.fixture(scope="session", params=list(AudioRoute))
def audio_of_session(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[VirtualAudio]:
    """Start the virtual devices for each route: the parameter is a route, or a route and `shared_server`."""
    route, is_shared = request.param if isinstance(request.param, tuple) else (request.param, False)
    audio = VirtualAudio(Path(tmp_path_factory.mktemp("audio")), route, shared_server=is_shared)
    try:
        audio.open()
        yield audio
    finally:
        audio.close()


@pytest.fixture
def audio(audio_of_session: VirtualAudio) -> VirtualAudio:
    """Return the virtual devices with everything plugged in."""
    for name in SINKS:
        if not audio_of_session.is_plugged_in(name):
            audio_of_session.plug(name)
    return audio_of_session
