"""The formats a story can be exported to. A separate module, so that the command line does not load the exporters."""

from typing import Literal, get_args

BookKind = Literal["epub", "daisy", "mp3", "html"]
BOOK_KINDS: tuple[BookKind, ...] = get_args(BookKind)
BOOK_SUFFIXES: dict[BookKind, str] = {"epub": ".epub", "daisy": ".zip", "mp3": ".mp3", "html": ".html"}
