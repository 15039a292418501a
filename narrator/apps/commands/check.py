"""`narrator check`: find the mistakes in a story pack, or print its stories to read."""

import sys
from pathlib import Path
from threading import Timer

from narrator.apps.check.contact_sheet import render_contact_sheet
from narrator.apps.check.findings import report_to_json, report_to_text
from narrator.apps.check.read_through import read_through
from narrator.apps.check.run import check_content
from narrator.apps.commands._pack_arguments import CheckArguments
from narrator.language.content.packs import Content, load_content
from narrator.storage.shared_pack import open_pack

MESSAGE_AFTER_S = 2.0
"""Say that the check is still running after this long."""


def run(arguments: CheckArguments) -> int:
    pack = None if arguments.pack is None else open_pack(arguments.pack)
    if arguments.read_through is not None:
        print_escaped("\n".join(read_through(load_content(pack), arguments.read_through)))
        return 0
    if arguments.contact_sheet is not None:
        return write_contact_sheet(arguments.contact_sheet, load_content(pack))
    timer = Timer(MESSAGE_AFTER_S, lambda: print("Still checking …", file=sys.stderr, flush=True))
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        report = check_content(pack)
    finally:
        timer.cancel()
    print_escaped(report_to_json(report) if arguments.json else report_to_text(report))
    return 1 if report.findings else 0


def write_contact_sheet(file: Path, content: Content) -> int:
    """Write the pictures of the content to a file, and say where it is."""
    try:
        file.write_text(render_contact_sheet(content), "utf-8")
    except OSError as error:
        print(f"{file} cannot be written ({error.strerror}). Choose another name.", file=sys.stderr)
        return 1
    print(f"Open {file} in a browser to see all pictures.")
    return 0


def print_escaped(text: str) -> None:
    """Print text that may quote an author, with escapes for characters that the terminal cannot show."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
