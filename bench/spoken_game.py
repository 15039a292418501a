"""Play a game by voice through PulseAudio, every answer a whole sentence in a natural voice, and count what was heard.

    python -m bench.spoken_game [--half tune|report] [--answers N] [--noise] [--voice hibari|system] [--sound DIR]

`narrator play` runs in this process with its real devices, recognisers and voice, on virtual devices
(`tests.support.virtual_audio`). Three players answer in Kokoro's voices (see `bench.spoken`, which also says how
sentences are rendered and kept); with `--noise`, in a kitchen 12 dB below their voices.

*Right* is an answer that was taken as it was meant the first time, *asked* one that was asked about with the right
meaning, *missed* one without a meaning, *wrong* one with another. A player who was not understood says the same once
more, and types it after four attempts. A reply is the first sound on the speaker after the end of the sentence.
"""

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np

from bench.hearing_sets import REPORT, TUNE
from bench.latency import used_megabytes
from bench.latency_sound import open_audio
from bench.spoken import VOICES, say, sound_file
from narrator.apps import cli
from narrator.apps.commands import play
from narrator.core.paths import user_cache_folder
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.language.understanding.reading import Understanding
from narrator.language.understanding.understand import Understood
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.pcm import FULL_SCALE, Pcm, to_int16
from narrator.speech.ports import InputEvent, NotUnderstood, SpeechOutput, UtteranceHeard
from tests.support.synthetic_speech import make_kitchen_noise
from tests.support.virtual_audio import ROOM, SPEAKER, AudioRoute, VirtualAudio

PLAYERS = "Lily 6, Nick 8, Julie 9"
ARGUMENTS = (
    *("play", "storytellers", "--players", PLAYERS, "--privacy", "open", "--no-practice", "--seed", "table"),
    *("--short", "--ears", "microphone", "--plain"),
)
CHOOSING = (
    "I would like to put in {}.",
    "I think {} would be best.",
    "Let's take {}, please.",
    "Hmm, {} goes into my story.",
)
VOTING = (
    "My vote goes to {}.",
    "I think it has to be {}.",
    "I like {} best.",
    "For me it's {}, please.",
)
REASONS = ("Because it is never afraid of the dark.", "It always makes me laugh so much.")
YES, NO, READY = "Yes, that's right.", "No, that's not what I meant.", "Yes, we are all ready now."
STOP, GO_ON = "Please stop for a moment.", "Okay, you can go on now."
MAX_ATTEMPTS = 4
SILENT_AFTER_S = 6.0
"""Count an utterance as silent if nothing was played for this long after it."""
TURN_SILENCE_S = 0.8
"""Silence on the speaker after which it is the players' turn."""
INTERRUPT_AFTER_S = 3.0
"""Interrupt after this much of a story."""
KITCHEN_SNR_DB, QUIET_SNR_DB = 12.0, 45.0
VOICE_RMS = 0.058
"""Level of the voices while they speak, of full scale."""
START_TIMEOUT_S = 60.0


@dataclass
class Figures:
    """What came of the game."""

    first: Counter[str] = field(default_factory=Counter)
    """Outcomes of the first attempts."""
    confirmations: Counter[str] = field(default_factory=Counter)
    interruptions: Counter[str] = field(default_factory=Counter)
    replies_s: list[float] = field(default_factory=list)
    utterances: int = 0
    """Without interruptions."""
    moves: int = 0
    typed: int = 0
    silent: int = 0
    """Utterances after which nothing was heard for a while."""


class WatchedSession(Session):
    """The session that plays, and what became of the last sentence."""

    current: "WatchedSession"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.talk: Conversation = arguments[0]
        self.speaker: SpeechOutput = arguments[3]
        self.meant: Understanding | None = None
        """The typed meaning of the sentence that is being said."""
        self.outcome = ""
        WatchedSession.current = self

    def take(self, event: InputEvent) -> None:
        """Judge what was heard, then handle it."""
        is_speech = isinstance(event, UtteranceHeard | NotUnderstood)
        found = self._judge(event) if is_speech else ""
        super().take(event)
        side = self.side_question
        if found == "missed" and side and side.offered and self._is_meant(Understood(side.offered)):
            found = "asked"
        self.outcome = found or self.outcome

    @property
    def side_question(self) -> Any:
        topic = self.talk.game_topic
        return topic.now.side_question if topic else None

    def _is_meant(self, found: Understanding) -> bool:
        return found == self.meant

    def _judge(self, event: InputEvent) -> str:
        if not isinstance(event, UtteranceHeard):
            return "missed"
        if event.candidates:
            return "asked" if any(self._is_meant(self.talk.understand(each)) for each in event.candidates) else "wrong"
        if self.talk.expectation.free and not isinstance(self.meant, Understood):
            return "right"
        return "right" if self._is_meant(self.talk.understand(event.text)) else "wrong"


