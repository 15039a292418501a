"""Putting a speech model in place, so that it is there whole or not at all.

Everything happens in a hidden work folder beside the model's place. Only files whose checksums are right leave it:
a new model by one renaming, repaired files one by one, each by a renaming of its own. Whoever is stopped on the way
leaves at most the work folder behind, and the next run goes on from the archive in it and clears the rest.

(Hidden, because vosk takes any visible folder whose name begins like a model's for a model.)
"""

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import copyfileobj, rmtree
from typing import Protocol
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - it is a class

from filelock import FileLock, Timeout

from narrator.core.errors import SetupError, SourceFailed
from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.models.sources import ModelSource


class SetupReport(Protocol):
    """Who is told how it goes."""

    def tell(self, sentence: str) -> None:
        """One line for the user."""

    def progress(self, done: int, total: int | None) -> None:
        """How far the download is (see `Progress`)."""


def install(model: SpeechModel, folder: Path, sources: Sequence[ModelSource], report: SetupReport) -> bool:
    """Make the model in `folder` whole, from the first source that can. False: it was whole already."""
    place = folder / model.name
    if not model.damaged(place):
        return False
    with _folder_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder / f".{model.name}.lock", report):
            wanted = model.damaged(place)  # again: another run may have mended it while this one waited
            if not wanted:
                return False
            if place.exists():
                report.tell(f"What is in {place} is damaged ({_names(wanted)}). It will be repaired.")
            work = folder / f".{model.name}.work"
            try:
                _move(wanted, _fetch(replace(model, files=wanted), sources, work, report), place)
                rmtree(work)
            finally:
                _tidy(work)
    return True


def _names(files: Sequence[ModelFile]) -> str:
    few = ", ".join(file.path for file in files[:3])
    return few if len(files) <= 3 else f"{few} and {len(files) - 3} more"


@contextmanager
def _folder_errors(folder: Path) -> Iterator[None]:
    """What the disk says, in a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise SetupError(
                f"the disk is full: {folder} needs 300 MB. Make room and run `narrator setup` again."
            ) from error
        raise SetupError(
            f"the speech model cannot be put into {folder} ({error.strerror or error}). Let it be written to, "
            "or name another folder in VOSK_MODEL_PATH, and run `narrator setup` again."
        ) from error


@contextmanager
def _alone(lock: Path, report: SetupReport) -> Iterator[None]:
    """Two set-ups at once would fetch everything twice and be in each other's way."""
    turn = FileLock(lock)
    try:
        turn.acquire(timeout=0)
    except Timeout:
        report.tell("Another `narrator setup` is at work; waiting for it.")
        turn.acquire()
    try:
        yield
    finally:
        turn.release()


def _tidy(work: Path) -> None:
    """Clear everything out of the work folder that no later run can go on from: only an archive may stay."""
    if not work.exists():
        return
    for entry in work.iterdir():
        if entry.is_dir():
            rmtree(entry)
    if not any(work.iterdir()):
        work.rmdir()


def _fetch(wanted: SpeechModel, sources: Sequence[ModelSource], work: Path, report: SetupReport) -> Path:
    """The folder with the wanted files, fetched and checked, from the first source that can."""
    for source in sources:
        _tidy(work)
        work.mkdir(exist_ok=True)
        report.tell(f"Fetching {wanted.called} from {source.name}.")
        try:
            return _unpack(source.fetch(work, report.progress), source.inside, wanted, work)
        except SourceFailed as error:
            report.tell(f"That did not work: {error}.")
    raise SetupError(
        f"{wanted.called} could not be fetched. With a connection, run `narrator setup` again. Without one, get "
        f"{wanted.name}.zip from {wanted.page} on another computer, put it into {work.parent}, "
        "and run `narrator setup` again."
    )


def _unpack(archive: Path, inside: str, wanted: SpeechModel, work: Path) -> Path:
    """Take the wanted files, and nothing else, out of the zip file, and check what then lies on the disk."""
    fresh = work / "model"
    try:
        _extract(archive, inside, wanted, fresh)
    except SourceFailed:
        if work in archive.parents:
            archive.unlink()  # going on from it would only bring the same again
        raise
    return fresh


def _extract(archive: Path, inside: str, wanted: SpeechModel, fresh: Path) -> None:
    try:
        with ZipFile(archive) as opened:
            packed_files = set(opened.namelist())
            for file in wanted.files:
                if inside + file.path not in packed_files:
                    raise SourceFailed(f"what came has no {file.path}")
                into = fresh / file.path
                into.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(inside + file.path) as packed, into.open("wb") as unpacked:
                    copyfileobj(packed, unpacked)
    except (BadZipFile, ZlibError, EOFError, RuntimeError) as error:  # the last: locked, or packed in an unknown way
        raise SourceFailed("what came cannot be unpacked") from error
    wrong = wanted.damaged(fresh)
    if wrong:
        raise SourceFailed(f"what came has the wrong checksum ({_names(wrong)})")


def _move(files: Sequence[ModelFile], fresh: Path, place: Path) -> None:
    """Put checked files where they belong."""
    if not place.exists():
        fresh.rename(place)
        return
    for file in files:
        into = place / file.path
        into.parent.mkdir(parents=True, exist_ok=True)
        (fresh / file.path).replace(into)
