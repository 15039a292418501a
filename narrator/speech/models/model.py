"""The speech models: their files, their folders, and whether they are complete.

Models are looked for where Vosk looks too, so that an installed one is used. Vosk loads a model with missing or
truncated files without an error and then recognises nonsense, so the files are compared with the table below: by size
when a model is looked for, by checksum when it is used (`verification.py`), installed or checked by `narrator doctor`.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from narrator.core.paths import default_cache_folder, home_folder, user_cache_folder
from narrator.language.language import DEFAULT_LANGUAGE, get_language

BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model as it was published."""

    path: str
    """Relative to the model's folder, with forward slashes."""
    size: int
    sha256: str

    def has_right_size(self, folder: Path) -> bool:
        """Return whether the file exists in this model folder with the right size."""
        file = folder / self.path
        return file.is_file() and file.stat().st_size == self.size

    def is_intact(self, folder: Path, on_read: Callable[[int], None] = lambda size: None) -> bool:
        """Return whether the file in this model folder has the published content. Call `on_read` for every block."""
        if not self.has_right_size(folder):
            return False
        digest = sha256()
        with (folder / self.path).open("rb") as file:
            while block := file.read(BLOCK_BYTES):
                digest.update(block)
                on_read(len(block))
        return digest.hexdigest() == self.sha256


@dataclass(frozen=True, slots=True)
class SpeechModel:
    """A model: the name of its folder, its name in messages, and its files."""

    name: str
    title: str
    files: tuple[ModelFile, ...]
    download_page: str = ""
    """Web page that offers the model as a zip file, for users who download it themselves."""

    def is_complete(self, folder: Path) -> bool:
        """Return whether every file is in this folder with the right size (quick check)."""
        return all(file.has_right_size(folder) for file in self.files)

    def damaged_files(self, folder: Path, on_read: Callable[[int], None] = lambda size: None) -> tuple[ModelFile, ...]:
        """Return the files that are missing from this folder or differ from the published ones (reads every byte)."""
        with ThreadPoolExecutor() as pool:  # hashing releases the GIL: half the time on two cores
            intact = pool.map(lambda file: file.is_intact(folder, on_read), self.files)
            return tuple(file for file, is_intact in zip(self.files, intact, strict=True) if not is_intact)


ENGLISH = SpeechModel(
    "vosk-model-small-en-us-0.15",
    "the speech model",
    (
        ModelFile("README", 199, "c0cf286e4f7783306c5f6469b37db69228fb16803b03cae661edb2d7bba64ebb"),
        ModelFile("am/final.mdl", 15_962_575, "75370a0137f9daf8f469dedd7daa4513ae7a621f03240c6e512e2b50b656a7b6"),
        ModelFile("conf/mfcc.conf", 131, "1e2228006d01d805ad1c267fee9f79709ca87ac51bd82b0e3f5c69ba543f0fc4"),
        ModelFile("conf/model.conf", 290, "8f14cb1eeb07c762c371db648c6be688d347236155ca0f64fb13b6567a8ce81f"),
        ModelFile("graph/Gr.fst", 24_013_795, "023c8b7e30704a9e37765c635c252e608a02f361235bf94abdcf2a5225d85b20"),
        ModelFile("graph/HCLr.fst", 22_416_994, "5caafba3081e1646545ac6bff0dd7a318e53dcbdc86f237909ce1d2ac1293d34"),
        ModelFile("graph/disambig_tid.int", 102, "9ad87cc166d0998f08f758f47a6223a120dfffcbee805c4849c3aa5e6bb3c0fc"),
        ModelFile(
            "graph/phones/word_boundary.int", 1_761, "da199d9c991e0e84681ddbb34627b915b26302d50a8fdaa23c51e2bc3a50b5c3"
        ),
        ModelFile("ivector/final.dubm", 168_048, "8c5d7dd69d2122313baaf19f61f35dd3fa18b70c62ac0687e311e1c46e6daca7"),
        ModelFile("ivector/final.ie", 8_288_887, "3f37faf90c375b9e4740b569398b5829ed9cc07d19be6d441f72c3b71d7efcc6"),
        ModelFile("ivector/final.mat", 44_975, "ddd83586dc5f928cda8738b922c85ffe38fc789cb5f9151a712ca12f37265382"),
        ModelFile(
            "ivector/global_cmvn.stats", 1_080, "33be09afcc80059847a275c3d043b51f1ab954c7c2438ddbbf4745e8ba144ff9"
        ),
        ModelFile("ivector/online_cmvn.conf", 95, "a2f3571754b64297cb7efb2e7ca3df61995c5a45fcbb97188f90613552bb2dfe"),
        ModelFile("ivector/splice.conf", 35, "9f0c5f7c82d18eaf25d8bce470efa9f7741f88411fe428774bc0a9bb69a24756"),
    ),
    "https://alphacephei.com/vosk/models",
)
"""Vosk's small English model (Apache-2.0)."""

