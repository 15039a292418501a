"""The talk around remembering: what was heard becomes an answer, and the answer becomes words.

The same rules as at the table: all of an utterance must fit, a near miss is only asked about, and what is not
understood leads to another question, not to the same one again.
"""

from narrator.ears.expected import Expected
from narrator.ears.port import Expectation
from narrator.host.cast import Cast, Known
from narrator.recollect.recollection import Lines, Recollection
from narrator.tell.lines import AnyOf, Line, line
from narrator.tell.outbox import Manner, Mouth, Said
from narrator.understand.grammar import Lists, Reading, load_grammar
from narrator.understand.understanding import (
    Ambiguous,
    NotUnderstood,
    Perhaps,
    Understanding,
    Understood,
    free_words,
    tidy,
)

ALWAYS = frozenset({"DontKnow", "NextOne", "AskHelp", "StopRemembering", "Repeat", "RepeatSlower"})
MANNERS = {"Louder": (0, 15), "Softer": (0, -15), "Faster": (25, 0), "Slower": (-25, 0)}
"""By how much the rate and the volume change."""
WHO = frozenset({"ItWas", "TheFirst", "TheSecond"})
YES_NO = frozenset({"Yes", "No"})
ONE_WORD = 1
"""Whoever says no more than this is not telling anything, but was misheard."""


class Remembering:
    """One round of remembering, from the first question to the sum."""

    def __init__(self, cast: Cast, language: str = "en", manner: Manner | None = None) -> None:
        self._state = Recollection(cast)
        self._mouth = Mouth(language, manner)
        self._mouth.speak_of("recollect")
        self._grammar = load_grammar(language, "recollect")
        self._offered: Reading | None = None
        """What was asked back: "Did you mean the owl?"."""
        self._missed = 0

    # --- what others see ---------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        return self._state.over

    @property
    def manner(self) -> Manner:
        return self._mouth.manner

    @property
    def awaits_words(self) -> bool:
        """Whether somebody may tell something in their own words."""
        return self._state.telling

    @property
    def expected(self) -> Expected:
        """What may be said now."""
        active = ALWAYS | MANNERS.keys() | (frozenset() if self._state.telling else WHO)
        return Expected(self._grammar, active | YES_NO if self._offered else active, self._lists())

    @property
    def interrupting(self) -> Expectation:
        """What may be said while the narrator speaks."""
        return Expected(self._grammar, ALWAYS | MANNERS.keys(), {}).expectation()

    @property
    def counted(self) -> tuple[int, int]:
        """How many were remembered, and of how many."""
        return self._state.remembered, self._state.asked

    def open(self) -> tuple[Said, ...]:
        self._take(*self._state.begin())
        return self._answer()

    def hear(self, text: str) -> tuple[Said, ...]:
        """Whatever was said or typed is answered."""
        self._respond(self.expected.understand(text), text)
        return self._answer()

    def doubt(self, phrases: tuple[str, ...]) -> tuple[Said, ...]:
        """The ear is not sure what it heard: the likeliest is asked about, never taken."""
        meant = self.expected.understand(phrases[0]) if phrases else NotUnderstood("")
        if isinstance(meant, Understood) and meant.reading.intent == "ItWas":
            self._offer(meant.reading)
        else:
            self._miss()
        return self._answer()

    def miss(self) -> tuple[Said, ...]:
        """Somebody tried to say something."""
        self._miss()
        return self._answer()

    # --- understanding -----------------------------------------------------------------------------

    def _lists(self) -> Lists:
        known = self._state.cast.others[self._state.member.kind]
        names = [(tidy(said), each.name) for each in known for said in (each.name, *each.aliases)]
        return {"card": tuple(dict.fromkeys(names))}

    def _respond(self, meant: Understanding, text: str) -> None:
        match meant:
            case Understood(reading):
                self._act(reading)
            case Ambiguous(readings) if names := [each.slots["card"] for each in readings if "card" in each.slots]:
                self._say(line("which-one", cards=AnyOf(self._known(name).said for name in dict.fromkeys(names))))
            case _ if self._state.telling and len(free_words(text).split()) > ONE_WORD:
                self._take(*self._state.heard(free_words(text)))
            case Perhaps(_, reading) if "card" in reading.slots:
                self._offer(reading)
            case _:
                self._miss()

    def _act(self, reading: Reading) -> None:
        offered, self._offered = self._offered, None
        choices = self._state.choices
        match reading.intent:
            case "Yes" if offered is not None:
                self._act(offered)
            case "No" if offered is not None:
                self._say(self._state.again(short=True))
            case "ItWas":
                self._take(*self._state.named(reading.slots["card"], free_words(str(reading.slots.get("what", "")))))
            case "TheFirst" | "TheSecond" if choices is not None and not self._state.telling:
                self._take(*self._state.named(choices[reading.intent == "TheSecond"].name))
            case "DontKnow":
                self._take(*self._state.helped())
            case "NextOne":
                self._take(*self._state.passed())
            case "StopRemembering":
                self._take(*self._state.stopped())
            case "AskHelp":
                self._say(
                    line("happened-help") if self._state.telling else line("recollect-help", example=self._example)
                )
            case "Repeat" | "RepeatSlower":
                if reading.intent == "RepeatSlower":
                    self._mouth.manner = self._mouth.manner.faster(MANNERS["Slower"][0])
                self._mouth.again()
            case intent if intent in MANNERS:
                rate, volume = MANNERS[intent]
                self._mouth.manner = self._mouth.manner.faster(rate).louder(volume)
                self._say(self._state.again(short=True))
            case _:
                self._miss()

    def _offer(self, reading: Reading) -> None:
        self._offered = reading
        self._say(line("did-you-mean", who=self._known(reading.slots["card"]).said))

    def _miss(self) -> None:
        """First another question, then an easier one: a hint."""
        self._missed += 1
        if self._offered is not None:
            self._say(line("missed-yes"))
        elif self._state.telling:
            self._say(self._state.again(short=True))
        elif self._missed > 1:
            self._take(*self._state.helped())
        else:
            self._say(line("missed-who"))

    # --- saying ------------------------------------------------------------------------------------

    def _take(self, state: Recollection, lines: Lines) -> None:
        self._state, self._missed, self._offered = state, 0, None
        for each in lines:
            self._say(each)

    def _say(self, said: Line) -> None:
        self._mouth.say(said)

    def _answer(self) -> tuple[Said, ...]:
        answer = self._mouth.take()
        self._mouth.remember(answer)
        return answer

    def _known(self, name: str) -> Known:
        return next(each for each in self._state.cast.others[self._state.member.kind] if each.name == name)

    @property
    def _example(self) -> str:
        """Any name, but not the one that is looked for."""
        names = (each.said for each in self._state.cast.others[self._state.member.kind])
        return next((name for name in names if name != self._state.member.who.said), self._state.member.who.said)
