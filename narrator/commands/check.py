"""Check a story pack before anybody hears it; without a pack, the stories that came with Narrator.

Everything an author can get wrong is listed with its file and line, a short code and what to do.
The result is 1 if there is anything to mend.
"""

import argparse
from pathlib import Path

HELP = "check a story pack, or Narrator's own stories"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pack", nargs="?", type=Path, metavar="PACK", help="the folder of a pack")
    parser.add_argument("--json", action="store_true", help="one JSON document, for tools")


def run(arguments: argparse.Namespace) -> int:
    # here and not above: checking needs much that no other command should wait for
    from narrator.check.report import as_json, as_lines  # noqa: PLC0415
    from narrator.check.run import check  # noqa: PLC0415

    report = check(arguments.pack)
    print(as_json(report) if arguments.json else as_lines(report))
    return 1 if report.findings else 0
