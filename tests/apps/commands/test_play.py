"""`narrator play`, from the command line to the last word, as a shell, a pipe and an impatient finger see it."""

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
from tests.support.shell import PATIENCE, Done, narrator

FAMILY = (
    *("--mode", "youngest", "--story", "lighthouse", "--players", "Lily 5, Nick 8"),
    *("--no-practice", "--seed", "table"),
)
ROUND = "one\nno reason\none\nno reason\none\none\n"
"""Both children lay their first card and agree on the first of the two."""
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
    """A whole evening, with everything typed at once."""
    return narrator("play", *arguments, typed=typed)


class Guest:
    """Somebody who listens before typing the next line."""

    def __init__(self, *arguments: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command(*arguments), stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", bufsize=1
        )

    def hears(self, words: str) -> list[str]:
        """Everything up to a line with these words."""
        assert self.process.stdout is not None
        heard: list[str] = []
        impatience = Timer(PATIENCE, self.process.kill)  # what is never said must not be waited for for ever
        impatience.start()
        try:
            for line in self.process.stdout:
                heard.append(line.rstrip("\n"))
                if words in line:
                    return heard
        finally:
            impatience.cancel()
        raise AssertionError(
            f"{words!r} was never said, but: {heard} {self.process.stderr and self.process.stderr.read()}"
        )

    def types(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()

    def goes(self, how: signal.Signals) -> tuple[int, str]:
        """The result and the last words, those on the screen aside."""
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@pytest.fixture
def guests() -> Iterator[list[Guest]]:
    here: list[Guest] = []
    yield here
    for guest in here:
        guest.process.kill()
        guest.process.communicate()


def sit_down(guests: list[Guest], *arguments: str) -> Guest:
    guests.append(Guest(*arguments))
    return guests[-1]


# --- playing -------------------------------------------------------------------------------------


def test_a_whole_game_is_played_through_a_pipe(home: Path) -> None:
    evening = subprocess.run(
        command(*FAMILY), input=WHOLE_GAME, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    assert (evening.returncode, evening.stderr) == (0, "")
    lines = evening.stdout.splitlines()
    assert lines[0] == "Hello! I'm the narrator."
    assert lines[-1] == "Goodbye!"
    assert "And that's our story." in lines
    with Journal.open() as journal:
        assert [game.ended is not None for game in journal.games()] == [True]


def test_without_an_argument_it_asks_what_and_who(home: Path) -> None:
    evening = play(typed="storytellers\nLily 5 and Nick 8\nno\ngoodbye\n")
    asked = [
        line for line in evening.stdout.splitlines() if line.startswith(("What shall", "Who is", "You haven't played"))
    ]
    assert len(asked) == 3
    assert "Here are Lily and Nick." in evening.stdout
    assert evening.returncode == 0


def test_the_same_seed_deals_the_same_cards(home: Path) -> None:
    assert play(*FAMILY, typed=ROUND).stdout == play(*FAMILY, typed=ROUND).stdout


@pytest.mark.parametrize("arguments", [("--plain",), ("--voice", "printed"), ("--voice", "pri"), ()])
def test_plain_lines_have_no_escape_sequences_even_if_a_child_types_one(home: Path, arguments: tuple[str, ...]) -> None:
    evening = play(*FAMILY, *arguments, typed="one\n\x1b[31mbecause \x07 of red\x1b[0m\n")
    assert "because" in evening.stdout
    assert re.search("[\x00-\x09\x0b-\x1f\x7f]", evening.stdout) is None


@pytest.mark.parametrize("words", ["the puddle", "puddle-pirates", "PUDDLE", "The Puddle Pirates"])
def test_a_story_is_found_by_a_beginning_of_its_title_or_its_file_name(words: str) -> None:
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
def test_a_game_is_found_by_what_a_person_would_type_or_by_what_only_it_has(words: list[str], game: str | None) -> None:
    assert planned(*words).game == game


def test_what_only_one_game_has_can_be_wished_for_on_the_command_line() -> None:
    assert planned("dixit", "--songs").game_options == {"songs": True}
    assert planned("--times", "3", "--mode", "party").game_options == {"times": 3}
    plan = planned("--extras", "1")
    assert (plan.mode, plan.game_options) == ("cooperative", {"extras": 1})
    assert planned().game_options == {}


def planned(*arguments: str) -> Plan:
    words = ["play", *arguments]
    return build_plan(to_arguments(PlayArguments, build_parser(words).parse_args(words)), load_content())


def test_the_wrong_number_of_players_is_told_by_the_narrator_who_asks_again(home: Path) -> None:
    evening = play("storytellers", "--mode", "basic", "--players", "Lily, Nick", typed="goodbye\n")
    assert "It takes three to six." in evening.stdout
    assert evening.returncode == 0


# --- stopping and going on ------------------------------------------------------------------------


@pytest.mark.point(41)
def test_after_a_kill_the_game_goes_on_with_a_recap_and_the_same_cards(home: Path, guests: list[Guest]) -> None:
    guest = sit_down(guests, *FAMILY)
    guest.hears("a truthful night fisher?")
    guest.types("one", "no reason")
    heard = guest.hears("Nick, which one?")
    hand = three_cards(heard)
    assert guest.goes(signal.SIGKILL)[0] == -signal.SIGKILL

    evening = play("--resume", typed="one\nno reason\ngoodbye\n")
    said = evening.stdout.splitlines()
    assert said[0] == "Welcome back."
    assert said[1].startswith("The story is ")
    assert three_cards(said) == hand
    assert [line for line in said if line.startswith("Lily") and "the book" in line]


def three_cards(said: list[str]) -> list[str]:
    """What Nick hears of his hand; the youngest hear three cards first."""
    first = next(number for number, line in enumerate(said) if re.match("For Nick: |Nick has ", line))
    return [re.sub("For Nick: |Nick has ", "", line).capitalize() for line in said[first : first + 3]]


def test_the_end_of_the_input_leaves_the_game_saved(home: Path) -> None:
    evening = play(*FAMILY, typed="one\n")
    assert evening.returncode == 0
    assert evening.stderr == "Saved. To continue: narrator play --resume 1\n"
    assert play("--resume", "1", typed="goodbye\n").stdout.startswith("Welcome back.")


def test_the_end_of_the_input_before_a_game_leaves_nothing_to_say(home: Path) -> None:
    evening = play(typed="storytellers\n")
    assert (evening.returncode, evening.stderr) == (0, "")


def test_control_c_saves_the_game_and_frees_the_table(home: Path, guests: list[Guest]) -> None:
    guest = sit_down(guests, *FAMILY)
    guest.hears("a truthful night fisher?")
    result, said = guest.goes(signal.SIGINT)
    assert result == 130
    assert said.strip() == "Saved. To continue: narrator play --resume 1"
    assert play("--resume", typed="goodbye\n").stdout.startswith("Welcome back.")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGHUP, 129), (signal.SIGTERM, 143)], ids=["hangup", "terminate"])
