"""Shapes of which settings are drawn.

The card is 100 units wide and `HEIGHT` units high. Shapes go on to the left and right of it, because wide pictures show
more of the setting. `~` stands for the prefix of ids, which differs between pictures.
"""

import random
from collections.abc import Sequence
from itertools import pairwise

HEIGHT = 105
LEFT, RIGHT = -60, 160


def gradient_sky(*colours: str) -> str:
    """Fill the picture with these colours from top to bottom."""
    return (
        '<linearGradient id="~sky" x1="0" y1="0" x2="0" y2="1">'
        + colour_stops(colours)
        + f"</linearGradient>{box(LEFT, 0, RIGHT - LEFT, HEIGHT, 'url(#~sky)')}"
    )


def glow(x: float, y: float, radius: float, colour: str, opacity: float = 0.6) -> str:
    """Draw light around a point. A picture may have one."""
    return (
        f'<radialGradient id="~glow"><stop stop-color="{colour}" stop-opacity="{opacity}"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient>'
        + disc(x, y, radius, "url(#~glow)")
    )


def colour_stops(colours: Sequence[str]) -> str:
    steps = max(1, len(colours) - 1)
    return "".join(f'<stop offset="{i / steps:.3g}" stop-color="{colour}"/>' for i, colour in enumerate(colours))


def box(x: float, y: float, width: float, height: float, fill: str, opacity: float = 1, rounded: float = 0) -> str:
    """Draw a rectangle."""
    corners = f' rx="{rounded:g}"' if rounded else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corners}{paint(fill, opacity)}/>'


