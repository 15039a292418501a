"""Reading one YAML file that somebody else wrote, without trusting it.

A story file needs lists, named fields and text, so that is all that is understood: every value is text ("no" is the
word no, "12" is a text with digits in it), and whatever YAML offers beyond that is refused by name. Anchors are how a
small file becomes a bomb; a field that stands twice is how a sentence gets lost.

Each value is read together with its line: an error needs it, and so does the checker.
"""

import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import yaml

from narrator.core.errors import PackError

MAX_FILE_BYTES = 1_000_000  # bytes. The longest story in the box has seven thousand.
MAX_VALUES = 20_000  # texts, lists and fields in one file. The largest set that may be written has half as many.
MAX_DEPTH = 8  # lists and fields within each other. The deepest in the box, the ways of a fork, are five deep.

ValuePath: TypeAlias = tuple[str | int, ...]  # the way to a value: `("cards", 2, "text")` is the text of the third card
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser of libyaml where PyYAML was built with it, which it nearly always is: a hundred times as fast."""

HINT = 'A text that begins with { [ * or a quote, or has ": " in it, goes on a line of its own after `>-`.'


FaultCode: TypeAlias = (
    Literal["no-such-folder", "folder-unreadable", "pack-too-big", "file-unreadable", "file-too-big", "not-utf8"]
    | Literal["yaml-syntax", "yaml-alias", "yaml-tag", "yaml-depth"]
    | Literal["field-twice", "field-unknown", "field-missing", "field-empty", "field-type"]
)
"""What can be wrong with a file before anybody looks at its words; `narrator check` has more such codes."""


class ContentFileError(PackError):
    """A file, or a place in it, that cannot be used as it is."""

    def __init__(self, file: Path, line: int | None, code: FaultCode, message: str) -> None:
        self.file = file
        self.line = line
        self.code = code
        self.message = message
        super().__init__(f"{file}{'' if line is None else f', line {line}'}: {message}")


def read_yaml(file: Path) -> Any:
    return YamlSource.open(file).data


@dataclass(frozen=True, slots=True)
class YamlSource:
    file: Path
    data: Any
    rows: Sequence[str]
    places: dict[ValuePath, "Position"]

    @classmethod
    def open(cls, file: Path) -> "YamlSource":
        text = decode(file)
        reader = _Reader(file, text)
        return cls(file, reader.document(), text.splitlines(), reader.places)

    def line(self, *where: str | int) -> int:
        """The line of this value, or of the nearest thing around it that is there."""
        while where and where not in self.places:
            where = where[:-1]
        return self.places[where].line if where in self.places else 1

    def line_at(self, where: ValuePath, offset: int) -> int:
        """The line on which this letter of a text stands, even if the text runs over many."""
        if where not in self.places:
            return self.line(*where)
        words = len(self.at(where)[: offset + 1].split())
        place = self.places[where]
        for row, written in enumerate(self.rows[place.first :], start=place.first):
            words -= len((written[place.column :] if row == place.first else written).split())
            if words <= 0:
                return row + 1
        return place.line

    def at(self, where: ValuePath) -> Any:
        value = self.data
        for step in where:
            value = value[step]
        return value


@dataclass(frozen=True, slots=True)
class Position:
    line: int  # counted from one, as editors do: the line of its name, or of its dash in a list
    first: int = 0  # the row, counted from zero, in which the words of a text begin …
    column: int = 0  # … and how far in


# --- bytes and letters ---------------------------------------------------------------------------


def decode(file: Path) -> str:
    """The file's letters, if it is a file of letters and not too large to be one."""
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise ContentFileError(file, None, "file-unreadable", "is not a file. Take it out of the pack.")
        if status.st_size > MAX_FILE_BYTES:
            raise ContentFileError(
                file, None, "file-too-big", "is larger than a megabyte. A story has a few thousand letters: split it."
            )
        written = file.read_bytes()
    except OSError as error:
        raise ContentFileError(
            file, None, "file-unreadable", f"cannot be opened ({error.strerror}). Make it readable for your user."
        ) from error
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        raise ContentFileError(
            file, line, "not-utf8", "is not written in UTF-8. Save the file again with the encoding UTF-8."
        ) from error


# --- from letters to lists and fields ------------------------------------------------------------


class _Reader:
    """Builds the value straight from the parser's events, and notes where each part of it stands."""

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
                        message = "starts a second document. Delete the line `---`."
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
            called = isinstance(event, yaml.AliasEvent)
            advice = f"uses the YAML shortcut {'*' if called else '&'}{event.anchor}. Write it out."
            # a role's star at the beginning of a text is the likelier slip
            raise self._refuse(_line(event), "yaml-alias", f"{advice} {HINT}" if called else advice)
        if event.tag is not None and event.tag != "!":
            raise self._refuse(line, "yaml-tag", f"uses the YAML tag {event.tag}. Write the value without it.")
        self.values += 1
        if self.values > MAX_VALUES:
            message = (
                f"has more than {MAX_VALUES} entries; from here on it was not read. No story has so many: split it."
            )
            raise self._refuse(line, "file-too-big", message)
        if len(where) > MAX_DEPTH:
            raise self._refuse(line, "yaml-depth", "is nested deeper than any story. Take the inner lists apart.")
        mark = event.start_mark
        block = isinstance(event, yaml.ScalarEvent) and event.style in (">", "|")  # its words begin on the next row
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
                raise self._refuse(_line(name), "yaml-syntax", f"has a list for a name. {HINT}")
            key = name.value
            if key in fields:
                raise self._refuse(_line(name), "field-twice", f"says `{key}:` twice in one place. Keep one of them.")
            fields[key] = self._value(next(self.events), (*where, key), name)
        return fields

    def _refuse(self, line: int, code: FaultCode, message: str) -> ContentFileError:
        return ContentFileError(self.file, line, code, message)


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1
