"""Which voice speaks, and why."""

from pathlib import Path

import pytest

from narrator.speech.tts import piper, system
from narrator.speech.tts.choose_voice import VoiceMissing, choose_voice


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(piper, "is_piper_installed", lambda: False)
    monkeypatch.setattr(system, "is_system_voice_installed", lambda: False)
    return monkeypatch


def test_piper_speaks_where_it_is_installed_and_the_system_stands_by(here: pytest.MonkeyPatch) -> None:
    here.undo()
    chosen = choose_voice()
    assert chosen.kind == "piper"
    assert chosen.reason == "Piper speaks, with the voice en_US-joe-medium."
    assert [renderer.name.split("/")[0] for renderer in chosen.renderers] == ["piper", "system"]


def test_else_the_systems_own_voice_speaks(here: pytest.MonkeyPatch) -> None:
    here.setattr(system, "is_system_voice_installed", lambda: True)
    chosen = choose_voice()
    assert chosen.kind == "system"
    assert "because Piper is not installed (pip install 'narrator[piper]')" in chosen.reason


def test_a_language_without_a_piper_voice_gets_the_systems(here: pytest.MonkeyPatch) -> None:
    here.setattr(piper, "is_piper_installed", lambda: True)
    here.setattr(system, "is_system_voice_installed", lambda: True)
    chosen = choose_voice(language="it")
    assert chosen.kind == "system"
    assert "no voice for the language it" in chosen.reason


def test_else_everything_is_printed_and_it_is_said_what_is_missing(here: pytest.MonkeyPatch) -> None:
    chosen = choose_voice()
    assert (chosen.kind, chosen.renderers) == ("printed", ())
    assert "narrator[piper]" in chosen.reason
    assert "narrator[espeak]" in chosen.reason


def test_what_was_asked_for_comes_first(here: pytest.MonkeyPatch) -> None:
    here.setattr(system, "is_system_voice_installed", lambda: True)
    assert choose_voice("system").reason == "The system's own voice speaks, as was asked for."
    assert choose_voice("printed").renderers == ()
    with pytest.raises(VoiceMissing, match="Piper is not installed"):
        choose_voice("piper")


def test_a_voice_package_without_a_voice_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / piper.PIPER_VOICE_PACKAGE).mkdir()
    (tmp_path / piper.PIPER_VOICE_PACKAGE / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert choose_voice().kind == "system"
