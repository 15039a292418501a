"""What somebody is told who is not allowed everything. Tests may run as root, who is."""

import ctypes
import os
import sys
from collections.abc import Callable

NOBODY = 65534
KEEP_CAPABILITIES, MAY_READ = 8, 1 << 2
"""As the kernel numbers them: PR_SET_KEEPCAPS, CAP_DAC_READ_SEARCH."""
CAPABILITIES = 0x20080522
"""The version of Linux's capabilities that has 64 of them: three words of 32 bits each, twice."""


def as_ordinary_user(look: Callable[[], str], *, another: bool = False) -> str:
    """The answer, or the error with its sentence, in a process without any privilege.

    `another`: of somebody who does not own these files either, as far as the test may become somebody else.
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
    """From now on the rights of files count, for root too.

    Where that is possible root stays the owner of its files: somebody else could not even enter a repository that
    lies in a folder of root's own, and would be told of that instead.
    """
    if os.getuid() != 0:
        return
    if sys.platform != "linux":
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        return
    keep_capabilities(0)


def become_another() -> None:
    """Another account, which may read everything (Python itself may lie in a folder of root's own), and write nothing
    that is not its own."""
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
