"""No command passes control characters from outside to the terminal."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rich.progress import Progress

from narrator.apps.cli import USAGE_ERROR, main
from narrator.apps.terminal.output import safe_console, safe_output
from narrator.apps.terminal.screen import ScreenOutput
from narrator.core.game import Seat
from narrator.core.text import one_line, printable
from narrator.games.hosting.panels import Panel
from narrator.language.lines.outbox import SpokenLine
from narrator.storage.journal import Journal
from narrator.storage.library.library import TITLE_NOTE
from narrator.storage.table import Table
from tests.storage.library.games import options
from tests.support.shell import Done, narrator

JOINERS = "\u200c\u200d"
ATTACK = "\x1b[2J\x1b]0;owned\x07 \x9b31m \u202egnp.\u2066 \u2028 \r \x08"
"""Clears the screen, sets the title, rings, colours by C1, reverses, breaks and overwrites the line."""
RICH_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""An escape sequence that rich sends itself."""


def control_characters(text: str) -> list[str]:
    """Return the characters that would control a terminal."""
    bad = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return [sign for sign in text if unicodedata.category(sign) in bad and sign not in JOINERS + "\n\t"]


def printed_controls(done: Done) -> list[str]:
    return control_characters(done.stdout + done.stderr)


# --- the function --------------------------------------------------------------------------------


def test_printable_keeps_letters_and_removes_controls() -> None:
    for number in range(sys.maxunicode + 1):
        sign = chr(number)
        if unicodedata.category(sign) not in ("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"):
            assert printable(sign) == one_line(sign) == sign
    assert control_characters(printable("".join(map(chr, range(sys.maxunicode + 1))))) == []


def test_line_breaks_stay_unless_one_line_is_wanted() -> None:
    assert printable("one\n\ttwo\r\x1b[1m") == "one\n\ttwo  [1m"
    assert one_line("one\n\ttwo") == "one  two"
    assert printable("👩\u200d🚀 \U0001f1eb\U0001f1f7 می\u200cروم") == "👩\u200d🚀 \U0001f1eb\U0001f1f7 می\u200cروم"


# --- every command with any words ----------------------------------------------------------------


@pytest.fixture(scope="module", autouse=True)
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run the commands in an empty folder, with their own data folder."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "here").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NARRATOR_HOME", str(folder / "home"))
        patch.chdir(folder / "here")
        yield folder / "here"


WITH_WORDS = (
    *(["play", "{}"], ["play", "--players", "{}, {}"], ["play", "--story", "{}"], ["play", "--pack", "{}"]),
    *(["play", "--keypad", "{}", "--private", "{}"], ["play", "--mode", "{}"], ["play", "--resume", "{}"]),
    *(["stories", "{}"], ["stories", "--rename", "1", "{}"], ["stories", "--forget", "{}", "--yes"]),
    *(["stories", "--forget-names", "{}", "--yes"], ["stories", "--text", "{}"], ["stories", "--pack", "{}"]),
    *(["bedtime", "{}"], ["bedtime", "1", "--show", "--pack", "{}"], ["recollect", "{}"]),
    *(["export", "{}", "--to", "html"], ["export", "1", "--to", "{}"], ["export", "1", "--to", "html", "-o", "{}/{}"]),
    *(["check", "{}"], ["check", "{}", "--json"], ["demo", "--text", "{}"]),
    ["demo", "--out", "/dev/null/{}/{}.wav"],  # cannot be written, or a whole game would be spoken
    *(["hear", "{}"], ["hear", "{}", "--grammar", "{}"], ["new-pack", "/dev/null/{}"], ["doctor", "{}"], ["{}"]),
)
HOSTILE = st.text(
    st.one_of(
        st.sampled_from(
            "\x1b\x07\x08\r\n\t\x9b\x9d\x7f\u200e\u200f\u202a\u202e\u2066\u2069\u061c\ufeff\u2028\U000e0041"
        ),
        st.sampled_from("[]0;31mJHab. #"),
        st.characters(exclude_characters="\0", exclude_categories=("Cs",)),
    ),
    min_size=1,
    max_size=30,
)


@pytest.mark.parametrize("command", WITH_WORDS, ids=" ".join)
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@example(words=ATTACK)
@example(words="\udcff\udc80")
@given(words=HOSTILE)
def test_words_of_the_command_line_are_printed_safely(command: list[str], words: str) -> None:
    try:
        done = narrator(*(word.format(words, words) for word in command), typed="goodbye\n")
    except SystemExit:  # from argparse, whose output is checked in the next test
        return
    assert printed_controls(done) == []


