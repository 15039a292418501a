"""`narrator play` from the command line: through pipes, on terminals, and stopped by signals."""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Timer

import pytest

from narrator.apps.cli import build_parser, main
from narrator.apps.commands._audio_setup import has_ended
from narrator.apps.commands._command_arguments import PlayArguments
from narrator.apps.commands._dataclass_parser import to_arguments
from narrator.apps.commands._plan_from_arguments import build_plan
from narrator.apps.terminal.keypad import KeypadInput
from narrator.games import available_games
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import content_folder, load_content
from narrator.speech.ports import Inbox, KeysPressed
from narrator.storage.journal import Journal
from narrator.storage.texts import TEXTS_OF_GAME
from tests.support.shell import TIMEOUT_S, Done, narrator

FAMILY = (
    *("--mode", "youngest", "--story", "lighthouse", "--players", "Lily 5, Nick 8"),
    *("--no-practice", "--seed", "table"),
)
ROUND = "one\nno reason\none\nno reason\none\none\n"
"""Both children lay their first card and choose the first of the two."""
WHOLE_GAME = 5 * ROUND + "goodbye\n"

*MOST, LAST = (name.replace("_", " ") for name in available_games())
ALL_GAMES = f"{', '.join(MOST)} and {LAST}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "narrator", "play", *arguments]


def play(*arguments: str, typed: str = "") -> Done:
    """Run the command with everything typed at once."""
    return narrator("play", *arguments, typed=typed)


