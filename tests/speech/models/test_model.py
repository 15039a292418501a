"""Speech models are found, verified and installed in the right folder."""

from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.commands._progress import ProgressBar
from narrator.apps.commands.setup import install_moonshine
from narrator.core.errors import ModelDamaged
from narrator.speech.models.model import ENGLISH, MOONSHINE, ModelFile, find_model, install_folder
from narrator.speech.models.verification import verify_model
from tests.speech.models.copies import flip_bit
from tests.speech.models.tiny_model import CONTENT, TINY, write_model
from tests.support.rights import as_ordinary_user

# --- finding ------------------------------------------------------------------------------------


def test_missing_model_is_not_found(tmp_path: Path) -> None:
    assert find_model(TINY, among=[tmp_path, tmp_path / "nowhere"]) is None


def test_first_complete_copy_is_found(tmp_path: Path) -> None:
    write_model(tmp_path / "second")
    write_model(tmp_path / "third")
    assert find_model(TINY, among=[tmp_path / "first", tmp_path / "second", tmp_path / "third"]) == (
        tmp_path / "second" / TINY.name
    )


@pytest.mark.parametrize("path", CONTENT)
def test_incomplete_copy_is_not_found(tmp_path: Path, path: str) -> None:
    write_model(tmp_path / "shortened", CONTENT | {path: CONTENT[path][:-1]})
    write_model(tmp_path / "missing", {other: data for other, data in CONTENT.items() if other != path})
    assert find_model(TINY, among=[tmp_path / "shortened", tmp_path / "missing"]) is None


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a home folder without models, and a cache folder outside of it."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VOSK_MODEL_PATH", raising=False)
    return tmp_path


def test_folder_chosen_for_vosk_comes_first(empty_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_model(empty_home / "cache" / "models")
    place = write_model(empty_home / "chosen")
    monkeypatch.setenv("VOSK_MODEL_PATH", str(empty_home / "chosen"))
    assert find_model(TINY) == place
    assert install_folder(TINY) == empty_home / "chosen"


def test_new_model_is_installed_in_narrators_cache(empty_home: Path) -> None:
    assert install_folder(TINY) == empty_home / "cache" / "models"
    place = write_model(empty_home / "cache" / "models")
    assert find_model(TINY) == place


@pytest.mark.parametrize("content", [CONTENT, {"README": b"damaged"}], ids=["complete", "damaged"])
def test_model_in_vosks_cache_is_not_downloaded_again(empty_home: Path, content: dict[str, bytes]) -> None:
    vosk_cache = empty_home / "home" / ".cache" / "vosk"
    write_model(vosk_cache, content)
    assert install_folder(TINY) == vosk_cache


# --- verifying ----------------------------------------------------------------------------------


def test_damage_of_equal_size_is_found_on_use(tmp_path: Path) -> None:
    place = write_model(tmp_path)
    verify_model(TINY, place)
    flip_bit(place / "am" / "final.mdl")
    with pytest.raises(ModelDamaged, match=r"damaged \(am/final\.mdl\).*narrator setup"):
        verify_model(TINY, place)


def test_unchanged_model_is_read_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = write_model(tmp_path)
    verify_model(TINY, place)
    monkeypatch.setattr(ModelFile, "is_intact", lambda *_: pytest.fail("the file was read again"))
    verify_model(TINY, place)


def test_model_is_verified_without_a_writable_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = write_model(tmp_path / "models")
    (tmp_path / "file").touch()
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "file" / "cache"))
    verify_model(TINY, place)
    flip_bit(place / "README")
    with pytest.raises(ModelDamaged):
        verify_model(TINY, place)


def test_installed_model_has_the_published_checksums() -> None:
    model = find_model()
    assert model is not None, "the speech model is missing: run `narrator setup`"
    assert ENGLISH.damaged_files(model) == ()


# --- narrator setup -----------------------------------------------------------------------------


def test_second_setup_downloads_nothing_and_tries_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["setup"]) == 0
    told = capsys.readouterr().out
    assert "Downloading" not in told
    for part in ("Speech recogniser", "Second recogniser", "Voice detector", "Voice", "Export"):
        assert f"fine     {part}: " in told


def test_setup_without_moonshine_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    sentence = install_moonshine(tmp_path)
    assert "works without Moonshine" in sentence
    assert "Check the internet connection" in sentence
    assert find_model(MOONSHINE, among=[tmp_path]) is None


def test_read_only_folder_is_not_reported_as_a_missing_connection(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir(mode=0o500)
    sentence = as_ordinary_user(lambda: install_moonshine(folder))
    assert f"cannot be written to {folder} (Permission denied)" in sentence
    assert "connection" not in sentence


def test_piped_progress_prints_one_line_per_quarter(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressBar(delay_s=0.0, lines=True, stderr=False) as bar:
        bar.print_line("Downloading.")
        for done in range(0, 101, 10):
            bar.progress(done, 100)
    assert capsys.readouterr().out.splitlines() == ["Downloading.", "25 %", "50 %", "75 %", "100 %"]