def test_other_signals_save_the_game_and_set_the_exit_code(
    home: Path, guests: list[Guest], number: int, code: int
) -> None:
    guest = sit_down(guests, *FAMILY)
    guest.hears("a truthful night fisher?")
    assert guest.goes(number) == (code, "\nSaved. To continue: narrator play --resume 1\n")


def test_terminate_before_a_game_sets_the_exit_code(home: Path, guests: list[Guest]) -> None:
    guest = sit_down(guests)
    guest.hears("What shall we play?")
    assert guest.goes(signal.SIGTERM) == (143, "\nStopped.\n")


def test_control_c_before_a_game_just_stops(home: Path, guests: list[Guest]) -> None:
    guest = sit_down(guests)
    guest.hears("What shall we play?")
    assert guest.goes(signal.SIGINT) == (130, "\nStopped.\n")


def test_control_c_in_the_middle_of_an_import_ends_with_the_same_number(tmp_path: Path) -> None:
    """A class made from words (`dataclass`) that is interrupted; Python remembers it and would end by the signal."""
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


def test_saying_goodbye_ends_it_although_the_keyboard_is_still_there(home: Path, guests: list[Guest]) -> None:
    guest = sit_down(guests, *FAMILY)
    guest.hears("a truthful night fisher?")
    guest.types("goodbye")
    guest.types("yes")
    guest.hears("aved")
    assert guest.process.wait(PATIENCE) == 0
    assert guest.process.stderr is not None
    assert guest.process.stderr.read() == ""


def test_a_practice_round_is_not_saved(home: Path) -> None:
    practising = [argument for argument in FAMILY if argument != "--no-practice"]
    evening = play(*practising, typed="yes\none\n")
    assert "just for practice" in evening.stdout
    assert (evening.returncode, evening.stderr) == (0, "")


def test_a_closed_pipe_is_no_accident(home: Path, guests: list[Guest]) -> None:
    guest = sit_down(guests, *FAMILY)
    guest.hears("Hello!")
    assert guest.process.stdout is not None
    guest.process.stdout.close()
    guest.types("one", "no reason")
    assert guest.process.wait(PATIENCE) == 0
    assert guest.process.stderr is not None
    assert guest.process.stderr.read() == ""


