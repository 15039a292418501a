"""The checker: one slip for each code, found on its line, and the box and the example without any."""

import ast
import inspect
import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from narrator.box import files as box_files
from narrator.box import reading
from narrator.box.content import load, own_folder
from narrator.box.files import Kind, files
from narrator.box.words import explanation
from narrator.check import run, sound_alike, vocabulary
from narrator.check.findings import Code, Finding
from narrator.check.run import check
from narrator.cli import main
from narrator.commands import check as command
from narrator.ears.model import find_model
from tests.check import test_editing
from tests.check.codes import CODES, COVERED, covers
from tests.rights import as_ordinary_user

OWN = own_folder()
STORY = "storytellers/stories/rain.yaml"
TRICKY = "storytellers/stories/tower.yaml"
DECK = "storyline/decks/spoon.yaml"
CHARACTERS = "storytellers/characters.yaml"
DREAMS = "dixit/dreams.yaml"
ODYSSEY = "odyssey/dreams.yaml"
OBJECTS = "storyline/cards/object.yaml"

COUNTS = {
    "stories": 12,
    "tricky": 2,
    "story_cards": 88,
    "characters": 86,
    "dreams": 84,
    "odyssey_dreams": 84,
    "narrator_cards": 30,
    "fairy_tale_cards": 100,
}

# --- packs to spoil ------------------------------------------------------------------------------

FILL = """\
      The rain came down on the roof, and nobody minded, because everybody was inside with a cup
      of soup and a story that went on for a good long while, and then for a bit longer."""


def card(head: str, role: str, *more: str) -> str:
    """A story card: its role enters on the third line of its text."""
    lines = [f"  - {head}"] if head else []
    lines.append(f"  {'  ' if head else '- '}role: {role}")
    lines += [
        f"    where: beside the tall {role}",
        "    text: >-",
        FILL,
        f"      Then in came *a sleepy {role}*, with a drum and a smile, and the whole room looked up.",
        *(f"    {line}" for line in more),
    ]
    return "\n".join(lines)


ENDING = f"text: >-\n{FILL}\n      And in the end {{baker}} went home, and the soup was gone, and so was the rain."
HEAD = "title: {}\nplace: a house in the rain\nabout: It rains, and nobody minds.\ncards:"
RAIN = "\n".join(
    [
        HEAD.format("The Long Rain"),
        *(card("", role) for role in ("baker", "singer", "painter", "sailor", "doctor", "driver")),
        f"  - {ENDING}",
        "",
    ]
)


def fork(one: str, other: str) -> tuple[str, ...]:
    return (
        "fork:",
        f"  - to: {one}",
        f"    say: Up the stairs and into the {one}.",
        f"    way: the {one}",
        f"  - to: {other}",
        f"    say: Down the ladder and into the {other}.",
        f"    way: the {other}",
    )


TOWER = "\n".join(
    [
        HEAD.format("The Windy Tower"),
        card("id: door", "baker"),
        card("id: hall", "singer", *fork("attic", "cellar")),
        card("id: attic", "painter", "then: yard"),
        card("id: cellar", "sailor"),
        card("id: yard", "doctor", *fork("garden", "kitchen")),
        card("id: garden", "driver", "then: gate"),
        card("id: kitchen", "butcher"),
        card("id: gate", "farmer", *fork("mountain", "boat")),
        f"  - id: mountain\n    {ENDING}",
        f"  - id: boat\n    {ENDING}",
        "",
    ]
)
BANNERS = [
    "{hero: character, home: place}",
    "{thing: object}",
    "{mark: feature}",
    "{deed: action}",
    "{friend: character, land: place}",
    "{gift: object}",
    "{habit: feature}",
    "{trick: action}",
    "{guard: character, island: place}",
    "{tool: object}",
    "{voice: feature}",
    "{dance: action}",
    "{giant: character}",
    "{spoon: object}",
]


