"""The words on the pages, out of `content/<language>/lines/window.ftl`, for templates and scripts alike.

A script fills in what it alone knows: where a label has a fact, its name stands there in braces.
"""

import re
from collections.abc import Mapping
from functools import cache

from narrator.data import data_file
from narrator.tell.lines import ENTRY, Lines, line

FACT = re.compile(r"\$(\w+)")


@cache
def labels(language: str) -> Mapping[str, str]:
    lines, text = Lines(language, "window"), data_file("content", language, "lines", "window.ftl").read_text("utf-8")
    facts = {entry["name"]: FACT.findall(entry[0]) for entry in ENTRY.finditer(text)}
    return {name: lines.say(line(name, **{fact: f"{{{fact}}}" for fact in known})) for name, known in facts.items()}
