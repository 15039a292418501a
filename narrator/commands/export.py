"""Take a story along: as an EPUB that reads itself, a DAISY book, MP3 files, or a page in large print.

It is read aloud by the best voice that is installed, and players are heard in their own voices where they were
recorded. That takes a while, but no sound hardware and no network. Either all of it is written or nothing.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from narrator.commands._arguments import number, option
from narrator.export.kinds import BookKind

HELP = "take a story along: as EPUB, DAISY, MP3 or in large print"
SLOWEST, FASTEST = 80, 500  # as in `narrator.voices.render`, which is not needed for a help text
rate = number(int, SLOWEST, FASTEST, f"write a number of words from {SLOWEST} to {FASTEST}, such as --rate 150")

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
    story: list[str] = option("its number, or words from it, or “newest”", "story", nargs="+", metavar="STORY")
    to: BookKind = option("what to make of it", required=True)
    output: Path | None = option("where to write it; else here, under its title", "-o", "--output", metavar="FILE")
    force: bool = option("write over what is there")
    folder: bool = option("MP3: not one file, but a folder of numbered ones")
    voice: Literal["piper", "system"] | None = option("who reads; else the best voice there is")
    rate: int | None = option(f"words a minute, from {SLOWEST} to {FASTEST}", type=rate, metavar="WPM")
    pack: Path | None = option("the stories of your own that it was played with", metavar="FOLDER")


def run(wishes: ExportArguments) -> int:
    # here and not above: making a book needs much that no other command should wait for
    from narrator.commands._export_book import export  # noqa: PLC0415

    return export(wishes)