def deck_card(banners: str) -> str:
    opened = " and ".join(f"{{{key}: something new}}" for key in re.findall(r"(\w+):", banners))
    return f"""\
  - banners: {banners}
    text: >-
      Once upon a time, when the roads were long and the soup was hot, there was
      {opened}, and nobody knew why."""


SPOON = "\n".join(
    [
        "title: The Lost Spoon",
        "about: A spoon is lost, and the soup is hot.",
        "cards:",
        *map(deck_card, BANNERS),
        "  - the_end: true\n    text: >-",
        "      So {hero} went home with {spoon}, and the soup was still hot, and everybody had",
        "      as much of it as they liked. The End.",
        "",
    ]
)


def pack(folder: Path) -> Path:
    """A pack of everything: three files of our own and the sets of the box."""
    for name, text in ((STORY, RAIN), (TRICKY, TOWER), (DECK, SPOON)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def with_set(folder: Path, name: str) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(OWN / name, folder / name)
    return folder


@pytest.fixture(autouse=True)
def _no_speech_model(monkeypatch):
    """Most tests are not about the ear, and the model takes half a second."""
    monkeypatch.setattr(vocabulary, "find_model", lambda: None)


def test_the_packs_of_these_tests_are_clean(tmp_path):
    folder = pack(tmp_path)
    for name in (CHARACTERS, DREAMS, ODYSSEY, OBJECTS):
        with_set(folder, name)
    assert check(folder).findings == ()


# --- one slip for each code ----------------------------------------------------------------------


@dataclass(frozen=True)
class Slip:
    code: Code
    file: str
    old: str
    new: str
    at: str | None = None
    """A piece of the line on which it must be found; without one, that of `new`."""
    nth: int = 1
    """Which of several such lines."""
    besides: tuple[Code, ...] = ()
    """What else the same slip brings with it, and is no less true."""


def again(text: str, times: int) -> str:
    return " ".join([text] * times)


SINGER = "      Then in came *a sleepy singer*, with a drum and a smile, and the whole room looked up."
BAKER = "*a sleepy baker*"
REFRAINS = ("path-length", *["length"] * 7, *["refrain"] * 5)
"""With a refrain a story is one for the youngest: shorter, and with the refrain on every card but the last."""
TRICKY_REFRAINS = ("path-length", *["length"] * 10, *["refrain"] * 9)
SLIPS = [
    # the form
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
    # the ways through a story
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
    Slip("unspeakable", STORY, "nobody minded,", "nobody (really) minded,"),
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
def test_a_slip_is_found_on_its_line(tmp_path, slip):
    file = spoiled(tmp_path, slip)
    piece = slip.at or slip.new.splitlines()[0].strip()
    lines = [number for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1) if piece in line]
    findings = check(tmp_path).findings
    found = [finding for finding in findings if finding.code == slip.code]
    assert (file, lines[slip.nth - 1]) in [(finding.file, finding.line) for finding in found], found
    assert sorted(finding.code for finding in findings) == sorted((slip.code, *slip.besides)), "one slip, one line"
    assert all(finding.message[-1] in ".?" and "\n" not in finding.message for finding in found)


# --- folders and files ---------------------------------------------------------------------------


def only(folder: Path) -> Finding:
    """The one thing that is wrong."""
    (finding,) = check(folder).findings
    return finding


def told_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command prints about it, and that it says 1 to the shell."""
    assert main(["check", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    lines = [line for line in out.splitlines() if line.startswith(str(folder))]
    assert len(lines) == 1
    return lines[0]


@covers("no-such-folder")
def test_no_such_folder(tmp_path, capsys):
    assert only(tmp_path / "nowhere").code == "no-such-folder"
    assert "no-such-folder" in told_in_one_line(tmp_path / "nowhere", capsys)


def test_a_file_is_not_a_pack(tmp_path):
    (tmp_path / "story.yaml").write_text(RAIN)
    assert only(tmp_path / "story.yaml").code == "no-such-folder"


@covers("pack-empty")
def test_an_empty_pack(tmp_path, capsys):
    assert only(tmp_path).code == "pack-empty"
    assert "pack-empty" in told_in_one_line(tmp_path, capsys)


@covers("file-unknown")
def own_box(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of our box with a slip in it, checked as our own."""
    shutil.copytree(OWN, folder / "box")
    file = folder / "box" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / "box"


@covers("word-unexplained")
def test_an_unusual_word_of_the_box_wants_an_explanation(tmp_path, monkeypatch):
    box = own_box(tmp_path, DREAMS, "Four old fishermen", "Four old plumbers")
    monkeypatch.setattr(run, "own_folder", lambda language="en": box)
    (finding,) = check().findings
    assert finding.code == "word-unexplained"
    assert '"plumbers"' in finding.message
    (box / "words.yaml").write_text((OWN / "words.yaml").read_text() + "plumber: somebody who mends pipes\n")
    assert check().findings == ()


def test_every_character_of_the_box_has_a_tag(tmp_path, monkeypatch):
    box = own_box(tmp_path, CHARACTERS, "  tag: arms wide open\n", "")
    monkeypatch.setattr(run, "own_folder", lambda language="en": box)
    (finding,) = check().findings
    assert (finding.code, finding.file) == ("field-missing", box / CHARACTERS)


def test_a_family_knows_its_own_words(tmp_path):
    folder = pack(tmp_path)
    (folder / STORY).write_text(RAIN.replace("with a drum and a smile", "with a theodolite and a smile"))
    assert check(folder).findings == ()


@pytest.mark.parametrize(
    ("asked", "word"),
    [("porter", "porter"), ("oars", "oar"), ("Herons", "heron"), ("wading", "wade"), ("plucked", "pluck")],
)
def test_a_word_is_explained_in_whatever_form_it_is_asked_for(asked, word):
    found = explanation(asked, load().words)
    assert found is not None
    assert found[0] == word


def test_a_word_that_nobody_explained(tmp_path):
    assert explanation("theodolite", load().words) is None


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("rain.yaml", "storytellers/stories/"),
        ("storytellers/rain.yaml", "storytellers/stories/"),
        ("storytellers/stories/rain.yml", "Call it rain.yaml"),
        ("storytellers/stories/rain.YAML", "Call it rain.yaml"),
        ("storytellers/stories/rain.yaml.txt", "Call it rain.yaml"),
        ("storytellers/stories/rain.txt", "Call it rain.yaml"),
        ("storytellers/stories/rain", "Call it rain.yaml"),
        ("dixit/dream.yaml", "dixit/dreams.yaml"),
        ("storyline/cards/objects.yaml", "storyline/cards/object.yaml"),
    ],
)
def test_a_file_that_nobody_would_read(tmp_path, name, advice):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(RAIN)
    finding = only(tmp_path)
    assert (finding.code, finding.file) == ("file-unknown", tmp_path / name)
    assert advice in finding.message


