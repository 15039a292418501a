"""Copies of installed models, to damage them."""

import shutil
from pathlib import Path

from narrator.speech.models.model import SpeechModel, find_model


def copy_model(model: SpeechModel, folder: Path) -> Path:
    """Copy the installed model into this folder."""
    installed = find_model(model)
    assert installed is not None, f"{model.name} is missing: run `narrator setup`"
    return shutil.copytree(installed, folder / model.name)


def flip_bit(file: Path, mask: int = 1) -> None:
    """Change one bit in the middle of the file. Its size stays the same."""
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        byte = opened.read(1)[0]
        opened.seek(-1, 1)
        opened.write(bytes([byte ^ mask]))
