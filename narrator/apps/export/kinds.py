"""The formats a story can be exported to. A separate module, so that the command line does not load the exporters."""

from typing import Literal, get_args

BookKind = Literal["epub", "daisy", "mp3", "html", "m4b", "yoto", "taf"]
BOOK_KINDS: tuple[BookKind, ...] = get_args(BookKind)
BOOK_SUFFIXES: dict[BookKind, str] = {
    "epub": ".epub",
    "daisy": ".zip",
    "mp3": ".mp3",
    "html": ".html",
    "m4b": ".m4b",
    "yoto": "",
    "taf": ".taf",
}
FOLDER_KINDS: tuple[BookKind, ...] = ("yoto",)
"""Formats that are always a folder of files."""
PAGE_KINDS: tuple[BookKind, ...] = ("epub", "daisy", "mp3", "html")
"""Formats that the web page offers for download; the others are for one device each."""