@pytest.mark.parametrize("command", [["{}"], ["setup", "{}"], ["export", "1", "--to", "{}"], ["doctor", "{}"]])
def test_usage_errors_are_printed_safely(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: object = main([word.format(ATTACK) for word in command])
    except SystemExit as error:  # from argparse
        code = error.code
    assert code == USAGE_ERROR
    printed = capsys.readouterr()
    assert "owned" in printed.err
    assert control_characters(printed.out + printed.err) == []


# --- hostile packs and players -------------------------------------------------------------------


def quoted(text: str) -> str:
    """Quote a text for YAML, with every character escaped."""
    return '"' + "".join(f"\\U{ord(sign):08x}" for sign in text) + '"'


@pytest.fixture(scope="module")
def pack(here: Path) -> Path:
    """Return a playable pack with an attack in its title, in a text and in its file names."""
    folder = here / f"pack {ATTACK.replace('/', '')}"
    assert narrator("new-pack", str(folder)).returncode == 0
    stories = folder / "storytellers" / "stories"
    (story,) = stories.iterdir()
    text = story.read_text("utf-8").replace("What Are We Waiting For", quoted(f"The {ATTACK} Owl"))
    text = text.replace("a street with a very long line ", quoted(f"a street {ATTACK}"))
    (stories / f"owl {ATTACK}.yaml").write_text(text, "utf-8")
    story.unlink()
    return folder


@pytest.fixture(scope="module")
def game(pack: Path) -> Done:
    """Play a whole game with that pack, and with attacks in the answers."""
    answers = 5 * "one\nno reason\none\nno reason\none\none\n" + "goodbye\n"
    playing = ("--mode", "youngest", "--no-practice", "--seed", "table", "--pack", str(pack))
    return narrator(
        "play", "storytellers", "--players", "Lily 5, Nick 8", *playing, typed=answers.replace("no", f"{ATTACK}no")
    )


def test_game_with_a_hostile_pack_is_printed_safely(game: Done) -> None:
    assert game.returncode == 0
    assert "owned" in game.stdout
    assert printed_controls(game) == []


@pytest.mark.parametrize(
    "command",
    [
        *(["stories"], ["stories", "owl"], ["stories", "--text", "1"], ["stories", "--rename", "1", ATTACK]),
        *(["bedtime", "1", "--voice", "printed"], ["recollect", "1"], ["play", "--resume", "99"]),
        *(["play", "--resume", "2"], ["recollect", "newest"]),
        *(["export", "1", "--to", "html"], ["export", "1", "--to", "html"], ["check"], ["check", "--json"]),
        *(["play", "--story", "x"], ["stories", "--forget", "owl", "waiting", "--yes"]),
    ],
    ids=" ".join,
)
def test_commands_about_a_hostile_game_print_safely(command: list[str], game: Done, pack: Path) -> None:
    with Journal.open() as journal:  # as an older version, or another program, may have saved it
        journal.save_note(TITLE_NOTE, 1, f"The {ATTACK} Owl")
        if len(journal.games()) == 1:
            seats = (Seat(f"Li{ATTACK}ly", 5), Seat("Nick", 8), Seat("Julie", 9))
            Table.begin(journal, "storytellers", seats, options("storytellers"), "x").close()
    words = [*command, str(pack)] if command[0] == "check" else [*command, "--pack", str(pack)]
    assert printed_controls(narrator(*words, typed="yes\nno\ngoodbye\n")) == []


def test_check_names_a_hostile_file_on_one_line(pack: Path) -> None:
    bad = pack / "storytellers" / "stories" / f"bad\nNothing to fix.{ATTACK}.yaml"
    bad.write_text(f"title: [{ATTACK!r}\n{quoted(ATTACK + 'tittle')}: x\n", "utf-8")
    done = narrator("check", str(pack))
    bad.unlink()
    assert printed_controls(done) == []
    assert "Nothing to fix." not in done.stdout.splitlines()


# --- the screen, and progress bars ---------------------------------------------------------------


@contextmanager
def color_terminal() -> Iterator[BytesIO]:
    """Collect what is sent to a terminal with colours."""
    bytes_out = BytesIO()
    stream = TextIOWrapper(bytes_out, encoding="utf-8", write_through=True)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("FORCE_COLOR", "1"), ("TERM", "xterm")):
            patch.setenv(name, value)
        for name in ("stdout", "stderr"):
            patch.setattr(sys, name, stream)
        with safe_output():
            yield bytes_out


def test_screen_sends_only_its_own_escape_sequences() -> None:
    with color_terminal() as terminal:
        screen = ScreenOutput(safe_console(), lambda: [Panel(ATTACK, ((ATTACK, "b"),))], prompt=lambda: True)
        screen.say([SpokenLine(ATTACK), SpokenLine(ATTACK)])
        sent = terminal.getvalue().decode()
    assert "\x1b[1m" in sent
    assert control_characters(RICH_SEQUENCE.sub("", sent)) == []


def test_text_beside_a_progress_bar_is_printed_safely() -> None:
    with color_terminal() as terminal:
        console = safe_console(stderr=True)
        with Progress(console=console) as bar:
            bar.add_task("reading")
            print(f"{ATTACK} beside it")
            console.print(ATTACK, markup=False)
        sent = terminal.getvalue().decode()
    assert "beside it" in sent
    assert control_characters(RICH_SEQUENCE.sub("", sent).replace("\r", "")) == []