@pytest.mark.parametrize(
    ("folder", "advice"),
    [
        ("storyteller/stories", "storytellers/"),
        ("storytellers/story", "storytellers/stories/"),
        ("storytellers/stories/more", "storytellers/stories/"),
        ("stories", "storytellers/stories/"),
        ("dreams", "dixit/"),
    ],
)
def test_a_folder_that_nobody_would_look_into(tmp_path, folder, advice):
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "rain.yaml").write_text(RAIN)
    finding = only(tmp_path)
    assert finding.code == "file-unknown"
    assert (tmp_path / folder).is_relative_to(finding.file)
    assert advice in finding.message


def test_a_file_where_a_folder_should_be(tmp_path):
    pack(tmp_path)
    shutil.rmtree(tmp_path / "storytellers" / "stories")
    (tmp_path / "storytellers" / "stories").write_text(RAIN)
    finding = only(tmp_path)
    assert (finding.code, finding.file) == ("file-unknown", tmp_path / "storytellers" / "stories")


def test_notes_and_pictures_may_lie_beside_the_stories(tmp_path):
    pack(tmp_path)
    (tmp_path / "storytellers" / "stories" / "notes.txt").write_text("The cook should be funnier.")
    (tmp_path / "storytellers" / "stories" / "rain.yaml~").write_text(RAIN)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "cover.png").write_bytes(b"\x89PNG")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config.yaml").write_text("a: b")
    assert check(tmp_path).findings == ()