class Players(threading.Thread):
    """Wait for each question, answer it with a sentence, and count."""

    def __init__(self, audio: VirtualAudio, keyboard: int, arguments: argparse.Namespace) -> None:
        super().__init__(name="players", daemon=True)
        self._audio, self._keyboard, self._arguments = audio, keyboard, arguments
        self._dice = random.Random("table")
        names = VOICES[arguments.half]
        self._voices = [names[number] for number in (0, len(names) // 2, len(names) - 1)]
        self.figures = Figures()
        self.started = monotonic()
        self.first_sound_s = 0.0
        self._cpu_before: dict[str, float] = {}
        self._began = self.started

    def run(self) -> None:
        try:
            threading.Thread(target=self._play_noise, daemon=True).start()
            with self._audio.record(SPEAKER) as self._heard, self._audio.record(ROOM) as self._room:
                self._play()
            self._print()
        finally:
            os.kill(os.getpid(), signal.SIGINT)

    @property
    def _session(self) -> WatchedSession:
        return WatchedSession.current

    def _play(self) -> None:
        wait_until(lambda: self._heard.last_sound_time() > 0, START_TIMEOUT_S)
        self.first_sound_s = self._heard.sound_times()[0] - self.started
        self._cpu_before, self._began = cpu_by_thread(), monotonic()
        while self.figures.moves + self.figures.typed < self._arguments.answers and not self._session.over:
            self._wait_for_turn()
            self._answer()

    def _play_noise(self) -> None:
        """Play the noise of the room until the end. A microphone in a perfectly silent room seems to be broken."""
        kitchen = self._arguments.noise
        noise = make_kitchen_noise() if kitchen else np.random.default_rng(1).normal(0, 1, 20 * SAMPLE_RATE_HZ)
        snr_db = KITCHEN_SNR_DB if kitchen else QUIET_SNR_DB
        noise *= VOICE_RMS * FULL_SCALE / np.sqrt(np.mean(noise**2)) * 10 ** (-snr_db / 20)
        with suppress(subprocess.CalledProcessError):  # at the end the devices are closed while it plays
            while True:
                self._audio.play(Pcm(to_int16(np.tile(noise, 6)), SAMPLE_RATE_HZ), ROOM)

    def _wait_for_turn(self) -> None:
        """Wait until the narrator is silent; while it tells a story, interrupt it now and then."""
        telling_since = monotonic()
        while not self._is_my_turn():
            speaker = self._session.speaker
            if not speaker.is_telling_story:
                telling_since = monotonic()
            may_interrupt = self.figures.interruptions.total() < 3 and self.figures.moves
            if may_interrupt and monotonic() - telling_since > INTERRUPT_AFTER_S:
                self._interrupt()
            sleep(0.05)

    def _is_my_turn(self) -> bool:
        is_silent = monotonic() - self._heard.last_sound_time() > TURN_SILENCE_S
        return is_silent and not self._session.speaker.is_speaking

    def _interrupt(self) -> None:
        self.figures.interruptions[self._say(STOP, 0)] += 1
        if self._session.talk.paused or not self._session.speaker.is_speaking:
            sleep(1.5)
            self._say(GO_ON, 0)

    def _answer(self) -> None:
        """Answer the question until it is understood."""
        talk = self._session.talk
        topic = talk.game_topic
        if topic is None:
            self._type("goodbye")
            return
        side, seat = topic.now.side_question, topic.question.seat if topic.question else None
        voice = [name.split()[0] for name in PLAYERS.split(", ")].index(seat) if seat else 0
        sentence = self._word_answer(topic, side)
        outcome = self._say(sentence, voice)
        self.figures.first[outcome] += 1
        self.figures.utterances += 1
        for _ in range(MAX_ATTEMPTS - 1):
            if outcome == "right":
                break
            self.figures.utterances += 1
            self._wait_for_turn()
            waiting = self._session.side_question
            if waiting is not None and waiting is not side and waiting.offered:
                reply = YES if Understood(waiting.offered) == talk.understand(sentence) else NO
                outcome = self._say(reply, voice)
                self.figures.confirmations[outcome] += 1
                outcome = "right" if (outcome, reply) == ("right", YES) else "missed"
                continue
            outcome = self._say(sentence, voice)
        if outcome == "right":
            self.figures.moves += 1
        else:
            self.figures.typed += 1
            self._type(sentence)

    def _word_answer(self, topic: Any, side: Any) -> str:
        if side:
            return YES if side.yes else READY if side.ready else "Never mind, let's go on."
        slot = topic.open_slot
        if slot is None:
            return READY
        if slot.is_free_text:
            return self._dice.choice(REASONS)
        wordings = VOTING if slot.kind == "symbol" or topic.answer_kind.intent == "Vote" else CHOOSING
        spoken = [choice.spoken for choice in slot.choices if choice.spoken]
        things = spoken or [thing.plain_name for thing in self._session.talk.expectation.things()]
        legal = [sentence for thing in things if self._is_legal(sentence := self._dice.choice(wordings).format(thing))]
        return self._dice.choice(legal or [wordings[0].format(things[0])])

    def _is_legal(self, sentence: str) -> bool:
        meant, topic = self._session.talk.understand(sentence), self._session.talk.game_topic
        return isinstance(meant, Understood) and topic is not None and topic.is_legal(meant.reading)

    def _type(self, sentence: str) -> None:
        os.write(self._keyboard, f"{sentence}\n".encode())
        sleep(1.0)

    def _say(self, sentence: str, voice: int) -> str:
        """Say a sentence in the room and return what became of it."""
        session, figures = self._session, self.figures
        sound = self._render(sentence, self._voices[voice])
        session.meant, session.outcome = session.talk.understand(sentence), ""
        self._room.clear()
        was_speaking = session.speaker.is_speaking
        saying = threading.Thread(target=self._audio.play, args=(sound, ROOM))
        began = monotonic()
        saying.start()
        wait_until(lambda: not saying.is_alive(), sound.seconds + 20)
        ended = began + sound.seconds if self._arguments.noise else self._room.sound_times()[-1]
        wait_until(lambda: bool(session.outcome) and self._first_sound_after(ended) > 0, SILENT_AFTER_S)
        reply = self._first_sound_after(ended)
        if not was_speaking and reply:
            figures.replies_s.append(reply - ended)
        figures.silent += not was_speaking and not reply
        outcome = session.outcome or "missed"
        print(f"  [{self._voices[voice]}] {sentence} → {outcome}, {reply - ended if reply else 0:.2f} s", flush=True)
        return outcome

    def _first_sound_after(self, moment: float) -> float:
        return next((each for each in self._heard.sound_times() if each > moment + 0.05), 0.0)

    def _render(self, sentence: str, voice: str) -> Pcm:
        """Return a spoken sentence; render it in another process, so that its memory does not count here."""
        folder = self._arguments.sound
        if not sound_file(folder, sentence, voice).exists():
            rendering = get_context("spawn").Process(target=say, args=(sentence, voice, folder))
            rendering.start()
            rendering.join()
        samples = to_int16(say(sentence, voice, folder))
        self._heard.clear()
        return Pcm(samples, SAMPLE_RATE_HZ)

    def _print(self) -> None:
        figures, seconds = self.figures, monotonic() - self._began
        for title, counts in (
            ("first answers", figures.first),
            ("confirmations", figures.confirmations),
            ("interruptions", figures.interruptions),
        ):
            outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
            print(f"{title:<24}{outcomes or 'none'}")
        print(f"{'utterances for a move':<24}{figures.utterances / max(1, figures.moves):.2f}, {figures.typed} typed")
        median, most = np.percentile(figures.replies_s or [0.0], (50, 90))
        print(f"{'reply':<24}median {median:.2f} s, 90 % {most:.2f} s")
        print(f"{'silent for six seconds':<24}{figures.silent}")
        print(f"{'start to first sound':<24}{self.first_sound_s:.2f} s")
        used = cpu_by_thread()
        spent = {name: used[name] - self._cpu_before.get(name, 0.0) for name in used}
        total = sum(spent.values()) - spent.get(self.name, 0.0)
        print(f"{'CPU':<24}{100 * total / seconds:.0f} % of a core in {seconds:.0f} s")
        for name, cpu_s in sorted(spent.items(), key=lambda each: -each[1])[:8]:
            print(f"    {name:<28}{100 * cpu_s / seconds:5.1f} %")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        print(f"{'memory':<24}{used_megabytes(os.getpid()):.0f} MB, at most {peak:.0f} MB", flush=True)


def wait_until(condition: Callable[[], bool], timeout_s: float) -> None:
    deadline = monotonic() + timeout_s
    while not condition() and monotonic() < deadline:
        sleep(0.02)


def cpu_by_thread() -> dict[str, float]:
    """Return the CPU seconds of each thread of this process by name; threads of libraries count as one."""
    names = {thread.native_id: thread.name for thread in threading.enumerate()}
    found: dict[str, float] = defaultdict(float)
    ticks = os.sysconf("SC_CLK_TCK")
    for task in Path("/proc/self/task").iterdir():
        *_, user, system = (task / "stat").read_text().rpartition(")")[2].split()[:13]
        found[names.get(int(task.name), "libraries")] += (int(user) + int(system)) / ticks
    return found


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=(TUNE, REPORT), default=REPORT, help="which voices")
    parser.add_argument("--answers", type=int, default=18, metavar="N", help="number of answers (default: 18)")
    parser.add_argument("--noise", action="store_true", help="play the noise of a kitchen")
    parser.add_argument("--voice", choices=("hibari", "system"), default="system", help="the narrator's voice")
    default = user_cache_folder() / "bench-spoken"
    parser.add_argument("--sound", type=Path, default=default, metavar="DIR", help="folder of the spoken sentences")
    arguments = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as home, open_audio(AudioRoute.PORTAUDIO) as audio:
        os.environ["NARRATOR_HOME"] = home
        reading, writing = os.pipe()
        os.dup2(reading, sys.stdin.fileno())  # an open keyboard on which only the players type
        play.Session = WatchedSession  # type: ignore[attr-defined]  # to see what it hears
        Players(audio, writing, arguments).start()
        cli.main([*ARGUMENTS, "--voice", arguments.voice])
    return 0


if __name__ == "__main__":
    sys.exit(main())
