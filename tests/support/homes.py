"""A home with games, texts, settings and recordings, to be damaged bit by bit and read again."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from narrator.core.errors import NarratorError
from narrator.core.game import Seat, SpokenWords
from narrator.games import games
from narrator.games.cat_dice import rules as cat_dice
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.listing import format_entries, format_story
from narrator.storage.table import Table
from narrator.storage.texts import text_notes

SEATS = tuple(Seat(name, 5 + number) for number, name in enumerate(("Lily", "Nick", "Julie", "Dylan")))
NAMES = ("storytellers", "storyline", "dixit", "odyssey", "cat_dice")
WARNINGS = ("damaged and is lost", "damaged and are lost", "by damage or by hand")
"""What the first sentence of a damaged story contains."""
OTHER_FILE_SHARE = 0.2
"""The share of flips outside the journal: in snapshots, recordings, their words, the key, the checksum."""


# --- building ------------------------------------------------------------------------------------


def furnish_home(home: Path, content: Content) -> None:
    """Play a finished and an unfinished game of every kind, and store everything that belongs to them."""
    clips = Clips(home / "clips")
    with Journal.open(home / "narrator.sqlite") as journal:
        for seed, name in enumerate(NAMES * 2):
            play(journal, clips, content, name, seed, most=2000 if seed < len(NAMES) else 30)
        library = Library(journal, content, clips)
        library.list_stories()
        library.rename(1, "The night the lighthouse went out")
        for seat in SEATS:
            journal.save_note("player", seat.name, f"how {seat.name} likes it")
        journal.save_note("name", "Lily", '{"aliases": ["lilly"], "sound": null}')


def play(journal: Journal, clips: Clips, content: Content, name: str, seed: int, most: int) -> None:  # noqa: PLR0913, PLR0917 - all that a game needs
    dice = Random(seed)
    plan = Plan(name, "basic", SEATS, seed=str(seed))
    options = cat_dice.Options() if name == "cat_dice" else host_of(name).build_options(plan, content)
    with Table.begin(journal, name, SEATS, options, str(seed)) as table:
        journal.save_notes(text_notes(table.id, host_of(name).content_to_save(options, content)))
        journal.save_note("privacy", table.id, "open")
        sound = clips.keep(np.arange(400, dtype=np.int16), 16_000, words="because it can swim", game=table.id)
        for _ in range(most):
            if table.outcome() is not None:
                return
            table.play(with_words(dice.choice(list(games()[name].moves(table.state))), sound))
        table.save_pending('{"half": "an answer"}')


def with_words(move: Any, sound: str) -> Any:
    """Return the move with a recording, if it can have one."""
    for field in ("why", "clue", "phrase", "embellishment"):
        if hasattr(move, field):
            return replace(move, **{field: SpokenWords("because it can swim", sound)})
    return move


# --- reading -------------------------------------------------------------------------------------


class HomeReport:
    """Everything that was read in a home, and the warnings about it."""

    def __init__(self) -> None:
        self.read: dict[str, Any] = {}
        self.warnings: list[str] = []

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Add an error to the warnings."""
        try:
            yield
        except NarratorError as sentence:
            self.warnings.append(f"{what}: {sentence}")


def read_home(home: Path, content: Content) -> HomeReport:
    """Read everything through the real library, and resume every unfinished game."""
    seen = HomeReport()
    with seen.reading("open"), Journal.open(home / "narrator.sqlite") as journal:
        clips = Clips(home / "clips")
        library = Library(journal, content, clips)
        with seen.reading("list"):
            seen.read["list"] = list(format_entries(library.list_stories()))
            seen.warnings += library.damage_reports()
            seen.read["found"] = [entry.number for entry in library.find("the night the lighthouse")]
        for number in range(1, len(NAMES) * 2 + 1):
            if NAMES[(number - 1) % len(NAMES)] != "cat_dice":
                with seen.reading(f"story {number}"):
                    seen.read[f"story {number}"] = format_story(library.story(number))
                    if any(sentence in seen.read[f"story {number}"] for sentence in WARNINGS):
                        seen.warnings.append(f"story {number}: its first sentence says so")
            if number > len(NAMES):
                with seen.reading(f"game {number}"), Table.resume(journal, number) as table:
                    seen.read[f"game {number}"] = (table.state, table.pending)
        for about in ("player", "name", "privacy", "title"):
            with seen.reading(about):
                seen.read[about] = journal.notes(about)
        seen.warnings += [journal.notice] if journal.notice else []
    for name in Clips(home / "clips"):
        with seen.reading(name):
            seen.read[name] = (clips.sound(name)[0].tobytes(), clips.words(name))
            if clips.is_damaged(name):
                seen.warnings.append(name)
    return seen


# --- damaging ------------------------------------------------------------------------------------


def flip_bit(home: Path, dice: Random) -> str:
    """Flip a random bit in one of the files. Return where it is."""
    files = sorted(file for file in home.rglob("*") if file.is_file() and file.stat().st_size)
    journal = home / "narrator.sqlite"
    file = dice.choice([one for one in files if one != journal]) if dice.random() < OTHER_FILE_SHARE else journal
    body = bytearray(file.read_bytes())
    bit = dice.randrange(8 * len(body))
    body[bit // 8] ^= 1 << bit % 8
    file.write_bytes(body)
    return f"{file.name}, byte {bit // 8}, bit {bit % 8}"


def compare_home(home: Path, content: Content, before: HomeReport) -> str:
    """Read a damaged home. Return "told", "no difference", "silent" or "traceback"."""
    try:
        after = read_home(home, content)
    except Exception:
        traceback.print_exc()
        return "traceback"
    if after.warnings:
        return "told"
    return "no difference" if after.read == before.read else "silent"