@covers("file-misplaced")
@pytest.mark.parametrize(("is_", "lies", "belongs"), [(RAIN, DECK, "stories"), (SPOON, STORY, "decks")])
def test_a_file_of_another_kind_is_sent_to_its_own_folder(tmp_path, is_, lies, belongs):
    (tmp_path / lies).parent.mkdir(parents=True)
    (tmp_path / lies).write_text(is_, encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code, finding.file) == ("file-misplaced", tmp_path / lies)
    assert f"/{belongs}/" in finding.message


@covers("file-too-big")
def test_a_hundred_megabytes_are_refused_without_being_read(tmp_path, capsys):
    pack(tmp_path)
    with (tmp_path / STORY).open("wb") as file:
        file.truncate(100_000_000)
    assert only(tmp_path).code == "file-too-big"
    assert "file-too-big" in told_in_one_line(tmp_path, capsys)


@covers("not-utf8")
def test_latin_1_bytes_are_found_on_their_line(tmp_path, capsys):
    pack(tmp_path)
    (tmp_path / STORY).write_bytes(RAIN.replace("a cup", "a café").encode("latin-1"))
    finding = only(tmp_path)
    assert (finding.code, finding.line) == ("not-utf8", line_of(tmp_path / STORY, b"caf\xe9"))
    assert "not-utf8" in told_in_one_line(tmp_path, capsys)


def line_of(file: Path, piece: bytes) -> int:
    return next(number for number, line in enumerate(file.read_bytes().splitlines(), 1) if piece in line)


def test_a_yaml_bomb_is_one_line(tmp_path, capsys):
    bomb = "a0: &a0 [ha, ha]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    pack(tmp_path)
    (tmp_path / STORY).write_text(bomb)
    finding = only(tmp_path)
    assert (finding.code, finding.line) == ("yaml-alias", 1)
    assert "yaml-alias" in told_in_one_line(tmp_path, capsys)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_nesting_without_end_is_one_line(tmp_path, opening):
    pack(tmp_path)
    (tmp_path / STORY).write_text((opening * 500_000)[:999_999])
    assert only(tmp_path).code in ("yaml-depth", "yaml-syntax")


FLOODS = {
    "cards": (STORY, HEAD.format("Flood") + "\n" + "- text: a\n" * 90_000),
    "ways": (
        STORY,
        HEAD.format("Flood")
        + "\n"
        + "".join(
            f"- {{id: c{n}, role: r, text: x, "
            f"fork: [{{to: c{n + 1}, say: x, way: x}}, {{to: c{n + 2}, say: x, way: y}}]}}\n"
            for n in range(9_000)
        ),
    ),
    "stars": (STORY, HEAD.format("Flood") + '\n- text: "' + "*a " * 300_000 + '"\n'),
    "readings": (STORY, HEAD.format("Flood") + '\n- text: "' + "[a|b] " * 150_000 + '"\n'),
    "characters": (CHARACTERS, "".join(f"- {{name: n{n}, picture: p, emoji: e}}\n" for n in range(25_000))),
    "aliases": (CHARACTERS, "- {name: n, picture: p, emoji: e, aliases: [" + "a, " * 300_000 + "a]}\n"),
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_that_is_not_too_large_a_file_is_one_line_and_soon(tmp_path, name):
    """Each of these is less than a megabyte, and once kept the checker busy for hours."""
    file, text = FLOODS[name]
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code in ("field-type", "file-too-big"), finding.file) == (True, tmp_path / file)


@covers("pack-too-big")
def test_a_folder_of_too_many_files_is_one_line(tmp_path):
    """What is counted, and how much is still looked at, is in `test_limits`."""
    (tmp_path / STORY).parent.mkdir(parents=True)
    for number in range(2001):
        (tmp_path / STORY).with_name(f"{number}.txt").touch()
    assert only(tmp_path).code == "pack-too-big"


