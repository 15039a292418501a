"""Which voice speaks, and why."""

from pathlib import Path

import pytest

from narrator.speech.tts import piper, system
from narrator.speech.tts.choose_voice import VoiceMissing, choose


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(piper, "installed", lambda: False)
    monkeypatch.setattr(system, "installed", lambda: False)
    return monkeypatch


def test_piper_speaks_where_it_is_installed_and_the_system_stands_by(here: pytest.MonkeyPatch) -> None:
    here.undo()
    chosen = choose()
    assert chosen.kind == "piper"
    assert chosen.why == "Piper speaks, with the voice en_US-joe-medium."
    assert [renderer.name.split("/")[0] for renderer in chosen.renderers] == ["piper", "system"]


def test_else_the_systems_own_voice_speaks(here: pytest.MonkeyPatch) -> None:
    here.setattr(system, "installed", lambda: True)
    chosen = choose()
    assert chosen.kind == "system"
    assert "because Piper is not installed (pip install 'narrator[piper]')" in chosen.why


def test_a_language_without_a_piper_voice_gets_the_systems(here: pytest.MonkeyPatch) -> None:
    here.setattr(piper, "installed", lambda: True)
    here.setattr(system, "installed", lambda: True)
    chosen = choose(language="it")
    assert chosen.kind == "system"
    assert "no voice for the language it" in chosen.why


def test_else_everything_is_printed_and_it_is_said_what_is_missing(here: pytest.MonkeyPatch) -> None:
    chosen = choose()
    assert (chosen.kind, chosen.renderers) == ("printed", ())
    assert "narrator[piper]" in chosen.why
    assert "narrator[espeak]" in chosen.why


def test_what_was_asked_for_comes_first(here: pytest.MonkeyPatch) -> None:
    here.setattr(system, "installed", lambda: True)
    assert choose("system").why == "The system's own voice speaks, as was asked for."
    assert choose("printed").renderers == ()
    with pytest.raises(VoiceMissing, match="Piper is not installed"):
        choose("piper")


def test_a_voice_package_without_a_voice_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / piper.PACKAGE).mkdir()
    (tmp_path / piper.PACKAGE / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert choose().kind == "system"
