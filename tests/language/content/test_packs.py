"""Our own content, and how a pack changes it."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.core.cards import CardKind
from narrator.core.game import Seat
from narrator.games.dixit import rules as dixit
from narrator.games.hosting.host import host_of
from narrator.games.hosting.pictures import MAX_DECK_SIZE
from narrator.games.hosting.plan import Plan
from narrator.games.odyssey import rules as odyssey
from narrator.games.storyline import rules as storyline
from narrator.games.storytellers import rules as storytellers
from narrator.games.storytellers.host import story_shape
from narrator.language.content.models import Story
from narrator.language.content.packs import Content, LazyContent, content_folder, load_content
from narrator.language.content.yaml_source import read_yaml

STORIES = "storytellers/stories"
STRAIGHT = """\
title: A Short Story
place: a shelf
about: It is short.
cards:
  - {role: one, where: here, text: "*the first*"}
  - {role: two, where: here, text: "*the second*"}
  - {text: the end}
"""


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def seats(count: int) -> list[Seat]:
    return [Seat(f"player {number}", 6 + number) for number in range(count)]


# --- our content -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


def test_own_content_has_the_promised_numbers(content):
    assert len(content.stories) == 30
    assert sum(story.tricky for story in content.stories.values()) == 5
    assert sum(len(story.cards) for story in content.stories.values()) == 217
    assert len(content.characters) == 86
    assert len(content.dreams) == len(content.odyssey_dreams) == 108
    assert not {dream.title for dream in content.dreams} & {dream.title for dream in content.odyssey_dreams}
    assert [len(deck.cards) for deck in content.decks.values()] == [15] * 8
    assert {category: len(cards) for category, cards in content.cards.items()} == dict.fromkeys(CardKind, 40)


def test_rules_accept_every_story(content):
    names = tuple(character.name for character in content.characters)
    for name, story in content.stories.items():
        options = storytellers.Options(story=story_shape(name, story), characters=names)
        assert storytellers.setup(seats(6), options).state.card == story.ids[0]


def test_rules_accept_every_deck(content):
    cards = {category: tuple(card.name for card in cards) for category, cards in content.cards.items()}
    for deck in content.decks.values():
        options = storyline.Options(deck=deck.banners, story_cards=cards)
        assert storyline.setup(seats(8), options).state.seats == tuple(seats(8))


def test_dreams_suffice_for_the_most_players(content):
    dreams, others = (tuple(dream.title for dream in some) for some in (content.dreams, content.odyssey_dreams))
    assert dixit.setup(seats(6), dixit.Options(pictures=dreams))
    assert odyssey.setup(seats(12), odyssey.Options(pictures=others))


def test_content_is_immutable(content):
    with pytest.raises(ValueError, match="frozen"):
        content.characters[0].name = "somebody else"
    with pytest.raises(AttributeError):
        content.dreams = ()


def test_card_is_found_by_its_id_in_the_rules(content):
    for story in content.stories.values():
        assert [story.card(name) for name in story.ids] == list(story.cards)


# --- the shape of a story ------------------------------------------------------------------------


def test_cards_without_ids_are_numbered_and_follow_each_other(tmp_path):
    story = Story.model_validate(read_yaml(write(tmp_path, "a.yaml", STRAIGHT)))
    assert story.follows == {"1": ("2",), "2": ("3",), "3": ()}
    assert not story.tricky


def test_fork_leads_two_ways_and_then_names_the_next_card(tmp_path):
    tricky = STRAIGHT.replace(
        'text: "*the first*"}', "text: x, fork: [{to: a, say: x, way: x}, {to: b, say: x, way: x}]}"
    )
    tricky = tricky.replace('{role: two, where: here, text: "*the second*"}', "{id: a, role: two, text: x, then: c}")
    tricky = tricky.replace("- {text: the end}", "- {id: b, role: three, text: x}\n  - {id: c, text: x}")
    story = Story.model_validate(read_yaml(write(tmp_path, "a.yaml", tricky)))
    assert story.follows == {"1": ("a", "b"), "a": ("c",), "b": ("c",), "c": ()}
    assert story.tricky


# --- packs ---------------------------------------------------------------------------------------


def test_pack_adds_its_stories(content, tmp_path):
    write(tmp_path, f"{STORIES}/short.yaml", STRAIGHT)
    assert list(load_content(tmp_path).stories) == [*content.stories, "short"]
    assert load_content(tmp_path).characters == content.characters


def test_story_with_the_file_name_of_ours_replaces_it(content, tmp_path):
    ours = next(iter(content.stories))
    write(tmp_path, f"{STORIES}/{ours}.yaml", STRAIGHT)
    assert len(load_content(tmp_path).stories) == len(content.stories)
    assert load_content(tmp_path).stories[ours].title == "A Short Story"


def test_set_of_a_pack_replaces_ours(content, tmp_path):
    write(tmp_path, "storytellers/characters.yaml", "- {name: stork, picture: a stork, emoji: 🦩}")
    write(tmp_path, "dixit/dreams.yaml", "- {title: the stork, picture: A stork., emoji: [🦩]}")
    write(tmp_path, "storyline/cards/place.yaml", "- {name: nest, phrase: a nest, emoji: 🪺}")
    mixed = load_content(tmp_path)
    assert [character.name for character in mixed.characters] == ["stork"]
    assert mixed.character("stork").picture == "a stork"
    assert [dream.title for dream in mixed.dreams] == ["the stork"]
    assert mixed.odyssey_dreams == content.odyssey_dreams
    assert [card.name for card in mixed.cards[CardKind.PLACE]] == ["nest"]
    assert mixed.cards[CardKind.ACTION] == content.cards[CardKind.ACTION]


def test_extra_cards_are_added_and_replace_ours_of_the_same_name(content, tmp_path):
    ours = content.characters[0].name
    extra = f"- {{name: sock monster, picture: It burps., emoji: 🧦}}\n- {{name: {ours}, picture: mine, emoji: 🧦}}"
    write(tmp_path, "storytellers/extra-characters.yaml", extra)
    write(tmp_path, "dixit/extra-dreams.yaml", "- {title: the loud sock, picture: It sings., emoji: [🧦]}")
    mixed = load_content(tmp_path)
    assert {each.name for each in mixed.characters} == {each.name for each in content.characters} | {"sock monster"}
    assert mixed.character(ours).picture == "mine"
    assert [dream.title for dream in mixed.dreams] == [*(dream.title for dream in content.dreams), "the loud sock"]
    plan = Plan("dixit", seats=tuple(seats(3)))
    decks = [host_of("dixit").build_options(replace(plan, seed=str(seed)), mixed).pictures for seed in range(9)]
    assert all(len(deck) == MAX_DECK_SIZE and "the loud sock" in deck for deck in decks)


def test_words_of_a_pack_are_added_to_ours(content, tmp_path):
    write(tmp_path, "words.yaml", "theodolite: a small telescope on three legs, to measure land with")
    words = load_content(tmp_path).words
    assert set(words) == {*content.words, "theodolite"}


def test_copy_of_our_content_works_as_a_pack(content, tmp_path):
    shutil.copytree(content_folder(), tmp_path / "copy")
    assert load_content(tmp_path / "copy") == content


def test_other_files_in_a_pack_are_ignored(content, tmp_path):
    for name in ("notes.txt", ".hidden.yaml", "draft.yaml~"):
        write(tmp_path, f"{STORIES}/{name}", "no: story")
    assert load_content(tmp_path) == content


def test_stories_of_a_pack_are_preferred(tmp_path: Path) -> None:
    write(tmp_path, f"{STORIES}/short.yaml", STRAIGHT)
    content = load_content(tmp_path)
    plan = Plan("storytellers", seats=tuple(seats(3)))
    options = host_of("storytellers").build_options
    assert {options(replace(plan, seed=str(seed)), content).story.name for seed in range(9)} == {"short"}
    tricky = replace(plan, game_options={"tricky": True})  # the pack has no such story
    assert content.stories[options(tricky, content).story.name].tricky


def test_lazy_content_equals_loaded_content() -> None:
    later = LazyContent()
    assert type(later) is LazyContent
    assert replace(later, words={}) == replace(load_content(), words={})
    assert later == load_content()
    assert type(later) is Content
