"""`python tests/support/no_network.py COMMAND …`: run a command without a network, and report each attempt to use one.

A seccomp filter makes the kernel ask this process about every system call that passes an address to a socket, also from
native code and from child processes. It needs no root, no tracer and no package. Unix sockets, which sound servers use,
and the loopback interface are allowed, but name look-ups are not. io_uring, which would bypass the filter, is refused.
"""

import ctypes
import errno
import os
import platform
import select
import signal
import socket
import struct
import sys
from contextlib import suppress
from fcntl import ioctl
from ipaddress import ip_address
from pathlib import Path

TRIED = 99
"""The exit code after an attempt to use the network."""

MACHINES = {
    "x86_64": (0xC000003E, 317, {42: "connect", 44: "sendto", 46: "sendmsg", 307: "sendmmsg", 425: "io_uring"}),
    "aarch64": (0xC00000B7, 277, {203: "connect", 206: "sendto", 211: "sendmsg", 269: "sendmmsg", 425: "io_uring"}),
}
"""By machine: the audit architecture, the number of seccomp(), and the system calls to ask about."""
NO_NEW_PRIVILEGES = 38  # prctl(2)
SET_FILTER, NEW_LISTENER, ASK, ALLOW, KILL = 1, 8, 0x7FC00000, 0x7FFF0000, 0x80000000  # seccomp(2)
RECEIVE, ANSWER, GO_ON = 0xC0502100, 0xC0182101, 1  # seccomp_unotify(2)
LOAD, IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # BPF
CALL, MACHINE = 0, 4  # offsets in seccomp_data
DOMAIN_NAMES = 53
"""The port of name servers."""
RESOLVERS = ("resolve", "avahi", "mdns")
"""Parts of the paths of Unix sockets that resolve names."""
NAME_CACHE = "/nscd/"
"""The socket of the name service cache. It serves users as well as hosts, so requests cannot be told apart; it is
hidden, and hosts are then looked up where the filter sees it."""


def supported() -> bool:
    return sys.platform == "linux" and platform.machine() in MACHINES


def rules() -> list[tuple[int, int, int, int]]:
    """Return the BPF filter: operation, steps to skip if true, steps to skip if false, and operand."""
    machine, _, calls = MACHINES[platform.machine()]
    left = len(calls)
    return [
        (LOAD, 0, 0, MACHINE),
        (IF_EQUAL, 1, 0, machine),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, CALL),
        *((IF_EQUAL, left - number, 0, call) for number, call in enumerate(calls)),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, ASK),
    ]


def run_asking(command: list[str], ours: socket.socket) -> None:
    """Become the command, and hand over where the kernel will ask about it."""
    written = b"".join(struct.pack("HBBI", *rule) for rule in rules())
    program = ctypes.create_string_buffer(written, len(written))
    described = struct.pack("HP", len(rules()), ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    listener = libc.syscall(MACHINES[platform.machine()][1], SET_FILTER, NEW_LISTENER, described)
    if listener < 0:
        raise OSError(ctypes.get_errno(), "The kernel takes no seccomp filter with a listener")
    os.write(ours.fileno(), struct.pack("i", listener))  # sendmsg would already be asked about
    ours.recv(1)
    os.close(listener)
    os.execvp(command[0], command)


def memory(process: int, start: int, length: int) -> bytes:
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as file:
        file.seek(start)
        return file.read(length)


def address(process: int, call: str, arguments: tuple[int, ...]) -> bytes:
    """Return the socket address of this call in the kernel's format; empty if it has none."""
    match call:
        case "connect":
            start, length = arguments[1:3]
        case "sendto":
            start, length = arguments[4:6]
        case _:  # of several messages the first will do
            start, length = struct.unpack("PI", memory(process, arguments[1], 12))
    return memory(process, start, length) if start and length else b""


def outward(given: bytes) -> str:
    """Return the destination, if it is outside this machine or a resolver."""
    family = struct.unpack("H", given[:2])[0] if given else socket.AF_UNSPEC
    if family in (socket.AF_UNSPEC, socket.AF_NETLINK):
        return ""
    if family == socket.AF_UNIX:
        path = unix_path(given)
        return path if any(resolver in path for resolver in RESOLVERS) else ""
    if family not in (socket.AF_INET, socket.AF_INET6):
        return f"an address of the family {family}"
    host = ip_address(given[4:8] if family == socket.AF_INET else given[8:24])
    port = int.from_bytes(given[2:4])
    return "" if host.is_loopback and port != DOMAIN_NAMES else f"{host} port {port}"


def unix_path(given: bytes) -> str:
    return os.fsdecode(given[2:].lstrip(b"\0").partition(b"\0")[0])


def answer(listener: int) -> str:
    """Allow one call, or refuse it as a machine without a network would; return what was refused."""
    asked = bytearray(80)
    ioctl(listener, RECEIVE, asked)
    number, process, _, call, _, _, *arguments = struct.unpack("QIIiIQ6Q", asked)
    name = MACHINES[platform.machine()][2][call]
    comm = Path(f"/proc/{process}/comm").read_text().strip()
    given = b"" if name == "io_uring" else address(process, name, tuple(arguments))
    where = "what cannot be seen" if name == "io_uring" else outward(given)
    gone = given[:2] == struct.pack("H", socket.AF_UNIX) and NAME_CACHE in unix_path(given)
    verdict = (-errno.ENETUNREACH, 0) if where else (-errno.ENOENT, 0) if gone else (0, GO_ON)
    ioctl(listener, ANSWER, struct.pack("QqiI", number, 0, *verdict))
    return f"{comm} called {name} for {where}" if where else ""


def main(command: list[str]) -> int:
    theirs, ours = socket.socketpair()
    child = os.fork()
    if not child:
        run_asking(command, ours)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for the command
    ended, tried = os.pidfd_open(child), 0
    (number,) = struct.unpack("i", theirs.recv(4))
    listener = ctypes.CDLL(None).syscall(438, ended, number, 0)  # pidfd_getfd
    theirs.send(b"x")
    watched = select.poll()
    watched.register(listener, select.POLLIN)
    watched.register(ended, select.POLLIN)
    while True:
        ready = dict(watched.poll())
        if ready.get(listener, 0) & select.POLLIN:
            with suppress(FileNotFoundError, ProcessLookupError):  # the caller is gone
                if told := answer(listener):
                    tried += 1
                    print(f"no network: {told}", file=sys.stderr, flush=True)
        elif ended in ready:
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            return TRIED if tried else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
