"""Nothing leaves the house: whatever a family does, nothing in it asks for a network, native code included.

`no_network` watches below Python, where the kernel is asked. The environment is a fresh user's: libraries that report
to their makers are silent where they believe to be tested (`CI`), and what they keep about a user would be seen here.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from narrator.speech.models.model import find_model
from narrator.speech.networks import onnx_runtime
from narrator.speech.tts import piper
from tests.apps.export.sample_stories import play_game
from tests.apps.window.window_session import WebClient
from tests.support import no_network

WATCH = [sys.executable, no_network.__file__]
NARRATOR = [*WATCH, sys.executable, "-m", "narrator"]
SECONDS = 280

pytestmark = pytest.mark.skipif(
    not no_network.supported(), reason="only Linux (5.6 or newer, on x86_64 or aarch64) lets a test watch system calls"
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with a whole story in it, to remember, and a short one, to export."""
    folder = tmp_path_factory.mktemp("home")
    play_game(folder)
    assert play_game(folder, answers=3) == 2
    return folder


@pytest.fixture
def environment(home: Path, tmp_path: Path) -> Mapping[str, str]:
    (tmp_path / "user").mkdir()
    model = find_model()
    assert model is not None, "`narrator setup` fetches the speech model"
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "LANG": "C.UTF-8",
        "HOME": str(tmp_path / "user"),
        "NARRATOR_HOME": str(home),
        "NARRATOR_CACHE": str(home / "cache"),
        "VOSK_MODEL_PATH": str(model.parent),
    }


