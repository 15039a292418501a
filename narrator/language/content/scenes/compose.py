"""Compose a scene where its author wrote none, from the emoji alone."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING
from zlib import crc32

from narrator.language.content.scenes.glyphs import VARIATION_SELECTOR
from narrator.language.content.scenes.scene import (
    SETTINGS,
    Scene,
    SceneError,
    SceneSetting,
    Thing,
    parse_setting,
    parse_thing,
)

if TYPE_CHECKING:
    from narrator.language.content.models import Deck, Story, WrittenScene

USUAL_PLACES: Mapping[SceneSetting, str] = {
    "undersea": "🐙 🐡 🦈 🐬 🐠 🐟 🐳 🐋 🦑 🪸 🧜 🤿 🦞 🫧",
    "sea": "🌊 🚣 ⛵ ⚓ 🎣 🚢",
    "storm-sea": "🏴",
    "beach": "🐚 🦀 🏖 🛟 🍉 🏝 🍦 🌴",
    "river": "🦆 🦢 🦫 🦦 🦛 🪿 🏊",
    "swamp": "🐸 🐊 🦩 🦟 🪱 🦕",
    "snow": "❄ ⛄ 🐧 🐻‍❄ 🦌 🥶 🧊 🧣 🦣 🌨 ⛸ 🎿",
    "mountains": "⛰ 🏔 🐐 🦙 🐉 🌋 🧗 🏞 🦅",
    "desert": "🐪 🐫 🌵 🦂 🏜 🦎 🦬",
    "forest": "🌲 🌳 🍄 🦔 🐻 🐺 🐿 🦝 🐨 🐒 🦥 🦍 🐼 🪓 🧌 🍂 🐛 🦗 🦊 🌰",
    "night-forest": "🦉 🦇 👻",
    "garden": "🌻 🌷 🌹 🌸 🌼 🐝 🦋 🐌 🐞 🥕 🐇 💐 🌱 🦚 🌺 🪲 🍎",
    "field": "🌾 🐄 🐑 🐖 🐓 🐴 🐎 🐂 🌽 👨‍🌾 👩‍🌾 🚜 🦘 🦓 🦒 🦁 🐘 🐅 🐔 🥔",
    "space": "🚀 🧑‍🚀 👩‍🚀 🪐 🛸",
    "night-sky": "🌙 ⭐ 🌟 🌠 🌕",
    "sky": "🎈 🪁 🦤 🦜 🌬 🐦 🧚 🌈",
    "clouds": "☁ 🌧 ⛈ 🌩 🌫 🌪 🦄",
    "night-room": "🛏 🛌 😴 🕯 🥱 🧸 ⏰",
    "room": "🪑 🛋 🪞 🖼 🚪 📻 🛁 🧹 🐈 🐁 🐹 🧦 🐩 🎂 🪟 🧶 🐱 🐭 👵 👴",
    "kitchen": "🍲 🥞 🍳 🍞 🫖 🍵 🧁 🍰 👩‍🍳 🧑‍🍳 🥄 🍯 🥪 🍽 🥛 🥚 🍪 🍅 🫘 🦷",
    "attic": "🧳 🕷 🗝 🔮 🕰 🧵 🪡 👗 🧙",
    "cellar": "🍾 🤖 🥫",
    "hall": "👑 👸 🤴 💃 🧛 💍 🏰 🧥 🛡 ⚖ 🙇",
    "stage": "🎭 🎻 🎺 🎹 🥁 🎪 🤡 🪄 🎩 🎵 🩰 🧞 📣 🗣",
    "street": "🚌 🏙 💈 🚒 📮 🦏 👮 ☂ 👢 👞",
    "night-street": "🌃 🌆 💡 🔦",
    "rooftops": "🗼 🏘 🪜",
    "road": "🏁 🏃 🚶 🐢 👟 👣 🗺",
    "station": "🚂 🚉 🚆",
    "market": "🎁 💰 🪙 🍋",
    "school": "🏫 📚 👩‍🏫 🎨 📖",
    "cave": "🕳 🦖",
    "bridge": "🌉",
}
"""Where people expect to see a thing."""
ANY_PLACE: tuple[SceneSetting, ...] = (
    "day-hills",
    "dawn-hills",
    "dusk-hills",
    "field",
    "room",
    "garden",
    "night-hills",
)
"""Settings for everything else."""
HIGH_UP = frozenset("🌙⭐🌟🌠🌕🌞☁🌧⛈🌩🌈❄🐦🦋🐝🎈🪁💨🌬🌪🌨🪽🦇🔥🎵💡")
"""Things that do not stand on the ground."""
CENTRE = (50, 60, 66)
GROUND_PLACES = ((82, 77, 30), (17, 79, 26), (66, 86, 20))
HIGH_PLACES = ((80, 19, 25), (19, 22, 22), (52, 13, 18))
BESIDE = (46, 62, 58)
"""X, Y and size of the first thing alone, of the others on the ground and up high, and of the first beside others."""
JOINER = "\u200d"
WORD = re.compile(r"\w+")
NIGHT_SETTINGS = {setting.removeprefix("night-"): setting for setting in SETTINGS if setting.startswith("night-")}


def compose_scene(emoji: Sequence[str], written: "WrittenScene | None" = None, setting: str | None = None) -> Scene:
    """Return the written scene as far as it can be drawn; otherwise a scene with these emoji."""
    if written is not None:
        scene = read_scene(written, emoji)
        if scene.things:
            return scene
    place = known_setting(setting) or guess_setting(emoji)
    return Scene(place, tuple(arrange_things(emoji)))


def read_scene(written: "WrittenScene", emoji: Sequence[str]) -> Scene:
    """Return the scene without the parts that cannot be drawn."""
    things = []
    for text in written.things:
        try:
            things.append(parse_thing(text))
        except SceneError:  # reported by `narrator check`
            continue
    return Scene(known_setting(written.setting) or guess_setting(emoji), tuple(things))


def known_setting(name: str | None) -> SceneSetting | None:
    """Return the setting with this name, if there is one."""
    try:
        return parse_setting(name or "")
    except SceneError:
        return None


def arrange_things(emoji: Sequence[str]) -> list[Thing]:
    """Place the first thing large in the middle and the others, smaller, around it."""
    if len(emoji) == 1:
        return [Thing(emoji[0], *CENTRE)]
    free = {False: list(GROUND_PLACES), True: list(HIGH_PLACES)}
    small = []
    for each in emoji[1:4]:
        is_high = each.replace(VARIATION_SELECTOR, "") in HIGH_UP
        small.append(Thing(each, *free[is_high].pop(0)))
    return [Thing(emoji[0], *BESIDE), *small]


def guess_setting(emoji: Sequence[str]) -> SceneSetting:
    """Return the usual place of the first emoji that has one; for others always the same one of a few."""
    plain = [each.replace(VARIATION_SELECTOR, "") for each in emoji]
    names = [name for each in plain for name in (each, each.partition(JOINER)[0])]  # 🧜 stands for the mermaid too
    found = next((usual_places()[name] for name in names if name in usual_places()), None)
    return found or ANY_PLACE[crc32("".join(plain).encode()) % len(ANY_PLACE)]


def story_setting(story: "Story | Deck") -> SceneSetting:
    """Return the setting of a story: its own, or the one that its place suggests. A deck tells its place in `about`."""
    place = getattr(story, "place", story.about)
    return known_setting(story.setting) or guess_story_setting(place, story.title)


def guess_story_setting(place: str, title: str) -> SceneSetting:
    """Return the setting that the words of a place name, such as a garden at night."""
    words = {word.lower() for word in WORD.findall(place)}
    named = next((setting for setting in SETTINGS if setting in words or f"{setting}s" in words), None)
    if named is not None and "night" in words:
        return known_setting(NIGHT_SETTINGS.get(named)) or named
    return named or ANY_PLACE[crc32(title.encode()) % len(ANY_PLACE)]


@cache
def usual_places() -> Mapping[str, SceneSetting]:
    """Return the usual place of each emoji."""
    return {emoji: setting for setting, many in USUAL_PLACES.items() for emoji in many.split()}
