"""Without the extras a typed game works, and commands that need an extra say what to install."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from narrator.core.installation import EXTRA_MODULES

HIDDEN_BY_DEFAULT = sorted({module for modules in EXTRA_MODULES.values() for module in modules})
HIDING = """
import os, sys
from importlib.machinery import PathFinder

HIDDEN = os.environ["HIDDEN_MODULES"].split()

class CoreOnly(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in HIDDEN else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = CoreOnly
from narrator.apps.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Runs the command line as if these modules were not installed."""


def run_core(
    tmp_path: Path, *arguments: str, typed: str = "", hidden: Sequence[str] = HIDDEN_BY_DEFAULT
) -> "subprocess.CompletedProcess[str]":
    """Run a command without the extras, or without these modules, with an empty home."""
    done = subprocess.run(
        [sys.executable, "-c", HIDING, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "NARRATOR_HOME": str(tmp_path),
            "NARRATOR_CACHE": str(tmp_path),
            "PYTHONPATH": ":".join(sys.path),
            "HIDDEN_MODULES": " ".join(hidden),
        },
    )
    assert "Traceback" not in done.stderr
    return done


def test_typed_game_is_played_and_found_again(tmp_path: Path) -> None:
    played = run_core(tmp_path, "play", "cat dice", "--players", "Lily, Nick", "--seed", "1", typed="no\n")
    assert played.returncode == 0
    assert "Lily" in played.stdout
    assert "narrator play --resume 1" in played.stderr
    assert run_core(tmp_path, "play", "--resume", typed="repeat\n").returncode == 0
    forgotten = run_core(tmp_path, "stories", "--forget-player", "Lily", "--yes")
    assert "Lily is forgotten." in forgotten.stdout


@pytest.mark.parametrize("command", ["demo --text", "demo", "stories", "check", "doctor"])
def test_command_works_without_extras(tmp_path: Path, command: str) -> None:
    assert run_core(tmp_path, *command.split()).returncode == 0


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("play --window", "window"),
        ("play --privacy phones", "window"),
        ("play --voice hibari", "voice"),
        ("play --ears microphone", "voice"),
        ("recollect --window", "window"),
        ("bedtime", "voice"),
        ("hear sound.wav", "voice"),
        ("setup", "voice"),
        ("export newest --to epub", "export"),
    ],
)
def test_command_that_needs_an_extra_names_the_install_command(tmp_path: Path, command: str, extra: str) -> None:
    done = run_core(tmp_path, *command.split())
    assert done.returncode in (1, 2)
    assert f"[{extra}]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_doctor_names_the_extras_that_are_missing(tmp_path: Path) -> None:
    found = run_core(tmp_path, "doctor").stdout
    for extra in ("voice", "window", "export"):
        assert f"[{extra}]" in found
    assert "You can play by typing and reading" in found


def test_window_asked_for_in_a_game_is_refused(tmp_path: Path) -> None:
    done = run_core(tmp_path, "play", typed="open the window\n")
    assert "I can't open a window here." in done.stdout
