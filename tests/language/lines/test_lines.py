"""Lines are read one by one, when they are first said; nobody may notice."""

import pytest
from fluent.syntax import FluentParser, ast

from narrator.core.paths import data_folder
from narrator.language.lines.renderer import ENTRY, _Bundle

FILES = sorted(data_folder("content").glob("*/lines/*.ftl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_line_is_found_whole(file):
    text = file.read_text("utf-8")
    entries = [each for each in FluentParser().parse(text).body if isinstance(each, ast.Message | ast.Term)]
    alone = [FluentParser(with_spans=False).parse(entry[0]).body for entry in ENTRY.finditer(text)]
    assert [len(body) for body in alone] == [1] * len(entries)
    for [found], entry in zip(alone, entries, strict=True):
        assert found.equals(entry, ignored_fields=["span", "comment"])


def said(bundle, name):
    return bundle.format_pattern(bundle.get_message(name).value, {}) if bundle.has_message(name) else None


def test_what_a_line_refers_to_is_read_with_it():
    bundle = _Bundle(
        "en",
        {},
        [
            'hello = Good { time }, { -who(case: "long") }!\n',
            "time =\n    evening\n-who = { $case ->\n    [long] all of { -us }\n   *[other] all\n }\n"
            "-us = us\nhello = Hm.\n",
        ],
    )
    assert said(bundle, "hello") == ("Good evening, all of us!", [])
    assert said(bundle, "goodbye") is None


def test_lines_that_refer_to_each_other_are_read_all_the_same():
    bundle = _Bundle("en", {}, ["one = { two }\n", "two = { one }\n", "three = 3\n"])
    assert bundle.has_message("one")
    assert said(bundle, "three") == ("3", [])


def test_a_line_that_cannot_be_read_is_not_there():
    assert said(_Bundle("en", {}, ["broken = { $\nwhole = It is.\n"]), "broken") is None
    assert said(_Bundle("en", {}, ["broken = { $\nwhole = It is.\n"]), "whole") == ("It is.", [])
