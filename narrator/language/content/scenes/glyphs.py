"""The drawings of emoji, the same on every system. `emoji/make_emoji.py` collects them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

VARIATION_SELECTOR = "\ufe0f"
"""Asks for the coloured form of a character. The bundle has no other form."""
ID = re.compile(r'(?<=\bid=")[^"]+(?=")|(?<=url\(#)[^)]+(?=\))|(?<=href="#)[^"]+(?=")')
FILL = re.compile(r'fill="#([0-9a-f]{6}|[0-9a-f]{3})"')
MAX_DARK_BRIGHTNESS = 0.38
"""On a scale from 0, black, to 1, white."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """The drawing of an emoji: SVG elements in a square."""

    body: str
    size: int
    """The width of the square."""

    @property
    def is_dark(self) -> bool:
        """Whether all its colours are dark, so that it hardly shows at night."""
        colours = FILL.findall(self.body)
        return bool(colours) and all(brightness(colour) < MAX_DARK_BRIGHTNESS for colour in colours)

    def body_with_ids(self, prefix: str) -> str:
        """Return the elements with this prefix before each id, so that two drawings can be in one document."""
        return ID.sub(lambda found: f"{prefix}{found[0]}", self.body)


def brightness(colour: str) -> float:
    """Return how bright a colour in hexadecimal digits looks, from 0 to 1."""
    digits = colour if len(colour) == 6 else "".join(digit * 2 for digit in colour)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return 0.3 * red + 0.59 * green + 0.11 * blue


@cache
def load_glyphs() -> Mapping[str, Glyph]:
    """Return all drawings by emoji, without variation selectors."""
    sets = json.loads((files(__package__) / "emoji" / "emoji.json").read_text("utf-8"))
    return {emoji: Glyph(body, each["size"]) for each in sets for emoji, body in each["glyphs"].items()}


def find_glyph(emoji: str) -> Glyph | None:
    """Return the drawing of an emoji, or None if the bundle has none."""
    return load_glyphs().get(emoji.replace(VARIATION_SELECTOR, ""))
