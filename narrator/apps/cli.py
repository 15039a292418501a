"""The command line: parse the arguments, run the command, and turn errors into a sentence and an exit code."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

import narrator
from narrator.apps.terminal.output import exit_code, keep_interrupts, safe_output
from narrator.core.errors import NarratorError, UsageError
from narrator.core.text import one_line

WELCOME = """\
Narrator hosts story games by voice. It reads the cards, listens to what you
say, checks the rules, keeps the score, and reads the finished story again at
bedtime. Everything stays on this computer.
"""

COMMANDS = {
    "play": "play a game; it asks which one, and who is playing",
    "make": "make a story of your own: it asks, children answer, and it tells the story",
    "stories": "list, find, read, rename or delete the stories told here",
    "bedtime": "read a finished story softly, from where you stopped",
    "recollect": "remember a story together: who did what, and what happened?",
    "export": "export a story as EPUB, DAISY, MP3 or large print",
    "demo": "listen to a whole game played by synthetic voices",
    "setup": "download the speech model and a voice, or repair them",
    "doctor": "test microphone, speakers and voice, and say how to fix them",
    "check": "check a story pack, or the built-in stories",
    "new-pack": "create a story pack to start from",
    "pack": "write your own stories and cards to one file, for others",
    "hear": "show what the recogniser hears in a recording or the microphone",
}
"""The commands in the order of the help text. Each is a module in `narrator.apps.commands`, imported when it runs."""

USAGE_ERROR = 2  # exit code


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser for these arguments. It knows the options of one command only, because that is faster."""
    parser = argparse.ArgumentParser(
        prog="narrator", description=WELCOME, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parsers = {name: commands.add_parser(name, help=about) for name, about in COMMANDS.items()}
    chosen = next((word for word in words if word in COMMANDS), None)
    if chosen:
        from narrator.apps.commands._dataclass_parser import add_command  # noqa: PLC0415 - not needed for --version

        add_command(parsers[chosen], chosen)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        try:
            with safe_output(), keep_interrupts():
                return run(argv)
        finally:
            # If Ctrl-C arrives while Python runs `exec` (as it does for every dataclass), Python later ends with
            # that signal although it was handled. Running `exec` once more clears this state.
            exec("")
            if sys.stdout is not None:
                sys.stdout.flush()  # now, while an error can still be handled
    except BrokenPipeError:
        discard_output(sys.stdout, sys.stderr)  # the reader has gone, so nothing can be reported
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print(f"narrator: the output cannot be written ({error.strerror}).", file=sys.stderr)
        discard_output(sys.stdout)
        return 1


def run(argv: Sequence[str] | None) -> int:
    """Parse the arguments and run the command. Errors of the user or the surroundings become one sentence."""
    words = sys.argv[1:] if argv is None else argv
    try:
        parser = build_parser(words)
        check_command(words)
        arguments, unknown = parser.parse_known_args(words)
        if unknown:
            raise UsageError(explain_unknown(unknown[0], parser, arguments.command))
        if arguments.version:
            print(f"narrator {narrator.__version__}")
            return 0
        if arguments.command is None:
            parser.print_help()
            return 0
        result: int = arguments.run(arguments)
    except NarratorError as error:
        print(f"narrator: {one_line(str(error))}", file=sys.stderr)
        return USAGE_ERROR if isinstance(error, UsageError) else 1
    except ModuleNotFoundError as error:
        from narrator.core.installation import describe_missing_extra, extra_of_module  # noqa: PLC0415 - rarely needed

        extra = extra_of_module(error.name)
        if extra is None:
            raise
        print(f"narrator: {describe_missing_extra(extra)}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, RuntimeError) as error:
        # Python 3.11 turns a Ctrl-C that arrives in `__set_name__`, while a class is created, into a RuntimeError
        interrupt = error.__cause__ if isinstance(error, RuntimeError) else error
        if not isinstance(interrupt, KeyboardInterrupt):
            raise
        print("\nStopped.", file=sys.stderr)
        return exit_code(interrupt)
    return result


def check_command(words: Sequence[str]) -> None:
    """Raise `UsageError` with a suggestion if the first word is not a command."""
    first = next(iter(words), "")
    if first and not first.startswith("-") and first not in COMMANDS:
        from narrator.apps.commands._name_matching import suggest_names  # noqa: PLC0415 - only for a mistyped command

        raise UsageError(f'There is no command "{first}". {suggest_names(first, COMMANDS)}')


def explain_unknown(word: str, parser: argparse.ArgumentParser, command: str | None) -> str:
    """Return a sentence about an argument that the command does not have, with a suggestion for an option."""
    where = f"narrator {command}" if command else "narrator"
    if not word.startswith("-"):
        return f'"{word}" is too much for `{where}`. See {where} --help.'
    from narrator.apps.commands._name_matching import closest_name  # noqa: PLC0415 - only for a mistyped option

    subparsers = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    options = (subparsers.choices[command] if command else parser)._option_string_actions
    similar = closest_name(word.partition("=")[0], options)
    return f"`{where}` has no option {word}. " + (f"Did you mean {similar}?" if similar else f"See {where} --help.")


def discard_output(*streams: TextIO | None) -> None:
    """Send what is still buffered to the null device. Else Python would fail to write it at exit and return 120."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        if stream is not None:
            with suppress(OSError):  # the stream is not a file
                os.dup2(null, stream.fileno())
    os.close(null)
