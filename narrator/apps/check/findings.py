"""Findings of the checker: a file, a line, a short code, and a sentence that says what to do.

They are printed line by line for people and editors, or as JSON for tools.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Generic, Literal, TypeAlias, TypeVar

from narrator.core.text import join_words, one_line
from narrator.language.content.files import FileKind
from narrator.language.content.yaml_source import ContentFileError, FaultCode, YamlSource

Code: TypeAlias = (
    # reading a file
    FaultCode
    # folders and files
    | Literal["pack-empty", "file-unknown", "file-misplaced"]
    # markup
    | Literal["markup", "direction"]
    # roles
    | Literal["role-missing", "role-on-ending", "role-twice", "role-marks", "role-words", "role-unknown"]
    | Literal["role-uncast", "called-twice", "key-form", "who-missing", "who-misplaced", "where-missing"]
    | Literal["where-idle"]
    # paths through a story
    | Literal["id-twice", "fork-count", "fork-nowhere", "fork-itself", "fork-same", "fork-first", "fork-and-then"]
    | Literal["path-length", "card-unreachable", "way-passage"]
    # style
    | Literal["refrain", "tag", "ages"]
    # frames
    | Literal["gap", "frame-title"]
    # decks
    | Literal["banner-count", "banner-same", "banner-twice", "banner-unopened", "banner-undeclared", "doubles"]
    | Literal["category-count", "the-end", "phrase-form", "mark"]
    # sets
    | Literal["count", "name-twice", "name-command", "picture-name", "stands-out", "emoji", "scene"]
    # words
    | Literal["length", "unspeakable", "quote-open", "full-stop", "article", "word-twice", "word-unexplained"]
    # speech recognition
    | Literal["word-unheard", "sounds-alike"]
)
"""Every kind of finding. Tools rely on the codes, so they never change their meaning."""

MAX_FINDINGS = 500
"""The check stops after this many, so that a huge generated pack cannot keep it busy for hours.

All limits count findings or steps, not seconds, so a pack gets the same report on every computer. The report says what
was not checked.
"""

TextFault: TypeAlias = tuple[int | None, Code, str]
"""A fault within a text: its position, if it has one, its code and a message."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake in a pack."""

    file: Path
    line: int | None  # `None` for the file or folder as a whole
    code: Code
    message: str

    @classmethod
    def from_error(cls, error: ContentFileError) -> "Finding":
        return cls(error.file, error.line, error.code, error.message)


Content_co = TypeVar("Content_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Content_co]):
    """A file that was read: its content, and the line of each value."""

    kind: FileKind
    source: YamlSource
    content: Content_co

    def finding(self, code: Code, message: str, *where: str | int, at: int | None = None) -> Finding:
        """Return a finding about this value; `at` is a position within its text."""
        line = self.source.line(*where) if at is None else self.source.line_at(where, at)
        return Finding(self.source.file, line, code, message)

    def in_text(self, faults: Iterable[TextFault], *where: str | int) -> Iterator[Finding]:
        return (self.finding(code, message, *where, at=at) for at, code, message in faults)


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check."""

    counts: Mapping[str, int]
    findings: tuple[Finding, ...] = ()
    unchecked: tuple[str, ...] = ()
    """Sentences about what could not be checked here, and how to change that."""
    notes: tuple[str, ...] = ()
    """Sentences about what is not a mistake but good to know."""


def first_nonempty(groups: Iterable[Iterable[Finding]]) -> Iterable[Finding]:
    """Return the findings of the first group that has any. The groups check different readings of one text."""
    return next(filter(None, map(list, groups)), [])


def did_you_mean(word: str, known: Sequence[str], form: str = "`{}`") -> str:
    """Suggest the most similar known word, or list all of them."""
    close = get_close_matches(word, known, n=1)
    return (
        f"Did you mean {form.format(close[0])}?"
        if close
        else f"Choose from {join_words(known)}."
        if known
        else "There are none."
    )


def with_count(count: int, thing: str) -> str:
    """Return a count and its noun: "1 card", "2 cards", "9 stories"."""
    if count == 1:
        return f"1 {thing}"
    return f"{count} {thing[:-1]}ies" if thing.endswith("y") else f"{count} {thing}s"


# --- output --------------------------------------------------------------------------------------

BUILT_IN_COUNTS = {
    "stories": (30, "story"),
    "tricky": (5, "tricky one"),
    "story_cards": (217, "story card"),
    "characters": (86, "character"),
    "extra_characters": (0, "extra character"),
    "dreams": (108, "dream"),
    "extra_dreams": (0, "extra dream"),
    "odyssey_dreams": (108, "Odyssey dream"),
    "tales": (8, "tale"),
    "narrator_cards": (120, "narrator card"),
    "fairy_tale_cards": (200, "fairy-tale card"),
}
"""How many of each thing the built-in content has, and the noun for one."""


def report_to_json(report: Report) -> str:
    findings = [
        {"file": str(item.file), "line": item.line, "code": item.code, "message": item.message}
        for item in report.findings
    ]
    document = {"counts": dict(report.counts), "findings": findings, "unchecked": list(report.unchecked)}
    document["notes"] = list(report.notes)
    return json.dumps(document, indent=2)  # plain ASCII


def report_to_text(report: Report) -> str:
    contents = [with_count(count, BUILT_IN_COUNTS[thing][1]) for thing, count in report.counts.items() if count]
    lines = [finding_to_line(finding) for finding in report.findings]
    lines += (*report.unchecked, *report.notes)
    if contents:
        lines.append(", ".join(contents) + ".")
    lines.append(f"{with_count(len(report.findings), 'thing')} to fix." if report.findings else "Nothing to fix.")
    return "\n".join(lines)


def finding_to_line(finding: Finding) -> str:
    """Format a finding like a compiler does, so that editors can jump to it."""
    here, file = Path.cwd(), finding.file
    place = str(file.relative_to(here) if file.is_relative_to(here) else file)
    place += "" if finding.line is None else f":{finding.line}"
    return one_line(f"{place}: {finding.code}: {finding.message}")
