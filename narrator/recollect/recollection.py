"""Remembering a story together: one question after the other, hints that get easier, and a sum without names.

It is a small machine without words or sound: each answer gives the next state and the lines to be said. It counts what
was remembered by all together. Who said what is not known here, so nobody can be told to have been wrong.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeAlias

from narrator.box.articles import bare
from narrator.cards import CardKind
from narrator.host.cast import Cast, Known, Member, mentions
from narrator.tell.lines import Line, line

Lines: TypeAlias = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Recollection:
    cast: Cast
    at: int = 0  # who is asked for
    hinted: int = 0  # how many hints were given for it
    telling: bool = False  # who it was is known; now somebody may tell what happened
    asked: int = 0  # how many were settled
    remembered: int = 0
    told: int = 0  # how often somebody told what happened, in their own words
    over: bool = False

    @property
    def member(self) -> Member:
        return self.cast.members[self.at]

    @property
    def choices(self) -> tuple[Known, Known] | None:
        """The two to choose from, once the last hint has named them."""
        return two(self.member, self.cast) if self.hinted == len(hints(self.member, self.cast)) else None

    # --- what the table says -----------------------------------------------------------------------

    def begin(self) -> tuple["Recollection", Lines]:
        return self, (line("recollect-begin", title=self.cast.title), line("recollect-how"), question(self.member))

    def named(self, name: str, what: str = "") -> tuple["Recollection", Lines]:
        """Somebody said who it was, and perhaps what happened."""
        if self.telling or self.over:
            return self, ()
        if name != self.member.who.name:
            kind = self.member.kind.value
            known = next(each for each in self.cast.others[self.member.kind] if each.name == name)
            after, lines = self.helped()
            return after, (line("somebody-else", who=known.said, kind=kind), *lines)
        found = replace(self, remembered=self.remembered + 1, asked=self.asked + 1)
        yes = line("found", who=self.member.who.said)
        if what:
            after, lines = replace(found, telling=True).heard(what)
            return after, (yes, *lines)
        if self.member.kind is not CardKind.CHARACTER or not self.member.happened:
            after, lines = found._next()
            return after, (yes, *lines)
        return replace(found, telling=True), (yes, line("ask-happened"))

    def helped(self) -> tuple["Recollection", Lines]:
        """Nobody knows: the next hint; after the last one it is told."""
        if self.over:
            return self, ()
        if self.telling:
            return self._next(happened(self.member, "it-went"))
        given = hints(self.member, self.cast)
        if self.hinted < len(given):
            return replace(self, hinted=self.hinted + 1), (given[self.hinted],)
        return replace(self, asked=self.asked + 1)._next((kindly(self.member), *happened(self.member, "it-went")))

    def heard(self, words: str) -> tuple["Recollection", Lines]:
        """Somebody told what happened. Whatever it was, it was well told."""
        thanks = happened(self.member, "thanks") or (line("thanks-only"),)
        return replace(self, told=self.told + bool(words.strip()))._next(thanks)

    def passed(self) -> tuple["Recollection", Lines]:
        """The table wants the next one."""
        if self.telling:
            return self._next((line("next-one"),))
        return replace(self, asked=self.asked + 1)._next((kindly(self.member),))

    def stopped(self) -> tuple["Recollection", Lines]:
        return replace(self, over=True), (*self._sum(), line("recollect-end"))

    def again(self, *, short: bool = False) -> Line:
        open_question = line("ask-happened") if self.telling else question(self.member)
        return replace(open_question, part="short") if short else open_question

    # --- from one to the next ----------------------------------------------------------------------

    def _next(self, lines: Lines = ()) -> tuple["Recollection", Lines]:
        if self.at + 1 == len(self.cast.members):
            after, last = self.stopped()
            return after, (*lines, *last)
        after = replace(self, at=self.at + 1, hinted=0, telling=False)
        return after, (*lines, question(after.member))

    def _sum(self) -> Iterator[Line]:
        if not self.asked:
            yield line("sum-nothing")
            return
        if self.remembered == self.asked:
            yield line("sum-all", count=self.remembered)
        elif self.remembered:
            yield line("sum-some", count=self.remembered, asked=self.asked)
        else:
            yield line("sum-none")
        if self.told:
            yield line("sum-told", count=self.told)


# --- questions and hints -------------------------------------------------------------------------


def question(member: Member) -> Line:
    """With the role and its place in the story; in a fairy tale, with the sentence that was open."""
    if not member.role:
        return line("ask-tale", line=" ".join(member.lines), kind=member.kind.value)
    if not member.where:
        return line("ask-who-anywhere", role=member.role)
    return line("ask-who", role=member.role, where=member.where)


def hints(member: Member, cast: Cast) -> Lines:
    """Each easier than the one before: the picture, the first sound, two to choose from."""
    picture = riddle(member.who)
    spelled = bare(member.who.said).casefold()
    given = [line("hint-picture", picture=picture)] if picture else []
    given.append(line("hint-sound", one=spelled[:1], two=spelled[:2]))
    choices = two(member, cast)
    if choices is not None:
        given.append(line("hint-two", first=choices[0].said, second=choices[1].said))
    return tuple(given)


def riddle(who: Known) -> str:
    """The picture without the name: "a hedgehog out looking for socks" → "somebody out looking for socks"."""
    for word in (who.name, *who.aliases):
        named = rf"^an? (?:\w+,? ){{0,2}}{re.escape(word)}\b"  # further on, the word is a part of the picture
        rest = re.sub(named, "somebody", who.picture, count=1, flags=re.IGNORECASE)
        if rest != who.picture and not any(mentions(rest, other) for other in (who.name, *who.aliases)):
            return rest
    return ""


def two(member: Member, cast: Cast) -> tuple[Known, Known] | None:
    """The right one and another, in no order that could be guessed but always the same."""
    elsewhere = {other.who.name for other in cast.members}
    strangers = [known for known in cast.others[member.kind] if known.name not in elsewhere]
    if not strangers:
        return None
    chance = sha256(f"{cast.title} {member.who.name} {member.role}".encode()).digest()
    other = strangers[int.from_bytes(chance[:4]) % len(strangers)]
    return (member.who, other) if chance[4] % 2 else (other, member.who)


def kindly(member: Member) -> Line:
    return line("told-kindly", who=member.who.said, kind=member.kind.value)


def happened(member: Member, name: str) -> Lines:
    return (line(name, line=" ".join(member.happened)),) if member.happened else ()
