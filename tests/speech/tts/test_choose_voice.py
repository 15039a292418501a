"""The choice of the voice."""

import sys
from pathlib import Path

import pytest

from narrator.core.installation import install_command
from narrator.speech.tts import piper, system
from narrator.speech.tts.choose_voice import VoiceMissing, choose_voice


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Pretend that no voice is installed."""
    monkeypatch.setattr(piper, "is_piper_installed", lambda: False)
    monkeypatch.setattr(system, "is_system_voice_installed", lambda: False)
    return monkeypatch


def test_piper_is_preferred_with_the_system_voice_as_spare(nothing_installed: pytest.MonkeyPatch) -> None:
    nothing_installed.undo()
    chosen = choose_voice()
    assert chosen.kind == "piper"
    assert chosen.reason == "Piper speaks, with the voice en_US-joe-medium."
    assert [renderer.name.split("/")[0] for renderer in chosen.renderers] == ["piper", "system"]


def test_system_voice_is_chosen_without_piper(nothing_installed: pytest.MonkeyPatch) -> None:
    nothing_installed.setattr(system, "is_system_voice_installed", lambda: True)
    chosen = choose_voice()
    assert chosen.kind == "system"
    assert f"because Piper is not installed ({install_command('piper')})" in chosen.reason


def test_language_without_a_piper_voice_gets_the_system_voice(nothing_installed: pytest.MonkeyPatch) -> None:
    nothing_installed.setattr(piper, "is_piper_installed", lambda: True)
    nothing_installed.setattr(system, "is_system_voice_installed", lambda: True)
    chosen = choose_voice(language="it")
    assert chosen.kind == "system"
    assert "no voice for the language it" in chosen.reason


def test_without_any_voice_everything_is_printed(nothing_installed: pytest.MonkeyPatch) -> None:
    chosen = choose_voice()
    assert (chosen.kind, chosen.renderers) == ("printed", ())
    assert install_command("piper") in chosen.reason
    assert install_command("espeak") in chosen.reason


def test_requested_voice_is_used(nothing_installed: pytest.MonkeyPatch) -> None:
    nothing_installed.setattr(system, "is_system_voice_installed", lambda: True)
    assert choose_voice("system").reason == "The system's own voice speaks, as requested."
    assert choose_voice("printed").renderers == ()
    with pytest.raises(VoiceMissing, match="Piper is not installed"):
        choose_voice("piper")


def test_voice_package_without_a_voice_counts_as_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / piper.PIPER_VOICE_PACKAGE).mkdir()
    (tmp_path / piper.PIPER_VOICE_PACKAGE / "__init__.py").touch()
    monkeypatch.delitem(sys.modules, piper.PIPER_VOICE_PACKAGE, raising=False)  # find_spec prefers a loaded package
    monkeypatch.syspath_prepend(tmp_path)
    assert choose_voice().kind == "system"
