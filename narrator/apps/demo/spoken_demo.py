"""A demo game with sound: synthetic players speak, the real recogniser hears them, and the narrator answers aloud.

Narrator and players take turns, so only the background noise sounds at the same time as a voice. Time is counted in
samples, not by the clock, so a recording is the same on a slow and on a fast computer.
"""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import cycle
from math import inf
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from narrator.apps.demo.guest_voices import SAMPLE_RATE, GuestVoices
from narrator.apps.demo.guests import Guest, guest_phrases
from narrator.apps.demo.noise import NOISES, Noise
from narrator.apps.demo.output import DemoOutput
from narrator.apps.demo.text_demo import MAX_ANSWERS, demo_conversation, open_demo_storage
from narrator.apps.terminal.text_output import PlainTextOutput
from narrator.core.installation import install_command
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.games.hosting.plan import Plan, seat_names
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Ambiguous, Understanding, Understood, tidy
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.speech_input import SpeechInput
from narrator.speech.devices.capture import FrameBuffer
from narrator.speech.models.model import find_model
from narrator.speech.pcm import Pcm, Samples, to_int16
from narrator.speech.ports import Inbox, InputEvent, SpeechFinished, TroubleReported, UtteranceHeard
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.phonemes import is_hibari_installed
from narrator.speech.tts.spoken_output import SpokenOutput, find_clip
from narrator.storage.clips import Clips

BLOCK = SAMPLE_RATE // 50
"""Samples (20 ms) after which the narrator can be stopped."""
NO_ANSWER_AFTER_S = 2.2
"""Players take it that they were not heard after this much silence."""
SETTLE_S = 0.25
"""The recogniser may still report something this long after its first decision."""
POLL_S = 0.05
MAX_TRIES = 3
"""Players say an answer at most this often before they type it."""
SIDE_TALK_EVERY_TURNS = 3
SIDE_TALK = ("aside", "mumble", "repeat", "thinking", "help")
"""What players do besides answering, in this order."""
REQUESTS = {"repeat": "repeat that", "help": "what can I say"}
PRINTED_WITHOUT_MODEL = (
    "The speech model is not installed (run `narrator setup`), so the demo is printed instead of spoken."
)
PRINTED_WITHOUT_VOICES = (
    "There are no voices for the players, so the demo is printed instead of spoken. To install them: "
)


def why_not_spoken() -> str | None:
    """Say what is missing for a spoken demo, or return `None` if nothing is."""
    if find_model() is None:
        return PRINTED_WITHOUT_MODEL
    if not is_hibari_installed():
        return PRINTED_WITHOUT_VOICES + install_command("voice")
    return None


# --- what became of an utterance -----------------------------------------------------------------


class HearingOutcome(StrEnum):
    """What the recogniser made of an utterance."""

    RIGHT = "right"
    ASKED = "asked"
    MISSED = "missed"
    WRONG = "wrong"


ASIDES: Mapping[str, Understanding] = {"thinking": Understood(Reading("TakeTime"))}
"""The meanings that also count as right for side talk."""


def judge_event(event: InputEvent, meaning: Understanding | None, conversation: Conversation) -> HearingOutcome:
    """Compare what was heard with what was meant; `None` means that nothing was meant for the narrator."""
    if not isinstance(event, UtteranceHeard):
        return HearingOutcome.MISSED
    if event.candidates:
        return HearingOutcome.ASKED
    understood = conversation.understand(event.text)
    if isinstance(meaning, Understood):
        is_right = isinstance(understood, Understood) and understood.reading == meaning.reading
    elif isinstance(meaning, Ambiguous):
        is_right = understood == meaning
    else:  # free words are right if they were recorded as free words
        is_right = meaning is not None and event.recording is not None and not isinstance(understood, Understood)
    return HearingOutcome.RIGHT if is_right else HearingOutcome.WRONG


