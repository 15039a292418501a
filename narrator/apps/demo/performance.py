"""A whole game by players who really speak, to a narrator who really listens and speaks."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from queue import SimpleQueue
from typing import Any

from narrator.apps.demo import MOST, kept
from narrator.apps.demo.acoustics import NOISES, Loudspeaker, SimulatedRoom
from narrator.apps.demo.guest_voices import GuestVoices
from narrator.apps.demo.outlet import Outlet
from narrator.apps.demo.players import Players, Tally
from narrator.apps.demo.simulation import DemoScreen, GuestUtterance, Narrator, RoomEar, Simulation
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.games.hosting.plan import Plan, seat_names
from narrator.language.content.packs import load_content
from narrator.language.lines.preferences import Preferences
from narrator.speech.models.model import find_model
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Inbox, InputEvent, SpeechFinished, TroubleReported
from narrator.speech.tts.cache import Cache
from narrator.speech.tts.choose_voice import VoiceKind, choose
from narrator.speech.tts.spoken import recorded
from narrator.storage.clips import Clips

NO_MODEL = (
    "The speech model is not installed here (`narrator setup` fetches it), so the guests write instead of speaking."
)
NO_VOICES = (
    "There are no voices here (`pip install 'narrator[espeak]'` brings them), so the guests write instead of speaking."
)


@dataclass(frozen=True, slots=True)
class Wishes:
    noise: str = "kitchen"
    voice: VoiceKind | None = None  # the narrator's; the best there is if none is named
    keep: bool = False
    overhears: float = float("inf")  # for so many seconds the ear hears the narrator, too, which takes longest of all
    manner: Preferences | None = None  # how the narrator speaks, if not as usual
    most: int = MOST  # after so many answers it is enough
    note: Callable[[InputEvent, GuestUtterance | None], None] = lambda happening, utterance: None


@dataclass(frozen=True, slots=True)
class Result:
    tally: Tally
    over: bool  # whether the game was played to its end
    seconds: float  # how long it lasted, on the clock of the room
    took: float  # how long it took to make
    moves: tuple[Any, ...]  # what was done at the table
    by_itself: int  # how often the narrator answered although nobody had said anything

    def told(self) -> Iterator[str]:
        tally = self.tally
        yield (
            f"{tally.answers} spoken answers: {tally.at_once} understood at once, {tally.asked} after asking again, "
            f"{tally.typed} typed in the end; {tally.wrong or 'none'} taken for something else."
        )
        yield (
            f"{tally.heeded} of {tally.interruptions} interruptions were heard; {tally.taken} of {tally.asides} asides "
            f"were taken for an answer; the narrator answered itself {times(self.by_itself)}."
        )
        yield f"{clock(self.seconds)} minutes, made in {clock(self.took)}."


def times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def why_not() -> str | None:
    """What is missing for it, in a sentence; nothing if it can begin."""
    if find_model() is None:
        return NO_MODEL
    if find_spec("espeakng_loader") is None or not choose().renderers:
        return NO_VOICES
    return None


def perform(plan: Plan, outlet: Outlet, wishes: Wishes) -> Result:
    began = time.monotonic()
    with kept(wishes.keep) as (journal, clips), narrator(wishes.voice, clips) as (speaker, loudspeaker, inbox):
        if wishes.manner:
            journal.save_note("player", plan.seats[0].name, wishes.manner.to_json())
        talk = Conversation(journal, load_content(), plan, practice=False)

        def note(happening: InputEvent, utterance: GuestUtterance | None) -> None:
            players.heard(happening, utterance)
            wishes.note(happening, utterance)

        def keep(sound: Pcm, words: str, game: int | None) -> str:
            return clips.keep(sound.samples, sound.rate, words=words, game=game)

        try:
            screen = DemoScreen(outlet)
            ear = RoomEar()
            # nothing takes the narrator's voice out of what this ear hears, so the guests let it finish
            session = Session(talk, [ear], screen, speaker, keep, let_it_finish=True)
            room = SimulatedRoom(loudspeaker, NOISES[wishes.noise](), outlet.sound, wishes.overhears)
            stage = Simulation(talk, session, room, ear, speaker, inbox, screen, note)
            names = seat_names(plan.seats)
            cast = GuestVoices(names, with_piper=str(speaker.engine).startswith("piper"))
            players = Players(stage, names, cast, random.Random(plan.seed), screen.tell, settings=not wishes.keep)
            players.play(wishes.most)
            over = talk.done
            moves = journal.read(max(journal.game_ids())).moves
        finally:
            number = talk.topic.kept_game
            speaker.stop()
            talk.close()
            if number is not None and wishes.keep:  # nobody would go on with a demo that was broken off
                journal.forget(number)
        return Result(players.tally, over, room.now, time.monotonic() - began, moves, stage.by_itself)


@contextmanager
def narrator(voice: VoiceKind | None, clips: Clips) -> Iterator[tuple[Narrator, Loudspeaker, Inbox]]:
    inbox: Inbox = SimpleQueue()
    loudspeaker = Loudspeaker()

    def changed(speaking: bool) -> None:
        if not speaking:
            inbox.put(SpeechFinished())
        loudspeaker.changed(speaking)

    speaker = Narrator(
        choose(voice).renderers,
        loudspeaker,
        cache=Cache(),
        changed=changed,
        trouble=lambda sentence: inbox.put(TroubleReported(sentence)),
        recording=partial(recorded, clips),
    )
    try:
        yield speaker, loudspeaker, inbox
    finally:
        speaker.stop()
        speaker.close()
