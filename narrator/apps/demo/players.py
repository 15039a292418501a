"""The players of the demo: what they say, when, and how they get it wrong.

They think for a moment before they answer. Now and then somebody mumbles, hesitates, changes their mind, talks to
somebody else, wants to hear it again or interrupts. Who was not understood says it once more, and after three times
types it, as the narrator offers.
"""

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from narrator.apps.demo import MOST
from narrator.apps.demo.guest_voices import GuestVoices
from narrator.apps.demo.guests import Guest, sayings
from narrator.apps.demo.simulation import GuestUtterance, HearingOutcome, Simulation
from narrator.games.hosting.questions import NUMBERED
from narrator.language.language import get_language
from narrator.language.understanding.understand import Understood, tidy
from narrator.speech.pcm import Pcm
from narrator.speech.ports import InputEvent, NotUnderstood, UtteranceHeard

TRIES = 3  # so often somebody says the same before typing it
LONG = 35  # words of the narrator that are worth an interruption
AGAIN = 0.12  # how likely one more slip is in each turn, once everything was shown
SLIPS = ("louder", "aside", "mumble", "stop", "correction", "repeat", "thinking", "help")
"""All that is shown, in this order, as soon as it fits."""
INTERRUPTIONS = frozenset({"louder", "stop"})
REQUESTS = {"repeat": "repeat that", "help": "what can I say"}  # what is asked for in between
SETTING = frozenset({"louder"})  # what the narrator remembers for these players, beyond the game
NOT_UNDERSTOOD = "  (not understood)"
DONE = frozenset({HearingOutcome.RIGHT, HearingOutcome.WRONG})  # something was done about it


@dataclass
class Tally:
    at_once: int = 0
    asked: int = 0  # understood after it was asked for again, or said again
    typed: int = 0
    wrong: int = 0  # taken for something else than was said
    asides: int = 0  # said to somebody else, or while thinking
    taken: int = 0  # how many of those were taken for an answer
    interruptions: int = 0
    heeded: int = 0  # how many of those were understood

    @property
    def answers(self) -> int:
        return self.at_once + self.asked + self.typed + self.wrong


@dataclass
class Intention:
    """What somebody wants to have understood."""

    player: str
    words: str
    tries: int = 0  # how often it was said clearly, and in vain
    slipped: bool = False


