"""Faults in content files: which are reported, and how."""

import re
from pathlib import Path

import pytest

from narrator.core.errors import PackError
from narrator.language.content.files import read_folder
from narrator.language.content.packs import Content, load_content
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
def test_first_fault_is_reported_with_its_line(tmp_path, text, line, code):
    file = write(tmp_path, f"{STORIES}/bad.yaml", text)
    with pytest.raises(ContentFileError) as error:
        load_content(tmp_path)
    assert (error.value.file, error.value.line, error.value.code) == (file, line, code)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "text", "advice"),
    [
        ("palce", STRAIGHT.replace("place:", "palce:"), "Did you mean `place`?"),
        ("Place", STRAIGHT.replace("place:", "Place:"), "Did you mean `place`?"),
        (
            "place",
            STRAIGHT.replace("{text: the end}", "{text: the end, place: home}"),
            "These are: `id`, `role`, `where`",
        ),
        (
            "alias",
            STRAIGHT.replace("about:", "alias: x\nabout:"),
            "These are: `title`, `place`, `about`, `setting`, `refrain`, `meets`, `ages`, `mood`, `bedtime`, "
            "`series`, `episode`, `months`, `makers`, `voices`, `cards`.",
        ),
        ("roles", STRAIGHT.replace("{role: one,", "{role: one, roles: two,"), "These are: "),
    ],
)
def test_only_a_missing_field_is_suggested(tmp_path, name, text, advice):
    write(tmp_path, f"{STORIES}/bad.yaml", text)
    with pytest.raises(ContentFileError) as error:
        load_content(tmp_path)
    assert error.value.message.startswith(f"`{name}` is not a field here. ")
    assert advice in error.value.message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("- {text: the end}", "-", "an entry of `cards` is empty"),
        ("- {text: the end}", "- the end", "an entry of `cards` must be made of `id`, `role`,"),
        ("text: the end", "text: " + "on " * 1000, "`text` must be at most 2000 letters long"),
        ("  - {text: the end}", "  - {text: on}\n" * 50, "`cards` must be a list with at most 40 entries"),
    ],
)
def test_fault_names_the_expected_value(tmp_path, old, new, message):
    write(tmp_path, f"{STORIES}/bad.yaml", STRAIGHT.replace(old, new))
    with pytest.raises(ContentFileError, match=re.escape(message)):
        load_content(tmp_path)


def test_missing_folder_is_reported(tmp_path):
    with pytest.raises(PackError, match="is not a folder"):
        load_content(tmp_path / "nowhere")


def test_every_yaml_value_is_text(tmp_path):
    file = write(tmp_path, "a.yaml", "way: no\nto: 12\nsay: null\nempty:\nnone: ''")
    assert read_yaml(file) == {"way": "no", "to": "12", "say": "null", "empty": None, "none": ""}


def test_byte_order_mark_is_skipped(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_bytes(b"\xef\xbb\xbftitle: caf\xc3\xa9")
    assert read_yaml(file) == {"title": "café"}


def test_line_of_a_letter_in_a_long_text(tmp_path):
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


def test_empty_folder_is_empty_content(tmp_path):
    assert read_folder(tmp_path) == Content()