class RunningGame:
    """A running program that is given the next line after it has printed something."""

    def __init__(self, *arguments: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command(*arguments), stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", bufsize=1
        )

    def wait_for(self, words: str) -> list[str]:
        """Wait for a line with these words, and return everything up to it."""
        assert self.process.stdout is not None
        printed: list[str] = []
        timeout = Timer(TIMEOUT_S, self.process.kill)
        timeout.start()
        try:
            for line in self.process.stdout:
                printed.append(line.rstrip("\n"))
                if words in line:
                    return printed
        finally:
            timeout.cancel()
        raise AssertionError(
            f"{words!r} was never printed, but: {printed} {self.process.stderr and self.process.stderr.read()}"
        )

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()

    def stop(self, number: signal.Signals) -> tuple[int, str]:
        """Send a signal, and return the exit code and the error output."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, errors


@pytest.fixture
def running() -> Iterator[list[RunningGame]]:
    games: list[RunningGame] = []
    yield games
    for game in games:
        game.process.kill()
        game.process.communicate()


def start_game(running: list[RunningGame], *arguments: str) -> RunningGame:
    running.append(RunningGame(*arguments))
    return running[-1]


# --- playing -------------------------------------------------------------------------------------


def test_whole_game_is_played_through_a_pipe(home: Path) -> None:
    result = subprocess.run(
        command(*FAMILY),
        input=WHOLE_GAME,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Hello! I'm the narrator."
    assert lines[-1] == "Goodbye!"
    assert "And that's our story." in lines
    with Journal.open() as journal:
        assert [game.ended is not None for game in journal.games()] == [True]


def test_narrator_asks_for_game_and_players(home: Path) -> None:
    result = play(typed="storytellers\nLily 5 and Nick 8\nno\ngoodbye\n")
    asked = [
        line for line in result.stdout.splitlines() if line.startswith(("What shall", "Who is", "You haven't played"))
    ]
    assert len(asked) == 3
    assert "Here are Lily and Nick." in result.stdout
    assert result.returncode == 0


def test_same_seed_deals_the_same_cards(home: Path) -> None:
    assert play(*FAMILY, typed=ROUND).stdout == play(*FAMILY, typed=ROUND).stdout


@pytest.mark.parametrize("arguments", [("--plain",), ("--voice", "printed"), ("--voice", "pri"), ()])
def test_plain_lines_have_no_escape_sequences(home: Path, arguments: tuple[str, ...]) -> None:
    result = play(*FAMILY, *arguments, typed="one\n\x1b[31mbecause \x07 of red\x1b[0m\n")
    assert "because" in result.stdout
    assert re.search("[\x00-\x09\x0b-\x1f\x7f]", result.stdout) is None


@pytest.mark.parametrize("words", ["the puddle", "puddle-pirates", "PUDDLE", "The Puddle Pirates"])
def test_story_is_found_by_title_or_file_name(words: str) -> None:
    plan = planned("--story", words)
    assert (plan.game, plan.story) == ("storytellers", "puddle-pirates")


@pytest.mark.parametrize(
    ("words", "game"),
    [
        (["storyt"], "storytellers"),
        (["Storytellers"], "storytellers"),
        (["story", "tellers"], "storytellers"),
        (["cat", "dice"], "cat_dice"),
        (["cat-dice"], "cat_dice"),
        (["cat_dice"], "cat_dice"),
        (["cat"], "cat_dice"),
        (["dixit"], "dixit"),
        (["Story Line"], "storyline"),
        (["--mode", "coop"], "storytellers"),
        (["--mode", "team"], "odyssey"),
        (["--tricky"], "storytellers"),
        (["--own-dice"], "cat_dice"),
        (["--songs"], "dixit"),
        (["--times", "2"], "odyssey"),
        (["--extras", "3"], "storytellers"),
        (["--story", "back by"], "storyline"),
        (["--mode", "basic"], None),
    ],
)
def test_game_is_found_by_name_or_by_its_own_options(words: list[str], game: str | None) -> None:
    assert planned(*words).game == game


def test_options_of_a_single_game_are_accepted() -> None:
    assert planned("dixit", "--songs").game_options == {"songs": True}
    assert planned("--times", "3", "--mode", "party").game_options == {"times": 3}
    plan = planned("--extras", "1")
    assert (plan.mode, plan.game_options) == ("cooperative", {"extras": 1})
    assert planned().game_options == {}


def planned(*arguments: str) -> Plan:
    words = ["play", *arguments]
    return build_plan(to_arguments(PlayArguments, build_parser(words).parse_args(words)), load_content())


def test_narrator_asks_again_for_a_wrong_number_of_players(home: Path) -> None:
    result = play("storytellers", "--mode", "basic", "--players", "Lily, Nick", typed="goodbye\n")
    assert "It takes three to six." in result.stdout
    assert result.returncode == 0


# --- stopping and going on ------------------------------------------------------------------------


@pytest.mark.point(41)
def test_killed_game_resumes_with_the_same_cards(home: Path, running: list[RunningGame]) -> None:
    game = start_game(running, *FAMILY)
    game.wait_for("a truthful night fisher?")
    game.type("one", "no reason")
    heard = game.wait_for("Nick, which one?")
    hand = three_cards(heard)
    assert game.stop(signal.SIGKILL)[0] == -signal.SIGKILL

    result = play("--resume", typed="one\nno reason\ngoodbye\n")
    said = result.stdout.splitlines()
    assert said[0] == "Welcome back."
    assert said[1].startswith("The story is ")
    assert three_cards(said) == hand
    assert [line for line in said if line.startswith("Lily") and "the book" in line]


def three_cards(said: list[str]) -> list[str]:
    """Return the first three cards of Nick's hand as they were read."""
    first = next(number for number, line in enumerate(said) if re.match("For Nick: |Nick has ", line))
    return [re.sub("For Nick: |Nick has ", "", line).capitalize() for line in said[first : first + 3]]


def test_end_of_input_saves_the_game(home: Path) -> None:
    result = play(*FAMILY, typed="one\n")
    assert result.returncode == 0
    assert result.stderr == "Saved. To continue: narrator play --resume 1\n"
    assert play("--resume", "1", typed="goodbye\n").stdout.startswith("Welcome back.")


def test_end_of_input_before_a_game_prints_nothing(home: Path) -> None:
    result = play(typed="storytellers\n")
    assert (result.returncode, result.stderr) == (0, "")


def test_control_c_saves_the_game_and_releases_it(home: Path, running: list[RunningGame]) -> None:
    game = start_game(running, *FAMILY)
    game.wait_for("a truthful night fisher?")
    result, said = game.stop(signal.SIGINT)
    assert result == 130
    assert said.strip() == "Saved. To continue: narrator play --resume 1"
    assert play("--resume", typed="goodbye\n").stdout.startswith("Welcome back.")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGHUP, 129), (signal.SIGTERM, 143)], ids=["hangup", "terminate"])
