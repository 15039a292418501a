"""Read a YAML file from an untrusted author.

A content file needs lists, named fields and text, so nothing else is supported: every value is text ("no" is the word
no, "12" is text with digits), and every other feature of YAML is refused by name. With anchors a small file could
expand to a huge one; a repeated field would silently lose a sentence.

The line of each value is recorded for error messages and for `narrator check`.
"""

import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import yaml

from narrator.core.errors import PackError

MAX_FILE_BYTES = 1_000_000
"""Our longest story has 7,000."""
MAX_VALUES = 20_000
"""Texts, lists and fields in one file. The largest set that the models allow has half as many."""
MAX_DEPTH = 8
"""Nested lists and fields. Our deepest values, the ways of a fork, are at depth 5."""

ValuePath: TypeAlias = tuple[str | int, ...]
"""The path to a value: `("cards", 2, "text")` is the text of the third card."""
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser if PyYAML was built with it, as it nearly always is: it is a hundred times faster."""

HINT = 'Put a text that begins with { [ * or a quote, or that contains ": ", on a line of its own after `>-`.'


FaultCode: TypeAlias = (
    Literal["no-such-folder", "folder-unreadable", "pack-too-big", "file-unreadable", "file-too-big", "not-utf8"]
    | Literal["yaml-syntax", "yaml-alias", "yaml-tag", "yaml-depth"]
    | Literal["field-twice", "field-unknown", "field-missing", "field-empty", "field-type"]
)
"""What can be wrong with the form of a file. `narrator check` has further codes for its wording."""


class ContentFileError(PackError):
    """A content file, or a value in it, cannot be used."""

    def __init__(self, file: Path, line: int | None, code: FaultCode, message: str) -> None:
        self.file = file
        self.line = line
        self.code = code
        self.message = message
        super().__init__(f"{file}{'' if line is None else f', line {line}'}: {message}")


def read_yaml(file: Path) -> Any:
    """Return the value of a file."""
    return YamlSource.open(file).data


@dataclass(frozen=True, slots=True)
class YamlSource:
    """A YAML file with the position of each value."""

    file: Path
    data: Any
    rows: Sequence[str]
    places: dict[ValuePath, "Position"]

    @classmethod
    def open(cls, file: Path) -> "YamlSource":
        """Read the file, or raise `ContentFileError`."""
        text = decode(file)
        reader = _Reader(file, text)
        return cls(file, reader.document(), text.splitlines(), reader.places)

    def line(self, *where: str | int) -> int:
        """Return the line of the value at this path, or of the nearest value around it that exists."""
        while where and where not in self.places:
            where = where[:-1]
        return self.places[where].line if where in self.places else 1

    def line_at(self, where: ValuePath, offset: int) -> int:
        """Return the line of a letter within a text that may span several lines."""
        if where not in self.places:
            return self.line(*where)
        words = len(self.at(where)[: offset + 1].split())
        place = self.places[where]
        for row, text in enumerate(self.rows[place.first :], start=place.first):
            words -= len((text[place.column :] if row == place.first else text).split())
            if words <= 0:
                return row + 1
        return place.line

    def at(self, where: ValuePath) -> Any:
        """Return the value at this path."""
        value = self.data
        for step in where:
            value = value[step]
        return value


@dataclass(frozen=True, slots=True)
class Position:
    """The position of a value in its file."""

    line: int
    """The line of its name, or of its dash in a list, counted from one as in editors."""
    first: int = 0
    """The row, counted from zero, where the words of a text begin."""
    column: int = 0
    """The column where they begin."""


# --- from bytes to text --------------------------------------------------------------------------


def decode(file: Path) -> str:
    """Return the text of a file, or raise `ContentFileError` if it is too large or not text."""
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise ContentFileError(file, None, "file-unreadable", "is not a regular file. Remove it from the pack.")
        if status.st_size > MAX_FILE_BYTES:
            raise ContentFileError(
                file,
                None,
                "file-too-big",
                "is larger than one megabyte. A story has a few thousand letters. Split the file.",
            )
        data = file.read_bytes()
    except OSError as error:
        raise ContentFileError(
            file, None, "file-unreadable", f"cannot be opened ({error.strerror}). Make it readable for your user."
        ) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentFileError(file, line, "not-utf8", "is not encoded in UTF-8. Save it again as UTF-8.") from error


# --- from text to lists and fields ---------------------------------------------------------------


class _Reader:
    """Builds the value of a file from the parser's events and records the position of each part."""

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self.text = text
        self.places: dict[ValuePath, Position] = {}
        self.events: Iterator[Any] = yaml.parse(text, Loader=Loader)
        self.values = 0

    def document(self) -> Any:
        value = None
        documents = 0
        try:
            for event in self.events:
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        message = "begins a second document. Delete the line `---`."
                        raise self._refuse(_line(event), "yaml-syntax", message)
                    value = self._value(next(self.events), (), None)
        except yaml.MarkedYAMLError as error:
            mark: Any = error.problem_mark or error.context_mark
            line = mark.line + 1 if mark else 1
            raise self._refuse(line, "yaml-syntax", f"cannot be read as YAML: {error.problem}. {HINT}") from error
        except yaml.YAMLError as error:
            line = self.text.count("\n", 0, getattr(error, "position", 0)) + 1
            raise self._refuse(line, "yaml-syntax", "holds a character that YAML does not allow. Delete it.") from error
        return value

    def _value(self, event: Any, where: ValuePath, name: Any) -> Any:
        line = _line(name or event)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            is_alias = isinstance(event, yaml.AliasEvent)
            advice = f"uses the YAML shortcut {'*' if is_alias else '&'}{event.anchor}. Write the value out."
            # more often the author began a text with the star of a role
            raise self._refuse(_line(event), "yaml-alias", f"{advice} {HINT}" if is_alias else advice)
        if event.tag is not None and event.tag != "!":
            raise self._refuse(line, "yaml-tag", f"uses the YAML tag {event.tag}. Write the value without it.")
        self.values += 1
        if self.values > MAX_VALUES:
            message = f"has more than {MAX_VALUES} entries and was read only up to here. Split the file."
            raise self._refuse(line, "file-too-big", message)
        if len(where) > MAX_DEPTH:
            raise self._refuse(line, "yaml-depth", "is nested too deeply. Take the inner lists apart.")
        mark = event.start_mark
        block = isinstance(event, yaml.ScalarEvent) and event.style in (">", "|")  # the words begin on the next row
        self.places[where] = Position(line, mark.line + 1) if block else Position(line, mark.line, mark.column)
        if isinstance(event, yaml.ScalarEvent):
            return " ".join(event.value.split()) if event.value or event.style else None
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(where)
        return self._fields(where)

    def _list(self, where: ValuePath) -> list[Any]:
        items: list[Any] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self._value(event, (*where, len(items)), None))
        return items

    def _fields(self, where: ValuePath) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for name in self.events:
            if isinstance(name, yaml.MappingEndEvent):
                break
            if not isinstance(name, yaml.ScalarEvent):
                raise self._refuse(_line(name), "yaml-syntax", f"has a list as a name. {HINT}")
            key = name.value
            if key in fields:
                raise self._refuse(
                    _line(name), "field-twice", f"has `{key}:` twice in the same place. Delete one of them."
                )
            fields[key] = self._value(next(self.events), (*where, key), name)
        return fields

    def _refuse(self, line: int, code: FaultCode, message: str) -> ContentFileError:
        return ContentFileError(self.file, line, code, message)


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1
