"""The type of all settings."""

from dataclasses import dataclass

from narrator.language.content.scenes.shapes import HEIGHT


@dataclass(frozen=True, slots=True)
class Backdrop:
    """How a setting is drawn."""

    back: str
    """The distant part."""
    front: str = ""
    """The ground. It hides a part of the things that are behind it."""
    horizon: float = HEIGHT
    """Where the ground begins. Things whose foot is lower stand on it and have a shadow."""
    has_shadows: bool = True
    """False for water."""
