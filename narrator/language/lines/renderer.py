"""Render lines to text with the Fluent files of `content/<language>/lines/`.

A message may have other wordings (attributes `or1`, `or2`, …), so that a frequent line does not always sound the same,
and a `brief` one for players who know the game. The wordings take turns, and no sentence is said twice in a row.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from narrator.core.errors import NarratorError
from narrator.core.paths import data_file, data_folders
from narrator.language.language import get_language
from narrator.language.lines.audience import Audience
from narrator.language.lines.line import AnyOf, Line, Verbosity

EMPTY_FACT = "none"
"""What an empty fact becomes, so that a message can select on it."""
STORY_TEXT = "text"
"""The line with the text of a story, which is said and printed exactly as its author wrote it."""
SENTENCE_START = re.compile(r"(?:^|(?<=[.?!] ))[^\W\d_A-Z]")
"""Matches a small letter that begins a sentence."""
BEFORE_GAME = re.compile(r"^(?:about|chosen)-.* =.*\n(?:[ \t]+.*\n)*", re.MULTILINE)
"""Matches a message that is needed before the game begins: what the game is about, and what was chosen for it."""
ENTRY = re.compile(r"^(?P<name>-?[a-zA-Z][\w-]*) *=.*(?:\n(?![a-zA-Z#-]).*)*", re.MULTILINE)
"""Matches a message or a term of a file. Its further lines are indented or a closing bracket."""
PLACEABLE = re.compile(r"\{([^{}]*)")
ENTRY_NAME = re.compile(r"-?[a-zA-Z][\w-]*")
"""Matches what may be the name of another message or term within a placeable."""


class NoSuchLine(NarratorError):
    """The language has no words for this line."""


class LineRenderer:
    """Renders the lines of one language for one game, and remembers which wordings were used.

    Lines for one player take turns separately, so that the wording for the others does not reveal how many there were.
    """

    def __init__(self, language: str, game: str | None = None, names: Mapping[str, str] | None = None) -> None:
        """Load the lines. `names` are recordings of player names that voices mispronounce, by name."""
        self._language = language
        self._bundle = _bundle(language, game)
        self.names = names or {}
        self._turns: dict[tuple[str | None, str], int] = {}
        """How often each line was rendered, by player and line."""
        self._last: dict[str | None, str] = {}

    def has(self, name: str, variant: str | None = None) -> bool:
        """Whether there are words for the line, and for this wording of it."""
        if not self._bundle.has_message(name):
            return False
        return variant is None or variant in self._bundle.get_message(name).attributes

    def render(self, line: Line, verbosity: Verbosity = Verbosity.FULL) -> str:
        """Return the line in words, in another wording than last time if there is one."""
        message = self._message(line.id)
        wordings = [message.value, *(each for name, each in message.attributes.items() if name.startswith("or"))]
        if line.variant is not None:
            wordings = [message.attributes.get(line.variant, message.value)]
        elif verbosity is Verbosity.BRIEF and "brief" in message.attributes:
            wordings = [message.attributes["brief"]]
        seat = line.audience.seat
        facts = {name: self._render_fact(fact, line.audience) for name, fact in line.facts.items()}
        last = self._last.get(seat)
        turn = self._turns.get((seat, line.id), 0)
        for shift in range(len(wordings)):
            text = self._format(line, wordings[(turn + shift) % len(wordings)], facts)
            if text != last:
                break
        self._turns[seat, line.id] = turn + shift + 1
        self._last[seat] = text
        return text

    def first_wording(self, name: str) -> str:
        """Return the first wording of a line without facts. Unlike `render`, this changes no later wording."""
        return self._format(Line(name), self._message(name).value, {})

    def _message(self, name: str) -> Any:
        if not self._bundle.has_message(name):
            raise NoSuchLine(f"The language {self._language} has no line {name}.")
        return self._bundle.get_message(name)

    def _format(self, line: Line, pattern: Any, facts: dict[str, Any]) -> str:
        if pattern is None:
            raise NoSuchLine(f"The line {line.id} has no words of its own.")
        text, errors = self._bundle.format_pattern(pattern, facts)
        if errors:
            raise NoSuchLine(f"The line {line.id} cannot be rendered: {errors[0]}")
        words = " ".join(str(text).split())
        return words if line.id == STORY_TEXT else SENTENCE_START.sub(lambda start: start[0].upper(), words)

    def _render_fact(self, fact: Any, audience: Audience) -> Any:
        """Return a fact as Fluent takes it: lists joined to "Lily, Nick, and Julie", empty facts as "none".

        A line within a line is rendered first. Within a list it does not begin a sentence.
        """
        if fact is None or fact in ("", (), []):
            return EMPTY_FACT
        if isinstance(fact, Line):
            return self.render(replace(fact, audience=audience))
        if isinstance(fact, bool):
            return "yes" if fact else "no"
        if isinstance(fact, str | int | float):
            return fact
        if not isinstance(fact, Iterable):
            return str(fact)
        items = [self._render_item(each, audience) for each in fact]
        if len(items) == 1:
            return items[0]
        return get_language(self._language).join(items, "or" if isinstance(fact, AnyOf) else "and")

    def _render_item(self, item: Any, audience: Audience) -> str:
        if isinstance(item, Line):
            words = self.render(replace(item, audience=audience))
            return words[:1].lower() + words[1:]
        return get_language(self._language).number_word(item) if isinstance(item, int) else str(item)


class _Bundle(FluentBundle):
    """A bundle that parses a message on first use. Parsing all would delay the first words more than anything else."""

    def __init__(self, language: str, functions: dict[str, Any], texts: Iterable[str]) -> None:
        """Find the messages of the texts. If several have the same name, the first one counts."""
        super().__init__([language], functions=functions, use_isolating=False)
        entries = [entry for text in texts for entry in ENTRY.finditer(text)]
        self._unparsed = {entry["name"]: entry[0] for entry in reversed(entries)}

    def has_message(self, message_id: str) -> bool:
        """Whether there is such a message; parse it if it is needed for the first time."""
        if not super().has_message(message_id) and message_id in self._unparsed:
            self._parse(message_id)
        return super().has_message(message_id)

    def _parse(self, name: str) -> None:
        """Add a message after everything that it refers to: another thread may render it as soon as it is added."""
        names = [name]
        for each in names:
            placeables = PLACEABLE.findall(self._unparsed[each])
            referred = {other for placeable in placeables for other in ENTRY_NAME.findall(placeable)}
            names += sorted(referred & self._unparsed.keys() - set(names))
        self.add_resource(FluentResource("\n".join(self._unparsed[each] for each in reversed(names))))


@cache
def _bundle(language: str, game: str | None) -> "_Bundle":
    functions: dict[str, Any] = {
        "WORD": lambda number: get_language(language).number_word(int(number)),
        "ORDINAL": lambda number: get_language(language).ordinal_word(int(number)),
    }
    files = [data_file("content", language, "lines", f"{name}.ftl") for name in (game, "common") if name is not None]
    texts = [*(file.read_text("utf-8") for file in files), _messages_before_game(language)]
    return _Bundle(language, functions, texts)


@cache
def _messages_before_game(language: str) -> str:
    """Return the messages of all games that are needed before the game is chosen."""
    files = (file for folder in data_folders("content") for file in sorted((folder / language / "lines").glob("*.ftl")))
    others = (file for file in files if file.stem != "common")
    return "".join(message for file in others for message in BEFORE_GAME.findall(file.read_text("utf-8")))
