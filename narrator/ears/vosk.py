"""The ear that listens to voices. When somebody has finished is decided by us, not by vosk.

Vosk cuts after half a second of silence, whatever was said, so a child that stops to think loses the end of its
sentence. Its rules stand in the model's `conf/model.conf`. The ear reads the model from a private folder whose other
files are links to the family's model and in which those rules are set so high that they never apply; the listener
(`listener.py`) then ends each utterance by what was said (`endpoint.py`).

A recogniser belongs to the one thread that feeds it. The model is read once and shared.
"""

import json
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from narrator.ears.agreement import GUESSES, Agreement
from narrator.ears.endpoint import RATE
from narrator.ears.expected import book_of
from narrator.ears.listener import Decision, Listener, Reason
from narrator.ears.model import find_model, load_model
from narrator.ears.phrasebook import UNKNOWN
from narrator.ears.port import Expectation, Gone, Heard, Inbox
from narrator.errors import ModelDamaged
from narrator.sound.pcm import Pcm, Samples

if TYPE_CHECKING:
    import vosk

NEVER = 3600.0
"""Seconds. No utterance is that long, so vosk never ends one."""
RULES = (
    *(f"endpoint.rule{rule}.min-trailing-silence" for rule in (1, 2, 3, 4)),
    "endpoint.rule5.min-utterance-length",
)


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
    """The same settings, but for the rules by which vosk ends an utterance."""
    kept = [line for line in rules.splitlines() if not re.match(r"\s*--endpoint\.rule", line)]
    return "\n".join([*kept, *(f"--{rule}={NEVER}" for rule in RULES)]) + "\n"


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


class VoskRecogniser:
    """Sound into words, with vosk. Without phrases it writes down whatever it hears."""

    def __init__(self, model: "vosk.Model", phrases: Sequence[str] = ()) -> None:
        import vosk  # noqa: PLC0415 - takes a moment, and most commands never listen

        self._model = model
        self._known: dict[str, bool] = {UNKNOWN: True}
        self._vosk = vosk.KaldiRecognizer(model, RATE, *([self._written(phrases)] if phrases else []))
        self._under_way = False
        self._pieces: list[str] = []
        """What vosk took for an utterance of its own all the same."""

    def expect(self, phrases: Sequence[str]) -> None:
        self.begin()  # in the middle of an utterance a change of phrases would end the program
        self._vosk.SetGrammar(self._written(phrases))

    def _written(self, phrases: Sequence[str]) -> str:
        """For vosk, without phrases it cannot hear: it would drop the word it does not know and keep the rest."""
        return json.dumps([phrase for phrase in phrases if all(self._knows(word) for word in phrase.split())])

    def _knows(self, word: str) -> bool:
        if word not in self._known:
            self._known[word] = self._model.vosk_model_find_word(word) >= 0
        return self._known[word]

    def begin(self) -> None:
        if self._under_way:
            self._vosk.FinalResult()  # else the next utterance would be heard as a continuation of this one
        self._vosk.Reset()
        self._pieces = []
        self._under_way = False

    def feed(self, samples: Samples) -> None:
        self._under_way = True
        if self._vosk.AcceptWaveform(samples.tobytes()):
            self._pieces.append(json.loads(self._vosk.Result())["text"])

    def so_far(self) -> str:
        return self._joined(json.loads(self._vosk.PartialResult())["partial"])

    def finish(self) -> str:
        self._under_way = False
        return self._joined(json.loads(self._vosk.FinalResult())["text"])

    def _joined(self, words: str) -> str:
        return " ".join(" ".join([*self._pieces, words]).split())


class VoskDictation(VoskRecogniser):
    """Writes down whatever it hears, with its second thoughts."""

    def __init__(self, model: "vosk.Model") -> None:
        super().__init__(model)
        self._vosk.SetMaxAlternatives(GUESSES)

    def feed(self, samples: Samples) -> None:
        self._under_way = True
        self._vosk.AcceptWaveform(samples.tobytes())

    def guesses(self) -> tuple[str, ...]:
        self._under_way = False
        found = json.loads(self._vosk.FinalResult()).get("alternatives", [])
        return tuple(dict.fromkeys(guess["text"].strip() for guess in found if guess["text"].strip()))

    def finish(self) -> str:
        return next(iter(self.guesses()), "")


def vosk_listener(model: "vosk.Model | None" = None, *, sure: bool = True) -> Listener:
    """A listener with everything it needs. Without being `sure` it takes the first decode for the truth."""
    model = model or ear_model()
    some = ["yes", "no"]  # any phrases will do: they make it one that can change them
    dictation = VoskDictation(model)
    agreement = Agreement(dictation, VoskRecogniser(model, some)) if sure else None
    return Listener(VoskRecogniser(model, some), agreement, VoskDictation(model))


# --- the ear ---------------------------------------------------------------------------------------------


class VoskEar:
    """Listens in one thread to frames from anywhere: a microphone, a recording, a room that is played."""

    def __init__(
        self,
        frames: Iterable[Samples],
        model: "vosk.Model | None" = None,
        *,
        keep: Callable[[Pcm, str], str] | None = None,
    ) -> None:
        """`frames` ends when nothing more will come. `keep` keeps free words and tells the name of the recording."""
        self._frames = frames
        self._model = model or ear_model()  # read before any stream is opened: half a second would be lost
        self._keep = keep
        self._expected: Expectation | None = None
        self._change = threading.Lock()
        self._closed = threading.Event()

    def listen(self, inbox: Inbox) -> None:
        threading.Thread(target=self._run, args=(inbox,), name="ear", daemon=True).start()

    def expect(self, expectation: Expectation) -> None:
        with self._change:
            self._expected = expectation

    def close(self) -> None:
        self._closed.set()

    def _run(self, inbox: Inbox) -> None:
        listener = vosk_listener(self._model)
        try:
            for frame in self._frames:
                if self._closed.is_set():
                    return
                self._turn_to(listener)
                for decision in listener.feed(frame):
                    self._tell(decision, inbox)
            for decision in listener.flush():
                self._tell(decision, inbox)
        finally:
            inbox.put(Gone())

    def _turn_to(self, listener: Listener) -> None:
        with self._change:
            expected, self._expected = self._expected, None
        if expected is not None:
            listener.expect(book_of(expected), free=expected.free)

    def _tell(self, decision: Decision, inbox: Inbox) -> None:
        """Accepted words, and doubts, are for the conversation. Side talk is for nobody."""
        if decision.reason is Reason.FREE and decision.sound is not None and self._keep:
            inbox.put(Heard(decision.text, self._keep(decision.sound.trimmed().levelled(), decision.text)))
        elif decision.accepted:
            inbox.put(Heard(decision.text))
        elif decision.doubt:
            inbox.put(Heard("", doubt=decision.doubt))
