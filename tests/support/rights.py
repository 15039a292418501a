"""Run a function without privileges, because tests may run as root."""

import ctypes
import os
import sys
from collections.abc import Callable

NOBODY = 65534
KEEP_CAPABILITIES, MAY_READ = 8, 1 << 2
"""The kernel's PR_SET_KEEPCAPS and CAP_DAC_READ_SEARCH."""
CAPABILITIES = 0x20080522
"""The version of the capability interface with 64 bits: three words of 32 bits, twice."""


def as_ordinary_user(look: Callable[[], str], *, another: bool = False) -> str:
    """Return the result of a function, or its error as text, in a process without privileges.

    With `another`, the process belongs to a user who does not own the files, if the test may change the user.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _ = become_another() if another else give_up_privileges()
            answer = look()
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        os.write(writing, answer.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer


def give_up_privileges() -> None:
    """Drop all privileges, so that file permissions also apply to root.

    On Linux the process stays root: another user could not enter a repository in one of root's folders.
    """
    if os.getuid() != 0:
        return
    if sys.platform != "linux":
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        return
    keep_capabilities(0)


def become_another() -> None:
    """Become another user, who may read everything and write only own files.

    Python itself may be installed in one of root's folders, so reading must be allowed.
    """
    if os.getuid() != 0 or sys.platform != "linux":
        give_up_privileges()
        return
    ctypes.CDLL(None).prctl(KEEP_CAPABILITIES, 1, 0, 0, 0)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    keep_capabilities(MAY_READ)


def keep_capabilities(kept: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    header, data = (ctypes.c_uint32 * 2)(CAPABILITIES, 0), (ctypes.c_uint32 * 6)(kept, kept)
    if libc.capset(header, data) != 0:
        raise OSError(ctypes.get_errno(), "the privileges cannot be given up")
