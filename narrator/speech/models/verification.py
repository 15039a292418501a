"""Verify a model by its checksums when it is first used, and again only after a file has changed.

Vosk loads a model with damaged files without an error and then recognises nonsense. Hashing 70 MB takes a moment, so
the size and modification time of every verified file are remembered in a stamp in the cache folder. While they stay the
same the files are not read again.
"""

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from narrator.core.errors import ModelDamaged
from narrator.core.paths import user_cache_folder
from narrator.speech.models.model import SpeechModel


def verify_model(model: SpeechModel, folder: Path) -> None:
    """Raise `ModelDamaged` if a file in this folder differs from the published one."""
    stamp, state = _stamp_file(folder), _file_states(model, folder)
    with suppress(OSError, ValueError):
        if json.loads(stamp.read_text("utf-8")) == state:
            return
    damaged = model.damaged_files(folder)
    if damaged:
        names = ", ".join(file.path for file in damaged)
        raise ModelDamaged(
            f"{model.title} in {folder} is damaged ({names}). Run `narrator setup`: it repairs the model."
        )
    with suppress(OSError):  # without a stamp the model is verified again next time
        stamp.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        stamp.write_text(json.dumps(state), "utf-8")


def _stamp_file(folder: Path) -> Path:
    name = sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    return user_cache_folder() / "verified-models" / f"{folder.name}-{name}.json"


def _file_states(model: SpeechModel, folder: Path) -> dict[str, list[int | str]]:
    """Return the checksum, size and modification time of every file, with the size -1 if it is missing."""
    states: dict[str, list[int | str]] = {}
    for file in model.files:
        try:
            status = (folder / file.path).stat()
            states[file.path] = [file.sha256, status.st_size, status.st_mtime_ns]
        except OSError:
            states[file.path] = [file.sha256, -1, 0]
    return states
