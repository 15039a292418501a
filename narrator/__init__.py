"""Narrator: a voice that hosts story games."""

import os

# Plugins of pydantic may look at whatever is read, a family's games included. Nobody's shall, nor be looked for: that
# takes as long as reading all stories.
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"

# The ears compute little at a time, and often. Several threads of numpy's spend more than that on waiting for each
# other, on a busy machine seven times as much.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def __getattr__(name: str) -> str:
    """`__version__`, when it is asked for: looking it up takes longer than all the rest of a start."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - as above

    try:
        return version("narrator")
    except PackageNotFoundError:  # run from a folder that was never installed
        return "0"
