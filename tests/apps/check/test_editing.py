"""What the checker asks of our own stories as an editor would, and the casts with which they are read through."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.apps.check.editing import CASTS, DEVICES, NO_TAG, check_editing, read_through
from narrator.apps.check.files import sheets
from narrator.apps.check.findings import Finding
from narrator.apps.check.stories import check_story
from narrator.apps.cli import main
from narrator.language.content.files import FileKind
from narrator.language.content.packs import content_folder, load_content
from tests.apps.check.codes import covers

Mend = Callable[[str, str, str], list[Finding]]


@pytest.fixture
def after(tmp_path: Path) -> Mend:
    """What is found in our stories after one change to one of them."""
    shutil.copytree(content_folder() / "storytellers", tmp_path / "storytellers")

    def change(story: str, old: str, new: str) -> list[Finding]:
        file = tmp_path / "storytellers" / "stories" / f"{story}.yaml"
        wrapped = re.compile(r"\s+".join(map(re.escape, old.split())))
        text, times = wrapped.subn(lambda found: new, file.read_text(encoding="utf-8"))
        assert times
        file.write_text(text, encoding="utf-8")
        found, unread = sheets(tmp_path, own=True)
        assert unread == []
        stories = [sheet for sheet in found if sheet.kind is FileKind.STORIES]
        return [*(one for sheet in stories for one in check_story(sheet)), *check_editing(found)]

    return change


@covers("callbacks")
def test_whoever_was_voted_for_comes_back_twice(after):
    (found,) = after("soup-for-the-moon", "{yodeler} hummed.", "The pot hummed.")
    assert found.code == "callbacks"
    assert "yodeler" in found.message


def test_on_every_way_whoever_was_voted_for_comes_back_twice(after):
    found = after("cloud-circus", "<juggler: Then the pineapple came down.", "<juggler: Then {ringmaster} sneezed.")
    assert found == [], "the juggler still comes back"
    codes = {one.code for one in after("cloud-circus", "{juggler} caught it", "Somebody caught it")}
    assert codes == {"callbacks"}


@covers("tag")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Poor soup," said [the knitter|{who+}].', '"Poor soup," said [the knitter|{who}].'),
        ("cried {knitter+}", "cried {knitter}"),
        ("{cook} and {knitter} dragged out", "{cook} and {knitter+} dragged out {knitter+} and"),
    ],
    ids=["not at the entrance", "never again", "all the time"],
)
def test_a_tag_is_heard_at_the_entrance_and_once_or_twice_after_it(after, old, new):
    assert "tag" in [one.code for one in after("soup-for-the-moon", old, new)]


def test_a_tag_brings_a_comma_and_does_not_fit_before_an_s(after):
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
def test_a_tag_fits_between_two_commas(tag, reads_well):
    assert (NO_TAG.search(tag) is None) is reads_well


@covers("meets-itself")
def test_an_animal_in_the_text_may_meet_itself_only_if_the_author_means_it(after):
    (found,) = after("soup-for-the-moon", "set a goat on the tenth", "set a penguin on the tenth")
    assert found.code == "meets-itself"
    assert "`meets: [penguin]`" in found.message
    assert after("soup-for-the-moon", "cards:", "meets: [penguin]\ncards:") == []


def test_who_is_meant_to_meet_itself_is_in_the_text(after):
    assert [one.code for one in after("winter-hotel", "meets: [sheep]", "meets: [sheep, owl]")] == ["meets-itself"]


@covers("child")
def test_every_story_has_a_child_to_be(after):
    codes = [one.code for one in after("soup-for-the-moon", "child*", "goat*")]
    assert "child" not in codes, "it is still called a child"
    assert "child" in [one.code for one in after("soup-for-the-moon", "[the child|", "[the goat|")]


@covers("one-shape")
def test_not_all_cards_have_one_length(after):
    found = after("puddle-pirates", "We sailed at dawn,", "We sailed " + "and sailed and sailed " * 6 + "at dawn,")
    assert [one.code for one in found] == ["one-shape"]


@covers("device")
def test_what_two_stories_have_already_is_no_device_for_a_third(after):
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
def test_a_device_is_known_by_its_words(device, text):
    assert DEVICES[device].search(text)


# --- reading along -------------------------------------------------------------------------------


def test_every_story_is_told_ten_times_on_all_its_ways():
    content = load_content()
    told = "\n".join(read_through(content))
    assert told.count("\n== ") + 1 == CASTS * len(content.stories)
    assert "{" not in told
    for both in ("fuse ran out", "pineapple came down", "Down came the feather", "seven kinds of blue", "Grandma"):
        assert both in " ".join(told.split()), "every way of a fork is told"


def test_one_story_is_read_through_by_its_name(capsys):
    assert main(["check", "--read-through", "parcel"]) == 0
    told = capsys.readouterr().out
    assert told.count("== The Humming Parcel") == CASTS
    assert "Cloud Circus" not in told


def test_the_hard_casts_have_those_in_them_whom_the_story_names():
    first = next(line for line in read_through(load_content(), "winter-hotel") if line.startswith("=="))
    assert "the sheep" in first
