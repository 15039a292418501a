"""What somebody is told who is not allowed everything. Tests may run as root, who is."""

import ctypes
import os
import sys
from collections.abc import Callable

NOBODY = 65534
CAPABILITIES = 0x20080522
"""The version of Linux's capabilities that has 64 of them: three words of 32 bits each, twice."""


def as_ordinary_user(look: Callable[[], str]) -> str:
    """The answer, or the error with its sentence, in a process without any privilege."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            give_up_privileges()
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
    libc = ctypes.CDLL(None, use_errno=True)
    header, none = (ctypes.c_uint32 * 2)(CAPABILITIES, 0), (ctypes.c_uint32 * 6)()
    if libc.capset(header, none) != 0:
        raise OSError(ctypes.get_errno(), "the privileges cannot be given up")
