"""The folder itself: what lies in it, what can be read, and what is in the wrong place.

YAML stumbles a line or two after a slip, and speaks of mappings and indicators. What people really get wrong by hand is
little, and can be seen in the lines: a tab, a colon or a space that is missing, a line that stands too far left.
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

from narrator.apps.check.findings import MOST_FINDINGS, Finding, Sheet
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

WHAT = {
    FileKind.CHARACTERS: "a set of characters",
    FileKind.STORIES: "a story",
    FileKind.DREAMS: "a set of dreams",
    FileKind.ODYSSEY_DREAMS: "a set of dreams",
    FileKind.DECKS: "a StoryLine deck",
    FileKind.CARDS: "a set of fairy-tale cards",
    FileKind.WORDS: "a list of words with what they mean",
}
FOLDERS = tuple(
    dict.fromkeys("/".join(kind.split("/")[:depth]) for kind in FileKind for depth in range(1, kind.count("/") + 1))
)
"""The folders of a pack, from the top: `storytellers`, `storytellers/stories`, …"""
ALSO_CALLED = {"dreams": "dixit", "story": "storytellers/stories", "deck": "storyline/decks"}
"""Names of folders that come to mind, and where such files really lie."""


def sheets(folder: Path, *, own: bool = False) -> tuple[list[Sheet[Any]], list[Finding]]:
    """Every file of the folder that can be read, and what is wrong with the others."""
    found: list[Sheet[Any]] = []
    wrong: list[Finding] = []
    closed: list[ContentFileError] = []
    try:
        inside(folder)
    except ContentFileError as error:
        return [], [Finding.of(error)]
    for kind, file in content_files(folder, closed.append):
        if len(wrong) >= MOST_FINDINGS:
            message = f"was not looked at from {file.name} on: mend the other files first."
            wrong.append(Finding(file.parent, None, "pack-too-big", message))
            break
        try:
            source = YamlSource.open(file)
            found.append(Sheet(kind, source, adapter_for(kind).validate_python(source.data)))
        except ContentFileError as error:
            wrong.append(explained(error))
        except ValidationError as error:
            elsewhere = misfiled(kind, source)
            wrong += [elsewhere] if elsewhere else map(Finding.of, describe_faults(error, kind, source))
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


def misfiled(kind: FileKind, source: YamlSource) -> Finding | None:
    """Whether the file is a good one of another kind."""
    for other in (other for other in FileKind if source.data and other.folder != kind.folder):
        with suppress(ValidationError):
            adapter_for(other).validate_python(source.data)
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
        except (ContentFileError, OSError):
            continue  # said already


def folder_advice(parent: str, folder: Path) -> str | None:
    """What to do with a folder that looks like one of a pack, but is none."""
    if folder.name.startswith(".") or f"{parent}/{folder.name}".strip("/") in FOLDERS:
        return None
    if folder.suffix == ".yaml":
        return None  # it was refused when it was to be read as a file
    if parent in {kind.folder for kind in FileKind} and parent.count("/"):
        return f"Move its files to {parent}/." if any(folder.glob("*.y*ml")) else None
    ends = {name.rpartition("/")[2]: name for name in FOLDERS} | ALSO_CALLED
    close = get_close_matches(folder.name.lower(), ends, n=1, cutoff=0.85)
    return f"Did you mean {ends[close[0]]}/?" if close else None


def file_advice(parent: str, file: Path) -> str | None:
    """What to do with a file that looks like one of a pack, but is not read."""
    if f"{parent}/{file.name}".strip("/") in FOLDERS and file.is_file():
        return "A folder should have this name: give the file another, and put it inside."
    kinds = [kind for kind in FileKind if kind.folder == parent]
    if file.name.startswith(".") or any(belongs(kind, file) for kind in kinds) or not looks_meant(file):
        return None
    stem = re.sub(r"(?i)(\.(ya?ml|txt))+$", "", file.name)
    if any(belongs(kind, file.with_name(f"{stem}.yaml")) for kind in kinds):
        return f"Call it {stem}.yaml."
    whole = [str(kind) for kind in FileKind if kind is not FileKind.CARDS or not kinds]
    if FileKind.CARDS in kinds:
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


# --- slips that make a whole file unreadable -----------------------------------------------------

NAMES = "|".join(sorted({name for model in (*MODELS.values(), *INSIDE.values()) for name in model.model_fields}))
FIELD = re.compile(r"(?P<indent> *(?:- +)?)[A-Za-z_]+:(?: |$)")
BEGINS_TEXT = re.compile(r"(?P<indent> *(?:- +)?)[A-Za-z_]+: *[>|][+-]?\s*$")
NO_COLON = re.compile(rf" *(?:- +)?({NAMES}) +(?!:)\S")
NO_SPACE = re.compile(rf" *(?:- +)?({NAMES}):[^\s:]")
QUOTE_OPEN = re.compile(rf""" *(?:- +)?(?:{NAMES}): +(["']).*(?<!\1)(?<!\1 )$""")
WAY = re.compile(r" *- +(?:to|say|way):")
NO_SPACE_AFTER_DASH = re.compile(rf" *-({NAMES}):")
BEGINS_WITH_TAB = re.compile(r"[ -]*\t")
OTHER_BREAKS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""What YAML takes for the end of a line, and an editor does not."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file that is not inside a text."""

    line: int
    written: str
    text_indent: int | None = None  # for a line right after a text, how far in the text stands

    @property
    def indent(self) -> int:
        return len(self.written) - len(self.written.lstrip(" "))


def explained(error: ContentFileError) -> Finding:
    """The finding for a file that cannot be read, with the line on which the slip is, if it is one of the usual."""
    if error.code == "field-twice":
        return replace(Finding.of(error), message=f"{error.message} A new entry begins with a dash.")
    if error.code != "yaml-syntax" or error.line is None:
        return Finding.of(error)
    written = decode(error.file)
    found = odd_break(written) or next(slips(rows(written), error.line), None)
    return Finding(error.file, found[0], "yaml-syntax", found[1]) if found else Finding.of(error)


def odd_break(written: str) -> tuple[int, str] | None:
    found = OTHER_BREAKS.search(written)
    if found is None:
        return None
    line = len(re.findall(r"\r\n|\r|\n", written[: found.start()])) + 1
    return line, "holds a line break that cannot be seen, perhaps pasted from elsewhere. Write this line anew."


def rows(written: str) -> list[Row]:
    """The lines in which fields stand, without the insides of texts."""
    found: list[Row] = []
    column: int | None = None
    inner: int | None = None
    for line, row in enumerate(written.splitlines(), start=1):
        indent = len(row) - len(row.lstrip(" "))
        in_text = column is not None and indent > column and (inner is None or indent >= inner)
        if in_text and inner is None and row.strip():
            inner = indent
        aside = not row.strip() or row.lstrip().startswith("#")
        if (in_text or aside) and not BEGINS_WITH_TAB.match(row):
            continue
        found.append(Row(line, row, inner))
        begins = BEGINS_TEXT.match(row)
        column, inner = (len(begins["indent"]), None) if begins else (None, None)
    return found


def slips(lines: Sequence[Row], stumbled: int) -> Iterator[tuple[int, str]]:
    """The usual slips up to where YAML stumbled, the surest first."""
    before = [row for row in lines if row.line <= stumbled]
    for row in before:
        if BEGINS_WITH_TAB.match(row.written):
            yield row.line, "begins with a tab. Use spaces, as many as in the line before."
    for row in before:
        if NO_SPACE_AFTER_DASH.match(row.written):
            yield row.line, "needs a space after the dash: `- role: ferryman`."
        if found := NO_SPACE.match(row.written):
            yield row.line, f"needs a space after the colon: `{found[1]}: …`."
        if found := NO_COLON.match(row.written):
            yield row.line, f"needs a colon and a space after `{found[1]}`: `{found[1]}: …`."
    for row in before:
        if row.text_indent is not None and not FIELD.match(row.written) and not row.written.lstrip().startswith("- "):
            yield row.line, "stands further left than the text that it belongs to. Begin it under the lines above it."
        if QUOTE_OPEN.match(row.written):
            yield row.line, "begins with a quote and does not end with it. Leave the quotes out, or write after `>-`."
    yield from crooked(before)


def crooked(lines: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """A field that stands between two columns."""
    columns = [0]
    dashes: dict[bool, int] = {}
    for row in lines:
        field = FIELD.match(row.written)
        if field is None:
            continue
        column = len(field["indent"])
        if "-" in field["indent"]:
            if row.indent != dashes.setdefault(WAY.match(row.written) is not None, row.indent):
                yield (
                    row.line,
                    "has a dash that does not stand under the one before it. Give both as many spaces in front.",
                )
                return
            columns = [one for one in columns if one < row.indent or one == 0] + [row.indent, column]
        elif column not in columns:
            yield row.line, "does not begin under the field before it. Give both as many spaces in front."
            return
