"""The command that adds an extra fits how Narrator was installed."""

import json
import re
import shlex
import sys
import sysconfig
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from narrator.core import installation
from narrator.core.installation import (
    EXTRA_MODULES,
    Installer,
    describe_missing_extra,
    extra_of_module,
    find_installer,
    install_command,
)

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that the package is installed in an empty environment, from the package index, with only the window."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installation, "PACKAGE_FOLDER", tmp_path / "lib" / "narrator")
    monkeypatch.setattr(installation, "is_extra_installed", lambda extra: extra == "window")
    install_from(monkeypatch, None)
    return tmp_path


def install_from(monkeypatch: pytest.MonkeyPatch, url: str | None) -> None:
    origin = None if url is None else json.dumps({"url": url})
    monkeypatch.setattr(metadata, "distribution", lambda name: SimpleNamespace(read_text=lambda file: origin))


def test_uv_tool_and_pipx_keep_the_extras_that_are_installed(environment: Path) -> None:
    (environment / "uv-receipt.toml").touch()
    assert install_command("voice") == "uv tool install --force 'story-narrator[voice,window]'"
    (environment / "uv-receipt.toml").unlink()
    (environment / "pipx_metadata.json").touch()
    assert install_command("voice") == "pipx install --force 'story-narrator[voice,window]'"


def test_pip_adds_to_the_running_python(environment: Path) -> None:
    assert find_installer() is Installer.PIP
    assert install_command("voice") == f"{shlex.quote(sys.executable)} -m pip install 'story-narrator[voice]'"


def test_wheel_is_installed_again_from_where_it_came(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = environment / "story narrator.whl"
    wheel.touch()
    install_from(monkeypatch, wheel.as_uri())
    assert install_command("voice").endswith(f"'story-narrator[voice] @ {wheel.as_uri()}'")
    wheel.unlink()
    assert install_command("voice").endswith("'story-narrator[voice]'")


def test_clone_is_installed_again_from_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/nowhere")
    folder = Path(__file__).parents[2]
    assert install_command("export").endswith(f"pip install --editable '{folder}[export]'")


def test_every_optional_package_belongs_to_the_extra_that_installs_it() -> None:
    modules = {"hibari-tts": "hibari", "pillow": "PIL", "pyobjc-framework-cocoa": "AppKit"}
    for extra in EXTRA_MODULES:
        names = {re.split(r"[^\w.-]", item, maxsplit=1)[0] for item in PROJECT["optional-dependencies"][extra]}
        for name in names - {"story-narrator", "onnxruntime"}:
            assert extra_of_module(modules.get(name, name.replace("-", "_"))) == extra
    core = {re.split(r"[^\w.-]", item, maxsplit=1)[0] for item in PROJECT["dependencies"]}
    assert not [name for name in core if extra_of_module(name)]


def test_windows_on_arm_is_told_that_it_has_no_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysconfig, "get_platform", lambda: "win-arm64")
    assert "do not work in Python for Windows on ARM" in describe_missing_extra("voice")
    assert "Python for Windows x64" in describe_missing_extra("export")
    assert "pip install" in describe_missing_extra("window")
