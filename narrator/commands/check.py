"""Check a story pack before anybody hears it; without a pack, the stories that came with Narrator.

Everything an author can get wrong is listed with its file and line, a short code and what to do.
The result is 1 if there is anything to mend.

With --read-through the stories are told, each with ten casts that are hard on it, for their author to read.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from narrator.box.content import load
from narrator.check.findings import as_json, as_lines
from narrator.check.read_through import read_through
from narrator.check.run import check
from narrator.commands._arguments import option

PATIENCE = 2.0  # seconds


@dataclass(frozen=True, slots=True)
class CheckArguments:
    pack: Path | None = option("the folder of a pack", "pack", nargs="?", metavar="PACK")
    json: bool = option("one JSON document, for tools")
    read_through: str | None = option(
        "tell the stories, or this one, with ten hard casts", nargs="?", const="", metavar="STORY"
    )


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
