"""What the list of stories shows of each, and how it is noted in the journal: a list must not have to tell them all."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


class Spine(NamedTuple):
    """A story on the shelf, as much as can be seen without opening it; the number aside, this is noted of its game."""

    number: int
    """Of its game in the journal."""
    title: str
    game: str
    """Which game made it."""
    began: str
    """ISO time, in UTC: the family may travel."""
    players: tuple[str, ...]
    finished: bool
    told: bool = True
    """Whether there is anything to tell. Of a game that has just begun, or of dice, there is not."""
    needs: str = ""
    """The story or tale whose words were not at hand when this was noted."""
    damage: str = ""
    """What is lost of it, as a sentence."""

    @property
    def played(self) -> datetime:
        """When that was, by the clock on the wall here."""
        return local(self.began)

    def written(self) -> str:
        return json.dumps(self[1:], ensure_ascii=False, separators=(",", ":"))


def local(time: str) -> datetime:
    """The journal keeps time in UTC; a family remembers Sunday as it was at home."""
    return datetime.fromisoformat(time).astimezone()


@dataclass(frozen=True, slots=True)
class Noted:
    spines: tuple[Spine, ...] = ()
    """The newest first, under the titles that the family gave them."""
    seen: frozenset[int] = frozenset()
    """All games that were looked at."""
    again: tuple[int, ...] = ()
    """Those to be looked at again: their words were missing and are at hand now, or the note says nothing today."""


SAYS_NOTHING = (TypeError, ValueError)
"""What reading a note raises that an older Narrator wrote, or that is damaged."""


def read_notes(names: str, bodies: str, titles: Mapping[str, str], at_hand: Callable[[str], bool]) -> Noted:
    """All notes in one go, with commas between; `SAYS_NOTHING` if one of them says nothing today."""
    spines: list[Spine] = []
    again: list[int] = []
    numbers = [int(name) for name in names.split(",") if name]
    for number, (title, game, began, players, *rest) in zip(numbers, json.loads(f"[{bodies}]"), strict=True):
        spine = Spine._make((number, title, game, began, tuple(players), *rest))
        if spine.told:
            spines.append(spine)
        if spine.needs and at_hand(spine.needs):
            again.append(number)
    spines.sort(reverse=True)
    if titles:
        spines = [spine._replace(title=titles.get(str(spine.number), spine.title)) for spine in spines]
    return Noted(tuple(spines), frozenset(numbers), tuple(again))


def read_singly(notes: Mapping[str, str], titles: Mapping[str, str], at_hand: Callable[[str], bool]) -> Noted:
    """The same one by one, which takes several times as long; those that say nothing are to be made anew."""
    spines: list[Spine] = []
    seen: list[int] = []
    again: list[int] = []
    for name, body in notes.items():
        seen.append(int(name) if name.isdecimal() else 0)
        try:
            one = read_notes(name, body, titles, at_hand)
        except SAYS_NOTHING:
            again.append(seen[-1])
        else:
            spines += one.spines
            again += one.again
    return Noted(tuple(sorted(spines, reverse=True)), frozenset(seen), tuple(again))
