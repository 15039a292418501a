"""One mistake for each code of the checker, reported with its line."""

import ast
import inspect
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from narrator.apps.check.findings import Code
from narrator.apps.check.run import check_content
from narrator.language.content import files as content_files
from narrator.language.content import yaml_source
from tests.apps.check import test_built_in_content, test_files, test_names, test_scenes, test_story_editing
from tests.apps.check.codes import CODES, COVERED
from tests.apps.check.packs import (
    CHARACTERS,
    DECK,
    DREAMS,
    FRAME,
    OBJECTS,
    ODYSSEY,
    STORY,
    TRICKY,
    card,
    deck_card,
    fork,
    pack,
    with_set,
)


def test_sample_packs_have_no_findings(tmp_path):
    folder = pack(tmp_path)
    for name in (CHARACTERS, DREAMS, ODYSSEY, OBJECTS):
        with_set(folder, name)
    assert check_content(folder).findings == ()


@dataclass(frozen=True)
class Slip:
    """A change to a sample file, and the finding it causes."""

    code: Code
    file: str
    old: str
    new: str
    at: str | None = None
    """A piece of the reported line; by default, `new`."""
    nth: int = 1
    """Which one of several such lines."""
    besides: tuple[Code, ...] = ()
    """Other codes that the same change causes."""


def again(text: str, times: int) -> str:
    return " ".join([text] * times)


SINGER = "      Then in came *a sleepy singer*, with a drum and a smile, and the whole room looked up."
BAKER = "*a sleepy baker*"
REFRAINS = ("path-length", *["length"] * 7, *["refrain"] * 5)
"""A story with a refrain is for the youngest: shorter, with the refrain on every card except the last."""


TRICKY_REFRAINS = ("path-length", *["length"] * 10, *["refrain"] * 9)


