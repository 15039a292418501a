"""Install or repair a speech model so that it is complete or not there at all.

Everything happens in a hidden work folder beside the model's folder. Only files with the right checksum leave it: a new
model by one rename, repaired files by one rename each. An interrupted run leaves at most the work folder behind; the
next one resumes the download in it and removes the rest.

The work folder is hidden because Vosk takes any visible folder whose name starts like a model's for a model.
"""

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj, rmtree
from typing import Protocol
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - it is a class

from filelock import FileLock, Timeout

from narrator.core.errors import SetupError, SourceFailed
from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.models.sources import ModelSource


class InstallReport(Protocol):
    """Receives messages and the progress of the download."""

    def print_line(self, sentence: str) -> None:
        """Print one line for the user."""

    def progress(self, done: int, total: int | None) -> None:
        """Show how many bytes are downloaded."""


def install(model: SpeechModel, folder: Path, sources: Sequence[ModelSource], report: InstallReport) -> bool:
    """Make the model in `folder` complete, from the first source that works. Return whether anything was changed."""
    place = folder / model.name
    if not model.damaged_files(place):
        return False
    with _explained_disk_errors(model, folder):
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder / f".{model.name}.lock", report):
            damaged = model.damaged_files(place)  # again: another run may have repaired it in the meantime
            if not damaged:
                return False
            if place.exists():
                report.print_line(f"The model in {place} is damaged ({_names(damaged)}). It will be repaired.")
            work = folder / f".{model.name}.work"
            try:
                fresh = _fetch(model, damaged, sources, work, report)
                _move(damaged, fresh, place)
                rmtree(work)
            finally:
                _clean(work)
    return True


def _names(files: Sequence[ModelFile]) -> str:
    few = ", ".join(file.path for file in files[:3])
    return few if len(files) <= 3 else f"{few} and {len(files) - 3} more"


@contextmanager
def _explained_disk_errors(model: SpeechModel, folder: Path) -> Iterator[None]:
    """Turn an error of the disk into a sentence that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise SetupError(
                f"the disk is full: {model.title} needs 300 MB of free space in {folder}. Free some space and run "
                "`narrator setup` again."
            ) from error
        raise SetupError(
            f"{model.title} cannot be written to {folder} ({error.strerror or error}). Make the folder writable, or "
            "set VOSK_MODEL_PATH to another folder, and run `narrator setup` again."
        ) from error


@contextmanager
def _locked(lock: Path, report: InstallReport) -> Iterator[None]:
    """Keep a second `narrator setup` waiting; it would download everything as well."""
    file_lock = FileLock(lock)
    try:
        file_lock.acquire(timeout=0)
    except Timeout:
        report.print_line("Another `narrator setup` is running; waiting for it.")
        file_lock.acquire()
    try:
        yield
    finally:
        file_lock.release()


def _clean(work: Path) -> None:
    """Remove everything from the work folder except a download that can be resumed."""
    if not work.exists():
        return
    for entry in work.iterdir():
        if entry.is_dir():
            rmtree(entry)
    if not any(work.iterdir()):
        work.rmdir()


def _fetch(
    model: SpeechModel, files: Sequence[ModelFile], sources: Sequence[ModelSource], work: Path, report: InstallReport
) -> Path:
    """Return a folder with these files, verified, from the first source that works."""
    for source in sources:
        _clean(work)
        work.mkdir(exist_ok=True)
        report.print_line(f"Downloading {model.title} from {source.name}.")
        try:
            return _unpack(source.fetch(work, report.progress), source.prefix, files, work)
        except SourceFailed as error:
            report.print_line(f"That failed: {error}.")
    by_hand = (
        f" Without a connection, get {model.name}.zip from {model.download_page} on another computer, put it into "
        f"{work.parent}, and run `narrator setup` again."
        if model.download_page
        else ""
    )
    raise SetupError(
        f"{model.title} could not be downloaded. Check the internet connection and run `narrator setup` again.{by_hand}"
    )


def _unpack(archive: Path, prefix: str, files: Sequence[ModelFile], work: Path) -> Path:
    """Extract these files from the zip file and verify them. Delete a bad download, which would be bad again."""
    fresh = work / "model"
    try:
        _extract(archive, prefix, files, fresh)
    except SourceFailed:
        if work in archive.parents:
            archive.unlink()
        raise
    return fresh


def _extract(archive: Path, prefix: str, files: Sequence[ModelFile], fresh: Path) -> None:
    try:
        with ZipFile(archive) as opened:
            packed_files = set(opened.namelist())
            for file in files:
                if prefix + file.path not in packed_files:
                    raise SourceFailed(f"the archive has no {file.path}")
                target = fresh / file.path
                target.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(prefix + file.path) as packed, target.open("wb") as unpacked:
                    copyfileobj(packed, unpacked)
    except (BadZipFile, ZlibError, EOFError, RuntimeError) as error:  # RuntimeError: encrypted, or unknown compression
        raise SourceFailed("the archive cannot be unpacked") from error
    wrong = [file for file in files if not file.is_intact(fresh)]
    if wrong:
        raise SourceFailed(f"the archive has the wrong checksum ({_names(wrong)})")


def _move(files: Sequence[ModelFile], fresh: Path, place: Path) -> None:
    """Move verified files to the model's folder."""
    if not place.exists():
        fresh.rename(place)
        return
    for file in files:
        target = place / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        (fresh / file.path).replace(target)
