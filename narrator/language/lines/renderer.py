"""Lines rendered to text: the Fluent files of `content/<language>/lines/`."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from narrator.core.errors import NarratorError
from narrator.core.paths import data_file, data_folders
from narrator.language.language import get_language
from narrator.language.lines.line import AnyOf, Line, Verbosity

NOTHING = "none"
SENTENCE = re.compile(r"(?:^|(?<=[.?!] ))[^\W\d_A-Z]")
"""A small letter that begins a sentence. A story is printed as its author wrote it, so there it is left alone."""

BEFORE = re.compile(r"^(?:about|chosen)-.* =.*\n(?:[ \t]+.*\n)*", re.MULTILINE)
"""A line that is said of a game before it begins: what it is about, and what was chosen for it."""

ENTRY = re.compile(r"^(?P<name>-?[a-zA-Z][\w-]*) *=.*(?:\n(?![a-zA-Z#-]).*)*", re.MULTILINE)
"""A line or a term of a file. What belongs to it is indented, or a closing bracket."""
PLACED = re.compile(r"\{([^{}]*)")
NAME = re.compile(r"-?[a-zA-Z][\w-]*")
"""What may be the name of another line or term, where something is placed in a text."""


class NoSuchLine(NarratorError):
    """There are no words for this in this language."""


class LineRenderer:
    """The lines of one language for one game, and the memory of what was said last.

    What is whispered takes turns of its own: nobody in the room can tell from a wording how long a visit was.
    """

    def __init__(self, language: str, game: str | None = None, names: Mapping[str, str] | None = None) -> None:
        """`names` are the recordings of names that no voice says right, by the name."""
        self._language = language
        self._bundle = _bundle(language, game)
        self.names = names or {}
        self._turns: dict[tuple[bool, str], int] = {}
        self._last: dict[bool, str] = {}

    def has(self, name: str, part: str | None = None) -> bool:
        if not self._bundle.has_message(name):
            return False
        return part is None or part in self._bundle.get_message(name).attributes

    def render(self, line: Line, verbosity: Verbosity = Verbosity.FULL) -> str:
        """The line in words, other words than last time if there are any."""
        if not self._bundle.has_message(line.id):
            raise NoSuchLine(f"no line {line.id} in {self._language}")
        message = self._bundle.get_message(line.id)
        wordings = [message.value, *(each for part, each in message.attributes.items() if part.startswith("or"))]
        if line.variant is not None:
            wordings = [message.attributes.get(line.variant, message.value)]
        elif verbosity is Verbosity.BRIEF and "brief" in message.attributes:
            wordings = [message.attributes["brief"]]
        facts = {name: self._in_words(fact) for name, fact in line.facts.items()}
        whispered, last = line.to is not None, self._last.get(line.to is not None)
        turn = self._turns.get((whispered, line.id), 0)
        for shift in range(len(wordings)):
            said = self._format(line, wordings[(turn + shift) % len(wordings)], facts)
            if said != last:
                break
        self._turns[whispered, line.id] = turn + shift + 1
        self._last[whispered] = said
        return said

    def _format(self, line: Line, pattern: Any, facts: dict[str, Any]) -> str:
        if pattern is None:
            raise NoSuchLine(f"line {line.id} has no words of its own")
        said, errors = self._bundle.format_pattern(pattern, facts)
        if errors:
            raise NoSuchLine(f"line {line.id}: {errors[0]}")
        words = " ".join(str(said).split())
        return words if line.id == "text" else SENTENCE.sub(lambda start: start[0].upper(), words)

    def _in_words(self, fact: Any) -> Any:
        """Lists become "Lily, Nick, and Julie"; what is empty or not there becomes "none", which a line can select on.

        A line inside a line is said first; among things to choose from it does not begin a sentence.
        """
        if fact is None or fact in ("", (), []):
            return NOTHING
        if isinstance(fact, Line):
            return self.render(fact)
        if isinstance(fact, bool):
            return "yes" if fact else "no"
        if isinstance(fact, str | int | float):
            return fact
        if not isinstance(fact, Iterable):
            return str(fact)
        items = []
        for each in fact:
            said = get_language(self._language).number_word(each) if isinstance(each, int) else str(each)
            if isinstance(each, Line):
                words = self.render(each)
                said = words[:1].lower() + words[1:]
            items.append(said)
        if len(items) == 1:
            return items[0]
        return get_language(self._language).join(items, "or" if isinstance(fact, AnyOf) else "and")


class _Bundle(FluentBundle):
    """Reads a line when it is first said: to read them all takes longer than anything else before the first word."""

    def __init__(self, language: str, functions: dict[str, Any], texts: Iterable[str]) -> None:
        """Of lines with the same name, that of the first text counts."""
        super().__init__([language], functions=functions, use_isolating=False)
        entries = [entry for text in texts for entry in ENTRY.finditer(text)]
        self._unread = {entry["name"]: entry[0] for entry in reversed(entries)}

    def has_message(self, message_id: str) -> bool:
        if not super().has_message(message_id) and message_id in self._unread:
            self._read(message_id)
        return super().has_message(message_id)

    def _read(self, name: str) -> None:
        """This line and all that it refers to, which comes first: another thread may say it as soon as it is there."""
        wanted = [name]
        for each in wanted:
            referred = {other for placed in PLACED.findall(self._unread[each]) for other in NAME.findall(placed)}
            wanted += sorted(referred & self._unread.keys() - set(wanted))
        self.add_resource(FluentResource("\n".join(self._unread[each] for each in reversed(wanted))))


@cache
def _bundle(language: str, game: str | None) -> "_Bundle":
    functions: dict[str, Any] = {
        "WORD": lambda number: get_language(language).number_word(int(number)),
        "ORDINAL": lambda number: get_language(language).ordinal_word(int(number)),
    }
    files = [data_file("content", language, "lines", f"{name}.ftl") for name in (game, "common") if name is not None]
    texts = [*(file.read_text("utf-8") for file in files), _before_any_game(language)]
    return _Bundle(language, functions, texts)


@cache
def _before_any_game(language: str) -> str:
    """What games have to say before they are on the table, out of all their lines."""
    files = (file for folder in data_folders("content") for file in sorted((folder / language / "lines").glob("*.ftl")))
    others = (file for file in files if file.stem != "common")
    return "".join(message for file in others for message in BEFORE.findall(file.read_text("utf-8")))