SLIPS = [
    # markup
    Slip("yaml-syntax", STORY, "place: a house", "place: a house: large"),
    Slip("yaml-syntax", STORY, "place: a house", "place a house"),
    Slip("yaml-syntax", STORY, "place: a house", "place:a house"),
    Slip("yaml-syntax", STORY, "  - role: singer", "  - role singer"),
    Slip("yaml-syntax", STORY, "  - role: singer", "  -role: singer"),
    Slip("yaml-syntax", STORY, "    where: beside the tall singer", "   where: beside the tall singer"),
    Slip("yaml-syntax", STORY, "    where: beside the tall singer", "\twhere: beside the tall singer"),
    Slip("yaml-syntax", STORY, "  - role: singer", "    - role: singer"),
    Slip("yaml-syntax", STORY, "  - role: singer", "- role: singer"),
    Slip("yaml-syntax", STORY, "title: The Long Rain", 'title: "The Long Rain'),
    Slip("yaml-syntax", STORY, "title: The Long Rain", 'title: "The Long" Rain'),
    Slip("yaml-syntax", STORY, SINGER, "\t" + SINGER.strip()),
    Slip("yaml-syntax", STORY, SINGER, "  " + SINGER.strip()),
    Slip("yaml-syntax", STORY, "on the roof", "on\u2028the roof", "The rain came down on"),
    Slip("yaml-alias", STORY, "place: a house", "place: &home a house"),
    Slip("yaml-tag", STORY, "place: a house", "place: !loud a house"),
    Slip("yaml-depth", STORY, "place: a house in the rain", "place: " + "[" * 30 + "]" * 30),
    Slip("field-twice", STORY, "about:", "place: again\nabout:", "place: again"),
    Slip("field-unknown", STORY, "place:", "plaec:"),
    Slip("field-missing", STORY, "place: a house in the rain\n", "", "title:"),
    Slip("field-missing", DREAMS, "- title: ", "- {title: moon, emoji: [🙂]}\n- title: "),
    Slip("field-empty", STORY, "place: a house in the rain", "place:"),
    Slip("field-empty", STORY, "place: a house in the rain", "place: ''"),
    Slip("field-empty", STORY, "title: The Long Rain", "title: '?!'"),
    Slip("field-empty", STORY, "about: It rains, and nobody minds.", "about: ''"),
    Slip("field-empty", STORY, "  - role: singer", "  -\n  - role: singer", "  -", nth=2),
    Slip("field-empty", CHARACTERS, "aliases: [metal man, ", "aliases: ['', "),
    Slip("field-empty", OBJECTS, "- name: ", "- {name: '', phrase: a square egg, emoji: 🥚}\n- name: ", "name: ''"),
    Slip("field-type", STORY, "place: a house in the rain", "place: [a, house]"),
    Slip("field-type", DECK, "{thing: object}", "{thing: toy}"),
    Slip("field-type", DECK, "{thing: object}", "[thing, object]"),
    Slip("field-type", STORY, "place: a house in the rain", "place: " + "a house " * 1000, "place: a house a house"),
    Slip("field-type", STORY, "  - role: singer", "  - text: so\n" * 100 + "  - role: singer", "cards:"),
    Slip("markup", STORY, BAKER, "*a sleepy baker"),
    Slip("markup", STORY, BAKER, "[*a sleepy baker*|[{who}|{who}]]"),
    Slip("markup", STORY, "{baker} went", "{baker: somebody} went"),
    Slip("markup", DECK, "{thing: something new}", "{thing: something new} and *a star*"),
    # roles
    Slip("role-missing", STORY, "  - role: sailor\n    where: beside the tall sailor\n    text", "  - text", "- text"),
    Slip("role-on-ending", STORY, "  - text", "  - role: guest\n    where: at home\n    text", "role: guest"),
    Slip("role-twice", STORY, "role: painter", "role: singer", nth=2),
    Slip("role-marks", STORY, BAKER, "a sleepy baker", "text: >-"),
    Slip("role-marks", STORY, BAKER, "[*a sleepy baker*|{who}]", "text: >-"),
    Slip("role-marks", STORY, "with a drum", "with *a drum*"),
    Slip("role-marks", STORY, "the soup was gone", "*the soup* was gone"),
    Slip("role-words", STORY, BAKER, "*sleepy baker*"),
    Slip("role-words", STORY, BAKER, "*a sleepy baker who had walked for days*"),
    Slip("role-unknown", STORY, "{baker} went", "{backer} went"),
    Slip("role-unknown", DECK, "{hero} went", "{heroes} went"),
    Slip("role-uncast", STORY, SINGER, SINGER.replace("the whole", "{doctor} and the whole")),
    Slip("role-uncast", STORY, SINGER, SINGER.replace("the whole", "{singer} and the whole")),
    Slip("role-uncast", TRICKY, "sleepy doctor*, with", "sleepy doctor*, with {painter},"),
    Slip("role-uncast", DECK, "{thing: something new}", "{thing: something new} for {giant}"),
    Slip("called-twice", STORY, "{baker} went home", "{baker} took {baker} home"),
    Slip("key-form", STORY, "role: painter", "role: The Painter"),
    Slip("key-form", STORY, "role: painter", "role: who"),
    Slip("key-form", DECK, "{thing: object}", "{Thing: object}", besides=("banner-undeclared",)),
    Slip("who-missing", STORY, BAKER, "[*a sleepy baker*|*a sleepy baker*]", "text: >-"),
    Slip("who-misplaced", STORY, "with a drum", "with {who}"),
    Slip("who-misplaced", STORY, "{baker} went", "{who} went"),
    Slip("where-missing", STORY, "    where: beside the tall baker\n", "", "role: baker"),
    Slip("where-idle", STORY, "  - text: >-", "  - where: at the end\n    text: >-", "where: at the end"),
    # paths
    Slip("id-twice", TRICKY, "id: cellar", "id: attic", nth=2, besides=("fork-nowhere",)),
    Slip("fork-count", TRICKY, "\n".join(f"    {line}" for line in fork("attic", "cellar")[4:]) + "\n", "", "fork:"),
    Slip(
        "fork-count",
        TRICKY,
        "    fork:\n",
        "    fork:\n      - to: yard\n        say: Out of the window and away.\n        way: the window\n",
        "fork:",
    ),
    Slip("fork-nowhere", TRICKY, "to: attic", "to: attics"),
    Slip("fork-nowhere", TRICKY, "then: yard", "then: yarn"),
    Slip("fork-itself", TRICKY, "to: attic", "to: hall"),
    Slip("fork-same", TRICKY, "to: attic", "to: cellar", nth=2),
    Slip(
        "fork-first",
        TRICKY,
        "  - id: hall",
        "\n".join(f"    {line}" for line in fork("hall", "cellar")) + "\n  - id: hall",
        "fork:",
        besides=("path-length",),
    ),
    Slip("fork-and-then", TRICKY, "    fork:", "    then: yard\n    fork:", "then: yard"),
    Slip("path-length", TRICKY, "then: yard", "then: gate"),
    Slip("path-length", TRICKY, "then: yard", "then: door"),
    Slip("path-length", TRICKY, "then: gate", "then: boat"),
    Slip("path-length", STORY, card("", "sailor") + "\n", "", "cards:"),
    Slip("path-length", STORY, "  - text", card("", "farmer") + "\n  - text", "role: farmer"),
    Slip("path-length", TRICKY, "to: attic", "to: yard", besides=("card-unreachable",)),
    Slip("card-unreachable", TRICKY, "to: attic", "to: yard", "id: attic", besides=("path-length",)),
    Slip("way-passage", TRICKY, "sleepy farmer*, with", "sleepy farmer*, <baker: {baker} and> with"),
    Slip("way-passage", STORY, SINGER, SINGER.replace("a smile", "a smile <doctor: of a doctor>")),
    Slip("role-uncast", TRICKY, "sleepy farmer*, with", "sleepy farmer*, <painter: {sailor} and> with"),
    Slip("markup", TRICKY, "sleepy farmer*, with", "sleepy farmer*, <painter: and with"),
    Slip("direction", STORY, SINGER, f"{SINGER} (sound plopp)"),
    Slip("direction", STORY, SINGER, f'{SINGER} (violinist) "Hm."'),
    Slip("direction", STORY, SINGER, f"{SINGER} (who) The end."),
    Slip("markup", STORY, SINGER, f"{SINGER} (in a, loud, voice) Yes."),
    Slip("refrain", STORY, "about:", "refrain: Drip, drop!\nabout:", "text: >-", besides=REFRAINS),
    Slip("refrain", TRICKY, "about:", "refrain: Drip, drop!\nabout:", "refrain:", besides=TRICKY_REFRAINS),
    Slip("length", STORY, "    where: beside the tall baker", "    bridge: So.\n    where: beside the tall baker"),
    Slip("full-stop", STORY, "    where: beside the tall baker", "    bridge: And then\n    where: beside the baker"),
    # decks
    Slip(
        "banner-count",
        DECK,
        "  - banners: {thing: object}\n    text",
        "  - text",
        "- text",
        besides=("banner-undeclared",),
    ),
    Slip("banner-same", DECK, "{hero: character, home: place}", "{hero: character, home: character}"),
    Slip(
        "banner-twice",
        DECK,
        "{giant: character}",
        "{hero: character}",
        besides=("banner-unopened", "banner-undeclared"),
    ),
    Slip("banner-unopened", DECK, "{thing: something new}", "something new", "{thing: object}"),
    Slip("banner-undeclared", DECK, "{thing: something new}", "{thing: something new} and {toy: a toy}"),
    Slip(
        "doubles",
        DECK,
        "{hero: character, home: place}",
        "{hero: character}",
        "cards:",
        besides=("banner-undeclared",),
    ),
    Slip("category-count", DECK, ": feature}", ": object}", "cards:", besides=("category-count",)),
    Slip("the-end", DECK, "The End.", "The Middle.", "the_end: true"),
    Slip("the-end", DECK, "  - the_end: true\n    text", "  - text", "  - text"),
    Slip("the-end", DECK, "{thing: object}", "{thing: object}\n    the_end: true", "the_end: true"),
    Slip("phrase-form", OBJECTS, "phrase: a ", "phrase: every "),
    Slip("mark", OBJECTS, "mark: used", "mark: loud"),
    Slip("field-type", OBJECTS, "mark: used", "mark: useful"),
    Slip("mark", DECK, "{thing: something new}", "a hen that ate {thing: something new}"),
    Slip("mark", DECK, "{thing: object}", "{thing: object}\n    needs: {thing: [worn]}", "{thing: something new}"),
    Slip("mark", DECK, "{thing: something new}", "{thing: something new} <thing loud: Bang. | Shush.>"),
    Slip("role-unknown", DECK, "{thing: something new}", "{thing: something new} <think worn: It fits. | It is odd.>"),
    # sets
    Slip("count", DECK, deck_card("{tool: object}") + "\n", "", "cards:"),
    Slip("name-twice", CHARACTERS, "name: robot", "name: Hedgehog", besides=("picture-name",)),
    Slip("name-twice", CHARACTERS, "aliases: [metal man, ", "aliases: [the hedgehog, "),
    Slip("name-twice", TRICKY, "title: The Windy Tower", "title: The Long Rain"),
    Slip("name-command", CHARACTERS, "aliases: [metal man, ", "aliases: [stop, "),
    Slip("name-command", TRICKY, "way: the attic", "way: yes"),
    Slip("name-command", STORY, "title: The Long Rain", "title: Seven"),
    Slip("picture-name", CHARACTERS, "a rusty robot", "a rusty thing"),
    Slip("emoji", CHARACTERS, "emoji: 🤖", "emoji: robot"),
    Slip("emoji", CHARACTERS, "emoji: 🤖", "emoji: 🤖🙂"),
    Slip("emoji", OBJECTS, "emoji: ", "emoji: egg #"),
    Slip("emoji", DREAMS, "emoji: [", "emoji: [🙂, 🙂, 🙂, "),
    Slip("scene", STORY, "place: a house in the rain", "place: a house in the rain\nsetting: rain", "setting: rain"),
    Slip("scene", DECK, "title: The Lost Spoon", "title: The Lost Spoon\nsetting: spoon", "setting: spoon"),
    # words
    Slip("length", STORY, BAKER, "*a sleepy baker*, " + again("and on", 20), "text: >-"),
    Slip("length", DREAMS, "closer: The tap drips,", "closer: The tap drips, " + "and drips " * 5),
    Slip("field-empty", DREAMS, "  closer: The tap drips,", "  closer: ''  #"),
    Slip("full-stop", ODYSSEY, "has got hold of his tie.", "has got hold of his tie"),
    Slip("length", STORY, "about: It rains, and nobody minds.", "about: It rains."),
    Slip("length", TRICKY, "say: Up the stairs and into the attic.", "say: Up."),
    Slip("length", TRICKY, "way: the attic", "way: the attic up the stairs"),
    Slip("length", DECK, "{thing: something new}", "{thing: something new} " + again("and on", 20), "text: >-", nth=2),
    Slip("length", CHARACTERS, "name: robot", "name: a rusty robot"),
    Slip("length", STORY, "title: The Long Rain", "title: " + again("The Long Rain and", 4)),
    Slip("length", STORY, "place: a house", "place: a house " + again("and a house", 4)),
    Slip("length", DECK, "title: The Lost Spoon", "title: " + again("The Lost Spoon and", 4)),
    Slip("length", CHARACTERS, "aliases: [metal man", "aliases: [the very old metal man"),
    Slip("unspeakable", STORY, "a cup", "2 cups"),
    Slip("unspeakable", STORY, "title: The Long Rain", "title: The 2 Rains"),
    Slip("unspeakable", STORY, "a cup", "a корова"),
    Slip("unspeakable", STORY, "a cup", "a " + "blub" * 10),
    Slip("unspeakable", STORY, "nobody minded,", "nobody minded,really,"),
    Slip("unspeakable", STORY, "on the roof, and", "on the roof.And"),
    Slip("unspeakable", STORY, "a house in the rain", "a house in the RAIN"),
    Slip("direction", STORY, "nobody minded,", "nobody (really) minded,"),
    Slip("unspeakable", STORY, "nobody minded,", "nobody minded, pfft,"),
    Slip("unspeakable", STORY, "nobody minded,", "nobody minded…"),
    Slip("unspeakable", STORY, "nobody minded,", "nobody minded 🙂,"),
    Slip("unspeakable", STORY, "nobody minded,", "nobody minded – really –"),
    Slip("unspeakable", STORY, "nobody minded,", "nobody said “really”,"),
    Slip("unspeakable", STORY, "nobody minded,", "nobody but Mr. Low minded,"),
    Slip("unspeakable", STORY, "title: The Long Rain", "title: The *Long* Rain"),
    Slip("unspeakable", CHARACTERS, "aliases: [metal man", "aliases: [r2d2"),
    Slip("quote-open", STORY, "nobody minded,", 'nobody said, "really,', "text: >-"),
    Slip("full-stop", STORY, "nobody minds.", "nobody minds"),
    Slip("full-stop", STORY, "so was the rain.", "so was the rain", "text: >-", nth=7),
    Slip("article", STORY, "a cup", "an cup"),
    Slip("article", OBJECTS, "phrase: a ", "phrase: a old "),
    Slip("word-twice", STORY, "on the roof", "on the the roof"),
    Slip("gap", FRAME, "Who? $hero", "Who? $hreo", "Who? $hreo"),
    Slip("frame-title", FRAME, "kind: title", "kind: what", "- key: title"),
]


