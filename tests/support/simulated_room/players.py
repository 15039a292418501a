"""The players of a simulated game, who make mistakes like real ones.

They think for a moment before they answer. Now and then a player mumbles, hesitates, changes their mind, talks to
another player, asks to hear something again, or interrupts. A player who was not understood repeats the answer, and
after three times types it.
"""

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from narrator.apps.demo.guest_voices import GuestVoices
from narrator.apps.demo.guests import Guest, guest_phrases
from narrator.apps.demo.spoken_demo import MAX_TRIES, REQUESTS, HearingOutcome
from narrator.games.hosting.questions import NUMBERED
from narrator.language.language import get_language
from narrator.language.understanding.understand import Understood, tidy
from narrator.speech.pcm import Pcm
from narrator.speech.ports import InputEvent, NotUnderstood, UtteranceHeard
from tests.support.simulated_room.simulation import GuestUtterance, Simulation

MIN_INTERRUPTED_WORDS = 35
"""Players interrupt only when the narrator says at least this many words."""
SLIP_PROBABILITY = 0.12
"""Probability of another slip in each turn, once every kind has happened."""
SLIPS = ("louder", "aside", "mumble", "stop", "correction", "repeat", "thinking", "help")
"""Everything besides plain answers, in the order of its first use."""
INTERRUPTIONS = frozenset({"louder", "stop"})
NOT_UNDERSTOOD = "  (not understood)"
DONE = frozenset({HearingOutcome.RIGHT, HearingOutcome.WRONG})
"""The outcomes after which the narrator has acted."""


@dataclass
class Tally:
    """Counts of what was understood."""

    at_once: int = 0
    asked: int = 0  # understood only after a repetition or a question
    typed: int = 0
    wrong: int = 0  # taken for something else than was said
    asides: int = 0  # said to another player, or while thinking
    accepted_asides: int = 0  # taken for an answer
    interruptions: int = 0
    understood_interruptions: int = 0

    @property
    def answers(self) -> int:
        return self.at_once + self.asked + self.typed + self.wrong


@dataclass
class Intention:
    """What a player wants the narrator to understand."""

    player: str
    words: str
    tries: int = 0  # how often it was said clearly without success
    has_slipped: bool = False


