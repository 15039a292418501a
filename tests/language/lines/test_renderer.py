"""Messages are parsed one by one on first use, with the same result as parsing the whole file."""

import pytest
from fluent.syntax import FluentParser, ast

from narrator.core.paths import data_folder
from narrator.language.lines.renderer import ENTRY, _Bundle

FILES = sorted(data_folder("content").glob("*/lines/*.ftl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_message_is_found_whole(file):
    text = file.read_text("utf-8")
    entries = [each for each in FluentParser().parse(text).body if isinstance(each, ast.Message | ast.Term)]
    alone = [FluentParser(with_spans=False).parse(entry[0]).body for entry in ENTRY.finditer(text)]
    assert [len(body) for body in alone] == [1] * len(entries)
    for [found], entry in zip(alone, entries, strict=True):
        assert found.equals(entry, ignored_fields=["span", "comment"])


def render(bundle, name):
    return bundle.format_pattern(bundle.get_message(name).value, {}) if bundle.has_message(name) else None


def test_message_is_parsed_with_what_it_refers_to():
    bundle = _Bundle(
        "en",
        {},
        [
            'hello = Good { time }, { -who(case: "long") }!\n',
            "time =\n    evening\n-who = { $case ->\n    [long] all of { -us }\n   *[other] all\n }\n"
            "-us = us\nhello = Hm.\n",
        ],
    )
    assert render(bundle, "hello") == ("Good evening, all of us!", [])
    assert render(bundle, "goodbye") is None


def test_messages_that_refer_to_each_other_are_parsed():
    bundle = _Bundle("en", {}, ["one = { two }\n", "two = { one }\n", "three = 3\n"])
    assert bundle.has_message("one")
    assert render(bundle, "three") == ("3", [])


def test_message_with_a_syntax_error_is_missing():
    assert render(_Bundle("en", {}, ["broken = { $\nwhole = It is.\n"]), "broken") is None
    assert render(_Bundle("en", {}, ["broken = { $\nwhole = It is.\n"]), "whole") == ("It is.", [])
