"""The speech model: where it lies, whether it is whole, and which words it knows.

It lies where vosk itself looks, so that a model the family already has is used and ours serves other programs too.
Vosk loads a model with missing or shortened files without a complaint and then hears nonsense, so we judge by our
own table: `find_model` by the sizes, which takes no time, `narrator setup` and `doctor` by the checksums.
"""

import os
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from narrator.core.errors import ModelDamaged
from narrator.language.language import DEFAULT_LANGUAGE, get_language

if TYPE_CHECKING:
    import vosk

BLOCK = 1 << 20
"""Bytes that are read at once to be checked."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model, as its makers published it."""

    path: str
    """Below the model's folder, with forward slashes."""
    size: int
    sha256: str

    def right_size(self, folder: Path) -> bool:
        """Whether it lies in this model folder in its right length."""
        file = folder / self.path
        return file.is_file() and file.stat().st_size == self.size

    def whole(self, folder: Path, read: Callable[[int], None] = lambda size: None) -> bool:
        """Whether it lies in this model folder byte for byte as published. `read` is told of every block."""
        if not self.right_size(folder):
            return False
        digest = sha256()
        with (folder / self.path).open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
                read(len(block))
        return digest.hexdigest() == self.sha256


@dataclass(frozen=True, slots=True)
class SpeechModel:
    """A model by the name of its folder, and all its files."""

    name: str
    page: str
    """Where its makers offer it, for people who fetch it themselves."""
    files: tuple[ModelFile, ...]
    called: str = "the speech model"
    """To people."""

    def complete(self, folder: Path) -> bool:
        """The quick check: every file is in this folder in its right length."""
        return all(file.right_size(folder) for file in self.files)

    def damaged(self, folder: Path, read: Callable[[int], None] = lambda size: None) -> tuple[ModelFile, ...]:
        """The thorough check: the files that are missing from this folder or differ from the published ones."""
        with ThreadPoolExecutor() as pool:  # hashing leaves the other cores free: half the time on two of them
            whole = pool.map(lambda file: file.whole(folder, read), self.files)
            return tuple(file for file, right in zip(self.files, whole, strict=True) if not right)


ENGLISH = SpeechModel(
    "vosk-model-small-en-us-0.15",
    "https://alphacephei.com/vosk/models",
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
)
VOSK_MODELS = {model.name: model for model in (ENGLISH,)}
"""Every Vosk model, by the name that `grammars/<language>/language.yaml` gives as `speech_model`."""

MOONSHINE = SpeechModel(
    "moonshine-base-en",
    "https://github.com/moonshine-ai/moonshine",
    (
        ModelFile("encoder_model.ort", 20_661_976, "9d1a19e044cbf89a207723d1adb667de89a5671a1e3e611b8ebe721b2c31219c"),
        ModelFile(
            "decoder_model_merged.ort", 42_703_232, "370e0c1f161d68dc1c2264c1a82024fb123380da3b73f47f05531d1e8d3308c3"
        ),
        ModelFile("tokenizer.bin", 241_639, "04670d78994d030185c3dd843c60591788fed0a56cc6750747bd326825f13ca9"),
    ),
    "the second ear",
)
"""Moonshine base (MIT). It lies beside the first."""


# --- where it lies ------------------------------------------------------------------------------


def chosen_folder() -> Path | None:
    """The folder of models that the family chose for vosk, if it did."""
    chosen = os.environ.get("VOSK_MODEL_PATH")
    return Path(chosen) if chosen else None


def own_folder() -> Path:
    """The folder into which vosk puts the models that it fetches itself."""
    return Path.home() / ".cache" / "vosk"


def folders() -> tuple[Path, ...]:
    """Every folder in which vosk looks for models, in its order."""
    chosen = chosen_folder()
    shared = (Path("/usr/share/vosk"), Path.home() / "AppData" / "Local" / "vosk", own_folder())
    return (chosen, *shared) if chosen else shared


def vosk_model(language: str = DEFAULT_LANGUAGE) -> SpeechModel:
    """Return the model that recognises this language."""
    return VOSK_MODELS[get_language(language).heard.speech_model]


def find_model(model: SpeechModel | None = None, among: Iterable[Path] | None = None) -> Path | None:
    """The folder of the first complete copy of the model, or `None`."""
    model = model or vosk_model()
    places = (folder / model.name for folder in (folders() if among is None else among))
    return next((place for place in places if model.complete(place)), None)


# --- what it knows ------------------------------------------------------------------------------

_loading = Lock()


@cache
def _loaded(folder: Path) -> "vosk.Model":
    import vosk  # noqa: PLC0415 - takes a moment, and most commands never listen

    vosk.SetLogLevel(-2)  # with -1 its warnings would still be written over the table
    try:
        return vosk.Model(str(folder))
    except Exception as error:  # vosk raises nothing more exact
        raise ModelDamaged(
            f"the speech model in {folder} cannot be read. Run `narrator setup`: it repairs the model."
        ) from error


def load_model(folder: Path) -> "vosk.Model":
    """The model, read once per process (half a second) and shared by everyone who asks, from any thread."""
    with _loading:
        return _loaded(folder)


def unknown_words(model: Path, words: Collection[str]) -> set[str]:
    """Those of the words that the model in this folder does not know, and would drop without a word.

    Single words as a phrase list has them, in lower case: the model knows no "Hedgehog", only "hedgehog".
    """
    vocabulary = load_model(model)
    return {word for word in words if vocabulary.vosk_model_find_word(word) < 0}
