"""Checks of the folder and its files: unreadable files, and files in the wrong place.

The YAML parser reports an error a line or two after the mistake, in technical terms. The usual mistakes can be found in
the lines themselves: a tab, a missing colon or space, a line with too little indentation.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from narrator.apps.check.findings import MAX_FINDINGS, Finding, Sheet
from narrator.language.content.files import (
    INSIDE,
    MODELS,
    FileKind,
    adapter_for,
    belongs,
    content_files,
    describe_faults,
    inside,
)
from narrator.language.content.yaml_source import ContentFileError, YamlSource, decode

KIND_NAMES = {
    FileKind.CHARACTERS: "a set of characters",
    FileKind.EXTRA_CHARACTERS: "extra characters",
    FileKind.STORIES: "a story",
    FileKind.DREAMS: "a set of dreams",
    FileKind.EXTRA_DREAMS: "extra dreams",
    FileKind.ODYSSEY_DREAMS: "a set of dreams",
    FileKind.DECKS: "a StoryLine deck",
    FileKind.CARDS: "a set of fairy-tale cards",
    FileKind.WORDS: "a list of words with what they mean",
    FileKind.FRAMES: "a frame for children's own stories",
    FileKind.CARD_FRAMES: "questions for children's own cards",
}
FOLDERS = tuple(
    dict.fromkeys("/".join(kind.split("/")[:depth]) for kind in FileKind for depth in range(1, kind.count("/") + 1))
)
"""The folders of a pack: `storytellers`, `storytellers/stories`, …"""
FOLDER_ALIASES = {"dreams": "dixit", "story": "storytellers/stories", "deck": "storyline/decks"}
"""Folder names that authors may guess, and the right ones."""


def read_sheets(folder: Path, *, own: bool = False) -> tuple[list[Sheet[Any]], list[Finding]]:
    """Return the files that can be read, and findings for the others. `own` is the built-in content."""
    found: list[Sheet[Any]] = []
    wrong: list[Finding] = []
    closed: list[ContentFileError] = []
    try:
        inside(folder)
    except ContentFileError as error:
        return [], [Finding.from_error(error)]
    for kind, file in content_files(folder, closed.append):
        if len(wrong) >= MAX_FINDINGS:
            message = f"was not checked from {file.name} on. Fix the other files first."
            wrong.append(Finding(file.parent, None, "pack-too-big", message))
            break
        try:
            source = YamlSource.open(file)
            found.append(Sheet(kind, source, adapter_for(kind).validate_python(source.data)))
        except ContentFileError as error:
            wrong.append(explain_error(error))
        except ValidationError as error:
            elsewhere = find_misfiled(kind, source)
            wrong += [elsewhere] if elsewhere else map(Finding.from_error, describe_faults(error, kind, source))
    wrong += map(Finding.from_error, closed)
    if not own:
        wrong += islice(find_misplaced(folder), MAX_FINDINGS)
    if not found and not wrong:
        wrong.append(Finding(folder, None, "pack-empty", f"contains no story. {suggest_folder(folder)}"))
    return found, wrong


def suggest_folder(folder: Path) -> str:
    """Suggest a subfolder that is a pack, or how to start one."""
    for child in inside(folder):
        with suppress(OSError):  # no permission
            if any((child / name).is_dir() for name in FOLDERS):
                return f"The pack is in {child.name}: `narrator check {shlex.quote(str(child))}`."
    return "Stories belong in storytellers/stories/. `narrator new-pack` creates a pack to start from."


def find_misfiled(kind: FileKind, source: YamlSource) -> Finding | None:
    """Return a finding if the file is a valid one of another kind."""
    for other in (other for other in FileKind if source.data and other.folder != kind.folder):
        with suppress(ValidationError):
            adapter_for(other).validate_python(source.data)
            message = (
                f"is {KIND_NAMES[other]}, but this is the place for {KIND_NAMES[kind]}. Move it to {other.folder}/."
            )
            return Finding(source.file, None, "file-misplaced", message)
    return None


# --- files that are not read ---------------------------------------------------------------------


def find_misplaced(folder: Path) -> Iterator[Finding]:
    """Yield findings for files and folders that look like content but are not read."""
    for name in ("", *FOLDERS):
        try:
            for child in inside(folder / name, missing_ok=True):
                advice = folder_advice(name, child) if child.is_dir() else file_advice(name, child)
                if advice is not None:
                    yield Finding(child, None, "file-unknown", f"is not read from here. {advice}")
        except (ContentFileError, OSError):
            continue  # reported already


def folder_advice(parent: str, folder: Path) -> str | None:
    """Return advice for a folder that looks like a part of a pack but is not."""
    if folder.name.startswith(".") or f"{parent}/{folder.name}".strip("/") in FOLDERS:
        return None
    if folder.suffix == ".yaml":
        return None  # reported already, as a file that cannot be read
    if parent in {kind.folder for kind in FileKind} and parent.count("/"):
        return f"Move its files to {parent}/." if any(folder.glob("*.y*ml")) else None
    ends = {name.rpartition("/")[2]: name for name in FOLDERS} | FOLDER_ALIASES
    close = get_close_matches(folder.name.lower(), ends, n=1, cutoff=0.85)
    return f"Did you mean {ends[close[0]]}/?" if close else None


def file_advice(parent: str, file: Path) -> str | None:
    """Return advice for a file that looks like a part of a pack but is not read."""
    if f"{parent}/{file.name}".strip("/") in FOLDERS and file.is_file():
        return "This is the name of a folder. Rename the file and put it in that folder."
    kinds = [kind for kind in FileKind if kind.folder == parent]
    if file.name.startswith(".") or any(belongs(kind, file) for kind in kinds) or not looks_like_content(file):
        return None
    stem = re.sub(r"(?i)(\.(ya?ml|txt))+$", "", file.name)
    if any(belongs(kind, file.with_name(f"{stem}.yaml")) for kind in kinds):
        return f"Rename it to {stem}.yaml."
    whole = [str(kind) for kind in FileKind if kind is not FileKind.CARDS or not kinds]
    if FileKind.CARDS in kinds:
        whole = [f"{parent}/{category}.yaml" for category in ("character", "place", "feature", "object", "action")]
    close = get_close_matches(f"{parent}/{stem}.yaml".lower(), whole, n=1, cutoff=0.85)
    return f"Did you mean {close[0]}?" if close else f"Files are read from these places: {', '.join(whole)}."


def looks_like_content(file: Path) -> bool:
    """Tell whether a file is meant as content, by its suffix or its first lines."""
    if re.search(r"(?i)\.ya?ml(\.txt)?$", file.name):
        return True
    if file.suffix.lower() not in ("", ".txt") or not file.is_file():
        return False
    with file.open("rb") as opened:
        return re.search(rb"(?m)^(title:|- (name|title):)", opened.read(2000)) is not None


# --- mistakes that make a whole file unreadable --------------------------------------------------

FIELD_NAMES = "|".join(sorted({name for model in (*MODELS.values(), *INSIDE.values()) for name in model.model_fields}))
FIELD = re.compile(r"(?P<indent> *(?:- +)?)[A-Za-z_]+:(?: |$)")
BEGINS_TEXT = re.compile(r"(?P<indent> *(?:- +)?)[A-Za-z_]+: *[>|][+-]?\s*$")
NO_COLON = re.compile(rf" *(?:- +)?({FIELD_NAMES}) +(?!:)\S")
NO_SPACE = re.compile(rf" *(?:- +)?({FIELD_NAMES}):[^\s:]")
QUOTE_OPEN = re.compile(rf""" *(?:- +)?(?:{FIELD_NAMES}): +(["']).*(?<!\1)(?<!\1 )$""")
WAY = re.compile(r" *- +(?:to|say|way):")
NO_SPACE_AFTER_DASH = re.compile(rf" *-({FIELD_NAMES}):")
BEGINS_WITH_TAB = re.compile(r"[ -]*\t")
ODD_LINE_BREAKS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""Characters that end a line for YAML but not in an editor."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A line of the file that is not part of a block of text."""

    line: int
    text: str
    text_indent: int | None = None  # after a block of text, the indentation of that block

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip(" "))


