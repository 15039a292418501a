"""Libraries that no Python package carries, and the command that installs them on this system."""

import platform
import re

INSTALLERS = {
    "fedora": "sudo dnf install",
    "arch": "sudo pacman -S",
    "suse": "sudo zypper install",
    "alpine": "sudo apk add",
}
"""The installer of each family of Linux distributions; all others use apt."""
APT = "sudo apt-get install -y"
PACKAGES = {
    "asound": {
        APT: "libasound2",
        "sudo dnf install": "alsa-lib",
        "sudo pacman -S": "alsa-lib",
        "sudo apk add": "alsa-lib",
    },
    "atomic": {APT: "libatomic1", "sudo dnf install": "libatomic", "sudo zypper install": "libatomic1"},
    "espeak-ng": {},
    "gomp": {APT: "libgomp1", "sudo dnf install": "libgomp", "sudo zypper install": "libgomp1"},
    "portaudio": {APT: "libportaudio2", "sudo zypper install": "libportaudio2"},
}
"""The package of each library for each installer, where it has another name than the library."""


def system_package_command(library: str) -> str | None:
    """Return the command that installs this library, named without `lib` and `.so`, or `None` if it is not known."""
    if platform.system() != "Linux" or library not in PACKAGES:
        return None
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        release = {}
    families = f"{release.get('ID', '')} {release.get('ID_LIKE', '')}"
    installer = next((command for family, command in INSTALLERS.items() if family in families), APT)
    return f"{installer} {PACKAGES[library].get(installer, library)}"


def missing_library(message: str) -> str | None:
    """Return the library that the system's loader did not find, according to its error message."""
    found = re.search(r"\blib([\w+-]+)\.so[.\d]*: cannot open shared object", message)
    return found[1] if found else None