def test_a_table_belongs_to_one_narrator_at_a_time(home: Path, guests: list[Guest]) -> None:
    guest = sit_down(guests, *FAMILY)
    guest.hears("a truthful night fisher?")
    other = play("--resume", "1", typed="one\n")
    assert other.returncode == 1
    assert other.stderr.startswith("narrator: Another Narrator is already playing this game")
    assert other.stderr.count("\n") == 1
    guest.types("one")
    guest.hears("no reason")


def test_what_cannot_be_kept_is_told_in_a_sentence(home: Path) -> None:
    home.write_text("no folder")
    evening = play(*FAMILY, typed=ROUND)
    assert evening.returncode == 1
    assert evening.stderr.startswith("narrator: ")
    assert evening.stderr.count("\n") == 1


def test_with_nobody_to_be_heard_the_demo_plays_a_whole_game_and_leaves_no_trace(home: Path) -> None:
    evening = play(*FAMILY)
    assert (evening.returncode, evening.stderr) == (0, "")
    assert evening.stdout.startswith("There is no keyboard here")
    assert "And that's our story." in evening.stdout
    assert not home.exists()


def test_an_open_pipe_may_wait_for_our_first_words_and_a_closed_one_has_ended() -> None:
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
    (["story"], '"story" could be storyline or storytellers. Type a little more of the name.'),
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
def test_a_mistake_on_the_command_line_is_answered_with_a_sentence(
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
def test_only_what_is_unfinished_can_go_on(home: Path, arguments: list[str], sentence: str) -> None:
    play(*FAMILY, typed=WHOLE_GAME)
    evening = play("--resume", *arguments, typed="yes\n")
    assert (evening.returncode, evening.stdout, evening.stderr) == (2, "", f"narrator: {sentence}\n")


def test_a_number_that_nobody_has_is_answered_with_those_there_are(home: Path) -> None:
    play(*FAMILY, typed="one\n")
    assert "You can continue 1 (Storytellers with Lily and Nick)." in play("--resume", "7", typed="yes\n").stderr
    assert "Leave out --mode." in play("--resume", "--mode", "basic", typed="yes\n").stderr


# --- packs ---------------------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(content_folder() / "example-pack", tmp_path / "pack"))


def test_a_pack_brings_its_stories(home: Path, pack: Path) -> None:
    evening = play(*FAMILY, "--pack", str(pack), "--story", "what are we", typed="goodbye\n")
    assert "The story is What Are We Waiting For." in evening.stdout


@pytest.mark.parametrize("harm", ["title: [", "title: Nothing happens\nplace: here\nabout: no\ncards: []\n"])
def test_a_pack_that_cannot_be_played_is_left_to_the_checker(home: Path, pack: Path, harm: str) -> None:
    (pack / "storytellers/stories/broken.yaml").write_text(harm)
    evening = play("--pack", str(pack), typed="goodbye\n")
    sentence = f"narrator: The pack {pack} has errors. `narrator check {pack}` lists them.\n"
    assert (evening.returncode, evening.stdout, evening.stderr) == (2, "", sentence)


def test_a_game_with_a_pack_goes_on_and_is_told_again_without_it(
    home: Path, pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(*FAMILY, "--pack", str(pack), "--story", "what are we", typed="one\n")
    story = pack / "storytellers/stories/what-are-we-waiting-for.yaml"
    story.rename(pack / "elsewhere.yaml")
    assert play("--resume", typed="goodbye\n").stdout.startswith("Welcome back.\nThe story is What Are We Waiting For")
    assert "What Are We Waiting For" in play(typed="yes\ngoodbye\n").stdout
    assert main(["stories", "--text", "1"]) == 0
    assert "What Are We Waiting For" in capsys.readouterr().out


def test_a_game_of_an_older_narrator_kept_no_texts_and_needs_its_pack_again(home: Path, pack: Path) -> None:
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


def test_the_booth_needs_a_private_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *RIVALS, "--privacy", "booth"]) == 2
    assert "--private" in capsys.readouterr().err
    assert main(["play", *RIVALS, "--keypad", "/dev/null"]) == 2
    assert "--private" in capsys.readouterr().err


def test_what_is_whispered_goes_to_the_private_line_and_nowhere_else(home: Path, tmp_path: Path) -> None:
    private = tmp_path / "booth.txt"
    evening = play(*RIVALS, "--private", str(private), typed="#1\n#1\n#1\n")
    whispered = private.read_text("utf-8").splitlines()
    assert "Only you hear this." in whispered
    assert not set(whispered) & set(evening.stdout.splitlines())
    assert "Lily has chosen" in evening.stdout
    assert private.stat().st_mode & 0o077 == 0


