"""The talk around remembering: what was heard becomes an answer, and the answer becomes words.

The same rules as at the table: all of an utterance must fit, a near miss is only asked about, and what is not
understood leads to another question, not to the same one again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from narrator.host.cast import Cast, Known
from narrator.recollect.recollection import Recollection
from narrator.talk.topic import Aside, Reply, Statement
from narrator.tell.lines import AnyOf, Line, Lines, line
from narrator.understand.grammar import Grammar, Reading, load_grammar
from narrator.understand.grammar import Lists as Names
from narrator.understand.understanding import Perhaps, free_words, tidy

ALWAYS = frozenset({"DontKnow", "NextOne", "AskHelp", "StopRemembering"})
WHO = frozenset({"ItWas", "TheFirst", "TheSecond"})
YES_NO = frozenset({"Yes", "No"})
ONE_WORD = 1  # whoever says no more than this is not telling anything, but was misheard


@dataclass(frozen=True)
class Recollecting(Aside):
    """One round of remembering, from the first question to the sum."""

    state: Recollection
    words: Lines
    grammar: Grammar
    after: Callable[[Reply], Reply]  # where it leads when everything is remembered, or enough
    offered: Reading | None = None  # what was asked back: "Did you mean the owl?"
    missed: int = 0

    claims = frozenset({"Stop", "Quit", "GoOn"})

    @classmethod
    def of(cls, cast: Cast, after: Callable[[Reply], Reply], language: str = "en") -> "Recollecting":
        return cls(Recollection(cast), Lines(language, "recollect"), load_grammar(language, "recollect"), after)

    @property
    def free(self) -> bool:
        """Whether somebody may tell something in their own words."""
        return self.state.telling

    def active(self) -> frozenset[str]:
        who = frozenset() if self.state.telling else WHO
        return ALWAYS | who | (YES_NO if self.offered else frozenset())

    def lists(self) -> Names:
        known = self.state.cast.others[self.state.member.kind]
        names = [(tidy(said), each.name) for each in known for said in (each.name, *each.aliases)]
        return {"card": tuple(dict.fromkeys(names))}

    def prompt(self) -> Reply:
        """The first question; or, once it has begun, the one that is open."""
        if self.state == Recollection(self.state.cast):
            return self._take(*self.state.begin())
        return self.says(self.state.again())

    def answer(self, statement: Statement) -> Reply:
        match statement.understood:
            case Perhaps(_, reading) if "card" in reading.slots and not (self.free and statement.text):
                known = self._known(reading.slots["card"])
                return replace(self, offered=reading).says(line("did-you-mean", who=known.said))
            case _:
                return super().answer(statement)

    def respond(self, reading: Reading, statement: Statement) -> Reply:
        offered, self_ = self.offered, replace(self, offered=None)
        choices = self.state.choices
        match reading.intent:
            case "Yes" if offered is not None:
                return self_.respond(offered, statement)
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

    def take_words(self, statement: Statement) -> Reply:
        words = free_words(statement.text)
        return self._take(*self.state.heard(words)) if len(words.split()) > ONE_WORD else self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> Reply:
        names = dict.fromkeys(each.slots["card"] for each in readings if "card" in each.slots)
        if not names:
            return self.miss()
        return self.says(line("which-one", cards=AnyOf(self._known(name).said for name in names)))

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

    def _known(self, name: str) -> Known:
        return next(each for each in self.state.cast.others[self.state.member.kind] if each.name == name)

    @property
    def _example(self) -> str:
        """Any name, but not the one that is looked for."""
        names = (each.said for each in self.state.cast.others[self.state.member.kind])
        return next((name for name in names if name != self.state.member.who.said), self.state.member.who.said)
