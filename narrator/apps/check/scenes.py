"""Checks of scenes: known settings, and things that can be drawn where their author wants them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from narrator.apps.check.findings import Finding, Sheet, did_you_mean
from narrator.language.content.models import Character, Dream, FairyCard, WrittenScene
from narrator.language.content.scenes.compose import read_scene
from narrator.language.content.scenes.drawing import has_drawing
from narrator.language.content.scenes.scene import SETTINGS, SceneError, parse_setting, parse_thing


def check_setting(sheet: Sheet[Any], setting: str, *where: str | int) -> Iterator[Finding]:
    """Check that there is such a setting."""
    try:
        parse_setting(setting)
    except SceneError as error:
        yield sheet.finding("scene", f"{error} {did_you_mean(setting, SETTINGS)}", *where)


def check_scene(sheet: Sheet[Any], scene: WrittenScene, *where: str | int) -> Iterator[Finding]:
    """Check that the scene can be drawn as it is written."""
    yield from check_setting(sheet, scene.setting, *where, "setting")
    for place, text in enumerate(scene.things):
        try:
            emoji = parse_thing(text).emoji
        except SceneError as error:
            yield sheet.finding("scene", str(error), *where, "things", place)
            continue
        if not is_emoji(emoji):
            yield sheet.finding("scene", f'"{emoji}" is not a single emoji. Choose one.', *where, "things", place)


EMOJI = re.compile(r"so*(jso*)*|ff")
"""A symbol with modifiers, perhaps joined with others; or two letters that make a flag."""
JOINER = "\u200d"
NEW_EMOJI_RANGE = range(0x1F300, 0x1FB00)
"""Emoji are added here every year, so a font may know some that this version of Python does not."""


def note_undrawn_emoji(sheets: Iterable[Sheet[Any]]) -> Iterator[str]:
    """Yield a sentence about the emoji that Narrator has no drawing of, if there are any."""
    entries = [entry for sheet in sheets if isinstance(sheet.content, tuple) for entry in sheet.content]
    shown = dict.fromkeys(emoji for entry in entries for emoji in shown_emoji(entry))
    undrawn = [emoji for emoji in shown if is_emoji(emoji) and not has_drawing(emoji)]
    if undrawn:
        yield f"Narrator has no drawing of {' '.join(undrawn)}. The pages show it in the font of each device."


def shown_emoji(entry: Any) -> Iterator[str]:
    """Yield the emoji of a card."""
    match entry:
        case Dream(emoji=many, scene=scene):
            yield from many
            yield from (thing.emoji for thing in (read_scene(scene, many).things if scene else ()))
        case Character(emoji=emoji) | FairyCard(emoji=emoji):
            yield emoji


def is_emoji(text: str) -> bool:
    """Return whether the text is a single emoji."""
    return EMOJI.fullmatch("".join(map(classify_character, text))) is not None


def classify_character(sign: str) -> str:
    if sign == JOINER:
        return "j"
    category = unicodedata.category(sign)
    if "\U0001f1e6" <= sign <= "\U0001f1ff":
        return "f"
    if category == "So" or (category == "Cn" and ord(sign) in NEW_EMOJI_RANGE):
        return "s"
    return "o" if category in ("Sk", "Mn", "Cf") else "x"
