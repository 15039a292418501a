"""What the list of stories shows of each, and how it is noted in the journal: a list must not have to tell them all."""

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from narrator.shelf.replay import local


class Spine(NamedTuple):
    """A story on the shelf, as much as can be seen without opening it."""

    number: int
    """Of its game in the journal."""
    title: str
    game: str
    """Which game made it."""
    began: str
    """ISO time, in UTC."""
    players: tuple[str, ...]
    finished: bool
    damage: str = ""
    """What is lost of it, as a sentence."""

    @property
    def played(self) -> datetime:
        """When that was, by the clock on the wall here."""
        return local(self.began)


@dataclass(frozen=True, slots=True)
class Note:
    """What is noted about a game for the list."""

    title: str
    game: str
    began: str
    """ISO time, in UTC: the family may travel."""
    players: tuple[str, ...]
    finished: bool
    told: bool
    """Whether there is anything to tell. Of a game that has just begun, or of dice, there is not."""
    needs: str = ""
    """The story or tale whose words were not at hand when this was noted."""
    damage: str = ""
    """What is lost of it, as a sentence."""

    def written(self) -> str:
        row = (self.title, self.game, self.began, self.players, self.finished, self.told, self.needs, self.damage)
        return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Noted:
    """What the notes say."""

    spines: tuple[Spine, ...] = ()
    """The newest first, under the titles that the family gave them."""
    seen: frozenset[int] = frozenset()
    """All games that were looked at."""
    again: tuple[int, ...] = ()
    """Those to be looked at again: their words were missing and are at hand now, or the note says nothing today."""


def read_notes(names: str, bodies: str, titles: Mapping[str, str], at_hand: Container[str]) -> Noted:
    """All notes in one go, with commas between; `ValueError` if one of them says nothing today."""
    try:
        return unpacked([int(name) for name in names.split(",") if name], json.loads(f"[{bodies}]"), titles, at_hand)
    except TypeError as error:
        raise ValueError from error


def read_singly(notes: Mapping[str, str], titles: Mapping[str, str], at_hand: Container[str]) -> Noted:
    """The same one by one, which takes several times as long; those that say nothing are to be made anew."""
    spines: list[Spine] = []
    seen: list[int] = []
    again: list[int] = []
    for name, body in notes.items():
        seen.append(int(name) if name.isdecimal() else 0)
        try:
            one = read_notes(name, body, titles, at_hand)
        except ValueError:
            again.append(seen[-1])
        else:
            spines += one.spines
            again += one.again
    return Noted(tuple(sorted(spines, reverse=True)), frozenset(seen), tuple(again))


def unpacked(numbers: Sequence[int], rows: Sequence[Any], titles: Mapping[str, str], at_hand: Container[str]) -> Noted:
    spines: list[Spine] = []
    again: list[int] = []
    for number, (title, game, began, players, finished, told, needs, damage) in zip(numbers, rows, strict=True):
        if told:
            spines.append(Spine(number, title, game, began, tuple(players), finished, damage))
        if needs and needs in at_hand:
            again.append(number)
    spines.sort(reverse=True)
    if titles:
        spines = [spine._replace(title=titles.get(str(spine.number), spine.title)) for spine in spines]
    return Noted(tuple(spines), frozenset(numbers), tuple(again))
