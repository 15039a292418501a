"""The cover: a house with a lit window under the moon, and a sky of the story's own.

Drawn, not photographed: no file has to travel with the program, and every story has a sky of its own. The title is on
it where the font that Pillow carries has all its letters; whoever shows the cover shows the title beside it anyway.
"""

import io
import random
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

FINE = 2  # drawn so many times larger, so that no edge has steps
TALL, SQUARE = (1000, 1400), (1000, 1000)
TOP = 0.06  # where the title begins
STARS = 90
NIGHT, DUSK = (16, 24, 66), (92, 74, 140)
MOON, STAR, HILL, NEAR_HILL, HOUSE, ROOF, WINDOW = (
    (255, 243, 196),
    (255, 250, 225),
    (38, 48, 92),
    (20, 27, 56),
    (52, 38, 46),
    (30, 22, 30),
    (255, 205, 92),
)


@lru_cache(maxsize=8)
def cover(title: str, size: tuple[int, int] = TALL) -> bytes:
    """As JPEG."""
    width, height = (side * FINE for side in size)
    picture = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(picture)
    words = fitted(title, width, height)
    sky(draw, width, height, words, random.Random(title))
    ground(draw, width, height)
    if words is not None:
        write(draw, width, height, words)
    body = io.BytesIO()
    picture.resize(size, Image.Resampling.LANCZOS).save(body, "JPEG", quality=88)
    return body.getvalue()


def sky(draw: ImageDraw.ImageDraw, width: int, height: int, words: "TitleLayout | None", luck: random.Random) -> None:
    """Night above, dusk below; no star where somebody wants to read."""
    for row in range(height):
        colour = tuple(round(n + (d - n) * row / height) for n, d in zip(NIGHT, DUSK, strict=True))
        draw.line([(0, row), (width, row)], fill=colour)
    free = 0.0 if words is None else TOP * height + words.height
    for _ in range(STARS):
        place = luck.uniform(0, width), luck.uniform(free, 0.74 * height)
        dot(draw, place, luck.uniform(1.0, 3.4) * FINE, STAR)
    dot(draw, (luck.uniform(0.68, 0.8) * width, 0.5 * height), 0.085 * width, MOON)


def dot(draw: ImageDraw.ImageDraw, place: tuple[float, float], radius: float, colour: tuple[int, int, int]) -> None:
    x, y = place
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)


def ground(draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
    draw.ellipse([-0.3 * width, 0.74 * height, 0.8 * width, 1.5 * height], fill=HILL)
    draw.ellipse([0.3 * width, 0.79 * height, 1.5 * width, 1.5 * height], fill=NEAR_HILL)
    x, y, side = 0.2 * width, 0.655 * height, 0.17 * width
    draw.rectangle([x + 0.72 * side, y - 0.62 * side, x + 0.86 * side, y], fill=ROOF)
    draw.polygon([(x - 0.14 * side, y), (x + 0.5 * side, y - 0.62 * side), (x + 1.14 * side, y)], fill=ROOF)
    draw.rectangle([x, y, x + side, y + 0.8 * side], fill=HOUSE)
    draw.rectangle([x + 0.3 * side, y + 0.18 * side, x + 0.7 * side, y + 0.56 * side], fill=WINDOW)
    draw.line([(x + 0.5 * side, y + 0.18 * side), (x + 0.5 * side, y + 0.56 * side)], fill=HOUSE, width=4 * FINE)
    draw.line([(x + 0.3 * side, y + 0.37 * side), (x + 0.7 * side, y + 0.37 * side)], fill=HOUSE, width=4 * FINE)


# --- the title -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TitleLayout:
    lines: tuple[str, ...]
    points: int  # how large the letters are

    @property
    def height(self) -> float:
        return 1.25 * self.points * len(self.lines)


def fitted(title: str, width: int, height: int) -> TitleLayout | None:
    """The title as large as it fits into the upper part; nothing if it cannot be written there."""
    if not title or not writable(title):
        return None
    for points in range(130 * FINE, 30 * FINE, -6 * FINE):
        font = ImageFont.load_default(points)
        words = TitleLayout(broken(title, font, 0.86 * width), points)
        if words.lines and words.height < 0.3 * height:
            return words
    return None


def write(draw: ImageDraw.ImageDraw, width: int, height: int, words: TitleLayout) -> None:
    draw.multiline_text(
        (0.5 * width, TOP * height),
        "\n".join(words.lines),
        font=ImageFont.load_default(words.points),
        anchor="ma",
        align="center",
        fill=STAR,
        spacing=0.2 * words.points,
    )


def broken(title: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, most: float) -> tuple[str, ...]:
    """Into lines of that width; nothing if a single word is wider."""
    lines: list[str] = []
    for word in title.split():
        together = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(together) <= most:
            lines[-1] = together
        elif font.getlength(word) <= most:
            lines.append(word)
        else:
            return ()
    return tuple(lines)


def writable(title: str) -> bool:
    """Whether the font has every letter: a missing one looks like the one that no font has."""
    font = ImageFont.load_default(20)
    missing = bytes(font.getmask("\uffff"))
    return all(letter.isspace() or bytes(font.getmask(letter)) != missing for letter in title)
