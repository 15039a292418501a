"""The built-in content is complete and its words are explained; rules for sets."""

import json
import re
import shutil
from pathlib import Path

import pytest

from narrator.apps.check import run
from narrator.apps.check.run import check_content
from narrator.apps.cli import main
from narrator.language.content.files import FileKind, content_files
from narrator.language.content.packs import load_content
from tests.apps.check.codes import covers
from tests.apps.check.packs import CHARACTERS, DREAMS, OWN, RAIN, STORY, only, pack, with_set

COUNTS = {
    "stories": 30,
    "tricky": 5,
    "story_cards": 217,
    "characters": 86,
    "extra_characters": 0,
    "dreams": 108,
    "extra_dreams": 0,
    "odyssey_dreams": 108,
    "tales": 8,
    "narrator_cards": 120,
    "fairy_tale_cards": 200,
}


def changed_content(folder: Path, name: str, old: str, new: str) -> Path:
    """Copy the built-in content with one change."""
    shutil.copytree(OWN, folder / "content")
    file = folder / "content" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / "content"


@covers("word-unexplained")
def test_difficult_word_needs_an_explanation(tmp_path, monkeypatch):
    content = changed_content(tmp_path, DREAMS, "Four old fishermen", "Four old welders")
    monkeypatch.setattr(run, "content_folder", lambda language="en": content)
    (finding,) = check_content().findings
    assert finding.code == "word-unexplained"
    assert '"welders"' in finding.message
    (content / "words.yaml").write_text((OWN / "words.yaml").read_text() + "welder: somebody who joins metal\n")
    assert check_content().findings == ()


def test_packs_may_use_difficult_words(tmp_path):
    folder = pack(tmp_path)
    (folder / STORY).write_text(RAIN.replace("with a drum and a smile", "with a theodolite and a smile"))
    assert check_content(folder).findings == ()


@pytest.mark.parametrize(
    ("asked", "word"),
    [("porter", "porter"), ("oars", "oar"), ("Herons", "heron"), ("wading", "wade"), ("plucked", "pluck")],
)
def test_word_is_explained_in_any_form(asked, word):
    found = load_content().explain_word(asked)
    assert found is not None
    assert found[0] == word


def test_unexplained_word_is_not_found(tmp_path):
    assert load_content().explain_word("theodolite") is None


def test_pack_needs_enough_characters_for_a_full_game(tmp_path):
    file = with_set(tmp_path, CHARACTERS) / CHARACTERS
    starts = [found.start() for found in re.finditer("^- name", file.read_text(encoding="utf-8"), re.MULTILINE)]
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[: starts[61]], encoding="utf-8")
    assert check_content(tmp_path).findings == ()
    file.write_text(whole[: starts[60]], encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code, finding.line) == ("count", 1)
    assert "61" in finding.message


@covers("stands-out")
@pytest.mark.parametrize(("name", "by"), [(CHARACTERS, 4), (DREAMS, 5)])
def test_picture_with_an_unusual_length_is_reported(tmp_path, name, by):
    file = with_set(tmp_path, name) / name
    lines = file.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("  picture:"))
    words = ["hedgehog", *["extraordinarily"] * 13]
    lines[place] = "  picture: " + " ".join(words) + ("." if name == DREAMS else "")
    file.write_text("\n".join(lines), encoding="utf-8")
    assert [(one.line, one.code) for one in check_content(tmp_path).findings] == [(place + 1, "stands-out")]


def test_built_in_content_must_be_complete(tmp_path, monkeypatch):
    shutil.copytree(OWN, tmp_path / "content")
    next((tmp_path / "content" / "storytellers" / "stories").iterdir()).unlink()
    monkeypatch.setattr("narrator.apps.check.run.content_folder", lambda language="en": tmp_path / "content")
    findings = check_content().findings
    assert {finding.code for finding in findings} == {"count"}
    assert any(f"{COUNTS['stories'] - 1} stories" in finding.message for finding in findings)


def test_pack_of_dreams_needs_no_glance(tmp_path):
    file = with_set(tmp_path, DREAMS) / DREAMS
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(line for line in lines if not line.startswith("  glance:")), encoding="utf-8")
    assert check_content(tmp_path).findings == ()


@pytest.mark.parametrize("field", ["glance", "mood"])
def test_built_in_dreams_need_what_packs_may_leave_out(tmp_path, monkeypatch, field):
    text = (OWN / DREAMS).read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith(f"  {field}:"))
    content = changed_content(tmp_path, DREAMS, f"{first}\n", "")
    monkeypatch.setattr(run, "content_folder", lambda language="en": content)
    (finding,) = check_content().findings
    assert (finding.code, finding.line) == ("field-missing", 1)
    assert f"`{field}`" in finding.message


def test_built_in_title_cannot_be_used_again(tmp_path):
    ours = next(file for kind, file in content_files(OWN) if kind is FileKind.STORIES)
    title = ours.read_text(encoding="utf-8").splitlines()[0]
    pack(tmp_path)
    (tmp_path / STORY).write_text(RAIN.replace("title: The Long Rain", title), encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code, finding.file, finding.line) == ("name-twice", tmp_path / STORY, 1)


def test_built_in_content_has_no_findings(capsys, monkeypatch):
    monkeypatch.undo()  # use the speech model, if there is one
    assert main(["check", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["findings"] == []
    assert document["counts"] == COUNTS


def test_built_in_stories_say_what_helps_to_choose_them():
    stories = load_content().stories.values()
    assert [story.title for story in stories if not (story.ages and story.mood)] == []
    for series in {story.series for story in stories if story.series}:
        episodes = sorted(story.episode for story in stories if story.series == series)
        assert episodes == [*range(1, len(episodes) + 1)], series


@covers("ages")
def test_younger_age_comes_first(tmp_path):
    folder = pack(tmp_path)
    (folder / STORY).write_text(RAIN + "ages: [9, 6]\n")
    assert only(folder).code == "ages"
