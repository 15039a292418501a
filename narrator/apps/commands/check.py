"""`narrator check`: find the mistakes in a story pack, or print its stories to read."""

import sys
from threading import Timer

from narrator.apps.check.findings import report_to_json, report_to_text
from narrator.apps.check.read_through import read_through
from narrator.apps.check.run import check_content
from narrator.apps.commands._command_arguments import CheckArguments
from narrator.language.content.packs import load_content

MESSAGE_AFTER_S = 2.0
"""Say that the check is still running after this long."""


def run(arguments: CheckArguments) -> int:
    if arguments.read_through is not None:
        print_escaped("\n".join(read_through(load_content(arguments.pack), arguments.read_through)))
        return 0
    timer = Timer(MESSAGE_AFTER_S, lambda: print("Still checking …", file=sys.stderr, flush=True))
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        report = check_content(arguments.pack)
    finally:
        timer.cancel()
    print_escaped(report_to_json(report) if arguments.json else report_to_text(report))
    return 1 if report.findings else 0


def print_escaped(text: str) -> None:
    """Print text that may quote an author, with escapes for characters that the terminal cannot show."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
