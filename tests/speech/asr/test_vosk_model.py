"""The Vosk model: endpointing is switched off in a private copy, damage is noticed, words are looked up."""

from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.core.errors import ModelDamaged
from narrator.speech.asr.vosk_model import (
    change_settings,
    find_unknown_words,
    load_model,
    load_recogniser_model,
    without_endpointing,
)
from narrator.speech.models.model import ENGLISH, find_model
from tests.speech.models.copies import copy_model, flip_bit


@pytest.fixture
def model_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the English model and use the copy instead of the installed one."""
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path / "models"))
    return copy_model(ENGLISH, tmp_path / "models")


def installed_model() -> Path:
    model = find_model()
    assert model is not None, "the speech model is missing: run `narrator setup`"
    return model


# --- endpointing ------------------------------------------------------------------------------------


def test_endpoint_rules_never_apply() -> None:
    settings = change_settings(
        "--beam=10.0\n--lattice-beam=2.0\n--endpoint.silence-phones=1:2\n--endpoint.rule2.min-trailing-silence=0.5\n"
    )
    assert "--beam=10.0" in settings
    assert "--endpoint.silence-phones=1:2" in settings
    assert "=0.5" not in settings
    assert "--endpoint.rule2.min-trailing-silence=3600.0" in settings


def test_private_copy_leaves_the_model_unchanged_and_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "cache"))
    model = tmp_path / "model"
    (model / "conf").mkdir(parents=True)
    (model / "am").mkdir()
    (model / "am" / "final.mdl").write_text("sound")
    (model / "conf" / "model.conf").write_text("--endpoint.rule2.min-trailing-silence=0.5\n")
    place = without_endpointing(model)
    assert tmp_path / "cache" in place.parents
    assert (place / "am" / "final.mdl").read_text() == "sound"
    assert "3600" in (place / "conf" / "model.conf").read_text()
    assert (model / "conf" / "model.conf").read_text() == "--endpoint.rule2.min-trailing-silence=0.5\n"
    assert without_endpointing(model) == place
    assert [each.name for each in place.parent.iterdir()] == [place.name]


# --- damage -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["conf/model.conf", "am/final.mdl"])
def test_damage_of_equal_size_is_reported(model_copy: Path, file: str) -> None:
    load_recogniser_model()
    flip_bit(model_copy / file, mask=0x80)
    with pytest.raises(ModelDamaged, match=rf"damaged \({file}\).*narrator setup"):
        load_recogniser_model()


def test_hear_reports_a_damaged_model_in_a_sentence(
    model_copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flip_bit(model_copy / "conf" / "model.conf", mask=0x80)  # not valid UTF-8 any more
    (tmp_path / "silence.wav").write_bytes(b"")
    assert main(["hear", "--game", "storytellers", "--phase", "vote", str(tmp_path / "silence.wav")]) == 1
    assert "damaged (conf/model.conf). Run `narrator setup`" in capsys.readouterr().err


def test_model_that_vosk_cannot_read_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ModelDamaged, match="narrator setup"):
        load_model(tmp_path)


# --- words ------------------------------------------------------------------------------------------


def test_unknown_words_are_found() -> None:
    assert find_unknown_words(installed_model(), ["hedgehog", "flumblewick", "three"]) == {"flumblewick"}


def test_model_is_loaded_once() -> None:
    assert load_model(installed_model()) is load_model(installed_model())
