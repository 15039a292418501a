"""The folder itself: what lies in it, what can be read, and what is in the wrong place."""

import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from narrator.box.files import Kind, belongs, faults, files, form, inside
from narrator.box.reading import Source, Unreadable
from narrator.check.findings import MOST_FINDINGS, Finding, Sheet
from narrator.check.layout import explained

WHAT = {
    Kind.CHARACTERS: "a set of characters",
    Kind.STORIES: "a story",
    Kind.DREAMS: "a set of dreams",
    Kind.ODYSSEY_DREAMS: "a set of dreams",
    Kind.DECKS: "a StoryLine deck",
    Kind.CARDS: "a set of fairy-tale cards",
    Kind.WORDS: "a list of words with what they mean",
}
FOLDERS = tuple(
    dict.fromkeys("/".join(kind.split("/")[:depth]) for kind in Kind for depth in range(1, kind.count("/") + 1))
)
"""The folders of a pack, from the top: `storytellers`, `storytellers/stories`, …"""
ALSO_CALLED = {"dreams": "dixit", "story": "storytellers/stories", "deck": "storyline/decks"}
"""Names of folders that come to mind, and where such files really lie."""


def sheets(folder: Path, *, own: bool = False) -> tuple[list[Sheet[Any]], list[Finding]]:
    """Every file of the folder that can be read, and what is wrong with the others."""
    found: list[Sheet[Any]] = []
    wrong: list[Finding] = []
    closed: list[Unreadable] = []
    try:
        inside(folder)
    except Unreadable as error:
        return [], [Finding.of(error)]
    for kind, file in files(folder, closed.append):
        if len(wrong) >= MOST_FINDINGS:
            message = f"was not looked at from {file.name} on: mend the other files first."
            wrong.append(Finding(file.parent, None, "pack-too-big", message))
            break
        try:
            source = Source.open(file)
            found.append(Sheet(kind, source, form(kind).validate_python(source.data)))
        except Unreadable as error:
            wrong.append(explained(error))
        except ValidationError as error:
            elsewhere = misfiled(kind, source)
            wrong += [elsewhere] if elsewhere else map(Finding.of, faults(error, kind, source))
    wrong += map(Finding.of, closed)
    if not own:
        wrong += islice(misplaced(folder), MOST_FINDINGS)
    if not found and not wrong:
        wrong.append(Finding(folder, None, "pack-empty", f"holds no story. {where_instead(folder)}"))
    return found, wrong


def where_instead(folder: Path) -> str:
    """For somebody who stands one folder too high, or at the very beginning."""
    for one in inside(folder):
        with suppress(OSError):  # what may not be entered is no pack of theirs
            if any((one / name).is_dir() for name in FOLDERS):
                return f"The pack is in {one.name}: `narrator check {shlex.quote(str(one))}`."
    return "A story goes into storytellers/stories/; `narrator new-pack` writes a pack to begin with."


def misfiled(kind: Kind, source: Source) -> Finding | None:
    """Whether the file is a good one of another kind."""
    for other in (other for other in Kind if source.data and other.folder != kind.folder):
        with suppress(ValidationError):
            form(other).validate_python(source.data)
            message = f"is {WHAT[other]}, and lies where {WHAT[kind]} belongs. Move it to {other.folder}/."
            return Finding(source.file, None, "file-misplaced", message)
    return None


# --- what nobody would ever read -----------------------------------------------------------------


def misplaced(folder: Path) -> Iterator[Finding]:
    for name in ("", *FOLDERS):
        try:
            for one in inside(folder / name, missing_ok=True):
                advice = folder_advice(name, one) if one.is_dir() else file_advice(name, one)
                if advice is not None:
                    yield Finding(one, None, "file-unknown", f"is not read from here. {advice}")
        except (Unreadable, OSError):
            continue  # said already


def folder_advice(parent: str, folder: Path) -> str | None:
    """What to do with a folder that looks like one of a pack, but is none."""
    if folder.name.startswith(".") or f"{parent}/{folder.name}".strip("/") in FOLDERS:
        return None
    if folder.suffix == ".yaml":
        return None  # it was refused when it was to be read as a file
    if parent in {kind.folder for kind in Kind} and parent.count("/"):
        return f"Move its files to {parent}/." if any(folder.glob("*.y*ml")) else None
    ends = {name.rpartition("/")[2]: name for name in FOLDERS} | ALSO_CALLED
    close = get_close_matches(folder.name.lower(), ends, n=1, cutoff=0.85)
    return f"Did you mean {ends[close[0]]}/?" if close else None


def file_advice(parent: str, file: Path) -> str | None:
    """What to do with a file that looks like one of a pack, but is not read."""
    if f"{parent}/{file.name}".strip("/") in FOLDERS and file.is_file():
        return "A folder should have this name: give the file another, and put it inside."
    kinds = [kind for kind in Kind if kind.folder == parent]
    if file.name.startswith(".") or any(belongs(kind, file) for kind in kinds) or not looks_meant(file):
        return None
    stem = re.sub(r"(?i)(\.(ya?ml|txt))+$", "", file.name)
    if any(belongs(kind, file.with_name(f"{stem}.yaml")) for kind in kinds):
        return f"Call it {stem}.yaml."
    whole = [str(kind) for kind in Kind if kind is not Kind.CARDS or not kinds]
    if Kind.CARDS in kinds:
        whole = [f"{parent}/{category}.yaml" for category in ("character", "place", "feature", "object", "action")]
    close = get_close_matches(f"{parent}/{stem}.yaml".lower(), whole, n=1, cutoff=0.85)
    return f"Did you mean {close[0]}?" if close else f"It belongs under one of these names: {', '.join(whole)}."


def looks_meant(file: Path) -> bool:
    """Whether somebody meant to write a story here: by the ending, or with none, by how it begins."""
    if re.search(r"(?i)\.ya?ml(\.txt)?$", file.name):
        return True
    if file.suffix.lower() not in ("", ".txt") or not file.is_file():
        return False
    with file.open("rb") as written:
        return re.search(rb"(?m)^(title:|- (name|title):)", written.read(2000)) is not None
