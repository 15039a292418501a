"""What goes to the pages, and the words that stand on them. (What comes from them is in `hub.py`.)"""

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
    """A card, or whatever else can be seen or chosen."""

    name: str
    number: str = ""  # its symbol, or its place among the choices
    emoji: tuple[str, ...] = ()
    sentence: str = ""  # how it looks: the alternative text of the picture
    closer: str = ""
    note: str = ""  # what it is here: whose role, how many points


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
class PlaceToFill:
    name: str
    question: str
    cards: tuple[ShownCard, ...]  # to choose from; with none, words are typed
    skippable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """How a phone comes in. Shown on the big screen only."""

    seat: str
    address: str
    words: str
    code: str  # where the picture of the code is


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """All that is on a page. What the room may know, and on a phone its seat's own."""

    kind: Literal["page"] = "page"
    title: str
    question: str  # the plain text of what is asked, which a braille line shows first
    lines: tuple[str, ...]  # the last answer of the narrator, line by line
    choices: tuple[ShownCard, ...] = ()
    can_say: tuple[str, ...] = ()
    story: tuple[str, ...] = ()  # the open page of the story
    panels: tuple[ShownPanel, ...] = ()
    players: tuple[ShownPlayer, ...] = ()
    invites: tuple[Invite, ...] = ()
    size: int
    theme: Theme
    reader: bool
    over: bool = False
    dim: bool = False  # at bedtime: little light, and none when the story is over
    # --- on a phone ---
    seat: str | None = None
    asks: str = ""  # what this seat is asked
    places: tuple[PlaceToFill, ...] = ()
    hand: tuple[ShownCard, ...] = ()
    note: str = ""  # what is for this seat alone
    undo: bool = False  # whether the last choice can be taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaking:
    """The words that are heard now: of which line, from where to where."""

    kind: Literal["speaking"] = "speaking"
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """Whether it speaks, listens or hears, and how loud the room is, from 0 to 10."""

    kind: Literal["meter"] = "meter"
    state: Literal["speaking", "listening", "waiting"]
    level: int = 0


def display_fields(manner: Preferences) -> dict[str, Any]:
    return {"size": manner.size, "theme": manner.theme, "reader": manner.reader}


def encode_message(message: Page | Speaking | Meter) -> str:
    return json.dumps(asdict(message), ensure_ascii=False, separators=(",", ":"))


@cache
def page_labels(language: str) -> Mapping[str, str]:
    """The words on the pages, out of `content/<language>/lines/window.ftl`, for templates and scripts alike.

    A script fills in what it alone knows: where a label has a fact, its name stands there in braces.
    """
    lines, text = (
        LineRenderer(language, "window"),
        data_file("content", language, "lines", "window.ftl").read_text("utf-8"),
    )
    facts = {entry["name"]: LABEL_VARIABLE.findall(entry[0]) for entry in ENTRY.finditer(text)}
    return {name: lines.render(line(name, **{fact: f"{{{fact}}}" for fact in known})) for name, known in facts.items()}
