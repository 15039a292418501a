"""Sample packs for tests of the checker."""

import re
import shutil
from pathlib import Path

import pytest

from narrator.apps.check.findings import Finding
from narrator.apps.check.run import check_content
from narrator.apps.cli import main
from narrator.language.content.packs import content_folder

OWN = content_folder()
STORY = "storytellers/stories/rain.yaml"
TRICKY = "storytellers/stories/tower.yaml"
DECK = "storyline/decks/spoon.yaml"
CHARACTERS = "storytellers/characters.yaml"
DREAMS = "dixit/dreams.yaml"
ODYSSEY = "odyssey/dreams.yaml"
OBJECTS = "storyline/cards/object.yaml"
FRAME = "making/journey.yaml"

FILL = """\
      The rain came down on the roof, and nobody minded, because everybody was inside with a cup
      of soup and a story that went on for a good long while, and then for a bit longer."""


def card(head: str, role: str, *more: str) -> str:
    """Return a story card whose role is on the third line of its text."""
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
    """Write a pack with every kind of file: three sample files and the built-in sets."""
    for name, text in ((STORY, RAIN), (TRICKY, TOWER), (DECK, SPOON)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def with_set(folder: Path, name: str) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(OWN / name, folder / name)
    return folder


def line_of(file: Path, piece: bytes) -> int:
    return next(number for number, line in enumerate(file.read_bytes().splitlines(), 1) if piece in line)


def rewrite(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")


def only(folder: Path) -> Finding:
    """Return the only finding."""
    (finding,) = check_content(folder).findings
    return finding


def check_prints_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Check that the command fails with one line, and return that line."""
    assert main(["check", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    lines = [line for line in out.splitlines() if line.startswith(str(folder))]
    assert len(lines) == 1
    return lines[0]
