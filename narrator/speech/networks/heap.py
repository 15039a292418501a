"""Return memory to the system."""

import ctypes
from contextlib import suppress


def release_freed_memory() -> None:
    """Return freed memory to the system. The C library of Linux keeps it: 50 MB and more after a network was loaded."""
    with suppress(AttributeError, OSError, TypeError):  # other systems have no such function, and need none
        ctypes.CDLL(None).malloc_trim(0)
