"""No command uses the network, not even in native code.

`no_network` watches the system calls. The environment is that of a new user: libraries with telemetry are silent if
they detect a test environment (`CI`), and an identifier that they store for the user would be found here.
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
from narrator.speech.tts.phonemes import is_hibari_installed
from narrator.speech.tts.system import is_system_voice_installed
from tests.apps.export.sample_stories import play_game
from tests.apps.window.window_session import WebClient
from tests.support import no_network

WATCH = [sys.executable, no_network.__file__]
NARRATOR = [*WATCH, sys.executable, "-m", "narrator"]
TIMEOUT_S = 280

pytestmark = pytest.mark.skipif(
    not no_network.supported(), reason="only Linux (5.6 or newer, on x86_64 or aarch64) lets a test watch system calls"
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with a whole story to remember and a short one to export."""
    folder = tmp_path_factory.mktemp("home")
    play_game(folder)
    assert play_game(folder, answers=3) == 2
    return folder


@pytest.fixture
def environment(home: Path, tmp_path: Path) -> Mapping[str, str]:
    (tmp_path / "user").mkdir()
    model = find_model()
    assert model is not None, "run `narrator setup` to install the speech model"
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "LANG": "C.UTF-8",
        "HOME": str(tmp_path / "user"),
        "NARRATOR_HOME": str(home),
        "NARRATOR_CACHE": str(home / "cache"),
        "NARRATOR_RENDER_AHEAD": "0",
        "VOSK_MODEL_PATH": str(model.parent),
    }


def run(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, typed: str = ""
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command,
        env=environment,
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def assert_no_device_id(environment: Mapping[str, str]) -> None:
    """Check that no library has stored an identifier for this user."""
    home = Path(environment["HOME"])
    assert not [file for file in home.rglob("*") if "deviceid" in file.name.lower() or "Microsoft" in file.parts]


SPOKEN = ("--rate", "400")
COMMANDS = {
    "typed": (["play", "--ears", "typed"], "help\nstorytellers\nLily 6 and Nick 8\nyes\nwhat can I say\nstop\nyes\n"),
    "written demo": (["demo", "cat", "dice", "--text", "--seed", "a"], ""),
    "large print": (["export", "newest", "--to", "html"], ""),
    "EPUB by hibari": (["export", "newest", "--to", "epub", "--voice", "hibari", *SPOKEN], ""),
    "DAISY by hibari": (["export", "newest", "--to", "daisy", "--voice", "hibari", *SPOKEN], ""),
    "MP3 by hibari": (["export", "newest", "--to", "mp3", "--voice", "hibari", *SPOKEN], ""),
    "bedtime": (["bedtime", "--out", "tonight.mp3", "--timer", "0.1", "--voice", "hibari"], ""),
    "recollect": (["recollect", "--ears", "typed", "--voice", "printed"], "I don't know\nstop\n"),
    "stories": (["stories", "the newest"], ""),
    "check": (["check"], ""),
    "doctor": (["doctor", "--silent"], ""),
}
if is_system_voice_installed():
    COMMANDS["MP3 by the system"] = (["export", "newest", "--to", "mp3", "--folder", "--voice", "system", *SPOKEN], "")


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_use_no_network(name: str, environment: Mapping[str, str], tmp_path: Path) -> None:
    words, typed = COMMANDS[name]
    done = run([*NARRATOR, *words], environment, tmp_path, typed)
    assert (done.returncode, "no network:" in done.stderr) == (0, False), done.stderr
    assert_no_device_id(environment)


def test_spoken_game_uses_no_network(environment: Mapping[str, str], tmp_path: Path) -> None:
    """After the first spoken answers every component has been used."""
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
        lines = [demo.stdout.readline() for _ in range(12)]
        os.killpg(demo.pid, signal.SIGINT)
        _, trouble = demo.communicate(timeout=TIMEOUT_S)
    assert all(lines), trouble
    assert (demo.returncode, "no network:" in trouble) == (130, False), trouble
    assert_no_device_id(environment)


def test_window_uses_no_network(environment: Mapping[str, str], tmp_path: Path) -> None:
    """Open the page and all its resources, answer through it, and export a story from its library."""
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
        statuses = {path: screen.request("GET", path)[0] for path in ("/", *linked_resources(screen), "/library")}
        started = screen.request("POST", "/library/2/book/html")[0]
        while not json.loads(screen.request("GET", "/library/2/book/html/state")[2])["ready"]:
            time.sleep(0.1)
        statuses["its book"] = screen.request("GET", "/library/2/book/html")[0]
        screen.send(kind="say", text="who is playing")
        screen.wait_for_page(lambda page: "Lily and Nick" in str(page))
        screen.close()
        _, trouble = game.communicate("goodbye\nyes\n", timeout=TIMEOUT_S)
    assert (started, set(statuses.values())) == (202, {200}), statuses
    assert (game.returncode, "no network:" in trouble) == (0, False), trouble


def linked_resources(screen: WebClient) -> Iterator[str]:
    """Yield the resources of the page, which must all be local."""
    page = screen.request("GET", "/")[2].decode()
    for address in re.findall(r'(?:src|href)="([^"#]+)"', page):
        assert not urlsplit(address).netloc, address
        yield address


def test_hear_uses_no_network(environment: Mapping[str, str], tmp_path: Path) -> None:
    voice = "from narrator.speech.tts.hibari import HibariRenderer as H; r = H(); r.load(); p = r.render('help', 150)"
    script = f"import soundfile; {voice}; soundfile.write('help.wav', p.samples, p.rate)"
    assert run([*WATCH, sys.executable, "-c", script], environment, tmp_path).returncode == 0
    done = run([*NARRATOR, "hear", "help.wav", "--game", "storytellers", "--phase", "vote"], environment, tmp_path)
    assert (done.returncode, "no network:" in done.stderr) == (0, False), done.stderr


LOOK_UP = "import ctypes; ctypes.CDLL(None).getaddrinfo(b'example.org', None, None, ctypes.byref(ctypes.c_void_p()))"
SEND = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 9))"


@pytest.mark.parametrize(
    "attempt", [LOOK_UP, SEND, f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SEND!r}])"]
)
def test_network_use_is_detected(attempt: str, environment: Mapping[str, str], tmp_path: Path) -> None:
    done = run([*WATCH, sys.executable, "-c", attempt], environment, tmp_path)
    assert done.returncode == no_network.TRIED
    assert "no network: python" in done.stderr


def test_old_device_id_is_deleted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "narrator"))
    monkeypatch.setattr(sys, "platform", "linux")
    device_id = onnx_runtime.device_id_folder() / "deviceid"
    for stays in (False, True):
        device_id.parent.mkdir(parents=True, exist_ok=True)
        device_id.write_text("1234")
        onnx_runtime.delete_device_id()
        assert device_id.exists() is stays, "a later one belongs to another program"


def test_narrators_voice_is_installed() -> None:
    assert is_hibari_installed(), "pip install 'story-narrator[voice]'"
