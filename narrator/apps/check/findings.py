"""What the checker says: a file, a line, a short code that stays the same, and a sentence that says what to do.

It is shown line by line for people and their editors, or as JSON for tools.
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
    # what reading a file finds
    FaultCode
    # folders and files
    | Literal["pack-empty", "file-unknown", "file-misplaced"]
    # the form
    | Literal["markup"]
    # roles
    | Literal["role-missing", "role-on-ending", "role-twice", "role-marks", "role-words", "role-unknown"]
    | Literal["role-uncast", "called-twice", "key-form", "who-missing", "who-misplaced", "where-missing"]
    | Literal["where-idle"]
    # the ways through a story
    | Literal["id-twice", "fork-count", "fork-nowhere", "fork-itself", "fork-same", "fork-first", "fork-and-then"]
    | Literal["path-length", "card-unreachable", "way-passage"]
    # style
    | Literal["refrain", "tag"]
    # decks
    | Literal["banner-count", "banner-same", "banner-twice", "banner-unopened", "banner-undeclared", "doubles"]
    | Literal["category-count", "the-end", "phrase-form"]
    # sets
    | Literal["count", "name-twice", "name-command", "picture-name", "stands-out", "emoji"]
    # words
    | Literal["length", "unspeakable", "quote-open", "full-stop", "article", "word-twice", "word-unexplained"]
    # the ear
    | Literal["word-unheard", "sounds-alike"]
)
"""Every kind of finding. The codes are for tools and for searching; they never change their meaning."""

MOST_FINDINGS = 500
"""Nobody mends more in one go, and a pack that somebody generated must not keep the checker busy all evening.

All limits count work (findings, steps), not seconds: the same pack gets the same answer on every machine. What was not
looked at for them is said.
"""

TextFault: TypeAlias = tuple[int | None, Code, str]
"""Something that is wrong within a text: with which letter, if with one, and what to say of it."""


@dataclass(frozen=True, slots=True)
class Finding:
    file: Path
    line: int | None  # `None` if it is about the file or folder as a whole
    code: Code
    message: str

    @classmethod
    def of(cls, error: ContentFileError) -> "Finding":
        return cls(error.file, error.line, error.code, error.message)


Content_co = TypeVar("Content_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Content_co]):
    """One file that could be read: what stands in it, and on which line."""

    kind: FileKind
    source: YamlSource
    content: Content_co

    def finding(self, code: Code, message: str, *where: str | int, at: int | None = None) -> Finding:
        """Something is wrong with this value; in a text, `at` says with which letter."""
        line = self.source.line(*where) if at is None else self.source.line_at(where, at)
        return Finding(self.source.file, line, code, message)

    def in_text(self, faults: Iterable[TextFault], *where: str | int) -> Iterator[Finding]:
        return (self.finding(code, message, *where, at=at) for at, code, message in faults)


@dataclass(frozen=True, slots=True)
class Report:
    counts: Mapping[str, int]
    findings: tuple[Finding, ...] = ()
    unchecked: tuple[str, ...] = ()
    """What could not be looked at on this machine, and what would mend that."""


def first_of(groups: Iterable[Iterable[Finding]]) -> Iterable[Finding]:
    """Of findings that are the same in both readings only those of the first."""
    return next(filter(None, map(list, groups)), [])


def did_you_mean(word: str, known: Sequence[str], form: str = "`{}`") -> str:
    """The nearest of those that there are, as an author would write it; else all of them."""
    close = get_close_matches(word, known, n=1)
    return f"Did you mean {form.format(close[0])}?" if close else f"There are {join_words(known or ['none'])}."


def number(count: int, thing: str) -> str:
    """One card, two cards, nine stories: with figures, for a sentence on a screen."""
    if count == 1:
        return f"1 {thing}"
    return f"{count} {thing[:-1]}ies" if thing.endswith("y") else f"{count} {thing}s"


# --- as it is shown ------------------------------------------------------------------------------

CONTENT = {
    "stories": (12, "story"),
    "tricky": (2, "tricky one"),
    "story_cards": (88, "story card"),
    "characters": (86, "character"),
    "dreams": (84, "dream"),
    "odyssey_dreams": (84, "Odyssey dream"),
    "narrator_cards": (30, "narrator card"),
    "fairy_tale_cards": (100, "fairy-tale card"),
}
"""What is counted: how many of each are in the box that comes with Narrator, and what one of them is called."""


def as_json(report: Report) -> str:
    findings = [
        {"file": str(one.file), "line": one.line, "code": one.code, "message": one.message} for one in report.findings
    ]
    document = {"counts": dict(report.counts), "findings": findings, "unchecked": list(report.unchecked)}
    return json.dumps(document, indent=2)  # plain ASCII, which every tool can read


def as_lines(report: Report) -> str:
    there = [number(count, CONTENT[thing][1]) for thing, count in report.counts.items() if count]
    lines = [as_line(finding) for finding in report.findings]
    lines += report.unchecked
    if there:
        lines.append(", ".join(there) + ".")
    lines.append(f"{number(len(report.findings), 'thing')} to mend." if report.findings else "Nothing to mend.")
    return "\n".join(lines)


def as_line(finding: Finding) -> str:
    """As compilers do it, so that editors can jump there; the file as it is called from here."""
    here, file = Path.cwd(), finding.file
    place = str(file.relative_to(here) if file.is_relative_to(here) else file)
    place += "" if finding.line is None else f":{finding.line}"
    return one_line(f"{place}: {finding.code}: {finding.message}")
