"""What a game will certainly say one day: its lines without names, cards or numbers, to be rendered ahead."""

from collections.abc import Iterator

from fluent.syntax import FluentParser, ast

from narrator.data import data_file
from narrator.tell.lines import Line, Lines


def static_lines(language: str, game: str | None = None) -> tuple[str, ...]:
    """The lines of this game, or those of all games, that are always said in the same words."""
    words = Lines(language, game)
    file = data_file("content", language, "lines", f"{game or 'common'}.ftl")
    said = (words.say(line) for line in _fixed(file.read_text("utf-8")))
    return tuple(dict.fromkeys(text for text in said if text))


def _fixed(written: str) -> Iterator[Line]:
    for message in FluentParser().parse(written).body:
        if isinstance(message, ast.Message):
            wordings = [(None, message.value), *((wording.id.name, wording.value) for wording in message.attributes)]
            for part, pattern in wordings:
                if pattern is not None and all(isinstance(each, ast.TextElement) for each in pattern.elements):
                    yield Line(message.id.name, {}, part)