class SpeakingPlayers:
    """All players of a simulated game."""

    def __init__(  # noqa: PLR0913  # everything that players need
        self,
        simulation: Simulation,
        names: tuple[str, ...],
        voices: GuestVoices,
        dice: random.Random,
        print_line: Callable[[str], None],
        *,
        interruptions: bool = True,
    ) -> None:
        self._simulation, self._names, self._voices = simulation, names, voices
        self._dice, self._print_line = dice, print_line
        self._guest = Guest(dice, chatty=True)
        self._kinds = tuple(slip for slip in SLIPS if interruptions or slip not in INTERRUPTIONS)
        self._slips = deque(self._kinds)
        self._intention: Intention | None = None
        self._last = names[0]
        self.tally = Tally()

    def play(self, max_answers: int) -> None:
        simulation = self._simulation
        simulation.session.begin()
        while not simulation.session.over and self.tally.answers < max_answers:
            self._listen_to_narrator()
            self._take_turn()
        simulation.wait_for_narrator()
        simulation.wait(0.5)

    # --- while the narrator speaks -----------------------------------------------------------------

    def _listen_to_narrator(self) -> None:
        """Wait until the narrator has finished, or interrupt."""
        simulation = self._simulation
        slip = self._slips[0] if self._slips else ""
        if (
            slip in INTERRUPTIONS
            and simulation.is_narrating
            and simulation.screen.words >= MIN_INTERRUPTED_WORDS
            and self.tally.answers
        ):
            self._slips.popleft()
            simulation.wait_for_narrator(self._dice.uniform(2.0, 4.0))
            self._interrupt(slip)
        simulation.wait_for_narrator()

    def _interrupt(self, words: str) -> None:
        player = self._dice.choice(self._names)
        self.tally.interruptions += 1
        if not self._insist(player, words, while_narrating=True):
            return
        self.tally.understood_interruptions += 1
        if words == "stop":
            self._simulation.wait_for_narrator()
            self._simulation.wait(self._dice.uniform(0.5, 1.0))
            if not self._insist(player, "go on"):
                self._type(player, "go on")

    def _insist(self, player: str, words: str, *, while_narrating: bool = False) -> bool:
        """Say this until it is understood, a few times at most; tell whether it was."""
        intention = Intention(player, words)
        for _ in range(MAX_TRIES):
            if while_narrating and not self._simulation.is_narrating:
                return False
            said = self._reply(intention)
            outcome = self._say(player, said, self._voices.say(player, said))
            if outcome in DONE and said != "no":
                self.tally.wrong += outcome is HearingOutcome.WRONG
                return outcome is HearingOutcome.RIGHT
            intention.tries += 1
            if not while_narrating:
                self._simulation.wait_for_narrator()
                self._simulation.wait(self._dice.uniform(0.3, 0.8))
        return False

    # --- one turn ----------------------------------------------------------------------------------

    def _take_turn(self) -> None:
        simulation = self._simulation
        if simulation.session.over:
            return
        intention = self._intention = self._intention or self._new_intention()
        if intention.tries >= MAX_TRIES:
            self._intention = None
            self.tally.typed += 1
            simulation.wait(self._dice.uniform(1.0, 2.0))
            self._type(intention.player, intention.words)
            return
        if self._slip(intention) in DONE:
            return
        simulation.wait_for_narrator()
        simulation.wait(self._dice.uniform(0.3, 1.2))
        words = self._reply(intention)
        # a correction is said without a pause: after one it would be too late
        sound = self._voices.say(intention.player, words.replace(", no, ", " no "), slowly=intention.tries > 0)
        self._count(self._say(intention.player, words, sound), intention, words)

    def _new_intention(self) -> Intention:
        game_topic = self._simulation.conversation.game_topic
        ask = game_topic.question if game_topic else None
        if ask and ask.seat:
            self._last = ask.seat
        elif game_topic and not game_topic.now.side_question:
            self._last = self._dice.choice(self._names)
        return Intention(self._last, self._guest.answer(self._simulation.conversation) if game_topic else "goodbye")

    def _reply(self, intention: Intention) -> str:
        """Return the words, or yes or no if the narrator offers something: "Did you mean the owl?"."""
        conversation = self._simulation.conversation
        waiting = conversation.game_topic.now.side_question if conversation.game_topic else None
        if (
            waiting is None
            or waiting.question.id not in ("offer", "offer-phrase")
            or not (intention.tries or intention.has_slipped)
        ):
            return intention.words
        offered = str(waiting.question.facts["said"])
        if conversation.understand(offered) == conversation.understand(intention.words):
            return "yes"
        return "yes" if tidy(offered).casefold() in tidy(intention.words).casefold() else "no"

    def _count(self, outcome: HearingOutcome, intention: Intention, words: str) -> None:
        match outcome:
            case HearingOutcome.WRONG:
                self.tally.wrong += 1
                self._intention = None
            case HearingOutcome.RIGHT if words == "no" != intention.words:
                pass  # the offer was wrong; now the question is asked again
            case HearingOutcome.RIGHT:
                if intention.tries or intention.has_slipped:
                    self.tally.asked += 1
                else:
                    self.tally.at_once += 1
                self._intention = None
            case _:
                intention.tries += 1

    # --- saying ------------------------------------------------------------------------------------

    def _say(self, player: str, words: str, sound: Pcm, how: str = "") -> HearingOutcome:
        utterance = GuestUtterance(player, words, self._simulation.conversation.understand(words))
        self._print_line(f"  {player}{how}: {words}")
        outcome = self._simulation.speak(utterance, sound)
        if outcome is HearingOutcome.MISSED and not utterance.is_reported:
            self._print_line(NOT_UNDERSTOOD)
        return outcome

    def _aside(self, player: str, words: str) -> None:
        self._print_line(f"  {player}, to the others: {words}")
        outcome = self._simulation.speak(GuestUtterance(player, words), self._voices.say(player, words))
        self.tally.asides += 1
        self.tally.accepted_asides += outcome is HearingOutcome.WRONG

    def print_heard(self, event: InputEvent, utterance: GuestUtterance | None) -> None:
        """Show what was heard if it differs from what was said."""
        if isinstance(event, UtteranceHeard) and event.candidates:
            self._print_line(f"  (heard: {', or '.join(event.candidates)}?)")
        elif isinstance(event, UtteranceHeard) and event.is_spoken:
            outcome = utterance.outcomes[-1] if utterance else HearingOutcome.WRONG
            said = tidy(utterance.words).casefold() if utterance else ""
            if outcome is HearingOutcome.WRONG or (event.recording and event.text != said):
                self._print_line(f"  (heard: {event.text})")
        elif isinstance(event, NotUnderstood) and utterance and utterance.meaning and not self._simulation.is_narrating:
            if not utterance.is_reported:
                self._print_line(NOT_UNDERSTOOD)
            utterance.is_reported = True

    def _type(self, player: str, words: str) -> None:
        self._print_line(f"  {player} types: {words}")
        self._simulation.type(words)

    # --- slips -------------------------------------------------------------------------------------

    def _slip(self, intention: Intention) -> HearingOutcome:
        """Let something go wrong before the answer, and return the outcome of the answer if that was given as well."""
        game_topic = self._simulation.conversation.game_topic
        if (
            not game_topic
            or game_topic.free
            or game_topic.now.side_question
            or intention.tries
            or intention.has_slipped
        ):
            return HearingOutcome.MISSED
        if not self._slips and self._dice.random() < SLIP_PROBABILITY:
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
        self._simulation.wait(self._dice.uniform(0.3, 0.9))
        if slip == "aside":
            others = [name for name in self._names if name != player]
            self._aside(self._dice.choice(others), self._dice.choice(guest_phrases("to each other")))
        elif slip == "thinking":
            self._aside(player, self._dice.choice(guest_phrases("thinking")))
        elif slip == "mumble":
            sound = self._voices.say(player, intention.words, mumble=True)
            intention.has_slipped = True
            outcome = self._say(player, intention.words, sound, how=", mumbling")
            if outcome in DONE:
                self._count(outcome, intention, intention.words)
            return outcome
        else:
            self._insist(player, REQUESTS[slip])
        return HearingOutcome.MISSED

    def _change_of_mind(self, words: str) -> str | None:
        """Return a correction such as "three, no, four", if it is understood as "four"."""
        conversation = self._simulation.conversation
        place = conversation.game_topic.open_slot if conversation.game_topic else None
        meant = conversation.understand(words)
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
            understood = conversation.understand(changed)
            if isinstance(understood, Understood) and understood.reading == meant.reading:
                return changed
        return None