def test_a_folder_that_leads_back_to_itself_is_one_line(tmp_path):
    (tmp_path / "storytellers").symlink_to("storytellers")
    finding = only(tmp_path)
    assert (finding.code, finding.file) == ("folder-unreadable", tmp_path / "storytellers")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_in_the_folder_is_not_waited_for(tmp_path):
    pack(tmp_path)
    (tmp_path / STORY).unlink()
    os.mkfifo(tmp_path / STORY)
    assert only(tmp_path).code == "file-unreadable"


@covers("folder-unreadable", "file-unreadable")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system knows no such rights")
@pytest.mark.parametrize(
    ("locked", "code"),
    [(".", "folder-unreadable"), ("storytellers/stories", "folder-unreadable"), (STORY, "file-unreadable")],
)
def test_what_may_not_be_opened_is_one_line(tmp_path, locked, code):
    folder = pack(tmp_path)
    (folder / TRICKY).unlink()
    (folder / DECK).unlink()
    (folder / locked).chmod(0)
    try:
        said = as_ordinary_user(lambda: "\n".join(f"{one.file} {one.code}" for one in check(folder).findings))
    finally:
        (folder / locked).chmod(0o755)
    assert said == f"{folder / locked} {code}"


# --- sets ----------------------------------------------------------------------------------------


def test_a_pack_with_its_own_characters_needs_enough_for_a_full_table(tmp_path):
    file = with_set(tmp_path, CHARACTERS) / CHARACTERS
    starts = [found.start() for found in re.finditer("^- name", file.read_text(encoding="utf-8"), re.MULTILINE)]
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[: starts[61]], encoding="utf-8")
    assert check(tmp_path).findings == ()
    file.write_text(whole[: starts[60]], encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code, finding.line) == ("count", 1)
    assert "61" in finding.message


@covers("stands-out")
@pytest.mark.parametrize(("name", "by"), [(CHARACTERS, 4), (DREAMS, 5)])
def test_a_description_that_stands_out_by_its_length(tmp_path, name, by):
    file = with_set(tmp_path, name) / name
    lines = file.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("  picture:"))
    words = ["hedgehog", *["extraordinarily"] * 13]
    lines[place] = "  picture: " + " ".join(words) + ("." if name == DREAMS else "")
    file.write_text("\n".join(lines), encoding="utf-8")
    assert [(one.line, one.code) for one in check(tmp_path).findings] == [(place + 1, "stands-out")]


def test_our_own_box_must_be_complete(tmp_path, monkeypatch):
    shutil.copytree(OWN, tmp_path / "box")
    next((tmp_path / "box" / "storytellers" / "stories").iterdir()).unlink()
    monkeypatch.setattr("narrator.check.run.own_folder", lambda language="en": tmp_path / "box")
    findings = check().findings
    assert {finding.code for finding in findings} == {"count"}
    assert any("11 stories" in finding.message for finding in findings)


def test_a_title_of_ours_is_taken(tmp_path):
    ours = next(file for kind, file in files(OWN) if kind is Kind.STORIES)
    title = ours.read_text(encoding="utf-8").splitlines()[0]
    pack(tmp_path)
    (tmp_path / STORY).write_text(RAIN.replace("title: The Long Rain", title), encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code, finding.file, finding.line) == ("name-twice", tmp_path / STORY, 1)


# --- the ear -------------------------------------------------------------------------------------


