"""`--ears wyoming://…` and `--voice wyoming://…` say what leaves the machine and what is wrong with an address."""

import json
from functools import partial

import pytest

from narrator.apps.cli import main
from narrator.apps.commands._remote_audio import RemoteEars, find_remote_ears, find_remote_voice, voice_notice
from narrator.core.errors import UsageError
from narrator.speech.asr.vosk_model import load_recogniser_model
from narrator.speech.pcm import Pcm
from narrator.speech.remote.server import WyomingServer
from tests.support.wyoming_server import MicrophoneHandler, VoskHandler, wyoming_server

NOBODY = "wyoming://127.0.0.1:1"


@pytest.mark.parametrize("option", ["--ears", "--voice"])
def test_unreachable_server_is_reported_before_the_game(
    option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", "cat dice", option, NOBODY]) == 2
    printed = capsys.readouterr()
    assert "127.0.0.1:1 cannot be used" in printed.err
    assert "Is it running" in printed.err


def test_server_is_asked_what_it_is() -> None:
    with wyoming_server(partial(VoskHandler, load_recogniser_model())) as server:
        assert find_remote_ears(f"wyoming://{server}").is_recogniser
    with wyoming_server(partial(MicrophoneHandler, Pcm.silence(1, 16000))) as server:
        assert not find_remote_ears(f"wyoming://{server}").is_recogniser


def test_notices_say_what_leaves_the_machine() -> None:
    elsewhere, here = WyomingServer("192.168.1.5", 10300), WyomingServer("127.0.0.1", 10300)
    for server, leaves in ((elsewhere, True), (here, False)):
        assert ("leaves this machine" in RemoteEars(server, is_recogniser=True).notice) is leaves
        assert ("leaves this machine" in voice_notice(server)) is leaves


def test_server_without_a_voice_is_refused() -> None:
    with (
        wyoming_server(partial(VoskHandler, load_recogniser_model())) as server,
        pytest.raises(UsageError, match="has no voice"),
    ):
        find_remote_voice(f"wyoming://{server}")


def test_doctor_says_what_leaves_the_machine(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--silent", "--json"])
    assert "nothing leaves this machine" in remote_finding(capsys)
    main(["doctor", "--silent", "--json", "--ears", NOBODY])
    assert "cannot be used" in remote_finding(capsys)


def remote_finding(capsys: pytest.CaptureFixture[str]) -> str:
    findings = json.loads(capsys.readouterr().out)["findings"]
    return next(str(each["said"]) for each in findings if each["what"] == "Other machines")
