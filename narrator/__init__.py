"""Narrator: a voice that hosts story games."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("narrator")
except PackageNotFoundError:  # run from a folder that was never installed
    __version__ = "0"
