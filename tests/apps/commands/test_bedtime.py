"""`narrator bedtime` and `narrator recollect` from the command line."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.apps.bedtime.choose_story import load_bookmark, save_bookmark
from narrator.apps.bedtime.loudness import MAX_LEVEL_DB
from narrator.apps.cli import main
from narrator.core.game import SpokenWords
from narrator.language.content.packs import load_content
from narrator.speech.pcm import Pcm
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from tests.apps.bedtime.helpers import make_voice_like_sound, play_story
from tests.apps.window.window_session import WebClient
from tests.support.shell import TIMEOUT_S, Done, narrator

TWELVE_SECONDS = ("--timer", "0.2", "--voice", "hibari")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with two stories; the newer one has a recording of Lily."""
    folder = tmp_path_factory.mktemp("home")
    content = load_content()
    with Journal.open(folder / "narrator.sqlite") as journal:
        play_story(journal, content, "soup-for-the-moon")
        voice = make_voice_like_sound(1.0, -40.0)
        clip = Clips(folder / "clips").keep(voice.samples, voice.rate, words="It is soft")
        play_story(journal, content, "lighthouse", why=SpokenWords("It is soft", clip))
    return folder


@pytest.fixture(autouse=True)
def home(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the data folder for each test."""
    for file in filled.rglob("*"):
        if file.is_file() and not file.name.endswith(".lock"):
            target = tmp_path / "home" / file.relative_to(filled)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NARRATOR_CACHE", str(filled / "cache"))
    return tmp_path / "home"


def read(file: Path) -> Pcm:
    numbers, rate = soundfile.read(file)
    return Pcm.from_array(numbers, rate)


def bookmark() -> tuple[int, int] | None:
    with Journal.open() as journal:
        saved = load_bookmark(journal)
        return None if saved is None else (saved.story, saved.sentence)


def stop_at(number: int, sentence: int) -> str:
    """Set the bookmark as if the story had been stopped there, and return that sentence."""
    with Journal.open() as journal:
        story = Library(journal, load_content()).story(number)
        save_bookmark(journal, story, sentence)
        return [each.text for chapter in story.chapters for each in chapter.sentences][sentence]


# --- to a file -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["wav", "mp3"])
def test_story_is_written_to_a_file(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"tonight.{kind}"
    assert main(["bedtime", *TWELVE_SECONDS, "--out", str(file)]) == 0
    heard = read(file)
    assert heard.seconds == pytest.approx(12.0, abs=0.1)
    assert heard.peak < MAX_LEVEL_DB
    assert heard.part(0, 6).voice_level == pytest.approx(-30, abs=2)
    assert heard.part(11.5).peak < -40
    assert f"{file} is ready: 12 seconds." in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == [file.name]


def test_writing_a_file_keeps_the_bookmark(tmp_path: Path) -> None:
    stop_at(1, 5)
    assert main(["bedtime", "2", *TWELVE_SECONDS, "--out", str(tmp_path / "a.flac")]) == 0
    assert bookmark() == (1, 5)


def test_same_options_give_the_same_sound(tmp_path: Path) -> None:
    files = [tmp_path / "a.wav", tmp_path / "b.wav"]
    for file in files:
        assert main(["bedtime", "1", *TWELVE_SECONDS, "--volume", "40", "--out", str(file)]) == 0
    first, second = map(read, files)
    assert np.array_equal(first.samples, second.samples)
    assert first.voice_level < -35


# --- as text -------------------------------------------------------------------------------------


def test_page_shows_the_story_sentence_by_sentence_without_a_voice() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "narrator", "bedtime", "1", "--window", "--voice", "printed", "--timer", "0.2"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert running.stdout is not None
    address, _, key = running.stdout.readline().removeprefix("The window is at ").strip().partition("/#")
    screen = WebClient(address, key).open()
    first = screen.wait_for_page(lambda page: page["question"])["question"]
    second = screen.wait_for_page(lambda page: page["question"] != first)["question"]
    assert running.wait(TIMEOUT_S) == 0
    printed = running.stdout.read()
    assert first in printed
    assert second in printed


def run_without_speaker(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run `narrator bedtime` on a computer without a speaker."""
    sound = folder / "asound.conf"
    sound.write_text("pcm.!default { type hw card 99 }\n")
    return subprocess.run(
        [sys.executable, "-m", "narrator", "bedtime", *words],
        env=os.environ | {"ALSA_CONFIG_PATH": str(sound)},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=TIMEOUT_S,
        check=False,
    )


def test_story_is_printed_without_a_speaker(tmp_path: Path) -> None:
    result = run_without_speaker(tmp_path, "1")
    assert result.returncode == 0
    assert result.stderr.strip() == "There is no speaker here, so the story is printed."
    with Journal.open() as journal:
        story = Library(journal, load_content()).story(1)
    sentences = [sentence.text for chapter in story.chapters for sentence in chapter.sentences]
    assert " ".join(result.stdout.split()) == " ".join((f"{story.title}.", *sentences))
    assert bookmark() is None


def test_printed_story_continues_at_the_bookmark(capsys: pytest.CaptureFixture[str]) -> None:
    sentence = stop_at(1, 9)
    assert main(["bedtime", "--voice", "printed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Soup for the Moon. We'll go on where we stopped."
    assert lines[1].startswith(sentence)
    assert bookmark() == (1, 9)
    assert main(["bedtime", "--from-start", "--voice", "printed"]) == 0
    assert capsys.readouterr().out.startswith("Soup for the Moon.\n")


def test_story_is_found_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bedtime", "the", "soup", "story", "--voice", "printed"]) == 0
    assert capsys.readouterr().out.startswith("Soup for the Moon.\n")


def test_printed_story_has_the_words_of_recordings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bedtime", "2", "--voice", "printed"]) == 0
    assert ": It is soft." in capsys.readouterr().out


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["77"], 1, "There is no story number 77"),
        (["a", "submarine", "made", "of", "xylophones"], 1, "No story matches"),
        (["--out", "tonight.txt"], 2, ".wav"),
        (["--out", "nowhere/tonight.wav"], 2, "no folder nowhere"),
        (["--voice", "shouting"], 2, "no voice"),
        (["go", "on"], 1, "No story was interrupted"),
    ],
)
def test_error_is_reported_in_a_sentence(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bedtime", *words]) == code
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--timer", "soon"], "--timer 10"),
        (["--timer", "-5"], "--timer 10"),
        (["--volume", "100"], "from 35 to 80"),
        (["--with-voices", "--without-voices"], "not allowed with"),
    ],
)
def test_impossible_options_are_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["bedtime", *words])
    assert refused.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", ["bedtime", "recollect"])
def test_empty_library_says_how_to_start(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "empty"))
    assert main([command]) == 1
    assert "narrator play storytellers" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["bedtime", "recollect"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert f"narrator {command} the one with the owl" in capsys.readouterr().out


# --- recollect -----------------------------------------------------------------------------------


def recollect(*words: str, typed: str) -> Done:
    return narrator("recollect", *words, typed=typed)


def test_story_is_remembered_by_typing() -> None:
    result = recollect(typed="i don't know\nhint\nhint\nhint\nnext\nstop\n")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Let's remember The Lighthouse Is Out together."
    assert lines[2].endswith("?")
    assert "Now they are all here again." in result.stdout


def test_result_is_printed_when_the_input_ends() -> None:
    result = recollect("soup", typed="hint\n")
    assert result.returncode == 0
    assert result.stdout.splitlines()[0] == "Let's remember Soup for the Moon together."
    assert "The story will wait on its shelf." in result.stdout


def test_recollect_needs_input() -> None:
    result = recollect("--ears", "typed", typed="")
    assert result.returncode == 1
    assert result.stderr.startswith("narrator: There is no keyboard and no microphone here")
