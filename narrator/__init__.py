"""Narrator: a voice that hosts story games."""

import os

# Pydantic plugins could see everything that is read, including a family's games, so they are disabled. Looking for
# them alone would take as long as reading all stories.
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"

# The speech recogniser makes many small computations. Several numpy threads cost more than they gain, on a busy
# computer seven times as much CPU time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def __getattr__(name: str) -> str:
    """Look up `__version__` only when it is needed, because that takes longer than the rest of the start."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - as above

    try:
        return version("story-narrator")
    except PackageNotFoundError:  # run from a source folder without an installation
        return "0"
