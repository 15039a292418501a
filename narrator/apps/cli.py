"""The commands, thin: read the words of the command line, hand them on, and never show a traceback for a mistake."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

import narrator
from narrator.apps.terminal.output import safe_output
from narrator.core.errors import Mistake, NarratorError
from narrator.core.text import one_line

WELCOME = """\
Come and sit down. Narrator hosts story games by voice: it reads the cards,
listens to what you say, minds the rules, keeps the score, and tells the
finished story again at bedtime. Everything stays on this computer.
"""

COMMANDS = {
    "play": "sit down and play; it asks what, and who is with you",
    "stories": "list, find, tell, rename or forget the stories that were told here",
    "bedtime": "tell a finished story again, softly; it goes on where you stopped",
    "recollect": "remember a story together: who was it, and what happened?",
    "export": "take a story along: as EPUB, DAISY, MP3 or in large print",
    "demo": "listen to a whole game by guests who really speak",
    "setup": "fetch the speech model and a voice, or check and repair them",
    "doctor": "try the microphone, the speakers and the voice, and say how to mend what is missing",
    "check": "check a story pack, or Narrator's own stories",
    "new-pack": "write a story pack to begin with",
    "hear": "what the ear makes of a recording, or of the microphone",
}
"""Commands in the order of the help text. Each is a module of `narrator.apps.commands`, loaded only when it is run."""

MISTAKEN = 2  # what a shell expects of a command that was not called right
INTERRUPTED = 130  # what a shell expects of a program that was stopped with Ctrl-C


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """For this line: only the options of its own command are known."""
    parser = argparse.ArgumentParser(
        prog="narrator", description=WELCOME, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="store_true", help="show program's version number and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parsers = {name: commands.add_parser(name, help=about) for name, about in COMMANDS.items()}
    asked = next((word for word in words if word in COMMANDS), None)
    if asked:
        from narrator.apps.commands._arguments import add_command  # noqa: PLC0415 - the version need not wait for it

        add_command(parsers[asked], asked)
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
    try:
        parser = build_parser(words)
        arguments = parser.parse_args(words)
        if arguments.version:
            print(f"narrator {narrator.__version__}")
            return 0
        if arguments.command is None:
            parser.print_help()
            return 0
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
