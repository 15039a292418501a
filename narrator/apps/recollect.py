"""Recollect a story together: questions about who was in it, hints that get easier, and a count without names.

The rules are those of a game: an utterance counts only if all of it fits, a near miss is asked about, and an utterance
that is not understood gets a different question.
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
from narrator.language.understanding.interruptions import is_interruption
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.reading import Reading, Suggestion, Understanding
from narrator.language.understanding.understand import free_words, tidy
from narrator.speech.ports import UtteranceHeard


@dataclass(frozen=True, slots=True)
class Recollection:
    """The state of a recollection. Each answer returns the next state and the lines to say.

    It counts what all players remembered together. It does not know who said what, so it cannot blame a player.
    """

    cast: StoryCast
    index: int = 0  # of the member that is asked for
    hints_given: int = 0  # for this member
    awaits_story: bool = False  # the name was found, and a player may tell what happened
    settled_count: int = 0  # members that were named, revealed or skipped
    remembered_count: int = 0
    story_count: int = 0  # how often a player told what happened
    is_over: bool = False

    @property
    def member(self) -> CastMember:
        return self.cast.members[self.index]

    @property
    def choices(self) -> tuple[CardSubject, CardSubject] | None:
        """The two candidates, once the last hint has named them."""
        return (
            pick_two_candidates(self.member, self.cast)
            if self.hints_given == len(make_hints(self.member, self.cast))
            else None
        )

    # --- answers -----------------------------------------------------------------------------------

    def begin(self) -> tuple["Recollection", tuple[Line, ...]]:
        return self, (line("recollect-begin", title=self.cast.title), line("recollect-how"), make_question(self.member))

    def answer_name(self, name: str, what: str = "") -> tuple["Recollection", tuple[Line, ...]]:
        """Check a name that a player said, perhaps with what happened."""
        if self.awaits_story or self.is_over:
            return self, ()
        if name != self.member.subject.name:
            kind = self.member.kind.value
            other = next(known for known in self.cast.candidates[self.member.kind] if known.name == name)
            after, lines = self.give_hint()
            return after, (line("somebody-else", who=other.spoken, kind=kind), *lines)
        found = replace(self, remembered_count=self.remembered_count + 1, settled_count=self.settled_count + 1)
        confirmation = line("found", who=self.member.subject.spoken)
        if what:
            after, lines = replace(found, awaits_story=True).accept_story(what)
            return after, (confirmation, *lines)
        if self.member.kind is not CardKind.CHARACTER or not self.member.told_sentences:
            after, lines = found._next()
            return after, (confirmation, *lines)
        return replace(found, awaits_story=True), (confirmation, line("ask-happened"))

    def give_hint(self) -> tuple["Recollection", tuple[Line, ...]]:
        """Give the next hint, or the answer after the last hint."""
        if self.is_over:
            return self, ()
        if self.awaits_story:
            return self._next(tell_what_happened(self.member, "it-went"))
        hints = make_hints(self.member, self.cast)
        if self.hints_given < len(hints):
            return replace(self, hints_given=self.hints_given + 1), (hints[self.hints_given],)
        return replace(self, settled_count=self.settled_count + 1)._next(
            (reveal_name(self.member), *tell_what_happened(self.member, "it-went"))
        )

    def accept_story(self, words: str) -> tuple["Recollection", tuple[Line, ...]]:
        """Thank a player for telling what happened. It is not checked."""
        thanks = tell_what_happened(self.member, "thanks") or (line("thanks-only"),)
        return replace(self, story_count=self.story_count + bool(words.strip()))._next(thanks)

    def skip(self) -> tuple["Recollection", tuple[Line, ...]]:
        if self.awaits_story:
            return self._next((line("next-one"),))
        return replace(self, settled_count=self.settled_count + 1)._next((reveal_name(self.member),))

    def stop(self) -> tuple["Recollection", tuple[Line, ...]]:
        return replace(self, is_over=True), (*self._summary(), line("recollect-end"))

    def repeat_question(self, *, short: bool = False) -> Line:
        open_question = line("ask-happened") if self.awaits_story else make_question(self.member)
        return replace(open_question, variant="short") if short else open_question

    # --- next question -----------------------------------------------------------------------------

    def _next(self, lines: tuple[Line, ...] = ()) -> tuple["Recollection", tuple[Line, ...]]:
        if self.index + 1 == len(self.cast.members):
            after, last = self.stop()
            return after, (*lines, *last)
        after = replace(self, index=self.index + 1, hints_given=0, awaits_story=False)
        return after, (*lines, make_question(after.member))

    def _summary(self) -> Iterator[Line]:
        if not self.settled_count:
            yield line("sum-nothing")
            return
        if self.remembered_count == self.settled_count:
            yield line("sum-all", count=self.remembered_count)
        elif self.remembered_count:
            yield line("sum-some", count=self.remembered_count, asked=self.settled_count)
        else:
            yield line("sum-none")
        if self.story_count:
            yield line("sum-told", count=self.story_count)


# --- questions and hints -------------------------------------------------------------------------


def make_question(member: CastMember) -> Line:
    """Ask for a member by its role and where it appeared; in a fairy tale, by its open sentence."""
    if not member.role:
        return line("ask-tale", line=" ".join(member.open_sentences), kind=member.kind.value)
    if not member.where:
        return line("ask-who-anywhere", role=member.role)
    return line("ask-who", role=member.role, where=member.where)


def make_hints(member: CastMember, cast: StoryCast) -> tuple[Line, ...]:
    """Return hints that get easier: the picture, the first sound, two candidates."""
    picture = make_riddle(member.subject)
    spelled = get_language().strip_article(member.subject.spoken).casefold()
    hints = [line("hint-picture", picture=picture)] if picture else []
    hints.append(line("hint-sound", one=spelled[:1], two=spelled[:2]))
    choices = pick_two_candidates(member, cast)
    if choices is not None:
        hints.append(line("hint-two", first=choices[0].spoken, second=choices[1].spoken))
    return tuple(hints)


def make_riddle(who: CardSubject) -> str:
    """Remove the name from a picture: "a hedgehog out looking for socks" → "somebody out looking for socks"."""
    language = get_language()
    articles = "|".join(language.indefinite_articles)
    for word in (who.name, *who.aliases):
        # only at the beginning: later in the text, the word is part of the picture
        name_pattern = rf"^(?:{articles}) (?:\w+,? ){{0,2}}{re.escape(word)}\b"
        rest = re.sub(name_pattern, language.spoken.somebody, who.description, count=1, flags=re.IGNORECASE)
        if rest != who.description and not any(contains_words(rest, other) for other in (who.name, *who.aliases)):
            return rest
    return ""


def pick_two_candidates(member: CastMember, cast: StoryCast) -> tuple[CardSubject, CardSubject] | None:
    """Return the right candidate and a wrong one, in an order that is fixed but looks random."""
    in_story = {other.subject.name for other in cast.members}
    others = [candidate for candidate in cast.candidates[member.kind] if candidate.name not in in_story]
    if not others:
        return None
    digest = sha256(f"{cast.title} {member.subject.name} {member.role}".encode()).digest()
    other = others[int.from_bytes(digest[:4]) % len(others)]
    return (member.subject, other) if digest[4] % 2 else (other, member.subject)


def reveal_name(member: CastMember) -> Line:
    return line("told-kindly", who=member.subject.spoken, kind=member.kind.value)


def tell_what_happened(member: CastMember, name: str) -> tuple[Line, ...]:
    return (line(name, line=" ".join(member.told_sentences)),) if member.told_sentences else ()


COMMON_INTENTS = frozenset({"DontKnow", "NextOne", "AskHelp", "StopRemembering"})
NAME_INTENTS = frozenset({"ItWas", "TheFirst", "TheSecond"})
YES_NO_INTENTS = frozenset({"Yes", "No"})
MIN_STORY_WORDS = 2
"""Fewer words do not count as a story; most likely they were misheard."""


@dataclass(frozen=True)
class RecollectionTopic(SideTopic):
    """The conversation about a `Recollection`."""

    state: Recollection
    words: LineRenderer
    grammar: Grammar
    on_finished: Callable[[Reply], Reply]  # makes the reply at the end, from the last one
    offered: Reading | None = None  # the reading in "Did you mean the owl?"
    missed: int = 0

    claims = frozenset({"Stop", "Quit", "GoOn"})

    @classmethod
    def about(
        cls, cast: StoryCast, after: Callable[[Reply], Reply], language: str = DEFAULT_LANGUAGE
    ) -> "RecollectionTopic":
        return cls(Recollection(cast), LineRenderer(language, "recollect"), load_grammar(language, "recollect"), after)

    @property
    def free(self) -> bool:
        """Whether a player may tell something in their own words."""
        return self.state.awaits_story

    def active(self) -> frozenset[str]:
        names = frozenset() if self.state.awaits_story else NAME_INTENTS
        return COMMON_INTENTS | names | (YES_NO_INTENTS if self.offered else frozenset())

    def lists(self) -> Names:
        known = self.state.cast.candidates[self.state.member.kind]
        names = [(tidy(said), each.name) for each in known for said in (each.name, *each.aliases)]
        return {"card": tuple(dict.fromkeys(names))}

    def things(self) -> tuple[OfferedThing, ...]:
        """Return the candidates, so that any word of their pictures names them. They have no numbers."""
        if self.state.awaits_story:
            return ()
        known = self.state.cast.candidates[self.state.member.kind]
        return tuple(OfferedThing(each.name, 0, tidy(each.name), each.description) for each in known)

    def prompt(self) -> Reply:
        """Return the introduction with the first question, or later the open question."""
        if self.state == Recollection(self.state.cast):
            return self._reply(*self.state.begin())
        return self.says(self.state.repeat_question())

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> Reply:
        match meaning:
            case Suggestion(_, reading) if "card" in reading.slots and not (self.free and utterance.text):
                known = self._candidate(reading.slots["card"])
                return replace(self, offered=reading).says(line("did-you-mean", who=known.spoken))
            case _:
                return super().answer(meaning, utterance)

    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        offered, without_offer = self.offered, replace(self, offered=None)
        choices = self.state.choices
        match reading.intent:
            case "Yes" if offered is not None:
                return without_offer.respond(offered, utterance)
            case "No" if offered is not None:
                return without_offer.says(self.state.repeat_question(short=True))
            case "ItWas":
                what = free_words(str(reading.slots.get("what", "")))
                return self._reply(*self.state.answer_name(reading.slots["card"], what))
            case "TheFirst" | "TheSecond" if choices is not None and not self.state.awaits_story:
                return self._reply(*self.state.answer_name(choices[reading.intent == "TheSecond"].name))
            case "DontKnow":
                return self._reply(*self.state.give_hint())
            case "NextOne":
                return self._reply(*self.state.skip())
            case "StopRemembering":
                return self._reply(*self.state.stop())
            case "AskHelp" if self.state.awaits_story:
                return without_offer.says(line("happened-help"))
            case "AskHelp":
                return without_offer.says(line("recollect-help", example=self._example))
            case _:
                return without_offer.miss()

    def take_words(self, utterance: UtteranceHeard) -> Reply:
        words = free_words(utterance.text)
        if is_interruption(words, self.expectation):
            return self.miss()
        return self._reply(*self.state.accept_story(words)) if len(words.split()) >= MIN_STORY_WORDS else self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> Reply:
        names = dict.fromkeys(each.slots["card"] for each in readings if "card" in each.slots)
        if not names:
            return self.miss()
        return self.says(line("which-one", cards=AnyOf(self._candidate(name).spoken for name in names)))

    def miss(self) -> Reply:
        """Ask differently at first, then give a hint."""
        missed = replace(self, missed=self.missed + 1)
        if self.offered is not None:
            return missed.says(line("missed-yes"))
        if self.state.awaits_story:
            return missed.says(self.state.repeat_question(short=True))
        if missed.missed > 1:
            return self._reply(*self.state.give_hint())
        return missed.says(line("missed-who"))

    def _reply(self, state: Recollection, lines: tuple[Line, ...]) -> Reply:
        reply = replace(self, state=state, missed=0, offered=None).says(*lines)
        return self.on_finished(reply) if state.is_over else reply

    def _candidate(self, name: str) -> CardSubject:
        return next(each for each in self.state.cast.candidates[self.state.member.kind] if each.name == name)

    @property
    def _example(self) -> str:
        """The name of a card, but not of the right one."""
        names = (each.spoken for each in self.state.cast.candidates[self.state.member.kind])
        return next(
            (name for name in names if name != self.state.member.subject.spoken), self.state.member.subject.spoken
        )
