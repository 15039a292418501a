"""`narrator new-pack`: create a story pack to start from."""

import shlex
import shutil
from pathlib import Path

from narrator.apps.commands._pack_arguments import NewPackArguments
from narrator.core.errors import PackError
from narrator.language.content.packs import content_folder


def run(arguments: NewPackArguments) -> int:
    copy_example_pack(arguments.folder)
    quoted = shlex.quote(str(arguments.folder))
    print(
        f"{arguments.folder} now holds an example story. Read its README.md first. "
        f"`narrator check {quoted}` finds mistakes."
    )
    print(f"The built-in stories, decks and characters are in {content_folder()}.")
    return 0


def copy_example_pack(folder: Path) -> None:
    """Copy the example pack into a new or empty folder."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise PackError(f"{folder} already exists and is not empty. Choose a new folder.")
        example = content_folder() / "example-pack"
        shutil.copytree(example, folder, dirs_exist_ok=True, copy_function=shutil.copyfile)
    except OSError as error:
        raise PackError(f"{folder} cannot be written ({error.strerror or error}). Choose another folder.") from error
