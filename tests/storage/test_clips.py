"""Clips are stored whole or not at all, and deleted for good."""

import os
import stat
from pathlib import Path

import numpy as np
import pytest

from narrator.core.errors import DiskFull, FolderNotWritable
from narrator.storage import disk
from narrator.storage.clips import Clips, NoSuchClip

SAMPLES = np.arange(-500, 500, dtype=np.int16)


@pytest.fixture
def content(tmp_path: Path) -> Clips:
    return Clips(tmp_path / "home" / "clips")


def test_clip_reads_back_unchanged(content: Clips) -> None:
    name = content.keep(SAMPLES, 16_000, words="a clue", game=3)
    samples, rate = content.sound(name)
    assert (samples == SAMPLES).all()
    assert rate == 16_000
    assert content.words(name) == "a clue"
    assert list(content) == [name]


def test_clip_without_words_has_none(content: Clips) -> None:
    assert content.words(content.keep(SAMPLES, 16_000)) is None


def test_clip_name_reveals_nothing_and_its_file_is_private(content: Clips) -> None:
    name = content.keep(SAMPLES, 16_000, words="the hedgehog")
    assert "hedgehog" not in name
    assert stat.S_IMODE(content.path(name).stat().st_mode) == 0o600
    assert stat.S_IMODE(content.folder.stat().st_mode) == 0o700


def test_clip_names_are_unique(content: Clips) -> None:
    assert len({content.keep(SAMPLES, 16_000) for _ in range(50)}) == 50


def test_forgotten_clip_is_overwritten_and_deleted(content: Clips, tmp_path: Path) -> None:
    name = content.keep(SAMPLES, 16_000, words="a secret")
    shadow = tmp_path / "shadow"
    os.link(content.path(name), shadow)
    content.forget(name)
    assert list(content.folder.iterdir()) == []
    assert not any(shadow.read_bytes()), "nothing is left on the disk either"
    content.forget(name)  # forgetting it again is harmless
    with pytest.raises(NoSuchClip):
        content.sound(name)


def test_forgetting_a_game_deletes_only_its_clips(content: Clips) -> None:
    gone, other, lasting = (content.keep(SAMPLES, 16_000, words="x", game=game) for game in (1, 12, None))
    content.forget_game(1)
    assert set(content) == {other, lasting}
    assert content.words(gone) is None


def test_interrupted_write_leaves_no_clip(content: Clips, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        content.keep(SAMPLES, 16_000)
    assert list(content.folder.iterdir()) == []


def test_half_written_file_is_not_listed_as_a_clip(content: Clips) -> None:
    name = content.keep(SAMPLES, 16_000)
    (content.folder / ".clip-0123456789ab.wav.part").write_bytes(b"half")
    assert list(content) == [name]
    content.forget_unfinished()
    assert [path.name for path in content.folder.iterdir()] == [f"{name}.wav"]


def test_full_disk_raises_disk_full(content: Clips, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "sync_file", full)
    with pytest.raises(DiskFull, match="The disk is full"):
        content.keep(SAMPLES, 16_000)


def test_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "clips").write_text("in the way")
    with pytest.raises(FolderNotWritable, match="a file is in the way"):
        Clips(tmp_path / "clips").keep(SAMPLES, 16_000)


@pytest.mark.parametrize("name", ["../narrator", "clip-1", "", "clip-0123456789ab/..", "CLIP-0123456789AB"])
def test_clip_name_cannot_lead_out_of_the_folder(content: Clips, name: str) -> None:
    with pytest.raises(NoSuchClip):
        content.path(name)


def test_damaged_clip_is_reported(content: Clips) -> None:
    name = content.keep(SAMPLES, 16_000)
    content.path(name).write_bytes(b"no sound")
    with pytest.raises(NoSuchClip, match="cannot be read"):
        content.sound(name)
