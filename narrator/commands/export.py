"""Take a story along: as an EPUB that reads itself, a DAISY book, MP3 files, or a page in large print.

It is read aloud by the best voice that is installed, and players are heard in their own voices where they were
recorded. That takes a while, but no sound hardware and no network. Either all of it is written or nothing.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from narrator.commands._arguments import typed

HELP = "take a story along: as EPUB, DAISY, MP3 or in large print"
SLOWEST, FASTEST = 80, 500  # as in `narrator.voices.render`, which is not needed for a help text

EXAMPLES = """\
examples:
  narrator export newest --to epub                 for a reader on a telephone or tablet
  narrator export 3 --to daisy -o story.zip        for the players that libraries for the blind hand out
  narrator export the owl --to mp3 --folder        numbered files and a playlist, for any player
  narrator export the owl --to mp3 --rate 140      one file with chapters, read slowly
  narrator export the owl --to html                large print, to read or to print; needs no voice
"""


@dataclass(frozen=True, slots=True)
class ExportArguments:
    story: list[str]
    to: Literal["epub", "daisy", "mp3", "html"]
    output: Path | None
    force: bool
    folder: bool
    voice: Literal["piper", "system"] | None
    rate: int | None  # words a minute
    pack: Path | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("story", nargs="+", metavar="STORY", help="its number, or words from it, or “newest”")
    parser.add_argument("--to", required=True, choices=("epub", "daisy", "mp3", "html"), help="what to make of it")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write it; else here, under its title"
    )
    parser.add_argument("--force", action="store_true", help="write over what is there")
    parser.add_argument("--folder", action="store_true", help="MP3: not one file, but a folder of numbered ones")
    parser.add_argument("--voice", choices=("piper", "system"), help="who reads; else the best voice there is")
    parser.add_argument("--rate", type=rate, metavar="WPM", help=f"words a minute, from {SLOWEST} to {FASTEST}")
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="the stories of your own that it was played with")


def rate(words: str) -> int:
    if not words.isdecimal() or not SLOWEST <= int(words) <= FASTEST:
        raise argparse.ArgumentTypeError(f"write a number of words from {SLOWEST} to {FASTEST}, such as --rate 150")
    return int(words)


def run(arguments: argparse.Namespace) -> int:
    # here and not above: making a book needs much that no other command should wait for
    from narrator.commands._export_book import export  # noqa: PLC0415

    return export(typed(ExportArguments, arguments))
