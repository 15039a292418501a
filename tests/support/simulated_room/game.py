"""Play a whole game by voice in a simulated room, and count what was understood."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

from narrator.apps.demo.guest_voices import GuestVoices
from narrator.apps.demo.noise import NOISES
from narrator.apps.demo.output import DemoOutput
from narrator.apps.demo.spoken_demo import FedSpeechInput, clock
from narrator.apps.demo.text_demo import MAX_ANSWERS, open_demo_storage
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.games.hosting.plan import Plan, seat_names
from narrator.language.content.packs import load_content
from narrator.language.lines.preferences import Preferences
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Inbox, InputEvent, SpeechFinished, TroubleReported
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.spoken_output import find_clip
from narrator.storage.clips import Clips
from tests.support.simulated_room.players import SpeakingPlayers, Tally
from tests.support.simulated_room.room import Loudspeaker, SimulatedRoom
from tests.support.simulated_room.simulation import (
    CountingScreen,
    GuestUtterance,
    InterruptibleVoice,
    Simulation,
)


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """How a game is simulated."""

    noise: str = "kitchen"
    voice: VoiceKind | None = None  # the narrator's; by default the best one installed
    overhear_s: float = float("inf")  # how long the microphone hears the narrator speaking alone
    preferences: Preferences | None = None  # how the narrator speaks, if not as usual
    max_answers: int = MAX_ANSWERS
    interruptions: bool = True
    on_event: Callable[[InputEvent, GuestUtterance | None], None] = lambda event, utterance: None


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """What came of a simulated game."""

    tally: Tally
    is_over: bool  # whether the game was played to its end
    game_s: float  # length on the room's clock
    computing_s: float
    moves: tuple[Any, ...]
    unprompted_replies: int  # how often the narrator replied although no player had spoken

    def summary(self) -> str:
        tally = self.tally
        return (
            f"{tally.answers} spoken answers: {tally.at_once} understood at once, {tally.asked} after asking again, "
            f"{tally.typed} typed in the end, {tally.wrong} taken for something else.\n"
            f"{tally.understood_interruptions} of {tally.interruptions} interruptions understood; "
            f"{tally.accepted_asides} of {tally.asides} asides taken for an answer; "
            f"{self.unprompted_replies} unprompted replies.\n"
            f"{clock(self.game_s)} minutes, computed in {clock(self.computing_s)}."
        )


def simulate_game(plan: Plan, output: DemoOutput, options: SimulationOptions) -> SimulationResult:
    started = time.monotonic()
    with (
        open_demo_storage(keep=False) as (journal, clips),
        open_narrator(options.voice, clips) as (speaker, loudspeaker, inbox),
    ):
        if options.preferences:
            journal.save_note("player", plan.seats[0].name, options.preferences.to_json())
        conversation = Conversation(journal, load_content(), plan, practice=False)

        def on_event(event: InputEvent, utterance: GuestUtterance | None) -> None:
            players.print_heard(event, utterance)
            options.on_event(event, utterance)

        def save_clip(sound: Pcm, words: str, game: int | None) -> str:
            return clips.keep(sound.samples, sound.rate, words=words, game=game)

        try:
            screen = CountingScreen(output)
            recogniser = FedSpeechInput()
            # without echo cancellation, answers count only when the narrator has finished
            session = Session(conversation, [recogniser], screen, speaker, save_clip, let_it_finish=True)
            room = SimulatedRoom(loudspeaker, NOISES[options.noise](), output.play, options.overhear_s)
            simulation = Simulation(conversation, session, room, recogniser, speaker, inbox, screen, on_event)
            names = seat_names(plan.seats)
            voices = GuestVoices(names)
            dice = random.Random(plan.seed)
            players = SpeakingPlayers(
                simulation, names, voices, dice, screen.print_line, interruptions=options.interruptions
            )
            players.play(options.max_answers)
            is_over = conversation.done
            moves = journal.read(max(journal.game_ids())).moves
        finally:
            speaker.stop()
            conversation.close()
        return SimulationResult(
            players.tally, is_over, room.seconds, time.monotonic() - started, moves, simulation.unprompted_replies
        )


@contextmanager
def open_narrator(voice: VoiceKind | None, clips: Clips) -> Iterator[tuple[InterruptibleVoice, Loudspeaker, Inbox]]:
    inbox: Inbox = SimpleQueue()
    loudspeaker = Loudspeaker()

    def on_change(speaking: bool) -> None:
        if not speaking:
            inbox.put(SpeechFinished())
        loudspeaker.set_busy(speaking)

    speaker = InterruptibleVoice(
        choose_voice(voice).renderers,
        loudspeaker,
        on_change=on_change,
        report=lambda sentence: inbox.put(TroubleReported(sentence)),
        find_recording=partial(find_clip, clips),
    )
    try:
        yield speaker, loudspeaker, inbox
    finally:
        speaker.stop()
        speaker.close()
