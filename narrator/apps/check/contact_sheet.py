"""Draw all pictures of a pack on one page, for its author to look at."""

from collections.abc import Iterator
from html import escape

from narrator.language.content.packs import Content
from narrator.language.content.scenes.compose import compose_scene, story_setting
from narrator.language.content.scenes.covers import render_cover_svg
from narrator.language.content.scenes.drawing import render_scene_svg

STYLE = """
body { margin: 1rem; background: #fff6e6; color: #1b1833; font: 15px/1.35 sans-serif }
section { display: grid; grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)); gap: 14px }
figure { margin: 0; background: #fffdf8; border-radius: 12px; overflow: hidden; box-shadow: 0 1px 5px #0003 }
figure svg { display: block; width: 100% }
figcaption { padding: 8px 10px }
small { display: block; color: #5c5875 }
"""


def render_contact_sheet(content: Content) -> str:
    """Return a page with the pictures of all dreams, characters, fairy-tale cards and covers."""
    dreams = (
        figure(
            render_scene_svg(compose_scene(dream.emoji, dream.scene), dream.title, dream.picture),
            dream.title,
            dream.picture,
        )
        for dream in content.all_dreams
    )
    characters = (
        figure(render_scene_svg(compose_scene([each.emoji]), each.name, each.picture), each.name, each.picture)
        for each in content.characters
    )
    cards = (
        figure(render_scene_svg(compose_scene([card.emoji]), card.name, card.phrase), card.name, card.phrase)
        for kind in content.cards.values()
        for card in kind
    )
    names = [character.emoji for character in content.characters]
    covers = (
        figure(
            render_cover_svg(story.title, story_setting(story), names[number * 3 :][:3] or names[:3]),
            story.title,
            story.place,
        )
        for number, story in enumerate(content.stories.values())
    )
    parts = {"Dreams": dreams, "Characters": characters, "Fairy-tale cards": cards, "Covers": covers}
    body = "".join(sheet_section(title, figures) for title, figures in parts.items())
    return f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>{STYLE}</style>{body}\n'


def sheet_section(title: str, figures: Iterator[str]) -> str:
    drawn = list(figures)
    return f"<h1>{title}: {len(drawn)}</h1><section>{''.join(drawn)}</section>" if drawn else ""


def figure(svg: str, name: str, description: str) -> str:
    return f"<figure>{svg}<figcaption><b>{escape(name)}</b><small>{escape(description)}</small></figcaption></figure>"
