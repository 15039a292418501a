"""What the checker says: a file, a line, a short code that stays the same, and a sentence that says what to do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Generic, TypeVar

from narrator.box.files import Kind
from narrator.box.reading import Source, Unreadable


class Code(StrEnum):
    """Every kind of finding. The codes are for tools and for searching; they never change their meaning."""

    # folders and files
    NO_SUCH_FOLDER = "no-such-folder"
    FOLDER_UNREADABLE = "folder-unreadable"
    PACK_EMPTY = "pack-empty"
    PACK_TOO_BIG = "pack-too-big"
    FILE_UNKNOWN = "file-unknown"
    FILE_MISPLACED = "file-misplaced"
    FILE_UNREADABLE = "file-unreadable"
    FILE_TOO_BIG = "file-too-big"
    NOT_UTF8 = "not-utf8"
    # the form
    YAML_SYNTAX = "yaml-syntax"
    YAML_ALIAS = "yaml-alias"
    YAML_TAG = "yaml-tag"
    YAML_DEPTH = "yaml-depth"
    FIELD_TWICE = "field-twice"
    FIELD_UNKNOWN = "field-unknown"
    FIELD_MISSING = "field-missing"
    FIELD_EMPTY = "field-empty"
    FIELD_TYPE = "field-type"
    MARKUP = "markup"
    # roles
    ROLE_MISSING = "role-missing"
    ROLE_ON_ENDING = "role-on-ending"
    ROLE_TWICE = "role-twice"
    ROLE_MARKS = "role-marks"
    ROLE_WORDS = "role-words"
    ROLE_UNKNOWN = "role-unknown"
    ROLE_UNCAST = "role-uncast"
    CALLED_TWICE = "called-twice"
    KEY_FORM = "key-form"
    WHO_MISSING = "who-missing"
    WHO_MISPLACED = "who-misplaced"
    WHERE_MISSING = "where-missing"
    WHERE_IDLE = "where-idle"
    # the ways through a story
    ID_TWICE = "id-twice"
    FORK_COUNT = "fork-count"
    FORK_NOWHERE = "fork-nowhere"
    FORK_ITSELF = "fork-itself"
    FORK_SAME = "fork-same"
    FORK_FIRST = "fork-first"
    FORK_AND_THEN = "fork-and-then"
    PATH_LENGTH = "path-length"
    CARD_UNREACHABLE = "card-unreachable"
    WAY_PASSAGE = "way-passage"
    # a good story
    REFRAIN = "refrain"
    TAG = "tag"
    CALLBACKS = "callbacks"
    MEETS_ITSELF = "meets-itself"
    DEVICE = "device"
    CHILD = "child"
    ONE_SHAPE = "one-shape"
    # decks
    BANNER_COUNT = "banner-count"
    BANNER_SAME = "banner-same"
    BANNER_TWICE = "banner-twice"
    BANNER_UNOPENED = "banner-unopened"
    BANNER_UNDECLARED = "banner-undeclared"
    DOUBLES = "doubles"
    CATEGORY_COUNT = "category-count"
    THE_END = "the-end"
    PHRASE_FORM = "phrase-form"
    # sets
    COUNT = "count"
    NAME_TWICE = "name-twice"
    NAME_COMMAND = "name-command"
    PICTURE_NAME = "picture-name"
    STANDS_OUT = "stands-out"
    EMOJI = "emoji"
    # words
    LENGTH = "length"
    UNSPEAKABLE = "unspeakable"
    QUOTE_OPEN = "quote-open"
    FULL_STOP = "full-stop"
    ARTICLE = "article"
    WORD_TWICE = "word-twice"
    WORD_UNEXPLAINED = "word-unexplained"
    # the ear
    WORD_UNHEARD = "word-unheard"
    SOUNDS_ALIKE = "sounds-alike"


@dataclass(frozen=True, slots=True)
class Finding:
    file: Path
    line: int | None
    """`None` if it is about the file or folder as a whole."""
    code: Code
    message: str

    @classmethod
    def of(cls, error: Unreadable) -> "Finding":
        return cls(error.file, error.line, Code(error.code), error.message)


Content_co = TypeVar("Content_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Content_co]):
    """One file that could be read: what stands in it, and on which line."""

    kind: Kind
    source: Source
    content: Content_co

    def finding(self, code: Code, message: str, *where: str | int, at: int | None = None) -> Finding:
        """Something is wrong with this value; in a text, `at` says with which letter."""
        line = self.source.line(*where) if at is None else self.source.line_at(where, at)
        return Finding(self.source.file, line, code, message)


@dataclass(frozen=True, slots=True)
class Report:
    counts: Mapping[str, int]
    findings: tuple[Finding, ...] = ()
    unchecked: tuple[str, ...] = field(default=())
    """What could not be looked at on this machine, and what would mend that."""


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By file and line, each once."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda one: (one.file, one.line or 0, one.code)))


def first_of(groups: Iterable[Iterable[Finding]]) -> Iterable[Finding]:
    """Of findings that are the same in both readings only those of the first."""
    return next(filter(None, map(list, groups)), [])


def number(count: int, thing: str) -> str:
    """One card, two cards, nine stories: with figures, for a sentence on a screen."""
    if count == 1:
        return f"1 {thing}"
    return f"{count} {thing[:-1]}ies" if thing.endswith("y") else f"{count} {thing}s"
