"""The pictures on the pages: their addresses, and the drawings behind them.

The address of a picture is a keyed hash. It says nothing about the picture to anyone who has not been sent it, so the
address of a hidden card must be in the page of its seat only. The key is a new one in each process.
"""

import hmac
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from secrets import token_bytes

from narrator.games.hosting.panels import Drawing
from narrator.language.content.models import Deck, Story
from narrator.language.content.scenes.compose import compose_scene, story_setting
from narrator.language.content.scenes.drawing import FRAME_WIDTHS, Frame, Look, name_elements, render_scene_svg
from narrator.language.content.scenes.scene import Scene
from narrator.language.content.scenes.shapes import HEIGHT
from narrator.storage.photos import MEDIA_TYPES, find_photo

ADDRESS_KEY = token_bytes(32)
ADDRESS_LETTERS = 32
CACHED_PICTURES = 300
"""A picture has 5 to 25 kB."""
CACHED_ADDRESSES = 2000
ART_LOOKS: tuple[Look, ...] = ("colour", "dark", "light")
SVG_SUFFIX = ".svg"


@dataclass(frozen=True, slots=True)
class Artwork:
    """A picture that has an address."""

    scene: Scene
    title: str = ""
    description: str = ""
    frame: Frame = "card"
    photo: Path | None = None
    """A photo instead of the scene."""


_artworks: dict[str, Artwork] = {}
"""All pictures by the hash in their address. There are never more than the content has."""


@lru_cache(CACHED_ADDRESSES)
def card_art(name: str, drawing: Drawing) -> str:
    """Return the address of a card's picture; nothing for a card without emoji.

    The same address with "-dark" or "-light" before ".svg" leads to a plain picture for the high-contrast themes.
    """
    if not drawing.emoji:
        return ""
    photo = find_photo(drawing.photo) if drawing.photo else None
    return address_of(Artwork(compose_scene(drawing.emoji, drawing.scene), name, drawing.sentence, photo=photo))


def backdrop_art(story: Story | Deck) -> str:
    """Return the address of a story's place, as wide as a screen and without things."""
    return address_of(Artwork(Scene(story_setting(story), ()), frame="screen"))


def address_of(artwork: Artwork) -> str:
    """Register a picture and return its address."""
    name = hmac.digest(ADDRESS_KEY, repr(artwork).encode(), "sha256").hex()[:ADDRESS_LETTERS]
    _artworks[name] = artwork
    return f"/art/{name}{SVG_SUFFIX}"


def find_art(file: str) -> bytes | None:
    """Return the picture with this file name, or None."""
    name, _, look = file.removesuffix(SVG_SUFFIX).partition("-")
    if name not in _artworks or not file.endswith(SVG_SUFFIX):
        return None
    return next((draw_art(_artworks[name], each) for each in ART_LOOKS if each == (look or "colour")), None)


@lru_cache(CACHED_PICTURES)
def draw_art(artwork: Artwork, look: Look) -> bytes:
    """Return the picture as SVG. A photo is the same in all looks."""
    if artwork.photo is not None and artwork.photo.is_file():
        return draw_photo(artwork.photo, artwork.title, artwork.description).encode()
    svg = render_scene_svg(artwork.scene, artwork.title, artwork.description, frame=artwork.frame, look=look)
    return svg.encode()


def draw_photo(file: Path, title: str, description: str) -> str:
    """Return a card with this photo as SVG. The sentence that its maker spoke is the alternative text."""
    data = f"data:{MEDIA_TYPES[file.suffix]};base64,{b64encode(file.read_bytes()).decode()}"
    width = FRAME_WIDTHS["card"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" role="img">'
        f"{name_elements(title, description)}"
        f'<image width="{width}" height="{HEIGHT}" preserveAspectRatio="xMidYMid slice" href="{data}"/></svg>'
    )
