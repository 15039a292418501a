"""Checksums for `narrator doctor`, with a progress bar where they take long: a slow disk, an old machine."""

import time
from pathlib import Path

from rich.progress import Progress

from narrator.ears.model import SpeechModel
from narrator.terminal import safe_console

PATIENCE = 2.0
"""Seconds after which a bar shows that something is going on."""


def damaged_files(model: SpeechModel, folder: Path) -> tuple[str, ...]:
    """The names of the files in this folder that are not as they were published."""
    total = sum(file.size for file in model.files)
    began = time.monotonic()
    # on the other output, so that neither a JSON document nor a braille line is disturbed
    with Progress(console=safe_console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(f"Verifying {model.name}", total=total, visible=False)

        def count(size: int) -> None:
            bar.update(task, advance=size, visible=time.monotonic() - began > PATIENCE, refresh=bar.console.is_terminal)

        return tuple(file.path for file in model.damaged(folder, count))
