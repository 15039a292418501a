"""Draw the covers of stories."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from zlib import crc32

from narrator.language.content.scenes.drawing import place_svg, render_scene_svg
from narrator.language.content.scenes.scene import Scene, SceneSetting, Thing
from narrator.language.content.scenes.shapes import box, disc

CLOTH_COLOURS = (
    "#7a2e3b", "#2f4a6d", "#35604c", "#6b3f73", "#8a5a24", "#264e57", "#93442f", "#4b4a83", "#5d6b2c", "#7c3460",
)  # fmt: skip
"""Colours of book cloth, dark enough for the light letters of the title."""
GOLD = "#f7dc9a"
LINE_LETTERS = 14
MAX_TITLE_LINES = 3
TITLE_WIDTH, LETTER_WIDTH = 88, 0.6
"""The room for a line of the title, and the width of a bold letter relative to its size."""
CAST_PLACES = ((50, 66, 50), (20, 76, 32), (80, 76, 32))
"""X, Y and size of the cast: the first in the middle, drawn last."""
COVER_WIDTH, COVER_HEIGHT, PICTURE_TOP = 100, 133, 38


def render_cover_svg(title: str, setting: SceneSetting, cast: Sequence[str], edition: int = 0) -> str:
    """Return the cover of a story, 3:4: its title, its place, and up to three of its cast.

    Editions of one story have cloth of different colours.
    """
    cloth = CLOTH_COLOURS[(crc32(title.encode()) + edition) % len(CLOTH_COLOURS)]
    things = [Thing(emoji, *place) for emoji, place in zip(cast, CAST_PLACES, strict=False)]
    picture = place_svg(render_scene_svg(Scene(setting, tuple(reversed(things)))), 5, PICTURE_TOP, 90, 90)
    rows = wrap(title, LINE_LETTERS)[:MAX_TITLE_LINES] or [""]
    size = min(11 if len(rows) < 3 else 9, TITLE_WIDTH / LETTER_WIDTH / max(1, *map(len, rows)))
    first = 22 - (len(rows) - 1) * size * 0.56
    words = "".join(
        f'<text x="50" y="{first + number * size * 1.12:.3g}" font-size="{size:g}" font-weight="bold" fill="{GOLD}" '
        f'text-anchor="middle" font-family="Georgia, Gelasio, DejaVu Serif, serif">{escape(row)}</text>'
        for number, row in enumerate(rows)
    )
    corners = "".join(disc(x, y, 1.1, GOLD) for x in (5, 95) for y in (4.5, 33.5))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COVER_WIDTH} {COVER_HEIGHT}" role="img">'
        f"<title>{escape(title)}</title>{box(0, 0, COVER_WIDTH, COVER_HEIGHT, cloth)}"
        f"{box(0, 0, 3, COVER_HEIGHT, '#000', 0.2)}{corners}{words}"
        f"{box(4.2, PICTURE_TOP - 0.8, 91.6, 91.6, GOLD, rounded=1)}{picture}</svg>"
    )
