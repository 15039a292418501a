import re
from xml.etree import ElementTree as ET

import pytest

from narrator.language.content.models import WrittenScene
from narrator.language.content.packs import load_content
from narrator.language.content.scenes.compose import compose_scene, guess_setting, guess_story_setting, story_setting
from narrator.language.content.scenes.covers import render_cover_svg
from narrator.language.content.scenes.drawing import BACKDROPS, has_drawing, render_scene_svg
from narrator.language.content.scenes.glyphs import find_glyph, load_glyphs
from narrator.language.content.scenes.scene import SETTINGS, Scene, Thing, parse_thing

ALLOWED_TAGS = {
    *("svg", "title", "desc", "defs", "symbol", "use", "g", "path", "rect", "circle", "ellipse", "polygon", "text"),
    *("linearGradient", "radialGradient", "stop", "clipPath", "mask", "filter", "feFlood", "feBlend", "feOffset"),
    *("feGaussianBlur", "feColorMatrix", "feMorphology", "feComposite", "feMerge", "feMergeNode"),
}


def tags_and_links(svg: str) -> tuple[set[str], set[str]]:
    elements = list(ET.fromstring(svg).iter())
    links = {text for element in elements for name, text in element.attrib.items() if name.endswith("href")}
    handlers = [name for element in elements for name in element.attrib if name.startswith("on") or name == "style"]
    assert handlers == []
    return {element.tag.rpartition("}")[2] for element in elements}, links


def test_every_setting_has_a_backdrop():
    assert set(BACKDROPS) == set(SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS)
def test_setting_is_safe_svg(setting):
    scene = Scene(setting, (Thing("🦊", 50, 60, 60),))
    for look in ("colour", "dark", "light"):
        tags, links = tags_and_links(render_scene_svg(scene, "a <b>", 'say "hi" & go', look=look))
        assert tags <= ALLOWED_TAGS
        assert all(link.startswith("#") for link in links)


def test_every_bundled_drawing_is_safe_svg():
    for emoji in load_glyphs():
        tags, links = tags_and_links(render_scene_svg(Scene("plain", (Thing(emoji, 50, 50, 50),))))
        assert tags <= ALLOWED_TAGS, emoji
        assert all(link.startswith("#") for link in links), emoji


def test_every_emoji_of_built_in_content_has_a_drawing():
    content = load_content()
    drawn = [emoji for dream in content.all_dreams for emoji in dream.emoji]
    drawn += [thing.emoji for dream in content.all_dreams for thing in compose_scene(dream.emoji, dream.scene).things]
    drawn += [each.emoji for each in content.characters]
    drawn += [card.emoji for kind in content.cards.values() for card in kind]
    missing = sorted({emoji for emoji in drawn if not has_drawing(emoji)})
    assert missing == [], "run narrator/language/content/scenes/emoji/make_emoji.py"


def test_emoji_without_drawing_is_shown_by_a_font():
    assert find_glyph("🈺") is None
    assert ">🈺</text>" in render_scene_svg(Scene("sea", (Thing("🈺", 50, 50, 50),)))


def test_ids_of_two_pictures_on_one_page_differ():
    ids = [
        set(re.findall(r'\bid="([^"]+)"', render_scene_svg(Scene(setting, (Thing("👭", 50, 50, 50),)))))
        for setting in ("sea", "room")
    ]
    assert all(ids)
    assert not ids[0] & ids[1]


def test_thing_behind_is_painted_before_the_foreground():
    foreground = BACKDROPS["sea"].front

    def position(behind: bool) -> int:
        svg = render_scene_svg(Scene("sea", (Thing("🐋", 50, 70, 40, behind=behind),)))
        return svg.index("<use") - svg.index(foreground)

    assert position(behind=True) < 0 < position(behind=False)


def test_sun_moves_out_of_the_way_of_things():
    sun = re.compile(r'<g (transform="[^"]+" )?class="light">')
    free, right, both, own = (
        sun.search(render_scene_svg(Scene("sea", tuple(map(parse_thing, things)))))
        for things in ((), ("🎉 82 16 20",), ("🎉 82 16 20", "🎉 18 16 20"), ("🌙 20 20 20",))
    )
    assert free is not None
    assert free[1] is None
    assert right is not None
    assert right[1] == 'transform="translate(-64 0)" '
    assert both is None
    assert own is None


@pytest.mark.parametrize(
    ("setting", "emoji", "shines"), [("night-sea", "🎵", True), ("sea", "🎵", False), ("night-sea", "🦊", False)]
)
def test_dark_things_have_a_halo_at_night(setting, emoji, shines):
    svg = render_scene_svg(Scene(setting, (Thing(emoji, 50, 50, 30),)))
    assert ('filter="url(#' in svg[svg.index("<use") :]) is shines


def test_faulty_parts_of_a_written_scene_are_left_out():
    written = WrittenScene(setting="nowhere", things=("🌲 50 62 70 flip", "🚣 50", "🐿️ 82 80 big"))
    scene = compose_scene(("🚣", "🌲"), written)
    assert scene.things == (parse_thing("🌲 50 62 70 flip"),)
    assert scene.setting == guess_setting(("🚣", "🌲"))


def test_setting_of_a_story_is_guessed_from_its_place():
    assert guess_story_setting("a kitchen garden by the sea", "One") in ("garden", "sea", "kitchen")
    assert guess_story_setting("a street in the middle of the night", "One") == "night-street"
    assert guess_story_setting("somewhere else", "One") in SETTINGS


def test_covers_of_all_stories_differ():
    stories = load_content().stories.values()
    covers = [
        re.sub("<title>.*?</title>|<text.*?</text>", "", render_cover_svg(s.title, story_setting(s), ()))
        for s in stories
    ]
    assert len(set(covers)) == len(stories)
