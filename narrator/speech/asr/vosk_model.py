"""The Vosk model of the recogniser, with Vosk's own endpointing switched off.

Vosk ends every utterance after half a second of silence, so a child that stops to think loses the end of the sentence.
Its endpoint rules are in the model's `conf/model.conf`. The recogniser loads the model from a private folder in the
cache, where that file is changed and all others are links to the installed model.
"""

import os
import re
import shutil
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from narrator.core.errors import ModelDamaged, NarratorError
from narrator.core.paths import user_cache_folder
from narrator.core.system_packages import missing_library, system_package_command
from narrator.speech.asr.decision import LATTICE_BEAM
from narrator.speech.models.model import find_model, model_for_language
from narrator.speech.models.verification import verify_model

if TYPE_CHECKING:
    import vosk

NEVER_S = 3600.0
"""Value of Vosk's endpoint rules. No utterance is that long, so Vosk never ends one."""
ENDPOINT_RULES = (
    *(f"endpoint.rule{rule}.min-trailing-silence" for rule in (1, 2, 3, 4)),
    "endpoint.rule5.min-utterance-length",
)
CACHE_FOLDER = "ear"
"""Below the cache folder. Not renamed, so that copies made by earlier releases are still used."""


class RecogniserBroken(NarratorError):
    """The recogniser's library cannot be loaded."""


def load_recogniser_model() -> "vosk.Model":
    """Load the installed model for the recogniser. Raise `ModelDamaged` if it is missing or damaged."""
    folder = find_model()
    if folder is None:
        raise ModelDamaged("there is no speech model. Run `narrator setup`: it downloads the model.")
    verify_model(model_for_language(), folder)
    with suppress(OSError):  # if the cache cannot be written, recognition with Vosk's endpointing is better than none
        folder = without_endpointing(folder)
    return load_model(folder)


def without_endpointing(model: Path) -> Path:
    """Return a folder with this model that never ends an utterance. The model itself is not changed."""
    settings = change_settings((model / "conf" / "model.conf").read_text("utf-8"))
    digest = sha256(f"{model.resolve()}\n{settings}".encode()).hexdigest()[:16]
    place = user_cache_folder() / CACHE_FOLDER / f"{model.name}-{digest}"
    if (place / "conf" / "model.conf").is_file() and all((place / part.name).exists() for part in model.iterdir()):
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(f"{place.name}.{os.getpid()}.part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    for part in model.iterdir():
        if part.name != "conf":
            link_or_copy(part.resolve(), fresh / part.name)
    shutil.copytree(model / "conf", fresh / "conf")
    (fresh / "conf" / "model.conf").chmod(0o644)  # the installed file may be read-only
    (fresh / "conf" / "model.conf").write_text(settings, "utf-8")
    shutil.rmtree(place, ignore_errors=True)
    try:
        fresh.rename(place)
    except OSError:  # another process made the same folder in the meantime
        shutil.rmtree(fresh, ignore_errors=True)
    return place


def change_settings(settings: str) -> str:
    """Return the text of `model.conf` with endpoint rules that never apply, and with our lattice beam."""
    kept = [line for line in settings.splitlines() if not re.match(r"\s*--(endpoint\.rule|lattice-beam)", line)]
    ours = (*(f"--{rule}={NEVER_S}" for rule in ENDPOINT_RULES), f"--lattice-beam={LATTICE_BEAM}")
    return "\n".join([*kept, *ours]) + "\n"


def link_or_copy(source: Path, target: Path) -> None:
    """Link to the source or, where the system has no links, copy it (70 MB, once)."""
    try:
        target.symlink_to(source, target_is_directory=source.is_dir())
    except OSError:
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)


# --- loading ------------------------------------------------------------------------------------

_loading = Lock()


def load_model(folder: Path) -> "vosk.Model":
    """Load a model, once per process (0.5 s). It is shared, from any thread."""
    with _loading:
        return _load_model(folder)


@cache
def _load_model(folder: Path) -> "vosk.Model":
    try:
        import vosk  # noqa: PLC0415 - slow to import, and most commands do not listen
    except (ImportError, OSError) as error:
        raise RecogniserBroken(describe_broken_library(error)) from error

    vosk.SetLogLevel(-2)  # with -1 Vosk would still print warnings in the middle of a game
    try:
        return vosk.Model(str(folder))
    except Exception as error:  # Vosk raises nothing more specific
        raise ModelDamaged(
            f"the speech model in {folder} cannot be read. Run `narrator setup`: it repairs the model."
        ) from error


def describe_broken_library(error: Exception) -> str:
    """Return why Vosk cannot be loaded, and the command that fixes it where it is known."""
    library = missing_library(str(error))
    fix = system_package_command(library) if library else None
    reason = f"the library lib{library} is missing" if library else f"Vosk cannot be loaded ({error})"
    return f"I cannot understand speech, so please type: {reason}.{f' To fix it: {fix}' if fix else ''}"


def find_unknown_words(folder: Path, words: Collection[str]) -> set[str]:
    """Return the words that the model in this folder does not know; Vosk would silently drop them.

    The words must be in lower case: the model knows "hedgehog", not "Hedgehog".
    """
    verify_model(model_for_language(), folder)
    model = load_model(folder)
    return {word for word in words if model.vosk_model_find_word(word) < 0}
