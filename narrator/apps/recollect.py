"""Remembering a story together: one question after the other, hints that get easier, and a sum without names.

The same rules as at the table: all of an utterance must fit, a near miss is only asked about, and what is not
understood leads to another question, not to the same one again.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from narrator.core.cards import CardKind
from narrator.dialog.topic import NO_WORDS, Reply, SideTopic
from narrator.games.hosting.cast import CardSubject, CastMember, StoryCast, contains_words
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import Grammar, load_grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.reading import Reading, Suggestion, Understanding
from narrator.language.understanding.understand import free_words, tidy
from narrator.speech.ports import UtteranceHeard


@dataclass(frozen=True, slots=True)
class Recollection:
    """A small machine without words or sound: each answer gives the next state and the lines to be said. It counts what
    was remembered by all together. Who said what is not known here, so nobody can be told to have been wrong.
    """

    cast: StoryCast
    at: int = 0  # who is asked for
    hinted: int = 0  # how many hints were given for it
    telling: bool = False  # who it was is known; now somebody may tell what happened
    asked: int = 0  # how many were settled
    remembered: int = 0
    told: int = 0  # how often somebody told what happened, in their own words
    over: bool = False

    @property
    def member(self) -> CastMember:
        return self.cast.members[self.at]

    @property
    def choices(self) -> tuple[CardSubject, CardSubject] | None:
        """The two to choose from, once the last hint has named them."""
        return two(self.member, self.cast) if self.hinted == len(hints(self.member, self.cast)) else None

    # --- what the table says -----------------------------------------------------------------------

    def begin(self) -> tuple["Recollection", tuple[Line, ...]]:
        return self, (line("recollect-begin", title=self.cast.title), line("recollect-how"), question(self.member))

    def named(self, name: str, what: str = "") -> tuple["Recollection", tuple[Line, ...]]:
        """Somebody said who it was, and perhaps what happened."""
        if self.telling or self.over:
            return self, ()
        if name != self.member.subject.name:
            kind = self.member.kind.value
            known = next(each for each in self.cast.candidates[self.member.kind] if each.name == name)
            after, lines = self.helped()
            return after, (line("somebody-else", who=known.spoken, kind=kind), *lines)
        found = replace(self, remembered=self.remembered + 1, asked=self.asked + 1)
        yes = line("found", who=self.member.subject.spoken)
        if what:
            after, lines = replace(found, telling=True).heard(what)
            return after, (yes, *lines)
        if self.member.kind is not CardKind.CHARACTER or not self.member.told_sentences:
            after, lines = found._next()
            return after, (yes, *lines)
        return replace(found, telling=True), (yes, line("ask-happened"))

    def helped(self) -> tuple["Recollection", tuple[Line, ...]]:
        """Nobody knows: the next hint; after the last one it is told."""
        if self.over:
            return self, ()
        if self.telling:
            return self._next(happened(self.member, "it-went"))
        given = hints(self.member, self.cast)
        if self.hinted < len(given):
            return replace(self, hinted=self.hinted + 1), (given[self.hinted],)
        return replace(self, asked=self.asked + 1)._next((kindly(self.member), *happened(self.member, "it-went")))

    def heard(self, words: str) -> tuple["Recollection", tuple[Line, ...]]:
        """Somebody told what happened. Whatever it was, it was well told."""
        thanks = happened(self.member, "thanks") or (line("thanks-only"),)
        return replace(self, told=self.told + bool(words.strip()))._next(thanks)

    def passed(self) -> tuple["Recollection", tuple[Line, ...]]:
        if self.telling:
            return self._next((line("next-one"),))
        return replace(self, asked=self.asked + 1)._next((kindly(self.member),))

    def stopped(self) -> tuple["Recollection", tuple[Line, ...]]:
        return replace(self, over=True), (*self._sum(), line("recollect-end"))

    def again(self, *, short: bool = False) -> Line:
        open_question = line("ask-happened") if self.telling else question(self.member)
        return replace(open_question, variant="short") if short else open_question

    # --- from one to the next ----------------------------------------------------------------------

    def _next(self, lines: tuple[Line, ...] = ()) -> tuple["Recollection", tuple[Line, ...]]:
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


def question(member: CastMember) -> Line:
    """With the role and its place in the story; in a fairy tale, with the sentence that was open."""
    if not member.role:
        return line("ask-tale", line=" ".join(member.open_sentences), kind=member.kind.value)
    if not member.where:
        return line("ask-who-anywhere", role=member.role)
    return line("ask-who", role=member.role, where=member.where)


def hints(member: CastMember, cast: StoryCast) -> tuple[Line, ...]:
    """Each easier than the one before: the picture, the first sound, two to choose from."""
    picture = riddle(member.subject)
    spelled = get_language().strip_article(member.subject.spoken).casefold()
    given = [line("hint-picture", picture=picture)] if picture else []
    given.append(line("hint-sound", one=spelled[:1], two=spelled[:2]))
    choices = two(member, cast)
    if choices is not None:
        given.append(line("hint-two", first=choices[0].spoken, second=choices[1].spoken))
    return tuple(given)


def riddle(who: CardSubject) -> str:
    """The picture without the name: "a hedgehog out looking for socks" → "somebody out looking for socks"."""
    for word in (who.name, *who.aliases):
        named = rf"^an? (?:\w+,? ){{0,2}}{re.escape(word)}\b"  # further on, the word is a part of the picture
        rest = re.sub(named, "somebody", who.description, count=1, flags=re.IGNORECASE)
        if rest != who.description and not any(contains_words(rest, other) for other in (who.name, *who.aliases)):
            return rest
    return ""


def two(member: CastMember, cast: StoryCast) -> tuple[CardSubject, CardSubject] | None:
    """The right one and another, in no order that could be guessed but always the same."""
    elsewhere = {other.subject.name for other in cast.members}
    strangers = [known for known in cast.candidates[member.kind] if known.name not in elsewhere]
    if not strangers:
        return None
    chance = sha256(f"{cast.title} {member.subject.name} {member.role}".encode()).digest()
    other = strangers[int.from_bytes(chance[:4]) % len(strangers)]
    return (member.subject, other) if chance[4] % 2 else (other, member.subject)


def kindly(member: CastMember) -> Line:
    return line("told-kindly", who=member.subject.spoken, kind=member.kind.value)


def happened(member: CastMember, name: str) -> tuple[Line, ...]:
    return (line(name, line=" ".join(member.told_sentences)),) if member.told_sentences else ()


ALWAYS = frozenset({"DontKnow", "NextOne", "AskHelp", "StopRemembering"})
WHO = frozenset({"ItWas", "TheFirst", "TheSecond"})
YES_NO = frozenset({"Yes", "No"})
ONE_WORD = 1  # whoever says no more than this is not telling anything, but was misheard


@dataclass(frozen=True)
class Recollecting(SideTopic):
    state: Recollection
    words: LineRenderer
    grammar: Grammar
    after: Callable[[Reply], Reply]  # where it leads when everything is remembered, or enough
    offered: Reading | None = None  # what was asked back: "Did you mean the owl?"
    missed: int = 0

    claims = frozenset({"Stop", "Quit", "GoOn"})

    @classmethod
    def of(cls, cast: StoryCast, after: Callable[[Reply], Reply], language: str = DEFAULT_LANGUAGE) -> "Recollecting":
        return cls(Recollection(cast), LineRenderer(language, "recollect"), load_grammar(language, "recollect"), after)

    @property
    def free(self) -> bool:
        """Whether somebody may tell something in their own words."""
        return self.state.telling

    def active(self) -> frozenset[str]:
        who = frozenset() if self.state.telling else WHO
        return ALWAYS | who | (YES_NO if self.offered else frozenset())

    def lists(self) -> Names:
        known = self.state.cast.candidates[self.state.member.kind]
        names = [(tidy(said), each.name) for each in known for said in (each.name, *each.aliases)]
        return {"card": tuple(dict.fromkeys(names))}

    def prompt(self) -> Reply:
        """The first question; or, once it has begun, the one that is open."""
        if self.state == Recollection(self.state.cast):
            return self._take(*self.state.begin())
        return self.says(self.state.again())

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> Reply:
        match meaning:
            case Suggestion(_, reading) if "card" in reading.slots and not (self.free and utterance.text):
                known = self._known(reading.slots["card"])
                return replace(self, offered=reading).says(line("did-you-mean", who=known.spoken))
            case _:
                return super().answer(meaning, utterance)

    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        offered, self_ = self.offered, replace(self, offered=None)
        choices = self.state.choices
        match reading.intent:
            case "Yes" if offered is not None:
                return self_.respond(offered, utterance)
            case "No" if offered is not None:
                return self_.says(self.state.again(short=True))
            case "ItWas":
                what = free_words(str(reading.slots.get("what", "")))
                return self._take(*self.state.named(reading.slots["card"], what))
            case "TheFirst" | "TheSecond" if choices is not None and not self.state.telling:
                return self._take(*self.state.named(choices[reading.intent == "TheSecond"].name))
            case "DontKnow":
                return self._take(*self.state.helped())
            case "NextOne":
                return self._take(*self.state.passed())
            case "StopRemembering":
                return self._take(*self.state.stopped())
            case "AskHelp" if self.state.telling:
                return self_.says(line("happened-help"))
            case "AskHelp":
                return self_.says(line("recollect-help", example=self._example))
            case _:
                return self_.miss()

    def take_words(self, utterance: UtteranceHeard) -> Reply:
        words = free_words(utterance.text)
        return self._take(*self.state.heard(words)) if len(words.split()) > ONE_WORD else self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> Reply:
        names = dict.fromkeys(each.slots["card"] for each in readings if "card" in each.slots)
        if not names:
            return self.miss()
        return self.says(line("which-one", cards=AnyOf(self._known(name).spoken for name in names)))

    def miss(self) -> Reply:
        """First another question, then an easier one: a hint."""
        missed = replace(self, missed=self.missed + 1)
        if self.offered is not None:
            return missed.says(line("missed-yes"))
        if self.state.telling:
            return missed.says(self.state.again(short=True))
        if missed.missed > 1:
            return self._take(*self.state.helped())
        return missed.says(line("missed-who"))

    def _take(self, state: Recollection, lines: tuple[Line, ...]) -> Reply:
        reply = replace(self, state=state, missed=0, offered=None).says(*lines)
        return self.after(reply) if state.over else reply

    def _known(self, name: str) -> CardSubject:
        return next(each for each in self.state.cast.candidates[self.state.member.kind] if each.name == name)

    @property
    def _example(self) -> str:
        """Any name, but not the one that is looked for."""
        names = (each.spoken for each in self.state.cast.candidates[self.state.member.kind])
        return next(
            (name for name in names if name != self.state.member.subject.spoken), self.state.member.subject.spoken
        )