def test_other_signals_save_the_game_and_set_the_exit_code(
    home: Path, running: list[RunningGame], number: int, code: int
) -> None:
    game = start_game(running, *FAMILY)
    game.wait_for("a truthful night fisher?")
    assert game.stop(number) == (code, "\nSaved. To continue: narrator play --resume 1\n")


def test_terminate_before_a_game_sets_the_exit_code(home: Path, running: list[RunningGame]) -> None:
    game = start_game(running)
    game.wait_for("What shall we play?")
    assert game.stop(signal.SIGTERM) == (143, "\nStopped.\n")


def test_control_c_before_a_game_just_stops(home: Path, running: list[RunningGame]) -> None:
    game = start_game(running)
    game.wait_for("What shall we play?")
    assert game.stop(signal.SIGINT) == (130, "\nStopped.\n")


def test_control_c_during_an_import_sets_the_exit_code(tmp_path: Path) -> None:
    """If `exec` is interrupted (`dataclass` uses it), Python would otherwise end with the signal."""
    (tmp_path / "sitecustomize.py").write_text(
        "import narrator.apps.commands.stories as stories\n"
        "def run(wishes): exec('raise KeyboardInterrupt')\n"
        "stories.run = run\n"
    )
    ended = subprocess.run(
        [sys.executable, "-m", "narrator", "stories"],
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (130, "\nStopped.\n")


@pytest.mark.parametrize(
    ("command", "expected"), [("signal.SIGINT", (130, "\nStopped.\n")), ("signal.SIGTERM", (143, "\nStopped.\n"))]
)
def test_signal_in_a_weak_reference_callback_is_not_lost(
    tmp_path: Path, command: str, expected: tuple[int, str]
) -> None:
    """Python drops it there and prints "Exception ignored"; every import runs such a callback."""
    (tmp_path / "sitecustomize.py").write_text(
        "import signal, time, weakref\n"
        "import narrator.apps.commands.stories as stories\n"
        "from narrator.apps.terminal.output import stop_on_signals\n"
        "class Thing: pass\n"
        "def run(arguments):\n"
        "    with stop_on_signals():\n"
        f"        thing = Thing(); reference = weakref.ref(thing, lambda _: signal.raise_signal({command}))\n"
        "        del thing\n"
        "        time.sleep(20)\n"
        "stories.run = run\n"
    )
    ended = subprocess.run(
        [sys.executable, "-m", "narrator", "stories"],
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == expected


def test_goodbye_ends_the_program_with_open_input(home: Path, running: list[RunningGame]) -> None:
    game = start_game(running, *FAMILY)
    game.wait_for("a truthful night fisher?")
    game.type("goodbye")
    game.type("yes")
    game.wait_for("aved")
    assert game.process.wait(TIMEOUT_S) == 0
    assert game.process.stderr is not None
    assert game.process.stderr.read() == ""


def test_practice_round_is_not_saved(home: Path) -> None:
    practising = [argument for argument in FAMILY if argument != "--no-practice"]
    result = play(*practising, typed="yes\none\n")
    assert "just for practice" in result.stdout
    assert (result.returncode, result.stderr) == (0, "")


def test_closed_output_pipe_is_not_an_error(home: Path, running: list[RunningGame]) -> None:
    game = start_game(running, *FAMILY)
    game.wait_for("Hello!")
    assert game.process.stdout is not None
    game.process.stdout.close()
    game.type("one", "no reason")
    assert game.process.wait(TIMEOUT_S) == 0
    assert game.process.stderr is not None
    assert game.process.stderr.read() == ""


def test_game_cannot_be_resumed_while_it_is_running(home: Path, running: list[RunningGame]) -> None:
    game = start_game(running, *FAMILY)
    game.wait_for("a truthful night fisher?")
    other = play("--resume", "1", typed="one\n")
    assert other.returncode == 1
    assert other.stderr.startswith("narrator: Another Narrator is already playing this game")
    assert other.stderr.count("\n") == 1
    game.type("one")
    game.wait_for("no reason")


def test_unusable_data_folder_is_reported(home: Path) -> None:
    home.write_text("no folder")
    result = play(*FAMILY, typed=ROUND)
    assert result.returncode == 1
    assert result.stderr.startswith("narrator: ")
    assert result.stderr.count("\n") == 1


def test_demo_is_played_without_input_and_not_saved(home: Path) -> None:
    result = play(*FAMILY)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("There is no keyboard here")
    assert "And that's our story." in result.stdout
    assert not home.exists()


def test_open_pipe_has_not_ended_but_a_closed_one_has() -> None:
    with Path(os.devnull).open("rb") as nothing:
        assert has_ended(nothing)
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as pipe:
        assert not has_ended(pipe)
        os.close(writing)
        assert has_ended(pipe)


# --- mistakes ------------------------------------------------------------------------------------

MISTAKES = [
    (["storytelers"], 'There is no game "storytelers". Did you mean storytellers?'),
    (["cat", "dise"], 'There is no game "cat dise". Did you mean cat dice?'),
    (["chess"], f'There is no game "chess". Choose from {ALL_GAMES}.'),
    (["story"], '"story" could be storyline, storytellers or story making. Type a little more of the name.'),
    ([""], f'There is no game "". Choose from {ALL_GAMES}.'),
    (["cat-dice", "--mode", "party"], 'There is no mode "party" in Cat Dice. Choose from basic.'),
    (["--mode", "youngst"], 'There is no mode "youngst". Did you mean youngest?'),
    (["--story", "lighthose"], 'There is no story "lighthose". Did you mean lighthouse?'),
    (["dixit", "--story", "lighthouse"], "The Lighthouse Is Out is a story for Storytellers, not for Dixit."),
    (["dixit", "--tricky"], "Dixit has no tricky stories. Leave out --tricky."),
    (["--story", "lighthouse", "--tricky"], "The Lighthouse Is Out has no forks. Leave out --tricky or --story."),
    (["storytellers", "--own-dice"], "Storytellers has no dice. Leave out --own-dice."),
    (["odyssey", "--songs"], "Dixit Odyssey has no songs and mimes. Leave out --songs."),
    (
        ["--mode", "youngest", "--extras", "2"],
        "Storytellers has extra cards only in cooperative mode. Leave out --extras or --mode.",
    ),
    (["cat dice", "--cards", "table"], "Cat Dice has no cards. Leave out --cards."),
    (["--cards", "tarot"], 'There is no kind of cards "tarot". Choose from spoken and table.'),
    (["--players", "12"], 'I cannot find any names in "12". Write them like this: --players "Lily 6, Nick 8".'),
    (["--privacy", "secret"], 'There is no kind of privacy "secret". Choose from open, tokens, booth and phones.'),
    (["--ears", "big"], 'There is no kind of ears "big". Choose from typed and microphone.'),
    (
        ["--voice", "screen", "--plain"],
        "--voice screen shows large text, not plain lines. Leave out --plain or --voice.",
    ),
]


@pytest.mark.parametrize(("arguments", "sentence"), MISTAKES, ids=lambda value: " ".join(value)[:40])
def test_usage_error_is_reported_in_a_sentence(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["play", *arguments]) == 2
    assert capsys.readouterr() == ("", f"narrator: {sentence}\n")
    assert not home.exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "There is no unfinished game. `narrator play` starts a new one."),
        (["7"], "No unfinished game has the number 7. `narrator play` starts a new one."),
        (["dixit"], "There is no unfinished game of Dixit. `narrator play` starts a new one."),
    ],
)
def test_only_unfinished_games_can_be_resumed(home: Path, arguments: list[str], sentence: str) -> None:
    play(*FAMILY, typed=WHOLE_GAME)
    result = play("--resume", *arguments, typed="yes\n")
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"narrator: {sentence}\n")


