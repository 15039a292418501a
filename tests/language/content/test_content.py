"""The story box: what is in it, what a pack does to it, and what is said about a file that cannot be used."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.core.cards import CardKind
from narrator.core.errors import PackError
from narrator.core.game import Seat
from narrator.games.dixit import rules as dixit
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.games.odyssey import rules as odyssey
from narrator.games.storyline import rules as storyline
from narrator.games.storytellers import rules as storytellers
from narrator.games.storytellers.host import story_shape
from narrator.language.content.files import read_folder
from narrator.language.content.models import Story
from narrator.language.content.packs import Content, LazyContent, content_folder, load_content
from narrator.language.content.yaml_source import ContentFileError, YamlSource, read_yaml

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


# --- our box -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


def test_the_box_holds_what_its_lid_says(content):
    assert len(content.stories) == 12
    assert sum(story.tricky for story in content.stories.values()) == 2
    assert sum(len(story.cards) for story in content.stories.values()) == 88
    assert len(content.characters) == 86
    assert len(content.dreams) == len(content.odyssey_dreams) == 84
    assert not {dream.title for dream in content.dreams} & {dream.title for dream in content.odyssey_dreams}
    assert [len(deck.cards) for deck in content.decks.values()] == [15, 15]
    assert {category: len(cards) for category, cards in content.cards.items()} == dict.fromkeys(CardKind, 20)


def test_every_story_is_one_that_the_rules_accept(content):
    names = tuple(character.name for character in content.characters)
    for name, story in content.stories.items():
        options = storytellers.Options(story=story_shape(name, story), characters=names)
        assert storytellers.setup(seats(6), options).state.card == story.ids[0]


def test_every_deck_is_one_that_the_rules_accept(content):
    cards = {category: tuple(card.name for card in cards) for category, cards in content.cards.items()}
    for deck in content.decks.values():
        options = storyline.Options(deck=deck.banners, story_cards=cards)
        assert storyline.setup(seats(8), options).state.seats == tuple(seats(8))


def test_there_are_dreams_enough_for_the_largest_table(content):
    dreams, others = (tuple(dream.title for dream in some) for some in (content.dreams, content.odyssey_dreams))
    assert dixit.setup(seats(6), dixit.Options(pictures=dreams))
    assert odyssey.setup(seats(12), odyssey.Options(pictures=others))


def test_nothing_in_the_box_can_be_changed(content):
    with pytest.raises(ValueError, match="frozen"):
        content.characters[0].name = "somebody else"
    with pytest.raises(AttributeError):
        content.dreams = ()


def test_a_card_is_found_by_the_name_that_the_rules_use(content):
    for story in content.stories.values():
        assert [story.card(name) for name in story.ids] == list(story.cards)


# --- the shape of a story ------------------------------------------------------------------------


def test_cards_without_ids_are_numbered_and_follow_each_other(tmp_path):
    story = Story.model_validate(read_yaml(write(tmp_path, "a.yaml", STRAIGHT)))
    assert story.follows == {"1": ("2",), "2": ("3",), "3": ()}
    assert not story.tricky


def test_a_fork_leads_two_ways_and_then_leads_on(tmp_path):
    tricky = STRAIGHT.replace(
        'text: "*the first*"}', "text: x, fork: [{to: a, say: x, way: x}, {to: b, say: x, way: x}]}"
    )
    tricky = tricky.replace('{role: two, where: here, text: "*the second*"}', "{id: a, role: two, text: x, then: c}")
    tricky = tricky.replace("- {text: the end}", "- {id: b, role: three, text: x}\n  - {id: c, text: x}")
    story = Story.model_validate(read_yaml(write(tmp_path, "a.yaml", tricky)))
    assert story.follows == {"1": ("a", "b"), "a": ("c",), "b": ("c",), "c": ()}
    assert story.tricky


# --- packs ---------------------------------------------------------------------------------------


def test_a_pack_adds_its_stories(content, tmp_path):
    write(tmp_path, f"{STORIES}/short.yaml", STRAIGHT)
    assert list(load_content(tmp_path).stories) == [*content.stories, "short"]
    assert load_content(tmp_path).characters == content.characters


def test_a_story_with_the_file_name_of_ours_takes_its_place(content, tmp_path):
    ours = next(iter(content.stories))
    write(tmp_path, f"{STORIES}/{ours}.yaml", STRAIGHT)
    assert len(load_content(tmp_path).stories) == len(content.stories)
    assert load_content(tmp_path).stories[ours].title == "A Short Story"


def test_a_set_replaces_ours(content, tmp_path):
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


def test_a_packs_words_join_ours(content, tmp_path):
    write(tmp_path, "words.yaml", "theodolite: a small telescope on three legs, to measure land with")
    words = load_content(tmp_path).words
    assert set(words) == {*content.words, "theodolite"}


def test_a_whole_box_works_as_a_pack(content, tmp_path):
    shutil.copytree(content_folder(), tmp_path / "copy")
    assert load_content(tmp_path / "copy") == content


def test_other_files_are_left_alone(content, tmp_path):
    for name in ("notes.txt", ".hidden.yaml", "draft.yaml~"):
        write(tmp_path, f"{STORIES}/{name}", "no: story")
    assert load_content(tmp_path) == content


# --- what cannot be used -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (STRAIGHT.replace("place: a shelf", "palce: a shelf"), 2, "field-unknown"),
        (STRAIGHT.replace("place: a shelf\n", ""), 1, "field-missing"),
        (STRAIGHT.replace("place: a shelf", "place:"), 2, "field-empty"),
        (STRAIGHT.replace("place: a shelf", "place: [a, shelf]"), 2, "field-type"),
        (STRAIGHT.replace("text: the end", "txt: the end"), 7, "field-unknown"),
        ("- a list", 1, "field-type"),
        ("title: x\nplace: x\nabout: x\ncards: []", 4, "field-type"),
        ("", 1, "field-empty"),
        (STRAIGHT.replace("place: a shelf", "title: again"), 2, "field-twice"),
        (STRAIGHT.replace("a shelf", "a shelf: on a wall"), 2, "yaml-syntax"),
        (STRAIGHT.replace("a shelf", "&shelf a shelf"), 2, "yaml-alias"),
        (STRAIGHT.replace("a shelf", "*a shelf*"), 2, "yaml-alias"),
        (STRAIGHT.replace("a shelf", "!!python/name:os.system x"), 2, "yaml-tag"),
        (STRAIGHT.replace("a shelf", "[" * 50 + "]" * 50), 2, "yaml-depth"),
        (STRAIGHT + "---\n" + STRAIGHT, 8, "yaml-syntax"),
        (STRAIGHT.replace("a shelf", "a \x07 bell"), 2, "yaml-syntax"),
        (STRAIGHT.replace("place: a shelf", "? [a, b]\n: shelf"), 2, "yaml-syntax"),
    ],
)
def test_the_first_thing_that_is_wrong_is_told_with_its_line(tmp_path, text, line, code):
    file = write(tmp_path, f"{STORIES}/bad.yaml", text)
    with pytest.raises(ContentFileError) as error:
        load_content(tmp_path)
    assert (error.value.file, error.value.line, error.value.code) == (file, line, code)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("palce", STRAIGHT.replace("place:", "palce:"), "Did you mean `place`?"),
        ("Place", STRAIGHT.replace("place:", "Place:"), "Did you mean `place`?"),
        (
            "place",
            STRAIGHT.replace("{text: the end}", "{text: the end, place: home}"),
            "These do: `id`, `role`, `where`",
        ),
        (
            "alias",
            STRAIGHT.replace("about:", "alias: x\nabout:"),
            "These do: `title`, `place`, `about`, `refrain`, `meets`, `cards`.",
        ),
        ("roles", STRAIGHT.replace("{role: one,", "{role: one, roles: two,"), "These do: "),
    ],
)
def test_only_a_field_that_is_missing_here_is_proposed(tmp_path, name, text, said):
    write(tmp_path, f"{STORIES}/bad.yaml", text)
    with pytest.raises(ContentFileError) as error:
        load_content(tmp_path)
    assert error.value.message.startswith(f"`{name}` is not a field that belongs here. ")
    assert said in error.value.message


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("- {text: the end}", "-", "an entry of `cards` has nothing in it"),
        ("- {text: the end}", "- the end", "an entry of `cards` must be made of `id`, `role`,"),
        ("text: the end", "text: " + "on " * 1000, "`text` must be 2000 letters long at most"),
        ("  - {text: the end}", "  - {text: on}\n" * 50, "`cards` must be a list of 40 at most"),
    ],
)
def test_what_should_stand_there_is_said(tmp_path, old, new, said):
    write(tmp_path, f"{STORIES}/bad.yaml", STRAIGHT.replace(old, new))
    with pytest.raises(ContentFileError, match=re.escape(said)):
        load_content(tmp_path)


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(PackError, match="is no folder"):
        load_content(tmp_path / "nowhere")


def test_words_are_words_whatever_yaml_makes_of_them(tmp_path):
    file = write(tmp_path, "a.yaml", "way: no\nto: 12\nsay: null\nempty:\nnone: ''")
    assert read_yaml(file) == {"way": "no", "to": "12", "say": "null", "empty": None, "none": ""}


def test_a_byte_order_mark_does_no_harm(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_bytes(b"\xef\xbb\xbftitle: caf\xc3\xa9")
    assert read_yaml(file) == {"title": "café"}


def test_every_letter_of_a_long_text_knows_its_line(tmp_path):
    file = write(
        tmp_path, "a.yaml", 'one: >-\n  first line\n  second line\ntwo: plain text\n  goes on\nthree: "in\n  quotes"'
    )
    source = YamlSource.open(file)
    lines = {word: source.line_at((field,), source.data[field].find(word)) for field, word in WORDS}
    assert lines == {"first": 2, "second": 3, "line": 2, "plain": 4, "on": 5, "in": 6, "quotes": 7}


WORDS = [
    ("one", "first"),
    ("one", "second"),
    ("one", "line"),
    ("two", "plain"),
    ("two", "on"),
    ("three", "in"),
    ("three", "quotes"),
]


def test_a_part_of_a_box_is_a_box_too(tmp_path):
    assert read_folder(tmp_path) == Content()


def test_the_familys_own_stories_come_first(tmp_path: Path) -> None:
    write(tmp_path, f"{STORIES}/short.yaml", STRAIGHT)
    content = load_content(tmp_path)
    plan = Plan("storytellers", seats=tuple(seats(3)))
    options = host_of("storytellers").build_options
    assert {options(replace(plan, seed=str(seed)), content).story.name for seed in range(9)} == {"short"}
    tricky = replace(plan, game_options={"tricky": True})  # the pack has no such story
    assert content.stories[options(tricky, content).story.name].tricky


def test_a_box_that_is_opened_later_is_the_same_box() -> None:
    later = LazyContent()
    assert type(later) is LazyContent
    assert replace(later, words={}) == replace(load_content(), words={})
    assert later == load_content()
    assert type(later) is Content
