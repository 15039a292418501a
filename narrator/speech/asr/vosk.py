"""The ear that listens to voices. When somebody has finished is decided by us, not by vosk.

Vosk cuts after half a second of silence, whatever was said, so a child that stops to think loses the end of its
sentence. Its rules stand in the model's `conf/model.conf`. The ear reads the model from a private folder whose other
files are links to the family's model and in which those rules are set so high that they never apply; the listener
(`listener.py`) then ends each utterance by what was said (`endpoint.py`).

A recogniser belongs to the one thread that feeds it. The model is read once and shared.
"""

import json
import logging
import os
import re
import shutil
import threading
from collections import deque
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import platformdirs

from narrator.core.errors import ModelDamaged, NarratorError
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.agreement import GUESSES, SECOND_THOUGHTS, Agreement
from narrator.speech.asr.endpoint import RATE
from narrator.speech.asr.listener import Decision, DecisionReason, Listener
from narrator.speech.asr.phrasebook import UNKNOWN, Guess, Phrasebook, Told, telling, words_of
from narrator.speech.asr.room_watch import RoomWatch
from narrator.speech.asr.second_ear import best_second_ear
from narrator.speech.echo.aligned_canceller import SpeechOrigin
from narrator.speech.models.model import find_model, load_model
from narrator.speech.networks.silero_vad import best_detector
from narrator.speech.pcm import Samples
from narrator.speech.ports import Inbox, InputEnded, NotUnderstood, RoomTroubleNoticed, TroubleReported, UtteranceHeard
from narrator.speech.room import RoomTrouble

if TYPE_CHECKING:
    import vosk