def explain_error(error: ContentFileError) -> Finding:
    """Return the finding for a file that cannot be read, with the line of the mistake if it is a usual one."""
    if error.code == "field-twice":
        return replace(Finding.from_error(error), message=f"{error.message} Start a new entry with a dash.")
    if error.code != "yaml-syntax" or error.line is None:
        return Finding.from_error(error)
    text = decode(error.file)
    found = find_odd_line_break(text) or next(find_yaml_slips(find_field_rows(text), error.line), None)
    return Finding(error.file, found[0], "yaml-syntax", found[1]) if found else Finding.from_error(error)


def find_odd_line_break(text: str) -> tuple[int, str] | None:
    found = ODD_LINE_BREAKS.search(text)
    if found is None:
        return None
    line = len(re.findall(r"\r\n|\r|\n", text[: found.start()])) + 1
    return line, "contains an invisible line break, perhaps pasted from elsewhere. Type this line again."


def find_field_rows(text: str) -> list[FieldRow]:
    """Return the lines with fields, without blocks of text."""
    found: list[FieldRow] = []
    column: int | None = None
    inner: int | None = None
    for line, row in enumerate(text.splitlines(), start=1):
        indent = len(row) - len(row.lstrip(" "))
        in_text = column is not None and indent > column and (inner is None or indent >= inner)
        if in_text and inner is None and row.strip():
            inner = indent
        is_comment = not row.strip() or row.lstrip().startswith("#")
        if (in_text or is_comment) and not BEGINS_WITH_TAB.match(row):
            continue
        found.append(FieldRow(line, row, inner))
        begins = BEGINS_TEXT.match(row)
        column, inner = (len(begins["indent"]), None) if begins else (None, None)
    return found


