"""Flip single bits in a family's home: whatever then reads otherwise must be told, and nothing may end in a traceback.

A home with finished and unfinished games, their texts, titles, settings, learned names and recordings is made once. For
each flip it is copied, one bit of one file is turned over, and everything is read through the real library: the list,
every story, every recording, every setting, and every unfinished game is resumed.

    python -m bench.damage [--flips 1000] [--seed 1]
"""

import argparse
import shutil
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from narrator.core.errors import NarratorError
from narrator.core.game import Seat, SpokenWords
from narrator.games import games
from narrator.games.cat_dice import rules as cat_dice
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content, load_content
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.listing import format_entries, format_story
from narrator.storage.table import Table
from narrator.storage.texts import text_notes

SEATS = tuple(Seat(name, 5 + number) for number, name in enumerate(("Lily", "Nick", "Julie", "Dylan")))
NAMES = ("storytellers", "storyline", "dixit", "odyssey", "cat_dice")
WARNINGS = ("damaged and is lost", "damaged and are lost", "by damage or by hand")
"""With one of these a story begins of which something is lost."""
ELSEWHERE = 0.2
"""So many flips are outside the journal: in recordings, their words, the key, the checksum."""


# --- a home --------------------------------------------------------------------------------------


def furnish(home: Path, content: Content) -> None:
    """A finished and an unfinished game of every kind, with everything that is kept about them."""
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


def play(journal: Journal, clips: Clips, content: Content, name: str, seed: int, most: int) -> None:  # noqa: PLR0913, PLR0917 - a table takes some laying
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
    """The move with a recording, where one belongs."""
    for field in ("why", "clue", "phrase", "embellishment"):
        if hasattr(move, field):
            return replace(move, **{field: SpokenWords("because it can swim", sound)})
    return move


# --- reading all of it ---------------------------------------------------------------------------


class Look:
    """What was read, and what was told about it."""

    def __init__(self) -> None:
        self.read: dict[str, Any] = {}
        self.told: list[str] = []

    @contextmanager
    def at(self, what: str) -> Iterator[None]:
        try:
            yield
        except NarratorError as sentence:
            self.told.append(f"{what}: {sentence}")


def look(home: Path, content: Content) -> Look:
    seen = Look()
    with seen.at("open"), Journal.open(home / "narrator.sqlite") as journal:
        clips = Clips(home / "clips")
        library = Library(journal, content, clips)
        with seen.at("list"):
            seen.read["list"] = list(format_entries(library.list_stories()))
            seen.told += library.damage_reports()
            seen.read["found"] = [spine.number for spine in library.find("the night the lighthouse")]
        for number in range(1, len(NAMES) * 2 + 1):
            if NAMES[(number - 1) % len(NAMES)] != "cat_dice":
                with seen.at(f"story {number}"):
                    seen.read[f"story {number}"] = format_story(library.story(number))
                    if any(sentence in seen.read[f"story {number}"] for sentence in WARNINGS):
                        seen.told.append(f"story {number}: its first sentence says so")
            if number > len(NAMES):
                with seen.at(f"game {number}"), Table.resume(journal, number) as table:
                    seen.read[f"game {number}"] = (table.state, table.pending)
        for about in ("player", "name", "privacy", "title"):
            with seen.at(about):
                seen.read[about] = journal.notes(about)
        seen.told += [journal.notice] if journal.notice else []
    for name in Clips(home / "clips"):
        with seen.at(name):
            seen.read[name] = (clips.sound(name)[0].tobytes(), clips.words(name))
            if clips.is_damaged(name):
                seen.told.append(name)
    return seen


# --- flipping ------------------------------------------------------------------------------------


def flip(home: Path, dice: Random) -> str:
    """Turn over one bit, and say where."""
    files = sorted(file for file in home.rglob("*") if file.is_file() and file.stat().st_size)
    journal = home / "narrator.sqlite"
    file = dice.choice([one for one in files if one != journal]) if dice.random() < ELSEWHERE else journal
    body = bytearray(file.read_bytes())
    bit = dice.randrange(8 * len(body))
    body[bit // 8] ^= 1 << bit % 8
    file.write_bytes(body)
    return f"{file.name}, byte {bit // 8}, bit {bit % 8}"


def outcome(home: Path, content: Content, before: Look) -> str:
    try:
        after = look(home, content)
    except Exception:
        traceback.print_exc()
        return "traceback"
    if after.told:
        return "told"
    return "no difference" if after.read == before.read else "silent"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    dice, content, tally = Random(asked.seed), load_content(), Counter[str]()
    shown = time.monotonic()
    with TemporaryDirectory() as folder:
        whole, harmed = Path(folder) / "whole", Path(folder) / "harmed"
        furnish(whole, content)
        before = look(whole, content)
        if before.told:
            raise SystemExit(f"Something is told of a home that nobody harmed: {before.told}")
        print(f"{sum(file.stat().st_size for file in whole.rglob('*')) / 1000:.0f} kB, {len(before.read)} things read")
        for done in range(1, asked.flips + 1):
            shutil.copytree(whole, harmed)
            where = flip(harmed, dice)
            result = outcome(harmed, content, before)
            tally[result] += 1
            if result in ("silent", "traceback"):
                print(f"{result}: {where}", flush=True)
            shutil.rmtree(harmed)
            if time.monotonic() - shown > 20:
                shown = time.monotonic()
                print(f"{done}: {dict(tally)} …", flush=True)
    print(", ".join(f"{what} {tally[what]}" for what in ("told", "no difference", "silent", "traceback")))
    return 1 if tally["silent"] or tally["traceback"] else 0


if __name__ == "__main__":
    sys.exit(main())