def spoiled(folder: Path, slip: Slip) -> Path:
    pack(folder)
    file = folder / slip.file
    if not file.exists():
        with_set(folder, slip.file)
    text = file.read_text(encoding="utf-8")
    assert slip.old in text
    times = -1 if slip.code == "category-count" else 1
    file.write_text(text.replace(slip.old, slip.new, times), encoding="utf-8")
    return file


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{slip.code}-{number}" for number, slip in enumerate(SLIPS)])
def test_slip_is_reported_on_its_line(tmp_path, slip):
    file = spoiled(tmp_path, slip)
    piece = slip.at or slip.new.splitlines()[0].strip()
    lines = [number for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1) if piece in line]
    findings = check_content(tmp_path).findings
    found = [finding for finding in findings if finding.code == slip.code]
    assert (file, lines[slip.nth - 1]) in [(finding.file, finding.line) for finding in found], found
    assert sorted(finding.code for finding in findings) == sorted((slip.code, *slip.besides)), "one slip, one line"
    assert all(finding.message[-1] in ".?" and "\n" not in finding.message for finding in found)


def test_every_code_has_a_test():
    modules = (test_built_in_content, test_names, test_scenes, test_story_editing, test_files)
    assert all(modules)  # some codes are covered there
    assert {slip.code for slip in SLIPS} | COVERED == CODES


@pytest.mark.parametrize("module", [yaml_source, content_files])
def test_read_errors_have_codes_that_the_checker_knows(module):
    """An unknown code would end the check with a traceback."""
    refused = {
        argument.value
        for call in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("ContentFileError", "self._refuse")
        for argument in call.args
        if isinstance(argument, ast.Constant) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", str(argument.value))
    }
    assert refused
    assert refused <= CODES
