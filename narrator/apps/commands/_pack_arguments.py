"""The arguments of the commands about packs: check one, create one, or write one for another family."""

from dataclasses import dataclass
from pathlib import Path

from narrator.apps.commands._dataclass_parser import option


@dataclass(frozen=True, slots=True)
class CheckArguments:
    """Check a story pack, or without PACK the stories that come with Narrator.

    Every problem is listed with its file and line, a short code, and how to fix it.
    The exit code is 1 if there is anything to fix.

    With --read-through, print each story with ten difficult casts, for its author to read.
    With --contact-sheet, draw all pictures on one page, to look at in a browser.
    """

    pack: Path | None = option("the folder or file of the pack", "pack", nargs="?", metavar="PACK")
    json: bool = option("print one JSON document, for tools")
    read_through: str | None = option(
        "print all stories, or this one, with ten difficult casts", nargs="?", const="", metavar="STORY"
    )
    contact_sheet: Path | None = option("write a page with all pictures to this file", metavar="FILE.html")


@dataclass(frozen=True, slots=True)
class NewPackArguments:
    """Create a small story pack in a new folder, with an example story to change or replace.

    narrator new-pack my-stories
    narrator check my-stories
    narrator play --pack my-stories
    """

    folder: Path = option("the folder to create", "folder", metavar="FOLDER")


@dataclass(frozen=True, slots=True)
class PackArguments:
    """Write the stories and cards that you made here to one file, for the other grandparents.

    Send them the file yourself. They play it with `narrator play --pack FILE`.

    Examples:
      narrator pack for-grandma                          everything, as for-grandma.narrator.zip
      narrator pack for-grandma "The Flying Snail"       only this story; several names are possible
      narrator pack for-grandma --without-recordings     only the words, not the children's voices
    """

    file: Path = option("the file to write", "file", metavar="FILE")
    names: list[str] = option("which stories and cards, by their names; by default all", "names", metavar="NAME")
    without_recordings: bool = option("leave out the recordings of the children's voices")
