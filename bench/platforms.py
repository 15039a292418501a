"""Check that Narrator can be installed on every supported system, by asking uv's resolver.

    python -m bench.platforms

Prints the extras that resolve from wheels alone, for each system and Python version. Needs uv and a connection
to the package index. `srt`, a dependency of vosk, is published as source only; it is pure Python and builds anywhere.
"""

import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
SYSTEMS = {
    "Linux x86-64": "x86_64-unknown-linux-gnu",
    "Linux aarch64": "aarch64-unknown-linux-gnu",
    "Windows x64": "x86_64-pc-windows-msvc",
    "macOS arm64": "aarch64-apple-darwin",
    "macOS x86-64": "x86_64-apple-darwin",
    "Windows on ARM": "aarch64-pc-windows-msvc",
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("", "voice", "window", "tls", "export", "audiobook", "wyoming")
OPTIONAL = {"Windows on ARM"}
"""Systems on which some extras may be missing."""


def resolves(uv: str, platform: str, python: str, extra: str) -> bool:
    """Return whether wheels exist for this system, Python version and extra (`""` for the core)."""
    command = [uv, "pip", "compile", "--quiet", "--only-binary", ":all:", "--no-binary", "srt", str(PROJECT)]
    command += ["--python-platform", platform, "--python-version", python, *(["--extra", extra] if extra else [])]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def main() -> int:
    """Print the table; return 1 if a supported system lacks something."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        print("uv is not installed, so nothing could be resolved: python -m pip install uv", file=sys.stderr)
        return 1
    failed = False
    for system, platform in SYSTEMS.items():
        for python in PYTHONS:
            missing = [extra or "core" for extra in EXTRAS if not resolves(uv, platform, python, extra)]
            failed |= bool(missing) and system not in OPTIONAL
            print(f"{system:15} {python}  {'missing: ' + ', '.join(missing) if missing else 'all'}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
