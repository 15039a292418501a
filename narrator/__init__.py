"""Narrator: a voice that hosts story games."""

import os

# Plugins of pydantic may look at whatever is read, a family's games included. Nobody's shall, nor be looked for: that
# takes as long as reading all stories.
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"


def __getattr__(name: str) -> str:
    """`__version__`, when it is asked for: looking it up takes longer than all the rest of a start."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - as above

    try:
        return version("narrator")
    except PackageNotFoundError:  # run from a folder that was never installed
        return "0"
