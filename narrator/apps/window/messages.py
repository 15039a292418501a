"""Messages to the pages, and the labels on them. Messages from the pages are in `hub.py`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Any, Literal

from narrator.core.paths import data_file
from narrator.core.serialization import type_adapter
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
    art: str = ""  # address of its picture; see `art.py` for high contrast
    sentence: str = ""  # alternative text of the picture
    closer: str = ""  # a longer description, shown on request
    note: str = ""  # its meaning here: the role, or the points
    own: bool = False  # the player's own card, which cannot be chosen
    # --- on the table ---
    hidden: bool = False  # it lies face down: its name and picture are left out
    owner: str = ""  # the player who laid it, after the reveal
    voters: tuple[str, ...] = ()  # the players who voted for it, after the reveal


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPanel:
    kind: str = ""  # the id of its title: "panel-clue", "panel-table", "panel-standing"
    title: str
    cards: tuple[ShownCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlayer:
    name: str
    awaited: bool
    turn: bool
    phone: bool
    doing: str = ""  # the label for what this player does or has done: "page-turn", "page-tells", "page-voted"
    score: int | None = None
    gained: int = 0  # the points just gained


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSlot:
    name: str
    question: str
    cards: tuple[ShownCard, ...]  # the options; empty for free text
    skippable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """How phones join. Shown on the big screen only."""

    address: str  # the page to open
    words: str  # the passphrase, with dashes
    code: str  # URL of the QR code
    seats: tuple[str, ...]  # the players without a phone
    has_other_addresses: bool = False  # whether "another address" can be asked for


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
    backdrop: str = ""  # address of the picture of the story's place
    panels: tuple[ShownPanel, ...] = ()
    players: tuple[ShownPlayer, ...] = ()
    invite: Invite | None = None
    spectators: bool | None = None  # whether guests may watch on their phones; None if phones cannot join
    size: int
    theme: Theme
    reader: bool
    # --- on the big screen ---
    everybody: bool = False  # whether the question is to all players
    clue: str = ""  # the clue of this round, without quotes
    teller: str = ""  # who gave it
    table: tuple[ShownCard, ...] = ()  # the cards on the table, by number
    is_last_round: bool = False  # whether the table shows how the last round ended
    reading: str = ""  # the number of the card that is being read
    beside: tuple[str, ...] = ()  # the answer to a side question; the main question stays
    over: bool = False
    dim: bool = False  # at bedtime: dark, and black when the story is over


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAloud:
    """Something that "Read it to me" reads, and where it is on the page."""

    part: str  # "question", "clue", or a name and a number: "card 2" is the second option of the slot "card"
    text: str
    sound: str  # id of the sound with the narrator's voice


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonePage:
    """Everything on a phone: what the room may know, and what its seat may know."""

    kind: Literal["page"] = "page"
    title: str
    seat: str
    place: int  # the position of the seat at the table, which gives its colour and shape
    question: str
    lines: tuple[str, ...]  # what the narrator said last in the room
    can_say: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    panels: tuple[ShownPanel, ...] = ()
    players: tuple[ShownPlayer, ...] = ()
    size: int
    theme: Theme
    reader: bool
    over: bool = False
    note: str = ""  # a message to this seat only
    clue: str = ""
    game: str = ""  # identifies the game, also after a restart
    # --- the question to this seat ---
    key: str = ""  # identifies the question, also after a restart; drafts are stored under it
    turn: str = ""  # changes with everything about the question; a choice that names another one does not count
    asks: str = ""
    anybody: bool = False  # whether the first player who answers gets the turn
    vote: bool = False
    slots: tuple[ShownSlot, ...] = ()
    choices: tuple[ShownCard, ...] = ()  # answers for all to hear
    more_to_say: bool = False  # whether there are answers in words, such as "keep two fives"
    # --- what was chosen, and what we wait for ---
    chosen: tuple[ShownCard, ...] = ()
    chosen_words: str = ""
    chosen_text: str = ""
    undo: bool = False  # whether the last choice can be taken back
    progress: str = ""
    waiting: str = ""
    round: str = ""
    hand: tuple[ShownCard, ...] = ()
    reading: tuple[ReadAloud, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaking:
    """The words being spoken: the index and text of the line, and their start and end in it."""

    kind: Literal["speaking"] = "speaking"
    line: int
    start: int
    end: int
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """What the narrator is doing, and the loudness of the room from 0 to 10."""

    kind: Literal["meter"] = "meter"
    state: Literal["speaking", "listening", "waiting"]
    level: int = 0


def question_token(page: PhonePage) -> str:
    """Return a short text that changes with the question to this seat, and with nothing else."""
    slots = [replace(slot, cards=tuple(replace(card, art="") for card in slot.cards)) for slot in page.slots]
    asked = type_adapter(tuple[str, list[ShownSlot]]).dump_json((page.asks, slots))  # no `art`: restarts change it
    return sha256(asked).hexdigest()[:16]


def display_fields(preferences: Preferences) -> dict[str, Any]:
    return {"size": preferences.size, "theme": preferences.theme, "reader": preferences.reader}


def encode_message(message: Page | PhonePage | Speaking | Meter) -> str:
    kind: Any = type(message)
    return str(type_adapter(kind).dump_json(message), "utf-8")


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