def most_important(outcomes: Sequence[HearingOutcome]) -> HearingOutcome:
    order = (HearingOutcome.WRONG, HearingOutcome.RIGHT, HearingOutcome.ASKED)
    return next((outcome for outcome in order if outcome in outcomes), HearingOutcome.MISSED)


# --- the room ------------------------------------------------------------------------------------


class FedSpeechInput(SpeechInput):
    """The speech input of a real game, without its thread: the caller feeds it each frame."""

    def __init__(self) -> None:
        super().__init__(())
        self._recogniser = load_recogniser()

    def listen(self, inbox: Inbox) -> None:
        """Do nothing: this input has no thread."""

    @property
    def is_hearing(self) -> bool:
        return self._recogniser.is_hearing

    def feed(self, frame: Samples) -> list[InputEvent]:
        self.apply_expectation(self._recogniser)
        events: Inbox = SimpleQueue()
        for result in self._recogniser.feed(frame):
            self.report(result, events, result.decided_s)
        return [events.get() for _ in range(events.qsize())]


class DemoRoom:
    """Adds background noise to every sound and passes it to the output; the narrator's voice plays here."""

    def __init__(self, noise: Noise, output: DemoOutput) -> None:
        self.volume = 1.0
        self._noise, self._output = noise, output
        self._framing = FrameBuffer(SAMPLE_RATE)
        self._position = 0
        self._is_stopped = False

    @property
    def seconds(self) -> float:
        return self._position / SAMPLE_RATE

    def play(self, pcm: Pcm) -> None:
        self._is_stopped = False
        for _ in self._emit(pcm.resampled(SAMPLE_RATE).samples.astype(np.float64) * self.volume):
            if self._is_stopped:
                return

    def stop(self) -> None:
        self._is_stopped = True

    def set_background(self, music: Pcm | None) -> None:
        """Do nothing: the demo has no booth."""

    def record(self, samples: Samples) -> Iterator[Samples]:
        """Play a player's voice and yield what the microphone hears, in frames for the recogniser."""
        for block in self._emit(samples.astype(np.float64)):
            yield from self._framing.feed(block)

    def _emit(self, samples: Noise) -> Iterator[Samples]:
        for start in range(0, len(samples), BLOCK):
            block = samples[start : start + BLOCK]
            places = np.arange(self._position, self._position + len(block))
            mixed = to_int16(block + np.take(self._noise, places, mode="wrap"))
            self._position += len(block)
            self._output.play(mixed)
            yield mixed


# --- the game ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """How a demo is played."""

    noise: str = "kitchen"
    voice: VoiceKind | None = None  # the narrator's; by default the best one installed
    keep: bool = False
    preferences: Preferences | None = None  # how the narrator speaks, if not as usual
    max_answers: int = MAX_ANSWERS
    max_s: float = inf  # after this time, the demo ends with the current turn


@dataclass
class DemoResult:
    """What came of a demo, counted in answers."""

    at_once: int = 0
    asked: int = 0  # understood only after a repetition or a question
    typed: int = 0
    wrong: int = 0  # taken for something else than was said
    is_over: bool = False  # whether the game was played to its end
    game_s: float = 0.0
    computing_s: float = 0.0
    moves: tuple[Any, ...] = ()

    @property
    def answers(self) -> int:
        return self.at_once + self.asked + self.typed + self.wrong

    def summary(self) -> str:
        return (
            f"{self.answers} spoken answers: {self.at_once} understood at once, {self.asked} after asking again, "
            f"{self.typed} typed in the end; {self.wrong or 'none'} taken for something else.\n"
            f"{clock(self.game_s)} minutes, made in {clock(self.computing_s)}.\n"
        )


def clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def play_spoken_demo(plan: Plan, output: DemoOutput, options: DemoOptions) -> DemoResult:
    """Play a whole game. An unfinished game is deleted even if the demo is to be kept."""
    started = time.monotonic()
    with open_demo_storage(keep=options.keep) as (journal, clips), ExitStack() as closing:
        if options.preferences:
            journal.save_note("player", plan.seats[0].name, options.preferences.to_json())
        conversation = closing.enter_context(demo_conversation(journal, plan))
        game = SpokenGame(conversation, plan, output, options, clips)
        closing.callback(game.close)
        game.play()
        game.result.is_over = conversation.done
        game.result.moves = journal.read(max(journal.game_ids())).moves
    game.result.computing_s = time.monotonic() - started
    return game.result


