"""Draw the cover of a story: a house with a lit window under the moon. The title seeds the positions of the stars.

The title is written on the cover if Pillow's built-in font has all its letters. Everything that shows a cover shows the
title next to it as well.
"""

import io
import random
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

SUPERSAMPLING = 2  # the cover is drawn this many times larger and then reduced, for smooth edges
TALL_COVER, SQUARE_COVER = (1000, 1400), (1000, 1000)  # pixels
TITLE_TOP = 0.06  # distance of the title from the top, as a fraction of the height
STAR_COUNT = 90
BYLINE_POINTS, MAX_BYLINE_LINES = 44, 3
NIGHT_COLOUR, DUSK_COLOUR = (16, 24, 66), (92, 74, 140)
MOON_COLOUR, STAR_COLOUR, HILL_COLOUR, NEAR_HILL_COLOUR, HOUSE_COLOUR, ROOF_COLOUR, WINDOW_COLOUR = (
    (255, 243, 196),
    (255, 250, 225),
    (38, 48, 92),
    (20, 27, 56),
    (52, 38, 46),
    (30, 22, 30),
    (255, 205, 92),
)


@lru_cache(maxsize=8)
def draw_cover(title: str, size: tuple[int, int] = TALL_COVER, byline: str = "") -> bytes:
    """Return the cover as JPEG. The byline, if there is one, stands at the foot."""
    width, height = (side * SUPERSAMPLING for side in size)
    picture = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(picture)
    layout = fit_title(title, width, height)
    draw_sky(draw, width, height, layout, random.Random(title))
    draw_ground(draw, width, height)
    if layout is not None:
        draw_title(draw, width, height, layout)
    if byline:
        draw_byline(draw, width, height, byline)
    body = io.BytesIO()
    picture.resize(size, Image.Resampling.LANCZOS).save(body, "JPEG", quality=88)
    return body.getvalue()


def draw_sky(
    draw: ImageDraw.ImageDraw, width: int, height: int, layout: "TitleLayout | None", rng: random.Random
) -> None:
    """Draw the sky from night to dusk, and stars everywhere except behind the title."""
    for row in range(height):
        colour = tuple(round(n + (d - n) * row / height) for n, d in zip(NIGHT_COLOUR, DUSK_COLOUR, strict=True))
        draw.line([(0, row), (width, row)], fill=colour)
    stars_from = 0.0 if layout is None else TITLE_TOP * height + layout.height
    for _ in range(STAR_COUNT):
        place = rng.uniform(0, width), rng.uniform(stars_from, 0.74 * height)
        draw_disc(draw, place, rng.uniform(1.0, 3.4) * SUPERSAMPLING, STAR_COLOUR)
    draw_disc(draw, (rng.uniform(0.68, 0.8) * width, 0.5 * height), 0.085 * width, MOON_COLOUR)


def draw_disc(
    draw: ImageDraw.ImageDraw, place: tuple[float, float], radius: float, colour: tuple[int, int, int]
) -> None:
    x, y = place
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)


def draw_ground(draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
    draw.ellipse([-0.3 * width, 0.74 * height, 0.8 * width, 1.5 * height], fill=HILL_COLOUR)
    draw.ellipse([0.3 * width, 0.79 * height, 1.5 * width, 1.5 * height], fill=NEAR_HILL_COLOUR)
    x, y, side = 0.2 * width, 0.655 * height, 0.17 * width
    draw.rectangle([x + 0.72 * side, y - 0.62 * side, x + 0.86 * side, y], fill=ROOF_COLOUR)
    draw.polygon([(x - 0.14 * side, y), (x + 0.5 * side, y - 0.62 * side), (x + 1.14 * side, y)], fill=ROOF_COLOUR)
    draw.rectangle([x, y, x + side, y + 0.8 * side], fill=HOUSE_COLOUR)
    draw.rectangle([x + 0.3 * side, y + 0.18 * side, x + 0.7 * side, y + 0.56 * side], fill=WINDOW_COLOUR)
    draw.line(
        [(x + 0.5 * side, y + 0.18 * side), (x + 0.5 * side, y + 0.56 * side)],
        fill=HOUSE_COLOUR,
        width=4 * SUPERSAMPLING,
    )
    draw.line(
        [(x + 0.3 * side, y + 0.37 * side), (x + 0.7 * side, y + 0.37 * side)],
        fill=HOUSE_COLOUR,
        width=4 * SUPERSAMPLING,
    )


# --- title ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TitleLayout:
    lines: tuple[str, ...]
    points: int  # font size

    @property
    def height(self) -> float:
        return 1.25 * self.points * len(self.lines)


def fit_title(title: str, width: int, height: int) -> TitleLayout | None:
    """Lay out the title as large as fits into the upper part; return `None` if it does not fit at any size."""
    if not title or not font_has_all_letters(title):
        return None
    for points in range(130 * SUPERSAMPLING, 30 * SUPERSAMPLING, -6 * SUPERSAMPLING):
        font = ImageFont.load_default(points)
        layout = TitleLayout(wrap_title(title, font, 0.86 * width), points)
        if layout.lines and layout.height < 0.3 * height:
            return layout
    return None


def draw_title(draw: ImageDraw.ImageDraw, width: int, height: int, layout: TitleLayout) -> None:
    draw.multiline_text(
        (0.5 * width, TITLE_TOP * height),
        "\n".join(layout.lines),
        font=ImageFont.load_default(layout.points),
        anchor="ma",
        align="center",
        fill=STAR_COLOUR,
        spacing=0.2 * layout.points,
    )


def draw_byline(draw: ImageDraw.ImageDraw, width: int, height: int, byline: str) -> None:
    """Write the names at the foot, if they fit and the font has all letters."""
    font = ImageFont.load_default(BYLINE_POINTS * SUPERSAMPLING)
    lines = wrap_title(byline, font, 0.86 * width) if font_has_all_letters(byline) else ()
    if 0 < len(lines) <= MAX_BYLINE_LINES:
        draw.multiline_text(
            (0.5 * width, 0.96 * height), "\n".join(lines), font=font, anchor="md", align="center", fill=STAR_COLOUR
        )


def wrap_title(title: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, max_width: float) -> tuple[str, ...]:
    """Break the title into lines of this width; return no lines if a single word is wider."""
    lines: list[str] = []
    for word in title.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= max_width:
            lines[-1] = longer
        elif font.getlength(word) <= max_width:
            lines.append(word)
        else:
            return ()
    return tuple(lines)


def font_has_all_letters(title: str) -> bool:
    """Return whether the font has every letter: a missing one looks like U+FFFF, which no font has."""
    font = ImageFont.load_default(20)
    missing = bytes(font.getmask("\uffff"))
    return all(letter.isspace() or bytes(font.getmask(letter)) != missing for letter in title)