def test_unknown_game_number_is_answered_with_the_known_ones(home: Path) -> None:
    play(*FAMILY, typed="one\n")
    assert "You can continue 1 (Storytellers with Lily and Nick)." in play("--resume", "7", typed="yes\n").stderr
    assert "Leave out --mode." in play("--resume", "--mode", "basic", typed="yes\n").stderr


# --- packs ---------------------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(content_folder() / "example-pack", tmp_path / "pack"))


def test_pack_adds_its_stories(home: Path, pack: Path) -> None:
    result = play(*FAMILY, "--pack", str(pack), "--story", "what are we", typed="goodbye\n")
    assert "The story is What Are We Waiting For." in result.stdout


@pytest.mark.parametrize("harm", ["title: [", "title: Nothing happens\nplace: here\nabout: no\ncards: []\n"])
def test_faulty_pack_is_refused(home: Path, pack: Path, harm: str) -> None:
    (pack / "storytellers/stories/broken.yaml").write_text(harm)
    result = play("--pack", str(pack), typed="goodbye\n")
    sentence = f"narrator: The pack {pack} has errors. `narrator check {pack}` lists them.\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", sentence)


def test_game_with_a_pack_can_be_resumed_without_it(home: Path, pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(*FAMILY, "--pack", str(pack), "--story", "what are we", typed="one\n")
    story = pack / "storytellers/stories/what-are-we-waiting-for.yaml"
    story.rename(pack / "elsewhere.yaml")
    assert play("--resume", typed="goodbye\n").stdout.startswith("Welcome back.\nThe story is What Are We Waiting For")
    assert "What Are We Waiting For" in play(typed="yes\ngoodbye\n").stdout
    assert main(["stories", "--text", "1"]) == 0
    assert "What Are We Waiting For" in capsys.readouterr().out


def test_game_of_an_older_version_needs_its_pack_again(home: Path, pack: Path) -> None:
    play(*FAMILY, "--pack", str(pack), "--story", "what are we", typed="one\n")
    with Journal.open() as journal:
        journal.drop_note(TEXTS_OF_GAME, 1)
    without = play("--resume", typed="goodbye\n")
    assert (without.returncode, without.stdout) == (2, "")
    assert "--pack" in without.stderr
    offered = play(typed="yes\ngoodbye\n")
    assert "Start me with that pack" in offered.stdout
    assert play("--resume", "--pack", str(pack), typed="goodbye\n").stdout.startswith("Welcome back.")


# --- secrets -------------------------------------------------------------------------------------

RIVALS = ("storytellers", "--mode", "basic", "--players", "Lily, Nick, Julie", "--no-practice")


def test_booth_needs_a_private_output(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *RIVALS, "--privacy", "booth"]) == 2
    assert "--private" in capsys.readouterr().err
    assert main(["play", *RIVALS, "--keypad", "/dev/null"]) == 2
    assert "--private" in capsys.readouterr().err


