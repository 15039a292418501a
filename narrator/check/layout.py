"""Slips that make a whole file unreadable, told as an author sees them.

YAML stumbles a line or two after the slip, and speaks of mappings and indicators. What people really get wrong by hand
is little, and can be seen in the lines: a tab, a colon or a space that is missing, a line that stands too far left.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from narrator.box.files import INSIDE, MODELS
from narrator.box.reading import Unreadable, decode
from narrator.check.findings import Finding

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
    text_indent: int | None = None
    """For a line right after a text, how far in the text stands."""

    @property
    def indent(self) -> int:
        return len(self.written) - len(self.written.lstrip(" "))


def explained(error: Unreadable) -> Finding:
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
