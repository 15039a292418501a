"""Messages to the pages, and the labels on them. Messages from the pages are in `hub.py`."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal

from narrator.core.paths import data_file
from narrator.language.lines.line import line
from narrator.language.lines.preferences import Preferences, Theme
from narrator.language.lines.renderer import ENTRY, LineRenderer

LABEL_VARIABLE = re.compile(r"\$(\w+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCard:
    """A card, or anything else that is shown or can be chosen."""

    name: str
    number: str = ""  # the number of its symbol, or its position among the choices
    emoji: tuple[str, ...] = ()
    sentence: str = ""  # alternative text of the picture
    closer: str = ""  # a longer description, shown on request
    note: str = ""  # its meaning here: the role, or the points


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPanel:
    title: str
    cards: tuple[ShownCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlayer:
    name: str
    awaited: bool
    turn: bool
    phone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSlot:
    name: str
    question: str
    cards: tuple[ShownCard, ...]  # the options; empty for free text
    skippable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """How a phone joins. Shown on the big screen only."""

    seat: str
    address: str
    words: str
    code: str  # URL of the QR code


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Everything on a page: what the room may know, and on a phone also what its seat may know."""

    kind: Literal["page"] = "page"
    title: str
    question: str  # plain text, which a braille display shows first
    lines: tuple[str, ...]  # what the narrator said last
    choices: tuple[ShownCard, ...] = ()
    can_say: tuple[str, ...] = ()
    story: tuple[str, ...] = ()  # the current page of the story
    panels: tuple[ShownPanel, ...] = ()
    players: tuple[ShownPlayer, ...] = ()
    invites: tuple[Invite, ...] = ()
    size: int
    theme: Theme
    reader: bool
    over: bool = False
    dim: bool = False  # at bedtime: dark, and black when the story is over
    # --- on a phone ---
    seat: str | None = None
    asks: str = ""  # the question to this seat
    slots: tuple[ShownSlot, ...] = ()
    hand: tuple[ShownCard, ...] = ()
    note: str = ""  # a message to this seat only
    undo: bool = False  # whether the last choice can be taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaking:
    """The words being spoken: the index of the line, and their start and end in it."""

    kind: Literal["speaking"] = "speaking"
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """What the narrator is doing, and the loudness of the room from 0 to 10."""

    kind: Literal["meter"] = "meter"
    state: Literal["speaking", "listening", "waiting"]
    level: int = 0


def display_fields(preferences: Preferences) -> dict[str, Any]:
    return {"size": preferences.size, "theme": preferences.theme, "reader": preferences.reader}


def encode_message(message: Page | Speaking | Meter) -> str:
    return json.dumps(asdict(message), ensure_ascii=False, separators=(",", ":"))


@cache
def page_labels(language: str) -> Mapping[str, str]:
    """Return the labels from `content/<language>/lines/window.ftl`, for templates and scripts.

    A variable appears as its name in braces; templates and scripts fill it in.
    """
    renderer = LineRenderer(language, "window")
    text = data_file("content", language, "lines", "window.ftl").read_text("utf-8")
    labels = {}
    for entry in ENTRY.finditer(text):
        variables = {name: f"{{{name}}}" for name in LABEL_VARIABLE.findall(entry[0])}
        labels[entry["name"]] = renderer.render(line(entry["name"], **variables))
    return labels