NEVER = 3600.0
"""Seconds. No utterance is that long, so vosk never ends one."""
BOOKS = 4
"""Phrase books at hand: for while the narrator speaks, for now, and for next."""
SHORTEST, SHORT = 0.2, 3.0
"""Seconds. What is shorter was a cough; whoever speaks longer, and no phrase, is telling something to somebody else."""
MUDDLED = 4.5
"""Seconds that an answer seems to last where noise or others' talk hide its end."""
HIDE_THE_END = (RoomTrouble.LOUD, RoomTrouble.TWO)
FEW = 50
"""Phrases that are written down for vosk in no time."""
RULES = (
    *(f"endpoint.rule{rule}.min-trailing-silence" for rule in (1, 2, 3, 4)),
    "endpoint.rule5.min-utterance-length",
)
PAUSES = (1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds before each new try (retry) of an ear that broke down; there is no sixth."""
STEADY = 600.0
"""Seconds without trouble after which earlier breakdowns no longer count."""
WELL = 2.0
"""Seconds of sound after which an ear that had broken down is well again."""
FAILED = "Something went wrong with my ear. I am trying again; until then, please type."
RECOVERED = "I can hear you again."
GIVEN_UP = "My ear does not work any more. Please type."


# --- the model, unhurried ----------------------------------------------------------------------------


def unhurried(model: Path, cache: Path | None = None) -> Path:
    """A folder with this model that never ends an utterance by itself. The model itself is not touched."""
    rules = without_endpoints((model / "conf" / "model.conf").read_text("utf-8"))
    mark = sha256(f"{model.resolve()}\n{rules}".encode()).hexdigest()[:16]
    place = (cache or Path(platformdirs.user_cache_dir("narrator"))) / "ear" / f"{model.name}-{mark}"
    if (place / "conf" / "model.conf").is_file() and all((place / part.name).exists() for part in model.iterdir()):
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(f"{place.name}.{os.getpid()}.part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    for part in model.iterdir():
        if part.name != "conf":
            link_or_copy(part.resolve(), fresh / part.name)
    shutil.copytree(model / "conf", fresh / "conf")
    (fresh / "conf" / "model.conf").chmod(0o644)  # the family's may be read-only
    (fresh / "conf" / "model.conf").write_text(rules, "utf-8")
    shutil.rmtree(place, ignore_errors=True)
    try:
        fresh.rename(place)
    except OSError:  # another Narrator was quicker, with the same
        shutil.rmtree(fresh, ignore_errors=True)
    return place


def without_endpoints(rules: str) -> str:
    """The same settings, but for the rules by which vosk ends an utterance, and with more second thoughts."""
    kept = [line for line in rules.splitlines() if not re.match(r"\s*--(endpoint\.rule|lattice-beam)", line)]
    ours = (*(f"--{rule}={NEVER}" for rule in RULES), f"--lattice-beam={SECOND_THOUGHTS}")
    return "\n".join([*kept, *ours]) + "\n"


def link_or_copy(source: Path, target: Path) -> None:
    """A link where the system has them, else the thing itself (70 MB, once)."""
    try:
        target.symlink_to(source, target_is_directory=source.is_dir())
    except OSError:
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)


def ear_model(folder: Path | None = None) -> "vosk.Model":
    """The model that the ear listens with: this one, or the one that `narrator setup` put in place."""
    found = folder or find_model()
    if found is None:
        raise ModelDamaged("there is no speech model. Run `narrator setup`: it fetches it.")
    try:
        place = unhurried(found)
    except OSError:
        place = found  # no room for a private folder: vosk's own rules are better than no ear
    return load_model(place)


# --- recognising ---------------------------------------------------------------------------------------


class Dictionary:
    """The words that a model knows, and phrases written down for it. Recognisers of one thread share it."""

    def __init__(self, model: "vosk.Model") -> None:
        self._model = model
        self._known: dict[str, bool] = {UNKNOWN: True}
        self._written: deque[tuple[Told, str]] = deque(maxlen=BOOKS)

    def knows(self, word: str) -> bool:
        if word not in self._known:
            self._known[word] = self._model.vosk_model_find_word(word) >= 0
        return self._known[word]

    def written(self, phrases: Told) -> str:
        """Without phrases it cannot hear: it would drop the word it does not know and keep the rest."""
        for kept, written in self._written:
            if kept is phrases:
                return written
        strange = {word for word in words_of(phrases) if not self.knows(word)}
        known = {each: often for each, often in phrases.items() if strange.isdisjoint(each.split())}
        written = json.dumps(list(telling(known if strange else phrases)))
        if len(phrases) > FEW:  # many take a moment, and after a second look the same ones come back
            self._written.append((phrases, written))
        return written


class VoskRecogniser:
    """Sound into words, with vosk. Without phrases it writes down whatever it hears."""

    def __init__(self, model: "vosk.Model", words: Dictionary, phrases: Told | None = None) -> None:
        import vosk  # noqa: PLC0415 - takes a moment, and most commands never listen

        self._words = words
        self._vosk = vosk.KaldiRecognizer(model, RATE, *([words.written(phrases)] if phrases else []))
        self._vosk.SetMaxAlternatives(GUESSES)
        self._under_way = False
        self._pieces: list[str] = []
        """What vosk took for an utterance of its own all the same."""

    def expect(self, phrases: Told) -> None:
        self.begin()  # in the middle of an utterance a change of phrases would end the program
        self._vosk.SetGrammar(self._words.written(phrases))

    def begin(self) -> None:
        if self._under_way:
            self._vosk.FinalResult()  # else the next utterance would be heard as a continuation of this one
        self._vosk.Reset()
        self._pieces = []
        self._under_way = False

    def feed(self, samples: Samples) -> None:
        self._under_way = True
        if self._vosk.AcceptWaveform(samples.tobytes()):
            self._pieces += [guess.text for guess in self._guesses(self._vosk.Result())[:1]]

    def so_far(self) -> str:
        partial = json.loads(self._vosk.PartialResult())  # before the first sound it has none
        return self._joined(partial.get("partial", ""))

    def finish(self) -> tuple[Guess, ...]:
        self._under_way = False
        return self._guesses(self._vosk.FinalResult())

    def _guesses(self, result: str) -> tuple[Guess, ...]:
        found = json.loads(result).get("alternatives", [])
        return tuple(Guess(text, each["confidence"]) for each in found if (text := self._joined(each["text"])))

    def _joined(self, words: str) -> str:
        return " ".join(" ".join([*self._pieces, words]).split())


def vosk_listener(model: "vosk.Model | None" = None) -> Listener:
    """A listener with everything it needs."""
    model = model or ear_model()
    words = Dictionary(model)
    some = {"yes": 1, "no": 1}  # any phrases will do: they make it one that can change them
    phrases, again, asked = (VoskRecogniser(model, words, some) for _ in range(3))
    agreement = Agreement(VoskRecogniser(model, words), again, asked, words.knows, best_second_ear())
    return Listener(phrases, agreement, VoskRecogniser(model, words), best_detector)


# --- the ear ---------------------------------------------------------------------------------------------


class VoskEar:
    """Listens in one thread to frames from anywhere: a microphone, a recording, a room that is played."""

    def __init__(
        self,
        frames: Iterable[Samples],
        model: "vosk.Model | None" = None,
        whose: Callable[[float, float], SpeechOrigin] | None = None,
    ) -> None:
        """`frames` ends when nothing more will come. `whose` tells who spoke between two seconds of them, where the
        narrator's own voice is in them, too (see `sound.echo`)."""
        self._frames = frames
        self._whose = whose or (lambda start, end: SpeechOrigin.PERHAPS_PLAYER)
        self._seconds = 0.0
        """Of the frames, before this listener began."""
        self._model = model
        self._expected: tuple[Expectation, Expectation | None] | None = None
        self._books: deque[tuple[Expectation, Phrasebook]] = deque(maxlen=BOOKS)
        self._current: tuple[Expectation, Expectation | None] | None = None
        self._announced: Expectation | None = None
        """What the listener was told last: after a breakdown the next one needs it, too."""
        self._broken = False
        """Whether the table was told that the ear has broken down, and not yet that it hears again."""
        self._room = RoomWatch()
        self._change = threading.Lock()
        self._closed = threading.Event()

    def listen(self, inbox: Inbox) -> None:
        threading.Thread(target=self._run, args=(inbox,), name="ear", daemon=True).start()

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        with self._change:
            self._expected = expectation, then

    def close(self) -> None:
        self._closed.set()

    def _run(self, inbox: Inbox) -> None:
        """Listen to the end of the sound. An ear that breaks down says so and tries again: a table must never be deaf
        without knowing it."""
        failures = 0
        try:
            while not self._closed.is_set():
                began = monotonic()
                try:
                    self._hear(inbox)
                    return
                except NarratorError as error:  # it says itself what can be done about it
                    inbox.put(TroubleReported(str(error)))
                    return
                except Exception:  # whatever it is
                    logging.getLogger(__name__).debug("the ear broke down", exc_info=True)
                failures = 1 if monotonic() - began > STEADY else failures + 1
                if failures > len(PAUSES):
                    inbox.put(TroubleReported(GIVEN_UP))
                    return
                if not self._broken:
                    inbox.put(TroubleReported(FAILED))
                self._broken = True
                self._closed.wait(PAUSES[failures - 1])
        finally:
            inbox.put(InputEnded())

    def _hear(self, inbox: Inbox) -> None:
        # read here, so that nobody waits for it, and before any stream is opened, so that nothing is lost
        listener = vosk_listener(self._model)
        with self._change:
            self._expected = self._expected or self._current
        began, heard = self._seconds, 0
        for frame in self._frames:
            if self._closed.is_set():
                return
            self._turn_to(listener)
            decisions = listener.feed(frame)
            heard += len(frame)
            if trouble := self._room.feed(frame, listener.speech):
                inbox.put(RoomTroubleNoticed(trouble))
            for decision in decisions:
                whose = self._whose(began + decision.start_s, began + decision.end_of_speech_s)
                if whose is SpeechOrigin.OWN_ECHO:
                    listener.nobody_spoke()
                else:
                    self._tell(decision, inbox, heard / RATE, over_its_voice=whose is SpeechOrigin.PLAYER)
            self._seconds = began + heard / RATE
            if self._broken and heard >= WELL * RATE:
                self._broken = False
                inbox.put(TroubleReported(RECOVERED))
        if self._closed.is_set():
            return
        for decision in listener.flush():
            self._tell(decision, inbox, heard / RATE)

    def _turn_to(self, listener: Listener) -> None:
        with self._change:
            expected, self._expected = self._expected, None
        if expected is not None:
            self._current = now, then = expected
            listener.expect(self._book(now), free=now.free, afresh=now is self._announced)
            self._announced = then
            if then is not None:
                self._book(then)  # while nobody has anything to say yet

    def _book(self, expectation: Expectation) -> Phrasebook:
        """The phrase book of this. It takes a moment to write, so the last ones are kept."""
        for kept, book in self._books:
            if kept.sounds_like(expectation):
                return book
        book = Phrasebook.of(expectation)
        self._books.append((expectation, book))
        return book

    def _tell(self, decision: Decision, inbox: Inbox, now: float, *, over_its_voice: bool = False) -> None:
        """Accepted words, and doubts, are for the conversation. Side talk is for nobody."""
        began, ended = now - decision.start_s, now - decision.end_of_speech_s
        if decision.reason is DecisionReason.FREE and decision.sound is not None:
            inbox.put(UtteranceHeard(decision.text, decision.sound.trimmed().normalised(), is_spoken=True))
        elif decision.accepted:
            inbox.put(UtteranceHeard(decision.text, is_spoken=True, clear_of_playback=over_its_voice))
        elif decision.doubt:
            inbox.put(UtteranceHeard("", candidates=decision.doubt, is_spoken=True, clear_of_playback=over_its_voice))
        elif SHORTEST < began - ended < MUDDLED:
            short, room = began - ended < SHORT, self._room.trouble(began, ended)
            if short or room in HIDE_THE_END:
                inbox.put(
                    NotUnderstood(
                        room, has_words=short and bool(decision.text), dictation=decision.dictated if short else ""
                    )
                )