def disc(x: float, y: float, radius: float, fill: str, opacity: float = 1) -> str:
    """Draw a circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{paint(fill, opacity)}/>'


def oval(x: float, y: float, width: float, height: float, fill: str, opacity: float = 1) -> str:
    """Draw an ellipse around a point."""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{width / 2:g}" ry="{height / 2:g}"{paint(fill, opacity)}/>'


def shape(data: str, fill: str, opacity: float = 1) -> str:
    """Draw a filled path."""
    return f'<path d="{data}"{paint(fill, opacity)}/>'


def lines(data: str, stroke: str, width: float, opacity: float = 1) -> str:
    """Draw the outline of a path."""
    visible = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path d="{data}" fill="none" stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round"{visible}/>'


def paint(fill: str, opacity: float) -> str:
    return f' fill="{fill}"' + (f' fill-opacity="{opacity:g}"' if opacity < 1 else "")


def ground(top: float, fill: str, rise: float = 0, period: float = 110, phase: float = 0, opacity: float = 1) -> str:
    """Draw land or water up to a wavy line, `rise` above and below `top`."""
    if not rise:
        return box(LEFT, top, RIGHT - LEFT, HEIGHT - top, fill, opacity)
    half = period / 2
    x, side = LEFT - period + phase % period, -1
    path = f"M{x:g} {top + rise:g}"
    while x < RIGHT:
        y, before = top + side * rise, top - side * rise
        path += f"C{x + half / 2:g} {before:g} {x + half / 2:g} {y:g} {x + half:g} {y:g}"
        x, side = x + half, -side
    return shape(f"{path}V{HEIGHT}H{LEFT - period:g}Z", fill, opacity)


def mountain(x: float, top: float, width: float, base: float, fill: str, snow: str | None = None) -> str:
    """Draw a mountain, with a white top if `snow` is a colour."""
    half = width / 2
    drawn = shape(f"M{x - half:g} {base:g}L{x:g} {top:g}L{x + half:g} {base:g}Z", fill)
    if snow is None:
        return drawn
    part = (base - top) * 0.3
    w = half * 0.3
    edge = f"l{-w * 0.5:g} {-part * 0.3:g}l{-w * 0.5:g} {part * 0.35:g}l{-w * 0.5:g} {-part * 0.35:g}"
    return drawn + shape(f"M{x:g} {top:g}L{x + w:g} {top + part:g}{edge}L{x - w:g} {top + part:g}Z", snow)


def pine(x: float, foot: float, height: float, fill: str) -> str:
    """Draw a needle tree."""
    w, h = height * 0.27, height
    return shape(
        f"M{x:g} {foot - h:g}L{x + w * 0.6:g} {foot - h * 0.6:g}H{x + w * 0.35:g}L{x + w * 0.85:g} {foot - h * 0.32:g}"
        f"H{x + w * 0.5:g}L{x + w:g} {foot:g}H{x - w:g}L{x - w * 0.5:g} {foot - h * 0.32:g}H{x - w * 0.85:g}"
        f"L{x - w * 0.35:g} {foot - h * 0.6:g}H{x - w * 0.6:g}Z",
        fill,
    )


def round_tree(x: float, foot: float, height: float, crown: str, trunk: str) -> str:
    """Draw a leaf tree."""
    r = height * 0.3
    return box(x - height * 0.05, foot - height * 0.5, height * 0.1, height * 0.5, trunk) + "".join(
        disc(x + dx * r, foot - height + r + dy * r, r * size, crown)
        for dx, dy, size in ((0, 0, 1), (-0.75, 0.5, 0.75), (0.75, 0.5, 0.75))
    )


def cloud(x: float, y: float, width: float, fill: str = "#fff", opacity: float = 0.8) -> str:
    """Draw a cloud around a point."""
    u = width / 10
    return shape(
        f"M{x - 4 * u:g} {y + u:g}a{1.5 * u:g} {1.5 * u:g} 0 0 1 {0.6 * u:g} {-2.9 * u:g}"
        f"a{2.4 * u:g} {2.4 * u:g} 0 0 1 {4.4 * u:g} {-0.9 * u:g}a{1.9 * u:g} {1.9 * u:g} 0 0 1 {2.9 * u:g} {1.6 * u:g}"
        f"a{1.2 * u:g} {1.2 * u:g} 0 0 1 {0.3 * u:g} {2.2 * u:g}Z",
        fill,
        opacity,
    )


def stars(count: int, bottom: float, fill: str = "#fff6d8", seed: int = 1) -> str:
    """Draw stars above `bottom`, always at the same places."""
    chance = random.Random(seed)
    return "".join(
        disc(
            round(chance.uniform(LEFT, RIGHT), 1),
            round(chance.uniform(2, bottom), 1),
            round(chance.uniform(0.25, 0.7), 2),
            fill,
            round(chance.uniform(0.5, 1), 2),
        )
        for _ in range(count)
    )


def moon(x: float, y: float, radius: float) -> str:
    """Draw a full moon with a ring of light."""
    return sky_light(disc(x, y, radius * 1.7, "#fff3c9", 0.14) + disc(x, y, radius, "#fff3c9"))


def sun(x: float, y: float, radius: float, fill: str = "#ffe78a") -> str:
    """Draw the sun with a ring of light."""
    return sky_light(disc(x, y, radius * 1.4, fill, 0.3) + disc(x, y, radius, fill))


def sky_light(drawn: str) -> str:
    """Mark a drawing as sun or moon. It is left out of scenes that have their own."""
    return f'<g class="light">{drawn}</g>'


def house(x: float, foot: float, width: float, height: float, wall: str, roof: str, window: str) -> str:
    """Draw a small house with two windows."""
    w, pane = width / 2, width * 0.2
    eaves = foot - height
    return (
        box(x - w, eaves, width, height, wall)
        + shape(f"M{x - w - 1.5:g} {eaves:g}L{x:g} {eaves - width * 0.5:g}L{x + w + 1.5:g} {eaves:g}Z", roof)
        + box(x - w * 0.6, eaves + height * 0.2, pane, pane * 1.2, window)
        + box(x + w * 0.6 - pane, eaves + height * 0.2, pane, pane * 1.2, window)
    )


def tower_block(x: float, foot: float, width: float, height: float, wall: str, window: str) -> str:
    """Draw a town house with a flat roof and rows of windows."""
    panes = "".join(
        box(x + 2 + column * 5, foot - height + 3 + row * 8, 2.6, 4, window, 0.9)
        for row in range(int((height - 4) // 8))
        for column in range(int((width - 1) // 5))
    )
    return box(x, foot - height, width, height, wall) + panes


def boards(top: float, stroke: str, opacity: float = 0.25) -> str:
    """Draw the joints of a wooden floor, running away from the viewer."""
    joints = "".join(f"M{50 + i * 11} {top:g}L{50 + i * 24} {HEIGHT}" for i in range(-11, 12))
    return lines(joints, stroke, 0.5, opacity)


def planks(top: float, bottom: float, stroke: str, step: float = 12, opacity: float = 0.25) -> str:
    """Draw the joints of upright boards."""
    count = int((RIGHT - LEFT) / step)
    data = "".join(f"M{LEFT + i * step:g} {top:g}V{bottom:g}" for i in range(count))
    return lines(data, stroke, 0.5, opacity)


def stones(rows: Sequence[float], stroke: str, opacity: float = 0.25) -> str:
    """Draw the joints of a stone wall, with a row at each of these heights."""
    data = "".join(f"M{LEFT} {y:g}H{RIGHT}" for y in rows)
    for i, (top, bottom) in enumerate(pairwise(rows)):
        data += "".join(f"M{LEFT + 18 * k + 9 * (i % 2)} {top:g}V{bottom:g}" for k in range(13))
    return lines(data, stroke, 0.5, opacity)


def window_frame(x: float, y: float, width: float, height: float, sky: str, frame: str) -> str:
    """Draw a window with a cross."""
    return (
        box(x, y, width, height, frame, rounded=1)
        + box(x + 1.4, y + 1.4, width - 2.8, height - 2.8, sky)
        + box(x + width / 2 - 0.5, y, 1, height, frame)
        + box(x, y + height / 2 - 0.5, width, 1, frame)
        + box(x - 1.5, y + height, width + 3, 1.8, frame)
    )
