"""The kinds of book that a story can be taken along as; apart, because to choose one needs nothing of what makes it."""

from typing import Literal, get_args

BookKind = Literal["epub", "daisy", "mp3", "html"]
KINDS: tuple[BookKind, ...] = get_args(BookKind)
ENDINGS: dict[BookKind, str] = {"epub": ".epub", "daisy": ".zip", "mp3": ".mp3", "html": ".html"}
