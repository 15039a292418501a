"""`narrator new-pack`: a story pack to begin with."""

import shlex
import shutil
from pathlib import Path

from narrator.apps.commands._command_arguments import NewPackArguments
from narrator.core.errors import PackError
from narrator.language.content.packs import content_folder


def run(arguments: NewPackArguments) -> int:
    write(arguments.folder)
    quoted = shlex.quote(str(arguments.folder))
    print(
        f"There is a story in {arguments.folder} now. README.md says how to go on, and `narrator check {quoted}` helps."
    )
    print(f"Narrator's own stories, decks and characters, to learn from, are in {content_folder()}.")
    return 0


def write(folder: Path) -> None:
    """Copy the example; never over something that is there."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise PackError(f"{folder} is there already, and nothing in it will be overwritten. Choose a new folder.")
        example = content_folder() / "example-pack"
        shutil.copytree(example, folder, dirs_exist_ok=True, copy_function=shutil.copyfile)
    except OSError as error:
        raise PackError(f"{folder} cannot be written ({error.strerror or error}). Choose another place.") from error
