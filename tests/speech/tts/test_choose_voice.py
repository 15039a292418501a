"""The choice of the voice."""

import pytest

from narrator.core.installation import install_command
from narrator.speech.tts import phonemes, system
from narrator.speech.tts.choose_voice import VoiceMissing, choose_voice


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Pretend that no voice is installed."""
    monkeypatch.setattr(phonemes, "is_hibari_installed", lambda: False)
    monkeypatch.setattr(system, "is_system_voice_installed", lambda: False)
    return monkeypatch


def test_hibari_is_preferred_with_the_system_voice_as_spare(nothing_installed: pytest.MonkeyPatch) -> None:
    nothing_installed.undo()
    nothing_installed.setattr(system, "is_system_voice_installed", lambda: True)
    chosen = choose_voice()
    assert chosen.kind == "hibari"
    assert [renderer.name.split("/")[0] for renderer in chosen.renderers] == ["hibari", "system"]


def test_system_voice_is_chosen_without_hibari(nothing_installed: pytest.MonkeyPatch) -> None:
    nothing_installed.setattr(system, "is_system_voice_installed", lambda: True)
    chosen = choose_voice()
    assert chosen.kind == "system"
    assert f"because hibari is not installed ({install_command('voice')})" in chosen.reason


def test_language_without_a_voice_of_hibari_gets_the_system_voice(nothing_installed: pytest.MonkeyPatch) -> None:
    nothing_installed.setattr(phonemes, "is_hibari_installed", lambda: True)
    nothing_installed.setattr(system, "is_system_voice_installed", lambda: True)
    chosen = choose_voice(language="it")
    assert chosen.kind == "system"
    assert "no voice for the language it" in chosen.reason


def test_without_any_voice_everything_is_printed(nothing_installed: pytest.MonkeyPatch) -> None:
    chosen = choose_voice()
    assert (chosen.kind, chosen.renderers) == ("printed", ())
    assert install_command("voice") in chosen.reason
    assert system.install_system_voice() in chosen.reason


def test_requested_voice_is_used(nothing_installed: pytest.MonkeyPatch) -> None:
    nothing_installed.setattr(system, "is_system_voice_installed", lambda: True)
    assert choose_voice("system").reason == "The system's own voice speaks, as requested."
    assert choose_voice("printed").renderers == ()
    with pytest.raises(VoiceMissing, match="hibari is not installed"):
        choose_voice("hibari")
