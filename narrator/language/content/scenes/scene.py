"""A picture as data: a setting, and things in it with their place and size.

In a content file a thing is one line of text:

    EMOJI X Y SIZE [turn=DEGREES] [flip] [fade=0–1] [behind]

X and Y are the centre of the thing in percent of the card (0 0 is its top left corner), SIZE is its width in percent of
the card's width. Things are painted in the order given. `behind` paints a thing before the foreground of the setting,
so that a hill, a wave or a table hides a part of it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

SceneSetting: TypeAlias = Literal[
    "dawn-hills", "day-hills", "dusk-hills", "night-hills", "field", "garden", "forest", "night-forest", "snow",
    "mountains", "desert", "beach", "sea", "night-sea", "storm-sea", "undersea", "river", "sky", "night-sky", "clouds",
    "space", "room", "night-room", "kitchen", "attic", "cellar", "hall", "stage", "street", "night-street", "rooftops",
    "road", "bridge", "station", "market", "school", "cave", "island", "swamp", "plain",
]  # fmt: skip
SETTINGS: tuple[SceneSetting, ...] = get_args(SceneSetting)

NUMBERS: Mapping[str, tuple[float, float]] = {
    "X": (-30, 130),
    "Y": (-30, 130),
    "SIZE": (3, 150),
    "turn": (-360, 360),
    "fade": (0, 1),
}
"""The lowest and the highest value of each number of a thing."""
THING_FORM = "🌲 50 62 70 turn=10 flip fade=0.5 behind"


@dataclass(frozen=True, slots=True)
class Thing:
    """An emoji at its place in a scene."""

    emoji: str
    x: float
    """The centre, in percent of the card's width."""
    y: float
    """The centre, in percent of the card's height."""
    size: float
    """The width, in percent of the card's width."""
    turn: float = 0
    """Degrees, clockwise."""
    flip: bool = False
    """Mirrored, to look the other way."""
    fade: float = 0
    """From 0 (solid) to 1 (invisible)."""
    behind: bool = False
    """Painted before the foreground of the setting."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A setting and the things in it."""

    setting: SceneSetting
    things: tuple[Thing, ...]


class SceneError(ValueError):
    """A scene cannot be drawn as it is written. The message is a sentence for its author."""


def parse_thing(text: str) -> Thing:
    """Return the thing that the text describes, or raise `SceneError`."""
    emoji, *rest = text.split() or [""]
    places, marks = rest[:3], rest[3:]
    if len(places) < 3 or not emoji:
        raise SceneError(f'"{text}" is incomplete. Write an emoji, X, Y and SIZE, such as {THING_FORM}.')
    x, y, size = (parse_number(name, value) for name, value in zip(("X", "Y", "SIZE"), places, strict=True))
    turn = fade = 0.0
    flip = behind = False
    for mark in marks:
        name, _, value = mark.partition("=")
        if name == "turn":
            turn = parse_number(name, value)
        elif name == "fade":
            fade = parse_number(name, value)
        elif mark == "flip":
            flip = True
        elif mark == "behind":
            behind = True
        else:
            raise SceneError(f"`{mark}` is not known here. After the size may follow turn=30, flip, fade=0.5, behind.")
    return Thing(emoji, x, y, size, turn, flip, fade, behind)


def parse_number(name: str, text: str) -> float:
    """Return the number, or raise `SceneError` if it is none or out of range."""
    low, high = NUMBERS[name]
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not low <= number <= high:  # also for nan
        raise SceneError(f"{name} is `{text}`. It must be a number from {low:g} to {high:g}.")
    return number


def parse_setting(text: str) -> SceneSetting:
    """Return the setting with this name, or raise `SceneError`."""
    for setting in SETTINGS:
        if setting == text:
            return setting
    raise SceneError(f"`{text}` is not a setting.")
