"""`narrator check`: what is wrong with a story pack, or how its stories read."""

import sys
from threading import Timer

from narrator.apps.check.findings import as_json, as_lines
from narrator.apps.check.read_through import read_through
from narrator.apps.check.run import check
from narrator.apps.commands._command_arguments import CheckArguments
from narrator.language.content.packs import load_content

PATIENCE = 2.0  # seconds after which whoever waits is told that it goes on


def run(arguments: CheckArguments) -> int:
    if arguments.read_through is not None:
        show("\n".join(read_through(load_content(arguments.pack), arguments.read_through)))
        return 0
    waited = Timer(PATIENCE, lambda: print("Still reading along …", file=sys.stderr, flush=True))
    waited.daemon = True
    if sys.stderr.isatty():
        waited.start()
    try:
        report = check(arguments.pack)
    finally:
        waited.cancel()
    show(as_json(report) if arguments.json else as_lines(report))
    return 1 if report.findings else 0


def show(text: str) -> None:
    """Findings quote what an author wrote; what this terminal cannot show is spelled out rather than refused."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
