"""`narrator demo` by voice: a whole game, recorded, kept and exported."""

import re
from html import escape
from pathlib import Path

import pytest
import soundfile

from narrator.apps.cli import main
from narrator.apps.demo import text_demo
from narrator.apps.demo.guest_voices import SAMPLE_RATE
from narrator.apps.demo.spoken_demo import DemoOptions, DemoResult, play_spoken_demo
from narrator.apps.demo.text_demo import make_demo_plan
from narrator.language.content.packs import load_content
from narrator.speech.pcm import Pcm
from narrator.speech.tts.recording_output import RecordingFailed, RecordingFile
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from tests.support.spoken_games import (
    HASTY,
    RecordedConversation,
    TimedOutput,
    moves_when_typed,
    without_free_words,
)


@pytest.fixture(autouse=True)
def _isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(text_demo, "Conversation", RecordedConversation)
    monkeypatch.setattr(RecordedConversation, "reached", [], raising=False)
    monkeypatch.setattr(RecordedConversation, "said", None)


def test_whole_game_is_recorded_kept_and_exported(tmp_path: Path) -> None:
    plan = make_demo_plan("storytellers", "cooperative", "table", players=2)
    file = tmp_path / "demo.flac"
    with RecordingFile(file) as recording:
        output = TimedOutput(recording)
        result = play_spoken_demo(plan, output, DemoOptions("calm", "hibari", keep=True, preferences=HASTY))
    assert result.is_over
    assert result.wrong == 0
    typed = moves_when_typed(plan, RecordedConversation.reached, tmp_path)
    assert without_free_words(result.moves) == without_free_words(typed)
    check_recording(file, output, result)
    assert [path.name for path in tmp_path.glob("*.flac*")] == ["demo.flac"]
    with Journal.open() as journal:
        (game,) = journal.games()
        assert game.ended
        assert journal.find_note("privacy", game.id)
        story = Library(journal, load_content()).story(game.id)
    assert story.finished
    page = tmp_path / "story.html"
    assert main(["export", str(story.number), "--to", "html", "-o", str(page)]) == 0
    assert all(escape(chapter.title) in page.read_text("utf-8") for chapter in story.chapters)


def check_recording(file: Path, output: TimedOutput, result: DemoResult) -> None:
    """Check that the narrator's first words and everything the players said can be heard at the right time."""
    assert output.samples == round(result.game_s * SAMPLE_RATE)
    sound = Pcm(*soundfile.read(file, dtype="int16"))
    assert sound.seconds == pytest.approx(result.game_s)
    spoken = [(start, line) for start, line in output.lines if re.match(r"  \w+: ", line)]
    assert {line.split(":")[0].strip() for _, line in spoken} == {"Lily", "Nick"}
    for start in (0.0, *(start for start, _ in spoken)):
        assert sound.part(start, start + 1.0).voice_level > -40


def test_unfinished_demo_is_not_kept(tmp_path: Path) -> None:
    plan = make_demo_plan("storytellers", "cooperative", "table", players=2)
    options = DemoOptions("none", "hibari", keep=True, preferences=HASTY, max_answers=1)
    result = play_spoken_demo(plan, TimedOutput(), options)
    assert (result.answers, result.is_over) == (1, False)
    with Journal.open() as journal:
        assert not journal.games()


def test_recording_that_is_aborted_leaves_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "recordings"
    folder.mkdir()

    def record() -> None:
        with RecordingFile(folder / "demo.mp3") as recording:
            recording.write(Pcm.silence(2.0, SAMPLE_RATE).samples)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record()
    assert not list(folder.iterdir())


@pytest.mark.parametrize("name", ["demo.txt", "demo", "nowhere/demo.wav"])
def test_recording_to_an_impossible_file_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(RecordingFailed, match=r"demo.*\.$"):
        RecordingFile(tmp_path / name)