def test_keypad_pipe_keeps_its_reader_between_writers(tmp_path: Path) -> None:
    """If the pipe ended with a writer, it would have to be opened again, and the next key could get lost meanwhile."""
    pipe = tmp_path / "keys"
    os.mkfifo(pipe)
    inbox: Inbox = SimpleQueue()
    KeypadInput(pipe).listen(inbox)
    for keys in ("1", "2", "3"):
        with pipe.open("w") as writer:
            writer.write(f"{keys}\n")
        assert inbox.get(timeout=PATIENCE) == KeysPressed(keys)
        observer = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        with pytest.raises(BlockingIOError):  # a pipe that has ended returns nothing instead
            os.read(observer, 1)
        os.close(observer)


def test_keypad_pipe_reads_one_writer_after_another(home: Path, tmp_path: Path, guests: list[Guest]) -> None:
    private, keypad = tmp_path / "booth.txt", tmp_path / "keys"
    os.mkfifo(keypad)
    guest = sit_down(guests, *RIVALS, "--private", str(private), "--keypad", str(keypad))
    guest.hears("Lily, the booth is yours")
    for _ in range(3):
        with keypad.open("w") as keys:  # each time as another writer
            keys.write("2\n")
    guest.hears("Lily has chosen")


def test_a_game_with_the_booth_goes_on_only_with_a_private_line(home: Path, tmp_path: Path) -> None:
    play(*RIVALS, "--private", str(tmp_path / "booth.txt"), typed="help\n")
    evening = play("--resume", typed="goodbye\n")
    assert evening.returncode == 2
    assert "--private" in evening.stderr


# --- on a terminal -------------------------------------------------------------------------------


def on_terminal(*arguments: str, lines: tuple[str, ...], **settings: str) -> str:
    """Everything that a terminal is sent while these lines are typed, each after the next prompt."""
    ours, theirs = pty.openpty()
    without_echo(theirs)
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **settings}
    process = subprocess.Popen(command(*arguments), stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown, to_type, until = b"", list(lines), time.monotonic() + PATIENCE
    prompts = 0
    while time.monotonic() < until:
        ready, _, _ = select.select([ours], [], [], 0.1)
        try:
            shown += os.read(ours, 65536) if ready else b""
        except OSError:  # Linux's way to say that the other end has hung up
            break
        if to_type and shown.count(b" > ") > prompts:
            prompts = shown.count(b" > ")
            os.write(ours, f"{to_type.pop(0)}\n".encode())
    os.close(ours)
    assert process.wait(PATIENCE) == 0
    return shown.decode()


def without_echo(terminal: int) -> None:
    """A terminal writes what is typed into the middle of what is just being shown, sooner or later."""
    settings = termios.tcgetattr(terminal)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, settings)


def test_a_terminal_gets_large_text_a_page_and_a_prompt(home: Path) -> None:
    shown = on_terminal(*FAMILY, lines=("one", "no reason", "goodbye", "yes"))
    assert "\x1b[1;7m The Lighthouse Is Out \x1b[0m" in shown
    assert "\x1b[1m ▶ \x1b[0m" in shown
    assert set(re.findall(r"\x1b\[[^m]*m", shown)) == {"\x1b[1m", "\x1b[1;7m", "\x1b[0m"}
    assert set(re.findall(r"\x1b[^\[]|\x1b\[[0-9;?]*[^0-9;?m]", shown)) == set()
    assert on_terminal(*FAMILY, lines=("one", "no reason", "goodbye", "yes"), NO_COLOR="1") == shown


@pytest.mark.parametrize(("arguments", "terminal"), [(("--plain",), "xterm"), ((), "dumb")])
def test_a_terminal_can_have_plain_lines(home: Path, arguments: tuple[str, ...], terminal: str) -> None:
    process = command(*FAMILY, *arguments)
    ours, theirs = pty.openpty()
    with subprocess.Popen(process, stdin=subprocess.PIPE, stdout=theirs, env={**os.environ, "TERM": terminal}) as guest:
        os.close(theirs)
        guest.communicate(b"goodbye\n", timeout=PATIENCE)
    shown = os.read(ours, 65536)
    os.close(ours)
    assert shown.startswith(b"Hello! I'm the narrator.\r\n")
    assert b"\x1b" not in shown


def test_the_help_invites_and_gives_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    shown = capsys.readouterr().out
    assert shown.count("\n  narrator play") >= 3
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "hosts story games by voice" in capsys.readouterr().out
