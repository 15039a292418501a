"""The commands, thin: read the words of the command line, hand them on, and never show a traceback for a mistake."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

import narrator
from narrator.errors import Mistake, NarratorError
from narrator.terminal import one_line, safe_output

WELCOME = """\
Come and sit down. Narrator hosts story games by voice: it reads the cards,
listens to what you say, minds the rules, keeps the score, and tells the
finished story again at bedtime. Everything stays on this computer.
"""

COMMANDS = ("play", "stories", "bedtime", "recollect", "export", "demo", "setup", "doctor", "check", "new-pack", "hear")
"""In the order in which the help lists them; each is a module of `narrator.commands`."""

MISTAKEN = 2  # what a shell expects of a command that was not called right
INTERRUPTED = 130  # what a shell expects of a program that was stopped with Ctrl-C


class Version(argparse.Action):
    """Looked up only for those who ask."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"narrator {narrator.__version__}")
        parser.exit()


def build_parser(first: str | None = None) -> argparse.ArgumentParser:
    """For a line that begins with this word: a command need not wait until all others are loaded."""
    parser = argparse.ArgumentParser(
        prog="narrator", description=WELCOME, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action=Version, nargs=0, help="show program's version number and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in [first] if first in COMMANDS else COMMANDS if first != "--version" else ():
        from narrator.commands._arguments import add_command  # noqa: PLC0415 - the version need not wait for it

        add_command(commands, name)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the number is what the shell gets."""
    try:
        try:
            with safe_output():
                return run(argv)
        finally:
            # a Ctrl-C that came while Python ran a text, as it does for every dataclass, makes it end by that signal,
            # although we have answered it; running another text makes it forget that
            exec("")
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where it can still be answered; when Python itself ends, it is too late
    except BrokenPipeError:
        leave_quietly(sys.stdout, sys.stderr)  # whoever was reading has gone; there is nobody left to tell
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print(f"narrator: there is no room for what I have to say ({error.strerror}).", file=sys.stderr)
        leave_quietly(sys.stdout)
        return 1


def run(argv: Sequence[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    parser = build_parser(words[0] if words else None)
    arguments = parser.parse_args(words)
    if arguments.command is None:
        parser.print_help()
        return 0
    try:
        result: int = arguments.run(arguments)
    except NarratorError as error:
        print(f"narrator: {one_line(str(error))}", file=sys.stderr)
        return MISTAKEN if isinstance(error, Mistake) else 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return INTERRUPTED
    return result


def leave_quietly(*streams: TextIO | None) -> None:
    """What is still in their buffers goes nowhere. Python would try to write it when it ends, fail, and return 120."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        if stream is not None:
            with suppress(OSError):  # it is no file
                os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