MOONSHINE = SpeechModel(
    "moonshine-base-en",
    "Moonshine",
    (
        ModelFile("encoder_model.ort", 20_661_976, "9d1a19e044cbf89a207723d1adb667de89a5671a1e3e611b8ebe721b2c31219c"),
        ModelFile(
            "decoder_model_merged.ort", 42_703_232, "370e0c1f161d68dc1c2264c1a82024fb123380da3b73f47f05531d1e8d3308c3"
        ),
        ModelFile("tokenizer.bin", 241_639, "04670d78994d030185c3dd843c60591788fed0a56cc6750747bd326825f13ca9"),
    ),
)
"""Moonshine base (MIT), https://github.com/moonshine-ai/moonshine. Installed beside the Vosk model."""

VOSK_MODELS = {model.name: model for model in (ENGLISH,)}
"""Every Vosk model, by the name that `grammars/<language>/language.yaml` gives as `speech_model`."""


def model_for_language(language: str = DEFAULT_LANGUAGE) -> SpeechModel:
    """Return the Vosk model of this language."""
    return VOSK_MODELS[get_language(language).heard.speech_model]


# --- folders ------------------------------------------------------------------------------------


def chosen_folder() -> Path | None:
    """Return the folder of models that the user chose for Vosk in `VOSK_MODEL_PATH`, if any."""
    chosen = os.environ.get("VOSK_MODEL_PATH")
    return Path(chosen) if chosen else None


def vosk_folders() -> tuple[Path, ...]:
    """Return the folders in the user's home for models that Vosk downloads itself, if there is a home."""
    home = home_folder()
    return () if home is None else (home / "AppData" / "Local" / "vosk", home / ".cache" / "vosk")


def own_folder() -> Path:
    """Return Narrator's own folder of models."""
    return user_cache_folder() / "models"


def model_folders() -> tuple[Path, ...]:
    """Return every folder that may contain models: those of Vosk in its order, then Narrator's own."""
    chosen = chosen_folder()
    shared = (
        Path("/usr/share/vosk"),
        *vosk_folders(),
        own_folder(),
        default_cache_folder() / "models",  # installed before `NARRATOR_CACHE` was set
    )
    return (chosen, *shared) if chosen else shared


def find_model(model: SpeechModel | None = None, among: Iterable[Path] | None = None) -> Path | None:
    """Return the folder of the first complete copy of the model (by default the language's), or `None`."""
    model = model or model_for_language()
    places = (folder / model.name for folder in (model_folders() if among is None else among))
    return next((place for place in places if model.is_complete(place)), None)


def install_folder(model: SpeechModel) -> Path:
    """Return the folder to install or repair the model in: the chosen one, that of a copy, or Narrator's own."""
    if chosen := chosen_folder():
        return chosen
    if found := find_model(model):
        return found.parent
    damaged = (folder for folder in (own_folder(), *vosk_folders()) if (folder / model.name).exists())
    return next(damaged, own_folder())
