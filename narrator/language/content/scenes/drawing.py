"""Draw scenes as SVG.

Each picture is one document without scripts and without references to other files, so it can be used in a page, a book
or an image. All ids in it have a prefix, because a page may hold several pictures.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from math import hypot
from typing import Literal, TypeAlias
from zlib import crc32

from narrator.language.content.scenes.backdrop import Backdrop
from narrator.language.content.scenes.glyphs import VARIATION_SELECTOR, find_glyph
from narrator.language.content.scenes.indoors import INDOORS
from narrator.language.content.scenes.outdoors import OUTDOORS
from narrator.language.content.scenes.scene import Scene, Thing
from narrator.language.content.scenes.shapes import HEIGHT, box, ground, oval

BACKDROPS: Mapping[str, Backdrop] = {**OUTDOORS, **INDOORS}

Frame: TypeAlias = Literal["card", "landscape", "screen"]
"""What a picture is drawn for: a card, a 4:3 picture, or a whole screen."""
FRAME_WIDTHS: Mapping[Frame, int] = {"card": 100, "landscape": 140, "screen": 186}
Look: TypeAlias = Literal["colour", "dark", "light"]
"""How a picture is drawn: in colour, or plain for the high-contrast themes, on black or on white."""
EMOJI_FONTS = "Segoe UI Emoji, Apple Color Emoji, Noto Color Emoji, sans-serif"
SHADOW_OPACITY = 0.16
DARK_SETTINGS = {*(name for name in BACKDROPS if name.startswith("night-")), "space", "cave", "cellar", "stage"}
HALO_COLOUR = "#cfd0f2"
SKY_LIGHTS = frozenset("🌙🌕🌞🌛🌜🌝🌚☀🌑🌒🌓🌔🌖🌗🌘")
"""Emoji of sun and moon. A scene with one of them has no other light in its sky."""
SKY_LIGHT = re.compile(r'<g class="light"><circle cx="(?P<x>[\d.]+)" cy="(?P<y>[\d.]+)" r="(?P<radius>[\d.]+)".*?</g>')


def render_scene_svg(
    scene: Scene, title: str = "", description: str = "", *, frame: Frame = "card", look: Look = "colour"
) -> str:
    """Return the picture as SVG. Title and description are for screen readers."""
    backdrop = BACKDROPS[scene.setting] if look == "colour" else plain_backdrop(scene, look)
    backdrop = replace(backdrop, back=place_sky_light(backdrop.back, scene.things))
    ids = f"p{crc32(repr((scene, frame, look)).encode()):x}-"
    halo = f"{ids}h" if look == "colour" and scene.setting in DARK_SETTINGS else None
    symbols = {thing.emoji: f"{ids}{number}" for number, thing in enumerate(scene.things)}
    behind = draw_things((thing for thing in scene.things if thing.behind), symbols, None, halo)
    before = draw_things((thing for thing in scene.things if not thing.behind), symbols, backdrop, halo)
    if look != "colour":
        behind, before = (outline(drawn, look, f"{ids}{number}o") for number, drawn in enumerate((behind, before)))
    width = FRAME_WIDTHS[frame]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{50 - width / 2:g} 0 {width} {HEIGHT}" role="img">'
        f"{name_elements(title, description)}"
        f"<defs>{''.join(draw_symbol(emoji, name) for emoji, name in symbols.items())}"
        f"{outline_filter(halo, HALO_COLOUR, 0.5) if halo else ''}</defs>"
        f"{backdrop.back.replace('~', ids)}{behind}{backdrop.front.replace('~', ids)}{before}</svg>"
    )


def name_elements(title: str, description: str) -> str:
    """Return the elements that name a picture for screen readers."""
    names = f"<title>{escape(title)}</title>" if title else ""
    return names + (f"<desc>{escape(description)}</desc>" if description else "")


def place_sky_light(back: str, things: Sequence[Thing]) -> str:
    """Move the sun or moon of a backdrop to the other side if a thing is in its way; leave it out if both are."""
    light = SKY_LIGHT.search(back)
    if light is None:
        return back
    x, y, radius = (float(light[name]) for name in ("x", "y", "radius"))
    has_own = any(thing.emoji.replace(VARIATION_SELECTOR, "") in SKY_LIGHTS for thing in things)
    free = [
        place
        for place in (x, 100 - x)
        if all(hypot(place - thing.x, y - thing.y * HEIGHT / 100) > radius + thing.size * 0.4 for thing in things)
    ]
    if has_own or not free:
        return SKY_LIGHT.sub("", back)
    moved = light[0].replace("<g ", f'<g transform="translate({free[0] - x:g} 0)" ', 1)
    return back if free[0] == x else SKY_LIGHT.sub(moved, back)


def place_svg(svg: str, x: float, y: float, width: float, height: float) -> str:
    """Return a picture as a part of another one, cut to this rectangle."""
    place = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" preserveAspectRatio="xMidYMax slice" '
    return svg.replace("<svg ", place, 1).replace(' role="img"', "", 1)


def plain_backdrop(scene: Scene, look: Look) -> Backdrop:
    """Return a flat backdrop with a line where the ground begins."""
    paper, ink = ("#000", "#fff") if look == "dark" else ("#fff", "#000")
    horizon = BACKDROPS[scene.setting].horizon
    front = box(-60, horizon, 220, 0.8, ink) + ground(horizon + 0.8, paper) if horizon < HEIGHT else ""
    return Backdrop(ground(0, paper), front, has_shadows=False)


def outline(drawn: str, look: Look, name: str) -> str:
    """Draw a line around things, so that dark ones show on black and light ones on white."""
    ink = "#fff" if look == "dark" else "#000"
    return f'{outline_filter(name, ink, 0.7)}<g filter="url(#{name})">{drawn}</g>'


def outline_filter(name: str, colour: str, width: float) -> str:
    """Define a filter that draws a line around things."""
    return (
        f'<filter id="{name}"><feMorphology in="SourceAlpha" operator="dilate" radius="{width:g}" result="wide"/>'
        f'<feFlood flood-color="{colour}"/><feComposite in2="wide" operator="in"/>'
        f'<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
    )


def draw_symbol(emoji: str, name: str) -> str:
    """Define the drawing of an emoji. Without one, a font of the system is used."""
    glyph = find_glyph(emoji)
    body, size = (draw_glyph(emoji, 0, 0, 32), 32) if glyph is None else (glyph.body_with_ids(name), glyph.size)
    return f'<symbol id="{name}" viewBox="0 0 {size} {size}">{body}</symbol>'


def draw_glyph(emoji: str, x: float, y: float, size: float) -> str:
    """Draw an emoji in this square, without ids, so that it can be repeated in a page."""
    glyph = find_glyph(emoji)
    if glyph is None or "url(" in glyph.body or "href=" in glyph.body:
        return (
            f'<text x="{x + size / 2:g}" y="{y + size * 0.84:g}" font-size="{size * 0.82:g}" text-anchor="middle" '
            f'font-family="{EMOJI_FONTS}">{escape(emoji)}</text>'
        )
    return f'<g transform="translate({x:g} {y:g}) scale({size / glyph.size:g})">{glyph.body}</g>'


def draw_things(
    things: Iterable[Thing], symbols: Mapping[str, str], backdrop: Backdrop | None, halo: str | None
) -> str:
    """Draw things in their order, with a shadow where they stand on the ground of the backdrop.

    Dark things get the filter `halo`, if there is one.
    """
    drawn = ""
    for thing in things:
        x, y, size = thing.x, thing.y * HEIGHT / 100, thing.size
        foot = y + size * 0.46
        if (
            backdrop is not None
            and backdrop.has_shadows
            and backdrop.horizon < foot < HEIGHT
            and not thing.turn
            and not thing.fade
        ):
            drawn += oval(x, foot, size * 0.66, size * 0.09, "#000", SHADOW_OPACITY)
        moves = f"translate({x:g} {y:g})"
        moves += f" rotate({thing.turn:g})" if thing.turn else ""
        moves += " scale(-1 1)" if thing.flip else ""
        faded = f' opacity="{1 - thing.fade:g}"' if thing.fade else ""
        glyph = find_glyph(thing.emoji)
        if halo and glyph and glyph.is_dark:
            faded += f' filter="url(#{halo})"'
        corner = f"{-size / 2:g}"
        drawn += (
            f'<use href="#{symbols[thing.emoji]}" x="{corner}" y="{corner}" width="{size:g}" height="{size:g}" '
            f'transform="{moves}"{faded}/>'
        )
    return drawn


def has_drawing(emoji: str) -> bool:
    """Return whether this emoji looks the same on every system."""
    return find_glyph(emoji.replace(VARIATION_SELECTOR, "")) is not None
