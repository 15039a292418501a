"""The script behind `make play`: little on the screen, everything in a log, and a sentence when something fails."""

import ast
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
SCRIPT = TOP / "tools" / "install.py"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder like a clone, with the script, a lock file and an environment without packages."""
    (tmp_path / "tools").mkdir()
    shutil.copy(SCRIPT, tmp_path / "tools")
    (tmp_path / "requirements.lock").write_text(f"nosuchpackage==1.0 \\\n    --hash=sha256:{'0' * 64}\n")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    return tmp_path


def test_old_python_can_read_the_script() -> None:
    ast.parse(SCRIPT.read_text("utf-8"), feature_version=(3, 7))


@pytest.mark.skipif(sys.platform == "win32", reason="environments have another layout there")
def test_failed_installation_shows_the_end_of_the_log_and_names_it(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # without uv
    done = subprocess.run(
        [sys.executable, str(clone / "tools" / "install.py"), "play"], capture_output=True, text=True, check=False
    )
    log = clone / ".venv" / "install.log"
    assert done.returncode == 1
    assert str(log) in done.stderr
    assert "No matching distribution found for nosuchpackage==1.0" in done.stderr
    assert "Check the internet connection" in done.stderr
    assert len(done.stdout.splitlines()) < 4
    assert "pip install" in log.read_text("utf-8")


def test_python_that_is_too_old_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "argv", ["install.py", "play"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPT), run_name="__main__")
    assert ended.value.code == 1
    assert "Narrator needs Python 3.11 or newer" in capsys.readouterr().err