@pytest.fixture
def _speech_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real one, which `make test` has set up."""
    assert find_model() is not None, "make test sets the speech model up"
    monkeypatch.setattr(vocabulary, "find_model", find_model)


def rewrite(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")


@covers("word-unheard")
@pytest.mark.usefixtures("_speech_model")
def test_a_title_or_a_way_with_a_word_that_the_ear_lacks(tmp_path):
    file = pack(tmp_path) / TRICKY
    assert check(tmp_path).findings == ()
    rewrite(file, ("indy", "indyfloop"), ("way: the attic", "way: the blorptin"))
    found = [(one.file.name, one.line, one.code) for one in check(tmp_path).findings]
    way = line_of(file, b"way: the blorptin")
    assert found == [("tower.yaml", 1, "word-unheard"), ("tower.yaml", way, "word-unheard")]


@pytest.mark.usefixtures("_speech_model")
def test_a_character_may_have_a_strange_name_if_the_ear_knows_an_alias(tmp_path):
    file = with_set(tmp_path, CHARACTERS) / CHARACTERS
    rewrite(file, ("name: robot", "name: blorptin"), ("rusty robot", "rusty blorptin"))
    assert check(tmp_path).findings == ()
    rewrite(file, ("[metal man, machine]", "[zonkwhip, fribbleton]"))
    lines = {line_of(file, b"name: blorptin"), line_of(file, b"zonkwhip")}
    assert {(one.line, one.code) for one in check(tmp_path).findings} == {(line, "word-unheard") for line in lines}


def test_without_a_speech_model_that_is_said_once(tmp_path):
    pack(tmp_path)
    assert [said for said in check(tmp_path).unchecked if "narrator setup" in said] == [vocabulary.NO_MODEL]


@pytest.fixture
def speak() -> Callable[[str], tuple[str, ...]]:
    speaking = sound_alike.espeak()
    assert speaking is not None, "make test installs eSpeak NG"
    return speaking


@pytest.mark.parametrize(
    ("one", "others"),
    [
        ("bear", "hare pear"),
        ("cat", "bat rat"),
        ("mouse", "moose"),
        ("goat", "boat goose toad"),
        ("seal", "eel"),
        ("ram", "lamb"),
        ("fox", "ox"),
        ("duck", "dog"),
        ("sheep", "ship"),
        ("bee", "pea"),
        ("hair", "hare"),
        ("parrot", "carrot"),
        ("grandmother", "grandfather"),
    ],
)
def test_these_sound_alike(speak, one, others):
    assert all(sound_alike.alike(speak(one), speak(other)) for other in others.split())


@pytest.mark.parametrize(
    ("one", "others"),
    [
        ("hedgehog", "hamster"),
        ("lobster", "rooster hamster"),
        ("robot", "teapot rabbit"),
        ("tiger", "spider otter badger"),
        ("lion", "clown"),
        ("duck", "pig"),
        ("owl", "bear eel"),
    ],
)
def test_these_do_not(speak, one, others):
    assert not any(sound_alike.alike(speak(one), speak(other)) for other in others.split())


@covers("sounds-alike")
@pytest.mark.usefixtures("speak")
def test_names_that_sound_alike_are_found_and_both_are_named(tmp_path):
    file = with_set(tmp_path, CHARACTERS) / CHARACTERS
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("name: robot", "name: hare").replace("name: giraffe", "name: bear"), encoding="utf-8")
    findings = [one for one in check(tmp_path).findings if '"hare"' in one.message and '"bear"' in one.message]
    assert [(one.code, one.line) for one in findings] == [("sounds-alike", line_of(file, b"name: bear"))]


@pytest.mark.usefixtures("speak")
def test_the_two_ways_of_a_fork_must_not_sound_alike(tmp_path):
    pack(tmp_path)
    (tmp_path / TRICKY).write_text(TOWER.replace("way: the boat", "way: the fountain"), encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code, finding.line) == ("sounds-alike", line_of(tmp_path / TRICKY, b"way: the fountain"))


def test_without_espeak_that_is_said_once(tmp_path, monkeypatch):
    pack(tmp_path)
    monkeypatch.setattr("narrator.check.run.espeak", lambda language: None)
    assert sound_alike.NO_ESPEAK in check(tmp_path).unchecked


# --- the box, the command and the example --------------------------------------------------------


def test_the_box_is_clean_and_complete(capsys, monkeypatch):
    monkeypatch.undo()  # with the speech model, where there is one
    assert main(["check", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["findings"] == []
    assert document["counts"] == COUNTS


def test_findings_are_printed_as_file_line_code_and_sentence(tmp_path, capsys):
    file = spoiled(tmp_path, SLIPS[0])
    assert main(["check", str(tmp_path)]) == 1
    assert re.search(rf"^{re.escape(str(file))}:2: yaml-syntax: .+\.$", capsys.readouterr().out, re.MULTILINE)


def test_findings_are_given_to_tools_as_json(tmp_path, capsys):
    file = spoiled(tmp_path, SLIPS[0])
    assert main(["check", str(tmp_path), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding.keys() == {"file", "line", "code", "message"}
    assert (finding["file"], finding["line"], finding["code"]) == (str(file), 2, "yaml-syntax")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("how", [[], ["--json"]])
def test_a_report_can_be_written_whatever_the_terminal_can_show(tmp_path, monkeypatch, encoding, how):
    """Where a report is sent to a file, Windows still writes Windows-1252."""
    pack(tmp_path)
    rewrite(tmp_path / STORY, ("nobody minded,", "nobody minded 🙂,"), ("the roof", "the “roof”"))
    written = TextIOWrapper(BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", written)
    assert main(["check", str(tmp_path), *how]) == 1
    written.seek(0)
    report = written.read()
    if how:
        assert "🙂" in json.loads(report)["findings"][1]["message"]
    else:
        assert "unspeakable" in report


def test_a_long_check_says_that_it_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "PATIENCE", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["check", str(pack(tmp_path)), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["findings"] == []
    assert len(err.splitlines()) == 1


def test_the_folder_around_a_pack_says_where_the_pack_is(tmp_path):
    pack(tmp_path / "my-stories")
    finding = only(tmp_path)
    assert finding.code == "pack-empty"
    assert "narrator check" in finding.message
    assert "my-stories" in finding.message


def test_a_new_pack_is_clean(tmp_path, capsys):
    assert main(["new-pack", str(tmp_path / "ours")]) == 0
    assert check(tmp_path / "ours").findings == ()
    assert check(tmp_path / "ours").counts["stories"] == 1
    assert (tmp_path / "ours" / "README.md").is_file()
    said = capsys.readouterr().out
    assert str(tmp_path / "ours") in said
    assert str(OWN) in said, "whoever wants to write a deck, a fork or a dream needs to see one"


@pytest.mark.parametrize("slip", ["role mayor", "role: mayor: of the town", "\trole: mayor", 'where: "up front" or so'])
def test_comments_do_not_mislead_about_the_line(tmp_path, slip):
    main(["new-pack", str(tmp_path / "ours")])
    (file,) = (tmp_path / "ours" / "storytellers" / "stories").iterdir()
    rewrite(file, ("role: mayor", slip))
    finding = only(tmp_path / "ours")
    assert (finding.code, finding.line) == ("yaml-syntax", line_of(file, slip.encode()))


def test_a_new_pack_overwrites_nothing(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["new-pack", str(tmp_path)]) == 1
    assert main(["new-pack", str(tmp_path / "mine.txt")]) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
    assert capsys.readouterr().err.count("\n") == 2


def test_a_new_pack_in_an_impossible_place_is_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["new-pack", str(tmp_path / "file" / "pack")]) == 1
    assert capsys.readouterr().err.startswith("narrator: ")


def test_every_code_has_a_test():
    assert test_editing  # some are shown there
    assert {slip.code for slip in SLIPS} | COVERED == CODES


@pytest.mark.parametrize("module", [reading, box_files])
def test_whatever_cannot_be_read_is_refused_with_a_code_that_the_checker_knows(module):
    """A code that it does not know would end the check in a traceback."""
    refused = {
        argument.value
        for call in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("Unreadable", "self._refuse")
        for argument in call.args
        if isinstance(argument, ast.Constant) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", str(argument.value))
    }
    assert refused
    assert refused <= CODES