class Players:
    def __init__(  # noqa: PLR0913  # an evening takes all of this
        self,
        stage: Simulation,
        names: tuple[str, ...],
        cast: GuestVoices,
        dice: random.Random,
        tell: Callable[[str], None],
        *,
        settings: bool = True,
    ) -> None:
        """`settings`: whether they may change what the narrator remembers for players of their names."""
        self._stage, self._names, self._cast, self._dice, self._tell = stage, names, cast, dice, tell
        self._guest = Guest(dice, chatty=True)
        self._kinds = tuple(slip for slip in SLIPS if settings or slip not in SETTING)
        self._slips = deque(self._kinds)
        self._intention: Intention | None = None
        self._last = names[0]
        self.tally = Tally()

    def play(self, most: int = MOST) -> None:
        stage = self._stage
        stage.session.begin()
        while not stage.session.over and self.tally.answers < most:
            self._hear_out()
            self._take_turn()
        stage.hear_out()
        stage.wait(0.5)

    # --- while the narrator speaks -----------------------------------------------------------------

    def _hear_out(self) -> None:
        """Listen; perhaps break in."""
        stage = self._stage
        slip = self._slips[0] if self._slips else ""
        if slip in INTERRUPTIONS and stage.narrating and stage.screen.words >= LONG and self.tally.answers:
            self._slips.popleft()
            stage.hear_out(self._dice.uniform(2.0, 4.0))
            self._interrupt(slip)
        stage.hear_out()

    def _interrupt(self, words: str) -> None:
        player = self._dice.choice(self._names)
        self.tally.interruptions += 1
        if not self._insist(player, words, while_narrating=True):
            return
        self.tally.heeded += 1
        if words == "stop":
            self._stage.hear_out()
            self._stage.wait(self._dice.uniform(0.5, 1.0))
            if not self._insist(player, "go on"):
                self._type(player, "go on")

    def _insist(self, player: str, words: str, *, while_narrating: bool = False) -> bool:
        """Say it until it is understood, but not for ever."""
        wish = Intention(player, words)
        for _ in range(TRIES):
            if while_narrating and not self._stage.narrating:
                return False
            said = self._reply(wish)
            outcome = self._say(player, said, self._cast.say(player, said))
            if outcome in DONE and said != "no":
                self.tally.wrong += outcome is HearingOutcome.WRONG
                return outcome is HearingOutcome.RIGHT
            wish.tries += 1
            if not while_narrating:
                self._stage.hear_out()
                self._stage.wait(self._dice.uniform(0.3, 0.8))
        return False

    # --- one turn ----------------------------------------------------------------------------------

    def _take_turn(self) -> None:
        stage = self._stage
        if stage.session.over:
            return
        intention = self._intention = self._intention or self._new_intention()
        if intention.tries >= TRIES:
            self._intention = None
            self.tally.typed += 1
            stage.wait(self._dice.uniform(1.0, 2.0))
            self._type(intention.player, intention.words)
            return
        if self._slip(intention) in DONE:
            return
        stage.hear_out()
        stage.wait(self._dice.uniform(0.3, 1.2))
        words = self._reply(intention)
        # who changes their mind does it in one breath: after a pause it would be too late
        sound = self._cast.say(intention.player, words.replace(", no, ", " no "), patiently=intention.tries > 0)
        self._count(self._say(intention.player, words, sound), intention, words)

    def _new_intention(self) -> Intention:
        dialogue = self._stage.talk.dialogue
        ask = dialogue.moment.ask if dialogue else None
        if ask and ask.seat:
            self._last = ask.seat
        elif dialogue and not dialogue.moment.now.waiting:
            self._last = self._dice.choice(self._names)
        return Intention(self._last, self._guest.answer(self._stage.talk) if dialogue else "goodbye")

    def _reply(self, intention: Intention) -> str:
        """The words; or yes or no, where the narrator offers something: "Did you mean the owl?"."""
        talk = self._stage.talk
        waiting = talk.dialogue.moment.now.waiting if talk.dialogue else None
        if waiting is None or waiting.question.id != "offer" or not (intention.tries or intention.slipped):
            return intention.words
        offered = str(waiting.question.facts["said"])
        if talk.understand(offered) == talk.understand(intention.words):
            return "yes"
        return "yes" if tidy(offered).casefold() in tidy(intention.words).casefold() else "no"

    def _count(self, outcome: HearingOutcome, intention: Intention, words: str) -> None:
        match outcome:
            case HearingOutcome.WRONG:
                self.tally.wrong += 1
                self._intention = None
            case HearingOutcome.RIGHT if words == "no" != intention.words:
                pass  # it was not that; now it is asked for again
            case HearingOutcome.RIGHT:
                if intention.tries or intention.slipped:
                    self.tally.asked += 1
                else:
                    self.tally.at_once += 1
                self._intention = None
            case _:
                intention.tries += 1

    # --- saying ------------------------------------------------------------------------------------

    def _say(self, player: str, words: str, sound: Pcm, how: str = "") -> HearingOutcome:
        utterance = GuestUtterance(player, words, self._stage.talk.understand(words))
        self._tell(f"  {player}{how}: {words}")
        outcome = self._stage.speak(utterance, sound)
        if outcome is HearingOutcome.MISSED and not utterance.told:
            self._tell(NOT_UNDERSTOOD)
        return outcome

    def _aside(self, player: str, words: str) -> None:
        self._tell(f"  {player}, to the others: {words}")
        outcome = self._stage.speak(GuestUtterance(player, words), self._cast.say(player, words))
        self.tally.asides += 1
        self.tally.taken += outcome is HearingOutcome.WRONG

    def heard(self, happening: InputEvent, utterance: GuestUtterance | None) -> None:
        """Tell what the ear made of it, where that was something else."""
        if isinstance(happening, UtteranceHeard) and happening.candidates:
            self._tell(f"  (heard: {', or '.join(happening.candidates)}?)")
        elif isinstance(happening, UtteranceHeard) and happening.is_spoken:
            outcome = utterance.outcomes[-1] if utterance else HearingOutcome.WRONG
            said = tidy(utterance.words).casefold() if utterance else ""
            if outcome is HearingOutcome.WRONG or (happening.recording and happening.text != said):
                self._tell(f"  (heard: {happening.text})")
        elif isinstance(happening, NotUnderstood) and utterance and utterance.meaning and not self._stage.narrating:
            if not utterance.told:
                self._tell(NOT_UNDERSTOOD)
            utterance.told = True

    def _type(self, player: str, words: str) -> None:
        self._tell(f"  {player} types: {words}")
        self._stage.typed(words)

    # --- slips -------------------------------------------------------------------------------------

    def _slip(self, intention: Intention) -> HearingOutcome:
        """What goes wrong before somebody answers; once all was shown, now and then. What became of the answer."""
        dialogue = self._stage.talk.dialogue
        if not dialogue or dialogue.moment.free or dialogue.moment.now.waiting or intention.tries or intention.slipped:
            return HearingOutcome.MISSED
        if not self._slips and self._dice.random() < AGAIN:
            self._slips.append(self._dice.choice(self._kinds))
        if not self._slips or not self.tally.answers or self._slips[0] in INTERRUPTIONS:
            return HearingOutcome.MISSED
        slip, player = self._slips[0], intention.player
        if slip == "correction":
            if changed := self._change_of_mind(intention.words):
                self._slips.popleft()
                intention.words = changed
            return HearingOutcome.MISSED
        self._slips.popleft()
        self._stage.wait(self._dice.uniform(0.3, 0.9))
        if slip == "aside":
            others = [name for name in self._names if name != player]
            self._aside(self._dice.choice(others), self._dice.choice(sayings("to each other")))
        elif slip == "thinking":
            self._aside(player, self._dice.choice(sayings("thinking")))
        elif slip == "mumble":
            sound = self._cast.say(player, intention.words, mumbled=True)
            intention.slipped = True
            outcome = self._say(player, intention.words, sound, how=", mumbling")
            if outcome in DONE:
                self._count(outcome, intention, intention.words)
            return outcome
        else:
            self._insist(player, REQUESTS[slip])
        return HearingOutcome.MISSED

    def _change_of_mind(self, words: str) -> str | None:
        """ "Three, no, four", if it is understood as four."""
        talk = self._stage.talk
        place = talk.dialogue.moment.open_place if talk.dialogue else None
        meant = talk.understand(words)
        if place is None or not isinstance(meant, Understood):
            return None
        values = {str(value) for value in meant.reading.slots.values()}
        numbered = place.kind in NUMBERED
        others = [
            get_language().number_word(choice.value) if numbered else choice.spoken
            for number, choice in enumerate(place.choices, 1)
            if (numbered or choice.spoken) and not {str(choice.value), str(number)} & values
        ]
        self._dice.shuffle(others)
        for other in others:
            changed = f"{other}, no, {words}"
            understood = talk.understand(changed)
            if isinstance(understood, Understood) and understood.reading == meant.reading:
                return changed
        return None