def test_secrets_go_only_to_the_private_output(home: Path, tmp_path: Path) -> None:
    private = tmp_path / "booth.txt"
    result = play(*RIVALS, "--private", str(private), typed="#1\n#1\n#1\n")
    whispered = private.read_text("utf-8").splitlines()
    assert "Only you can hear this." in whispered
    assert not set(whispered) & set(result.stdout.splitlines())
    assert "Lily has chosen" in result.stdout
    assert private.stat().st_mode & 0o077 == 0


def test_hands_with_tokens_go_to_the_private_output(home: Path, tmp_path: Path) -> None:
    private = tmp_path / "booth.txt"
    result = play(*RIVALS, "--privacy", "tokens", "--private", str(private), "--plain", typed="ready\nready\n")
    hand = private.read_text("utf-8").splitlines()
    assert len(hand) == 5
    assert not set(hand) & set(result.stdout.splitlines())
    assert "Lily" in result.stdout
    assert "look away" not in result.stdout.casefold()


def test_keypad_pipe_keeps_its_reader_between_writers(tmp_path: Path) -> None:
    """If the pipe ended with a writer, it would have to be opened again, and the next key could get lost meanwhile."""
    pipe = tmp_path / "keys"
    os.mkfifo(pipe)
    inbox: Inbox = SimpleQueue()
    KeypadInput(pipe).listen(inbox)
    for keys in ("1", "2", "3"):
        with pipe.open("w") as writer:
            writer.write(f"{keys}\n")
        assert inbox.get(timeout=TIMEOUT_S) == KeysPressed(keys)
        observer = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        with pytest.raises(BlockingIOError):  # a pipe that has ended returns nothing instead
            os.read(observer, 1)
        os.close(observer)


