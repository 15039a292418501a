"""`narrator check`: what is wrong with a story pack, or how its stories read."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from narrator.box.content import load
from narrator.check.findings import as_json, as_lines
from narrator.check.read_through import read_through
from narrator.check.run import check
from narrator.commands._options import CheckArguments

PATIENCE = 2.0  # seconds


def run(wishes: CheckArguments) -> int:
    if wishes.read_through is not None:
        show("\n".join(read_through(load(wishes.pack), wishes.read_through)))
        return 0
    with patience():
        report = check(wishes.pack)
    show(as_json(report) if wishes.json else as_lines(report))
    return 1 if report.findings else 0


@contextmanager
def patience() -> Iterator[None]:
    """Whoever has waited for a while is told that it goes on."""
    told = Timer(PATIENCE, lambda: print("Still reading along …", file=sys.stderr, flush=True))
    told.daemon = True
    if sys.stderr.isatty():
        told.start()
    try:
        yield
    finally:
        told.cancel()


def show(text: str) -> None:
    """Findings quote what an author wrote; what this terminal cannot show is spelled out rather than refused."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
