"""`narrator check --read-through`: whole stories with difficult casts."""

from narrator.apps.check.read_through import CASTS, read_through
from narrator.apps.cli import main
from narrator.language.content.packs import load_content


def test_every_story_has_ten_casts_and_all_paths():
    content = load_content()
    text = "\n".join(read_through(content))
    assert text.count("\n== ") + 1 == CASTS * len(content.stories)
    assert "{" not in text
    for both in ("fuse ran out", "pineapple came down", "Down came the feather", "seven kinds of blue", "Grandma"):
        assert both in " ".join(text.split()), "every path is told"


def test_one_story_can_be_chosen_by_its_name(capsys):
    assert main(["check", "--read-through", "parcel"]) == 0
    text = capsys.readouterr().out
    assert text.count("== The Humming Parcel") == CASTS
    assert "Cloud Circus" not in text


def test_first_cast_contains_characters_the_story_mentions():
    first = next(line for line in read_through(load_content(), "winter-hotel") if line.startswith("=="))
    assert "the sheep" in first
