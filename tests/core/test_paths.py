"""Where the family's data lies, on a system that knows no home folder, too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.core.errors import NoHomeFolder
from narrator.core.paths import user_cache_folder, user_data_folder

WITHOUT_ENTRY = """
import pwd, sys
def getpwuid(uid):
    raise KeyError(uid)
pwd.getpwuid = getpwuid
from narrator.apps.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Runs a command for a user who has no entry in the system's list, as in a container that was started with `--user`."""


def run_without_home(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    left_out = ("NARRATOR_", "XDG_", "HOME")
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_ENTRY, *words],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if not name.startswith(left_out)} | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no list of users in a file")
def test_without_a_home_folder_a_sentence_names_the_variable(tmp_path: Path) -> None:
    done = run_without_home(tmp_path, "stories")
    assert done.returncode == 2
    assert "NARRATOR_HOME" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="as above")
@pytest.mark.parametrize("words", [["stories"], ["doctor", "--silent"], ["bedtime"]])
def test_without_a_home_folder_everything_lies_in_the_folder_that_was_named(tmp_path: Path, words: list[str]) -> None:
    done = run_without_home(tmp_path, *words, NARRATOR_HOME=str(tmp_path / "ours"))
    assert "Traceback" not in done.stderr
    assert {path.name for path in tmp_path.iterdir()} <= {"ours"}


@pytest.mark.parametrize(
    ("variable", "folder"), [("NARRATOR_HOME", user_data_folder), ("NARRATOR_CACHE", user_cache_folder)]
)
def test_home_folder_of_an_unknown_user_is_a_sentence(variable: str, folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "~nobodyatall/x")
    with pytest.raises(NoHomeFolder, match="whole path"):
        folder()