def run(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, typed: str = ""
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command, env=environment, cwd=folder, input=typed, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def assert_unknown(environment: Mapping[str, str]) -> None:
    """Nobody has given this user a number."""
    home = Path(environment["HOME"])
    assert not [file for file in home.rglob("*") if "deviceid" in file.name.lower() or "Microsoft" in file.parts]


SPOKEN = ("--rate", "400")
COMMANDS = {
    "typed": (["play", "--ears", "typed"], "help\nstorytellers\nLily 6 and Nick 8\nyes\nwhat can I say\nstop\nyes\n"),
    "written demo": (["demo", "cat", "dice", "--text", "--seed", "a"], ""),
    "large print": (["export", "newest", "--to", "html"], ""),
    "EPUB by Piper": (["export", "newest", "--to", "epub", "--voice", "piper", *SPOKEN], ""),
    "DAISY by Piper": (["export", "newest", "--to", "daisy", "--voice", "piper", *SPOKEN], ""),
    "MP3 by Piper": (["export", "newest", "--to", "mp3", "--voice", "piper", *SPOKEN], ""),
    "EPUB by the system": (["export", "newest", "--to", "epub", "--voice", "system", *SPOKEN], ""),
    "DAISY by the system": (["export", "newest", "--to", "daisy", "--voice", "system", *SPOKEN], ""),
    "MP3 by the system": (["export", "newest", "--to", "mp3", "--folder", "--voice", "system", *SPOKEN], ""),
    "bedtime": (["bedtime", "--out", "tonight.mp3", "--timer", "0.1", "--voice", "piper"], ""),
    "recollect": (["recollect", "--ears", "typed", "--voice", "printed"], "I don't know\nstop\n"),
    "stories": (["stories", "the newest"], ""),
    "check": (["check"], ""),
    "doctor": (["doctor", "--silent"], ""),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_asks_for_a_network(name: str, environment: Mapping[str, str], tmp_path: Path) -> None:
    words, typed = COMMANDS[name]
    done = run([*NARRATOR, *words], environment, tmp_path, typed)
    assert (done.returncode, "no network:" in done.stderr) == (0, False), done.stderr
    assert_unknown(environment)


def test_neither_does_a_game_that_is_played_by_voice(environment: Mapping[str, str], tmp_path: Path) -> None:
    """Guests speak to the ear; after their first answers everything has been at work that ever is."""
    command = [*NARRATOR, "demo", "cat", "dice", "--fast", "--noise", "none"]
    with subprocess.Popen(
        command,
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as demo:
        assert demo.stdout is not None
        told = [demo.stdout.readline() for _ in range(12)]
        os.killpg(demo.pid, signal.SIGINT)
        _, trouble = demo.communicate(timeout=SECONDS)
    assert all(told), trouble
    assert (demo.returncode, "no network:" in trouble) == (130, False), trouble
    assert_unknown(environment)


def test_nor_does_a_window_that_somebody_opens(environment: Mapping[str, str], tmp_path: Path) -> None:
    """The page and all that it asks for, an answer through it, and a story taken from its shelf."""
    command = [*NARRATOR, "play", "cat", "dice", "--players", "Lily 6, Nick 8", "--no-practice", "--window", "--plain"]
    with subprocess.Popen(
        command,
        env=environment,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as game:
        assert game.stdout is not None
        address = urlsplit(game.stdout.readline().split()[-1])
        screen = WebClient(f"http://{address.netloc}", address.fragment).open()
        asked = {path: screen.request("GET", path)[0] for path in ("/", *linked(screen), "/library")}
        begun = screen.request("POST", "/library/2/book/html")[0]
        while not json.loads(screen.request("GET", "/library/2/book/html/state")[2])["ready"]:
            time.sleep(0.1)
        asked["its book"] = screen.request("GET", "/library/2/book/html")[0]
        screen.send(kind="say", text="who is playing")
        screen.wait_for_page(lambda page: "Lily and Nick" in str(page))
        screen.close()
        _, trouble = game.communicate("goodbye\nyes\n", timeout=SECONDS)
    assert (begun, set(asked.values())) == (202, {200}), asked
    assert (game.returncode, "no network:" in trouble) == (0, False), trouble


def linked(screen: WebClient) -> Iterator[str]:
    """Whatever the page asks for by itself; all of it is our own."""
    page = screen.request("GET", "/")[2].decode()
    for address in re.findall(r'(?:src|href)="([^"#]+)"', page):
        assert not urlsplit(address).netloc, address
        yield address


def test_nor_does_listening_to_a_recording(environment: Mapping[str, str], tmp_path: Path) -> None:
    voice = "from narrator.speech.tts.system import SystemRenderer as S; r = S(); p = r.render('help', 150)"
    written = f"import soundfile; {voice}; r.close(); soundfile.write('help.wav', p.samples, p.rate)"
    assert run([*WATCH, sys.executable, "-c", written], environment, tmp_path).returncode == 0
    done = run([*NARRATOR, "hear", "help.wav", "--game", "storytellers", "--phase", "vote"], environment, tmp_path)
    assert (done.returncode, "no network:" in done.stderr) == (0, False), done.stderr


LOOK_UP = "import ctypes; ctypes.CDLL(None).getaddrinfo(b'example.org', None, None, ctypes.byref(ctypes.c_void_p()))"
SEND = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 9))"


@pytest.mark.parametrize(
    "attempt", [LOOK_UP, SEND, f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SEND!r}])"]
)
def test_whoever_does_is_seen(attempt: str, environment: Mapping[str, str], tmp_path: Path) -> None:
    done = run([*WATCH, sys.executable, "-c", attempt], environment, tmp_path)
    assert done.returncode == no_network.TRIED
    assert "no network: python" in done.stderr


def test_the_device_id_that_was_once_made_for_us_is_thrown_away_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "narrator"))
    monkeypatch.setattr(sys, "platform", "linux")
    kept = onnx_runtime.device_id_folder() / "deviceid"
    for left in (False, True):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("1234")
        onnx_runtime.delete_device_id()
        assert kept.exists() is left, "what comes later is another program's"


def test_piper_is_tried_here() -> None:
    assert piper.is_piper_installed(), "pip install 'narrator[piper]'"
