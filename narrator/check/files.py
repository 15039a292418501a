"""The folder itself: what lies in it, what can be read, and what is in the wrong place."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from narrator.check.findings import Code, Finding, Sheet
from narrator.keep.content import Kind, belongs, faults, form, inside
from narrator.keep.reading import Source, Unreadable


def sheets(folder: Path, *, own: bool = False) -> tuple[list[Sheet[Any]], list[Finding]]:
    """Every file of the folder that can be read, and what is wrong with the others."""
    found: list[Sheet[Any]] = []
    wrong: list[Finding] = []
    try:
        inside(folder)
    except Unreadable as error:
        return [], [Finding.of(error)]
    for kind, file in _listed(folder, wrong):
        try:
            source = Source.open(file)
            found.append(Sheet(kind, source, form(kind).validate_python(source.data)))
        except Unreadable as error:
            wrong.append(Finding.of(error))
        except ValidationError as error:
            wrong += map(Finding.of, faults(error, source))
    if not own:
        wrong += misplaced(folder)
    if not found and not wrong:
        message = (
            "holds no story. A story goes into storytellers/stories/; `narrator new-pack` writes a pack to begin with."
        )
        wrong.append(Finding(folder, None, Code.PACK_EMPTY, message))
    return found, wrong


def _listed(folder: Path, wrong: list[Finding]) -> Iterator[tuple[Kind, Path]]:
    for kind in Kind:
        try:
            files = inside(folder / kind.folder, missing_ok=True)
        except Unreadable as error:
            wrong.append(Finding.of(error))
            continue
        yield from ((kind, file) for file in files if belongs(kind, file))


def misplaced(folder: Path) -> Iterator[Finding]:
    """YAML files where nobody would ever read them."""
    for name in dict.fromkeys(part for kind in Kind for part in _folders(kind)):
        try:
            files = inside(folder / name, missing_ok=True)
        except Unreadable:
            continue  # said already
        for file in files:
            looks_meant = file.suffix.lower() in (".yaml", ".yml") and not file.name.startswith(".")
            if looks_meant and not any(kind.folder == name and belongs(kind, file) for kind in Kind):
                advice = "is not read from here. It belongs under one of these names: "
                yield Finding(file, None, Code.FILE_UNKNOWN, advice + ", ".join(Kind) + ".")


def _folders(kind: Kind) -> Iterator[str]:
    """The folders on the way to a kind of file, from the top."""
    yield ""
    steps = kind.folder.split("/")
    yield from ("/".join(steps[:depth]) for depth in range(1, len(steps) + 1))