def test_keypad_pipe_reads_one_writer_after_another(home: Path, tmp_path: Path, running: list[RunningGame]) -> None:
    private, keypad = tmp_path / "booth.txt", tmp_path / "keys"
    os.mkfifo(keypad)
    game = start_game(running, *RIVALS, "--private", str(private), "--keypad", str(keypad))
    game.wait_for("Lily, the booth is yours")
    for _ in range(3):
        with keypad.open("w") as keys:  # a new writer each time
            keys.write("2\n")
    game.wait_for("Lily has chosen")


def test_game_with_a_booth_needs_a_private_output_again(home: Path, tmp_path: Path) -> None:
    play(*RIVALS, "--private", str(tmp_path / "booth.txt"), typed="help\n")
    result = play("--resume", typed="goodbye\n")
    assert result.returncode == 2
    assert "--private" in result.stderr


# --- on a terminal -------------------------------------------------------------------------------


def run_on_terminal(*arguments: str, lines: tuple[str, ...], **settings: str) -> str:
    """Type each line after a prompt, and return everything that was sent to the terminal."""
    ours, theirs = pty.openpty()
    disable_echo(theirs)
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **settings}
    process = subprocess.Popen(command(*arguments), stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown, to_type, until = b"", list(lines), time.monotonic() + TIMEOUT_S
    prompts = 0
    while time.monotonic() < until:
        ready, _, _ = select.select([ours], [], [], 0.1)
        try:
            shown += os.read(ours, 65536) if ready else b""
        except OSError:  # on Linux: the other end was closed
            break
        if to_type and shown.count(b" > ") > prompts:
            prompts = shown.count(b" > ")
            os.write(ours, f"{to_type.pop(0)}\n".encode())
    os.close(ours)
    assert process.wait(TIMEOUT_S) == 0
    return shown.decode()


def disable_echo(terminal: int) -> None:
    """Switch off the echo, which would appear at random places in the output."""
    settings = termios.tcgetattr(terminal)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, settings)


def test_terminal_shows_large_text_panels_and_a_prompt(home: Path) -> None:
    shown = run_on_terminal(*FAMILY, lines=("one", "no reason", "goodbye", "yes"))
    assert "\x1b[1;7m The Lighthouse Is Out \x1b[0m" in shown
    assert "\x1b[1m ▶ \x1b[0m" in shown
    assert set(re.findall(r"\x1b\[[^m]*m", shown)) == {"\x1b[1m", "\x1b[1;7m", "\x1b[0m"}
    assert set(re.findall(r"\x1b[^\[]|\x1b\[[0-9;?]*[^0-9;?m]", shown)) == set()
    assert run_on_terminal(*FAMILY, lines=("one", "no reason", "goodbye", "yes"), NO_COLOR="1") == shown


@pytest.mark.parametrize(("arguments", "terminal"), [(("--plain",), "xterm"), ((), "dumb")])
def test_terminal_can_show_plain_lines(home: Path, arguments: tuple[str, ...], terminal: str) -> None:
    process = command(*FAMILY, *arguments)
    ours, theirs = pty.openpty()
    with subprocess.Popen(process, stdin=subprocess.PIPE, stdout=theirs, env={**os.environ, "TERM": terminal}) as game:
        os.close(theirs)
        game.communicate(b"goodbye\n", timeout=TIMEOUT_S)
    shown = os.read(ours, 65536)
    os.close(ours)
    assert shown.startswith(b"Hello! I'm the narrator.\r\n")
    assert b"\x1b" not in shown


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    shown = capsys.readouterr().out
    assert shown.count("\n  narrator play") >= 3
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "hosts story games by voice" in capsys.readouterr().out
