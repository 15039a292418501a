"""Where things lie: what came with the program is only read, what belongs to the family is only in `home()`.

And the form in which a thing is written down there.
"""

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path, user_data_path

from narrator.core.errors import DataMissing

PACKAGE_FOLDER = Path(__file__).resolve().parents[1]


def data_folder(kind: Literal["grammars", "content", "audio"]) -> Path:
    """What can be heard, what can be said, or what else can sound.

    The folders travel inside an installed package and lie at the top of a checkout. The package is asked first:
    beside an installed one there are other people's folders.
    """
    for folder in (PACKAGE_FOLDER / "_data" / kind, PACKAGE_FOLDER.parent / kind):
        if folder.is_dir():
            return folder
    raise DataMissing(f"Narrator's own folder {kind} is missing. Install Narrator again.")


def data_folders(kind: Literal["grammars", "content"]) -> tuple[Path, ...]:
    """The same with those of games from elsewhere."""
    return (data_folder(kind), *(folder / kind for folder in extra_game_folders() if (folder / kind).is_dir()))


def data_file(kind: Literal["grammars", "content"], *way: str) -> Path:
    """A file in one of these folders; in our own, if there is none."""
    found = (file for folder in data_folders(kind) if (file := folder.joinpath(*way)).is_file())
    return next(found, data_folder(kind).joinpath(*way))


def extra_game_folders() -> tuple[Path, ...]:
    """Folders with games from elsewhere, which `NARRATOR_GAMES` names. Each is laid out like this project: code in
    `games/`, what can be heard in `grammars/`, what can be said in `content/`.
    """
    return tuple(Path(name).expanduser() for name in os.environ.get("NARRATOR_GAMES", "").split(os.pathsep) if name)


def user_data_folder() -> Path:
    """The family's own folder; `NARRATOR_HOME` names another."""
    named = os.environ.get("NARRATOR_HOME")
    return Path(named).expanduser() if named else user_data_path("narrator", appauthor=False)


def user_cache_folder() -> Path:
    """Where this system keeps what can be made again; `NARRATOR_CACHE` names another place."""
    named = os.environ.get("NARRATOR_CACHE")
    return Path(named).expanduser() if named else user_cache_path("narrator", appauthor=False)
