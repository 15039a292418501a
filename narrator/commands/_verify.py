"""Whether what Narrator hears and speaks with is as its makers published it."""

from pathlib import Path

from narrator.commands._progress import ProgressBar
from narrator.ears.model import SpeechModel


def damaged_files(model: SpeechModel, folder: Path) -> tuple[str, ...]:
    """The names of the files in this folder that are not as they were published."""
    total, done = sum(file.size for file in model.files), 0
    with ProgressBar(f"Verifying {model.name}") as bar:

        def count(size: int) -> None:
            nonlocal done
            done += size
            bar.progress(done, total)

        return tuple(file.path for file in model.damaged(folder, count))
