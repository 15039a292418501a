"""From end to end: guests speak, the ear hears them, the rules decide and the narrator answers, all of it real.

The narrator speaks fast and says little, and only the shortest game is played to its end, so that it does not take
long. What is checked holds on any machine: the clock is the room's own.
"""

import io
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import espeakng_loader
import pytest
import soundfile

from narrator.apps.cli import main
from narrator.apps.demo import performance, plan_for
from narrator.apps.demo.guest_voices import RATE, espeak
from narrator.apps.demo.outlet import Outlet
from narrator.apps.demo.performance import Result, Wishes, perform
from narrator.apps.demo.simulation import GuestUtterance
from narrator.dialog.conversation import Conversation
from narrator.dialog.topic import Reply, Statement
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import load_content
from narrator.language.lines.line import Verbosity
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.speech.pcm import Pcm
from narrator.speech.ports import InputEvent
from narrator.speech.tts.recording_output import RecordingFailed, RecordingFile
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library

HASTY = Preferences(verbosity=Verbosity.BRIEF, rate=440)
FORMS = {"epub": "epub", "daisy": "zip", "mp3": "mp3", "html": "html"}


class Witness(Outlet):
    """Remembers when everything was printed."""

    def __init__(self, tape: RecordingFile | None = None) -> None:
        super().__init__(io.StringIO(), tape)
        self.samples = 0
        self.lines: list[tuple[float, str]] = []

    def write(self, text: str, /) -> None:
        self.lines += [(self.samples / RATE, text)] if text.strip() else []

    def sound(self, samples: Any) -> None:
        super().sound(samples)
        self.samples += len(samples)


class Overheard(Conversation):
    """Remembers all that reached it, in this order: what was said, in the words of whoever said it and not in what the
    ear made of them, what was doubted and what was missed."""

    reached: ClassVar[list[tuple[str, Any]]]
    said: ClassVar[str | None] = None

    def reply(self, statement: Statement) -> Reply:
        self.reached.append(("hear", self.said or statement.text))
        return super().reply(statement)

    def doubt(self, phrases: Sequence[str]) -> tuple[SpokenLine, ...]:
        at = len(self.reached)
        told = super().doubt(phrases)
        self.reached[at:] = [("doubt", phrases)]  # whatever became of it belongs to it
        return told

    def miss(self) -> tuple[SpokenLine, ...]:
        self.reached.append(("miss", None))
        return super().miss()

    @classmethod
    def listens_to(cls, happening: InputEvent, utterance: GuestUtterance | None) -> None:
        """Called before anything reaches the conversation."""
        cls.said = utterance.words.replace(", no, ", " no ") if utterance else None


@dataclass
class Played:
    result: Result
    witness: Witness
    reached: list[tuple[str, Any]]


@pytest.fixture(autouse=True)
def overheard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(performance, "Conversation", Overheard)
    monkeypatch.setattr(Overheard, "reached", [], raising=False)


@pytest.fixture(autouse=True)
def _guests_who_have_not_spoken_yet(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A voice of eSpeak's trembles on from where it was, so a demo would sound a little different after other tests."""
    library = shutil.copy(espeakng_loader.get_library_path(), tmp_path_factory.mktemp("espeak"))
    monkeypatch.setattr(espeakng_loader, "get_library_path", lambda: str(library))
    espeak.cache_clear()
    yield
    espeak.cache_clear()


def played(plan: Plan, tape: RecordingFile | None = None, most: int = 5000, *, keep: bool = False) -> Played:
    witness = Witness(tape)
    wishes = Wishes(
        noise="calm", voice="system", keep=keep, overhears=4.0, manner=HASTY, most=most, note=Overheard.listens_to
    )
    return Played(perform(plan, witness, wishes), witness, Overheard.reached)


def moves_by_typing(plan: Plan, reached: Sequence[tuple[str, Any]], folder: Path) -> tuple[Any, ...]:
    """What happens at a table at which the same is typed instead of said, and missed or doubted where it was."""
    with Journal.open(folder / "typed.sqlite") as journal:
        talk = Conversation(journal, load_content(), plan, practice=False)
        talk.open()
        for way, what in reached:
            match way:
                case "hear":
                    talk.hear(what)
                case "doubt":
                    talk.doubt(what)
                case _:
                    talk.miss()
        talk.close()
        return journal.read(journal.game_ids()[-1]).moves


def without_clips(moves: Sequence[Any]) -> list[str]:
    """Free words are as the ear wrote them down, which may be anything."""
    return [re.sub(r"SpokenWords\(.*?\)", "SpokenWords", repr(move)) for move in moves]


def check(play: Played, plan: Plan, folder: Path) -> None:
    tally = play.result.tally
    assert tally.wrong == tally.taken == 0
    assert play.result.by_itself == 0
    assert without_clips(play.result.moves) == without_clips(moves_by_typing(plan, play.reached, folder))
    assert play.witness.samples == round(play.result.seconds * RATE)


def test_a_whole_game_is_played_recorded_kept_and_taken_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "cache"))
    plan = plan_for("storytellers", "cooperative", "table", players=2)
    file = tmp_path / "demo.flac"
    with RecordingFile(file) as tape:
        play = played(plan, tape, keep=True)
    check(play, plan, tmp_path)
    assert play.result.over
    sound = Pcm(*soundfile.read(file, dtype="int16"))
    assert sound.seconds == pytest.approx(play.result.seconds)
    told = [(at, line) for at, line in play.witness.lines if re.match(r"  \w+: ", line)]
    assert {line.split(":")[0].strip() for _, line in told} == {"Lily", "Nick"}
    for at in (0.0, *(at for at, _ in told)):  # the narrator's first words, and everything that was said
        assert sound.part(at, at + 1.0).voice_level > -40
    with Journal.open() as journal:
        (game,) = journal.games()
        assert game.ended
        assert journal.find_note("privacy", game.id)
        story = Library(journal, load_content()).story(game.id)
    assert [path.name for path in tmp_path.glob("*.flac*")] == ["demo.flac"]
    assert story.finished
    page = tmp_path / "story.html"
    assert main(["export", str(story.number), "--to", "html", "-o", str(page)]) == 0
    assert all(escape(chapter.title) in page.read_text("utf-8") for chapter in story.chapters)


@pytest.mark.parametrize("game", ["cat_dice", "dixit", "odyssey", "storyline"])
def test_the_ear_hears_what_the_guests_say(game: str, tmp_path: Path) -> None:
    """Nobody breaks in here: what is listened for while the narrator speaks is the same in every game."""
    plan = plan_for(game, None, "table")
    play = played(plan, most=2, keep=True)
    check(play, plan, tmp_path)
    assert play.result.moves
    assert play.result.tally.answers == 2


def test_a_recording_that_is_broken_off_leaves_nothing(tmp_path: Path) -> None:
    def record() -> None:
        with RecordingFile(tmp_path / "demo.mp3") as tape:
            tape.write(Pcm.silence(2.0, RATE).samples)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["demo.txt", "demo", "nowhere/demo.wav"])
def test_where_nothing_can_be_recorded_a_sentence_says_so(name: str, tmp_path: Path) -> None:
    with pytest.raises(RecordingFailed, match=r"demo.*\.$"):
        RecordingFile(tmp_path / name)
