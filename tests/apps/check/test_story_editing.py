"""The built-in stories follow the editorial rules, and those rules notice when they do not."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.apps.check.files import read_sheets
from narrator.apps.check.findings import Finding
from narrator.apps.check.stories import check_story
from narrator.language.content.files import FileKind
from narrator.language.content.packs import content_folder
from tests.apps.check.codes import covers
from tests.apps.check.packs import CHARACTERS
from tests.apps.check.story_editing import BAD_DETAIL, DEVICES, check_editing

Change = Callable[[str, str, str], list[Finding]]


@pytest.fixture
def after(tmp_path: Path) -> Change:
    """Return a function that changes a story and returns the findings."""
    shutil.copytree(content_folder() / "storytellers", tmp_path / "storytellers")

    def change(story: str, old: str, new: str) -> list[Finding]:
        file = tmp_path / "storytellers" / "stories" / f"{story}.yaml"
        wrapped = re.compile(r"\s+".join(map(re.escape, old.split())))
        text, times = wrapped.subn(lambda found: new, file.read_text(encoding="utf-8"))
        assert times
        file.write_text(text, encoding="utf-8")
        found, unread = read_sheets(tmp_path, own=True)
        assert unread == []
        stories = [sheet for sheet in found if sheet.kind is FileKind.STORIES]
        return [*(one for sheet in stories for one in check_story(sheet)), *check_editing(found)]

    return change


def test_built_in_stories_follow_the_editorial_rules():
    found, unread = read_sheets(content_folder(), own=True)
    assert unread == []
    assert list(check_editing(found)) == []


def test_chosen_character_comes_back_twice(after):
    (found,) = after("soup-for-the-moon", "{yodeler} hummed.", "The pot hummed.")
    assert found.code == "callbacks"
    assert "yodeler" in found.message


def test_chosen_character_comes_back_twice_on_every_path(after):
    found = after("cloud-circus", "<juggler: Then the pineapple came down.", "<juggler: Then {ringmaster} sneezed.")
    assert found == [], "the juggler still comes back"
    codes = {one.code for one in after("cloud-circus", "{juggler} caught it", "Somebody caught it")}
    assert codes == {"callbacks"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Poor soup," said [the knitter|{who+}].', '"Poor soup," said [the knitter|{who}].'),
        ("cried {knitter+}", "cried {knitter}"),
        ("{cook} and {knitter} dragged out", "{cook} and {knitter+} dragged out"),
    ],
    ids=["not at the entrance", "never again", "the same one twice"],
)
def test_details_are_used_at_the_entrance_and_once_or_twice_later(after, old, new):
    assert "tag" in [one.code for one in after("soup-for-the-moon", old, new)]


@covers("tag")
def test_tag_does_not_fit_before_a_possessive(after):
    found = after("soup-for-the-moon", "cried {knitter+}.", "cried {knitter+}'s hat. {knitter+} agreed.")
    assert {one.code for one in found} == {"tag"}


@pytest.mark.parametrize(
    ("tag", "reads_well"),
    [
        ("lantern held high", True),
        ("still in its blankets", True),
        ("a little out of breath", True),
        ("who holds a lantern", False),
        ("the lantern holder", False),
        ("holding on to", False),
        ("lantern", False),
        ("with a lantern and a very long scarf", False),
        ("up high, with a lantern", False),
    ],
)
def test_tag_fits_between_two_commas(tag, reads_well):
    assert (BAD_DETAIL.search(tag) is None) is reads_well


def test_animal_in_the_text_must_be_listed_as_met(after):
    (found,) = after("soup-for-the-moon", "set a goat on the tenth", "set a penguin on the tenth")
    assert found.code == "meets-itself"
    assert "`meets: [penguin]`" in found.message
    assert after("soup-for-the-moon", "cards:", "meets: [penguin]\ncards:") == []


def test_animal_listed_as_met_must_be_in_the_text(after):
    assert [one.code for one in after("winter-hotel", "meets: [sheep]", "meets: [sheep, owl]")] == ["meets-itself"]


def test_every_story_has_a_role_for_a_child(after):
    codes = [one.code for one in after("soup-for-the-moon", "child*", "goat*")]
    assert "child" not in codes, "it is still called a child"
    assert "child" in [one.code for one in after("soup-for-the-moon", "[the child|", "[the goat|")]


def test_cards_differ_in_length(after):
    found = after("puddle-pirates", "We sailed at dawn,", "We sailed " + "and sailed and sailed " * 6 + "at dawn,")
    assert [one.code for one in found] == ["one-shape"]


def test_device_is_not_used_in_too_many_stories(after):
    found = after("puddle-pirates", "hid in the slipper", "snored in the slipper")
    assert {one.code for one in found} == {"device"}
    assert {one.file.stem for one in found} >= {"puddle-pirates", "winter-hotel"}


@pytest.mark.parametrize(
    ("device", "text"),
    [
        ("somebody who sleeps", "The cook fell asleep."),
        ("somebody who speaks unseen", '"I saw it," said a pile of nets.'),
        ("somebody who speaks unseen", '"Hello," said a small voice.'),
        ("everybody who holds still", "Nobody breathed."),
        ("somebody who begs pardon", '"Beg your pardon," said the train.'),
    ],
)
def test_device_is_recognised_by_its_words(device, text):
    assert DEVICES[device].search(text)


@pytest.mark.parametrize(
    "line",
    [
        "  tag: arms wide open\n",
        "  later: arms a little wider\n",
        "  at_end: hugged at last\n",
        "  verb: {now: blossoms, past: blossomed}\n",
        "  sound: ouch\n",
    ],
)
def test_every_character_has_details_a_verb_and_a_sound(tmp_path, line):
    shutil.copytree(content_folder() / "storytellers", tmp_path / "storytellers")
    file = tmp_path / CHARACTERS
    file.write_text(file.read_text("utf-8").replace(line, "", 1), "utf-8")
    (finding,) = check_editing(read_sheets(tmp_path, own=True)[0])
    assert (finding.code, finding.file) == ("field-missing", file)
