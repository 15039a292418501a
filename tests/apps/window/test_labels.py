"""The labels on the pages: all that are used exist, all that exist are used, and those of buttons are understood."""

import re
from importlib.resources import files
from typing import get_args, get_type_hints

import pytest

from narrator.apps.export.kinds import PAGE_KINDS
from narrator.apps.window import messages as module
from narrator.apps.window.messages import Meter, page_labels
from narrator.apps.window.trust_pages import SYSTEM_STEPS
from narrator.core.game import Seat
from narrator.core.moods import StoryMood
from narrator.core.paths import data_folder
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.preferences import THEMES
from narrator.language.understanding.understand import Understood
from tests.support.tables import conversation

LANGUAGES = sorted(folder.name for folder in data_folder("content").iterdir() if (folder / "lines").is_dir())
WINDOW = files(module.__package__)
SOURCES = [file for folder in (WINDOW, WINDOW / "static", WINDOW / "templates") for file in folder.iterdir()]
TEXTS = [file.read_text("utf-8") for file in SOURCES if file.name.endswith((".py", ".js", ".html"))]
COMPOSED_LABELS = {
    *(f"page-{theme}" for theme in THEMES),
    *(f"page-{state}" for state in get_args(get_type_hints(Meter)["state"])),
    *(f"shelf-{kind}" for kind in PAGE_KINDS),
    *(f"box-{fact}" for fact in (*StoryMood, "ages", "bedtime", "minutes", "series")),
    *(f"trust-{system}" for system in SYSTEM_STEPS),
    *(f"trust-{system}-{number + 1}" for system, count in SYSTEM_STEPS.items() for number in range(count)),
}
BUTTON_INTENTS = {
    "page-say-repeat": "Repeat",
    "page-say-help": "Help",
    "page-say-undo": "Undo",
    "page-say-turn": "WhoseTurn",
    "page-say-scores": "Scores",
    "page-say-pause": "Pause",
    "page-say-go-on": "GoOn",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_match_those_used_by_pages(language: str) -> None:
    text = "\n".join(TEXTS)
    known = set(page_labels(language))
    used = set(re.findall(r"""(?:\blabel\(|labels\[|labels\([\w.]+\)\[)["']([a-z-]+)["']\s*[\]),]""", text))
    assert used - known == set()
    assert {name for name in known - used - COMPOSED_LABELS - set(BUTTON_INTENTS) if f'"{name}"' not in text} == set()
    assert COMPOSED_LABELS | set(BUTTON_INTENTS) <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_label_variables_can_be_filled_in(language: str) -> None:
    assert page_labels(language)["phone-title"].format(seat="Lily", game="Dixit") == "Lily – Dixit"
    for label in page_labels(language).values():
        assert "none" not in label.split(), label
        assert not re.search(r"[{}](?!\w)(?<!\w})", label), label


def test_button_labels_are_understood_as_commands() -> None:
    seats = tuple(Seat(name, 8) for name in ("Lily", "Nick", "Julie"))
    with conversation(Plan("storytellers", "basic", seats, seed="a", privacy=Privacy.OPEN)) as talk:
        talk.open()
        for name, intent in BUTTON_INTENTS.items():
            understood = talk.understand(page_labels("en")[name])
            assert isinstance(understood, Understood), name
            assert understood.reading.intent == intent