def find_yaml_slips(lines: Sequence[FieldRow], error_line: int) -> Iterator[tuple[int, str]]:
    """Yield the usual mistakes up to the line of the YAML error, the most certain first."""
    before = [row for row in lines if row.line <= error_line]
    for row in before:
        if BEGINS_WITH_TAB.match(row.text):
            yield row.line, "begins with a tab. Use as many spaces as in the line before."
    for row in before:
        if NO_SPACE_AFTER_DASH.match(row.text):
            yield row.line, "needs a space after the dash: `- role: ferryman`."
        if found := NO_SPACE.match(row.text):
            yield row.line, f"needs a space after the colon: `{found[1]}: …`."
        if found := NO_COLON.match(row.text):
            yield row.line, f"needs a colon and a space after `{found[1]}`: `{found[1]}: …`."
    for row in before:
        if row.text_indent is not None and not FIELD.match(row.text) and not row.text.lstrip().startswith("- "):
            yield (
                row.line,
                "has less indentation than the text it belongs to. Give it as many spaces as the lines above.",
            )
        if QUOTE_OPEN.match(row.text):
            yield (
                row.line,
                "begins with a quote but does not end with one. Remove the quotes, or put the text below `>-`.",
            )
    yield from find_bad_indents(before)


def find_bad_indents(lines: Sequence[FieldRow]) -> Iterator[tuple[int, str]]:
    """Yield a finding for a field whose indentation matches no other field."""
    columns = [0]
    dashes: dict[bool, int] = {}
    for row in lines:
        field = FIELD.match(row.text)
        if field is None:
            continue
        column = len(field["indent"])
        if "-" in field["indent"]:
            if row.indent != dashes.setdefault(WAY.match(row.text) is not None, row.indent):
                yield (
                    row.line,
                    "has a dash that is not below the one before it. Give both the same number of spaces.",
                )
                return
            columns = [one for one in columns if one < row.indent or one == 0] + [row.indent, column]
        elif column not in columns:
            yield row.line, "does not begin below the field before it. Give both the same number of spaces."
            return