class SpokenGame:
    """A game between the narrator and guests who speak."""

    def __init__(
        self, conversation: Conversation, plan: Plan, output: DemoOutput, options: DemoOptions, clips: Clips
    ) -> None:
        def save_clip(sound: Pcm, words: str, game: int | None) -> str:
            return clips.keep(sound.samples, sound.rate, words=words, game=game)

        self.result = DemoResult()
        self._conversation, self._output = conversation, output
        self._max_answers, self._max_s = options.max_answers, options.max_s
        self._inbox: Inbox = SimpleQueue()
        self._is_voice_busy = False
        self._room = DemoRoom(NOISES[options.noise](), output)
        self._speaker = SpokenOutput(
            choose_voice(options.voice).renderers,
            self._room,
            on_change=self._voice_changed,
            report=lambda sentence: self._inbox.put(TroubleReported(sentence)),
            find_recording=partial(find_clip, clips),
        )
        self._recogniser = FedSpeechInput()
        screen = PlainTextOutput(output)
        # the narrator is never interrupted, because its voice and the players' are not heard at the same time
        self._session = Session(conversation, [self._recogniser], screen, self._speaker, save_clip, let_it_finish=True)
        self._names = seat_names(plan.seats)
        self._voices = GuestVoices(self._names)
        self._dice = random.Random(plan.seed)
        self._guest = Guest(self._dice, chatty=True)
        self._side_talk = cycle(SIDE_TALK)
        self._turns = 0
        self._player = self._names[0]

    def play(self) -> None:
        self._session.begin()
        self._wait_for_narrator()
        while not self._session.over and self.result.answers < self._max_answers and self._room.seconds < self._max_s:
            self._take_turn()
        self._be_silent(0.5)
        self.result.game_s = self._room.seconds

    def close(self) -> None:
        self._speaker.stop()
        self._speaker.close()

    # --- turns -------------------------------------------------------------------------------------

    def _take_turn(self) -> None:
        """Let a player say an answer until it is understood; type it in the end."""
        self._player, words = self._next_answer()
        self._turns += 1
        mumbles = self._can_chat() and self._chat(self._player) == "mumble"
        for attempt in range(MAX_TRIES):
            self._be_silent(self._dice.uniform(0.3, 1.2))
            reply = self._reply_to_offer(words) if attempt else words
            outcome = self._say(reply, mumble=mumbles and not attempt, slowly=attempt > 0)
            self._wait_for_narrator()
            if outcome is HearingOutcome.WRONG:
                self.result.wrong += 1
                return
            if outcome is HearingOutcome.RIGHT and reply in {words, "yes"}:
                self.result.asked += attempt > 0
                self.result.at_once += attempt == 0
                return
        self.result.typed += 1
        self._print(f"{self._player} types: {words}")
        self._session.take(UtteranceHeard(words))
        self._wait_for_narrator()

    def _next_answer(self) -> tuple[str, str]:
        game_topic = self._conversation.game_topic
        if game_topic is None:
            return self._player, "goodbye"
        question = game_topic.question
        player = self._player
        if question and question.seat:
            player = question.seat
        elif not game_topic.now.side_question:
            player = self._dice.choice(self._names)
        return player, self._guest.answer(self._conversation)

    def _reply_to_offer(self, words: str) -> str:
        """Answer "Did you mean the owl?" with yes or no; otherwise repeat the words."""
        game_topic = self._conversation.game_topic
        waiting = game_topic.now.side_question if game_topic else None
        if waiting is None or waiting.question.id not in ("offer", "offer-phrase"):
            return words
        offered = str(waiting.question.facts["said"])
        understand = self._conversation.understand
        is_meant = understand(offered) == understand(words) or tidy(offered).casefold() in tidy(words).casefold()
        return "yes" if is_meant else "no"

    # --- side talk ---------------------------------------------------------------------------------

    def _can_chat(self) -> bool:
        game_topic = self._conversation.game_topic
        if game_topic is None or game_topic.free or game_topic.now.side_question:
            return False
        return self._turns > 1 and self._turns % SIDE_TALK_EVERY_TURNS == 0

    def _chat(self, player: str) -> str:
        """Say something before the answer: to the others, while thinking, or a request to the narrator."""
        kind = next(self._side_talk)
        self._be_silent(self._dice.uniform(0.3, 0.9))
        if kind in REQUESTS:
            self._say(REQUESTS[kind])
        elif kind != "mumble":
            speaker = player
            if kind == "aside":
                speaker = self._dice.choice([name for name in self._names if name != player])
            words = self._dice.choice(guest_phrases("to each other" if kind == "aside" else kind))
            outcome = self._say(words, speaker=speaker, aside=kind)
            self.result.wrong += outcome is HearingOutcome.WRONG
        self._wait_for_narrator()
        return kind

    # --- sound -------------------------------------------------------------------------------------

    def _say(
        self,
        words: str,
        *,
        speaker: str | None = None,
        aside: str = "",
        mumble: bool = False,
        slowly: bool = False,
    ) -> HearingOutcome:
        """Speak, let the recogniser listen until it has decided, and pass what it heard to the session."""
        speaker = speaker or self._player
        manner = ", mumbling" if mumble else ", to the others" if aside else ""
        self._print(f"{speaker}{manner}: {words}")
        meaning = ASIDES.get(aside) if aside else self._conversation.understand(words)
        sound = self._voices.say(speaker, words, mumble=mumble, slowly=slowly)
        events = self._hear(sound.resampled(SAMPLE_RATE).samples)
        ended_s, decided_s = self._room.seconds, None
        while self._recogniser.is_hearing or self._room.seconds < (decided_s or ended_s + NO_ANSWER_AFTER_S):
            events += self._hear(np.zeros(BLOCK, dtype=np.int16))
            if events and decided_s is None:
                decided_s = self._room.seconds + SETTLE_S
        outcomes = [judge_event(event, meaning, self._conversation) for event in events]
        for event, outcome in zip(events, outcomes, strict=True):
            self._print_heard(event, outcome, words)
            self._session.take(event)
        outcome = most_important(outcomes)
        if outcome is HearingOutcome.MISSED and not aside:
            self._print("(not understood)")
        return outcome

    def _hear(self, samples: Samples) -> list[InputEvent]:
        return [event for frame in self._room.record(samples) for event in self._recogniser.feed(frame)]

    def _be_silent(self, seconds: float) -> None:
        for event in self._hear(Pcm.silence(seconds, SAMPLE_RATE).samples):
            self._session.take(event)

    def _wait_for_narrator(self) -> None:
        while self._speaker.is_speaking or self._is_voice_busy or not self._inbox.empty():
            with suppress(Empty):
                self._session.take(self._inbox.get(timeout=POLL_S))

    def _voice_changed(self, is_speaking: bool) -> None:
        if not is_speaking:
            self._inbox.put(SpeechFinished())
        self._is_voice_busy = is_speaking

    # --- text --------------------------------------------------------------------------------------

    def _print(self, text: str) -> None:
        self._output.write(f"  {text}\n")
        self._output.flush()

    def _print_heard(self, event: InputEvent, outcome: HearingOutcome, words: str) -> None:
        """Show what was heard if it differs from what was said."""
        if isinstance(event, UtteranceHeard) and event.candidates:
            self._print(f"(heard: {', or '.join(event.candidates)}?)")
        elif isinstance(event, UtteranceHeard):
            is_different = event.recording is not None and event.text != tidy(words).casefold()
            if outcome is HearingOutcome.WRONG or is_different:
                self._print(f"(heard: {event.text})")
