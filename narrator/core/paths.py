"""File locations: the program's read-only data, the family's data, and the cache."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path, user_data_path

from narrator.core.errors import DataMissing, NoHomeFolder

PACKAGE_FOLDER = Path(__file__).resolve().parents[1]


def data_folder(kind: Literal["grammars", "content", "audio"]) -> Path:
    """Return one of the program's data folders.

    They are inside an installed package, or at the top of a checkout. The package is searched first, because folders
    next to an installed package may belong to other programs.
    """
    for folder in (PACKAGE_FOLDER / "_data" / kind, PACKAGE_FOLDER.parent / kind):
        if folder.is_dir():
            return folder
    raise DataMissing(f"Narrator's own folder {kind} is missing. Install Narrator again.")


def data_folders(kind: Literal["grammars", "content"]) -> tuple[Path, ...]:
    """Return the program's folder of this kind and those of extra games."""
    return (data_folder(kind), *(folder / kind for folder in extra_game_folders() if (folder / kind).is_dir()))


def data_file(kind: Literal["grammars", "content"], *path: str) -> Path:
    """Return a file from these folders; its path in the program's own folder if it does not exist."""
    found = (file for folder in data_folders(kind) if (file := folder.joinpath(*path)).is_file())
    return next(found, data_folder(kind).joinpath(*path))


def extra_game_folders() -> tuple[Path, ...]:
    """Return the folders with extra games that `NARRATOR_GAMES` names.

    Each has the layout of this project: code in `games/`, grammars in `grammars/`, lines and stories in `content/`.
    """
    return tuple(expand_user(name) for name in os.environ.get("NARRATOR_GAMES", "").split(os.pathsep) if name)


def home_folder() -> Path | None:
    """Return the user's home folder, or `None` if neither `HOME` nor the system's list of users names one."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home if home.is_absolute() else None


def expand_user(path: str | Path) -> Path:
    """Return the path with `~` replaced by the home folder it stands for."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise NoHomeFolder(f"no home folder is known for {path}. Write the whole path.") from error


def user_data_folder() -> Path:
    """Return the folder for the family's games and settings: `NARRATOR_HOME`, or the system's data folder."""
    if named := os.environ.get("NARRATOR_HOME"):
        return expand_user(named)
    with suppress(RuntimeError):
        return user_data_path("narrator", appauthor=False)
    raise NoHomeFolder(
        "this system knows no home folder for you. Name a folder for Narrator's data in NARRATOR_HOME, for example "
        "with `export NARRATOR_HOME=/path/to/folder`, and start again."
    )


def user_cache_folder() -> Path:
    """Return the folder for files that can be recreated: `NARRATOR_CACHE`, or the system's cache folder."""
    named = os.environ.get("NARRATOR_CACHE")
    return expand_user(named) if named else default_cache_folder()


def default_cache_folder() -> Path:
    """Return the default cache folder: the system's, or one in the data folder if there is no home folder."""
    with suppress(RuntimeError):
        return user_cache_path("narrator", appauthor=False)
    return user_data_folder() / "cache"
