"""`narrator doctor`: everything that Narrator hears and speaks with is looked at and tried out."""

import json
import platform
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Any

from narrator import __version__
from narrator.apps.commands._command_arguments import DoctorArguments
from narrator.apps.commands._progress import verify_with_progress
from narrator.core.errors import NarratorError
from narrator.core.paths import data_folder, user_data_folder
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.line import line
from narrator.language.lines.renderer import LineRenderer
from narrator.speech.devices.backend import pip_command
from narrator.speech.models.model import MOONSHINE, find_model, model_folders, model_for_language

if TYPE_CHECKING:  # nothing is imported before it is known to be there
    from narrator.speech.devices.capture import Capture
    from narrator.speech.pcm import Pcm
    from narrator.speech.room import RoomTrouble

SECONDS = 3.0  # how long the microphone is listened to
SENTENCE = "Hello. If you can hear this, I can read you a story."
RATE = 175  # words a minute
LITTLE_ROOM = 100_000_000  # bytes. With fewer free, an evening of recordings may not fit.
PIPER = "narrator setup --voice"
ESPEAK = "pyttsx3 espeakng-loader"


class Works(StrEnum):
    FINE = "fine"
    SO_SO = "so-so"  # it works, but not as well as it could
    OPTIONAL = "without"  # it is not there, and nobody needs it
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    what: str
    works: Works
    said: str
    mend: str | None = None  # the one command that mends it


def run(arguments: DoctorArguments) -> int:
    found: list[Diagnosis] = []
    for diagnosis in examine(arguments):
        found.append(diagnosis)
        if not arguments.json:
            print(f"{diagnosis.works:8} {diagnosis.what}: {diagnosis.said}", flush=True)
            if diagnosis.mend:
                print(f"{'':8} To mend it: {diagnosis.mend}", flush=True)
    can = possible(found)
    if arguments.json:
        findings = [asdict(each) for each in found]
        report = {"narrator": __version__, "playable": bool(can), "how": can, "findings": findings}
        print(json.dumps(report, indent=2, ensure_ascii=False))
    elif can:
        print(f"\nYou can play by {can[0]}: narrator play")
    else:
        print("\nNo game can be played yet. Mend what is missing above, then run `narrator doctor` again.")
    return 0 if can else 1


def possible(found: list[Diagnosis]) -> list[str]:
    """The ways in which a game can be played, the best first; none if it cannot be kept or there is none."""
    good = {diagnosis.what for diagnosis in found if diagnosis.works in (Works.FINE, Works.SO_SO)}
    bad = {diagnosis.what for diagnosis in found if diagnosis.works is Works.MISSING}
    if not {"Stories", "Data folder"} <= good or "Packages" in bad:
        return []
    heard = {"Microphones", "Speech model", "Ear"} <= good and "Microphone test" not in bad
    speaks = {"Speakers", "Voice"} <= good and "Spoken test" not in bad
    return (
        (["voice alone"] if heard and speaks else [])
        + (["listening and typing"] if speaks else ["speaking and reading"] if heard else [])
        + ["typing and reading"]
    )


# --- looking -----------------------------------------------------------------------------------------


def examine(arguments: DoctorArguments) -> Iterator[Diagnosis]:
    """Everything, in the order in which it depends on each other; each told as soon as it is known."""
    yield Diagnosis("Python", Works.FINE, f"{platform.python_version()} on {platform.platform(terse=True)}.")
    yield packages()
    yield stories()
    yield data()
    yield ear()
    yield model()
    yield second_ear()
    yield from sound(arguments)
    yield window()


def packages() -> Diagnosis:
    """Everything that installing Narrator brings along, by its own list."""
    needed = [
        re.split(r"[^\w.-]", each, maxsplit=1)[0]
        for each in metadata.requires("narrator") or ()
        if ";" not in each  # neither extras nor what only some machines need
    ]
    missing = [name for name in needed if not any(metadata.Distribution.discover(name=name))]
    if missing:
        told = f"{', '.join(missing)} cannot be found."
        return Diagnosis("Packages", Works.MISSING, told, pip_command(" ".join(missing)))
    return Diagnosis("Packages", Works.FINE, f"all {len(needed)} that Narrator needs.")


def stories() -> Diagnosis:
    try:
        return Diagnosis("Stories", Works.FINE, str(data_folder("content")))
    except NarratorError as error:
        return Diagnosis("Stories", Works.MISSING, str(error), pip_command("--force-reinstall narrator"))


def window() -> Diagnosis:
    from narrator.apps.window.browser_window import find_open_addresses  # noqa: PLC0415 - a game with a window needs much else

    addresses = find_open_addresses()
    if not addresses:
        told = "nothing is open. `narrator play --window` opens a page for this machine."
        return Diagnosis("Window", Works.FINE, told)
    phones = "and for the phones of the home network" if len(addresses) > 1 else "alone"
    how = "A page opens with its key only: say “open the window” at the table, and it comes up in the browser."
    return Diagnosis("Window", Works.FINE, f"open for this machine {phones}: {', '.join(addresses)}. {how}")


def data() -> Diagnosis:
    """The family's own folder: whether it can be written, or made, and whether there is room."""
    folder = user_data_folder()
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        told = f"{folder} cannot be written ({error.strerror}), so no game can be kept."
        return Diagnosis("Data folder", Works.MISSING, told, f"export NARRATOR_HOME={Path.home() / 'narrator'}")
    free = shutil.disk_usage(nearest).free
    told = f"{folder}, {free / 1e9:.1f} GB free."
    if free < LITTLE_ROOM:
        return Diagnosis("Data folder", Works.SO_SO, f"{told} That is little; make some room.")
    return Diagnosis("Data folder", Works.FINE, told)


def ear() -> Diagnosis:
    if find_spec("vosk"):
        return Diagnosis("Ear", Works.FINE, "vosk is installed.")
    return Diagnosis("Ear", Works.MISSING, "vosk is not installed, so nobody is heard.", pip_command("vosk==0.3.45"))


def model() -> Diagnosis:
    if place := find_model():
        wrong = verify_with_progress(model_for_language(), place)
        if not wrong:
            return Diagnosis("Speech model", Works.FINE, f"complete, every file verified, in {place}.")
        told = f"the one in {place} is not as it was published ({', '.join(wrong)})."
    else:
        part = next((folder for folder in model_folders() if any(folder.glob(model_for_language().name))), None)
        told = f"the one in {part} is not whole." if part else "there is none yet."
    return Diagnosis("Speech model", Works.MISSING, told, "narrator setup")


def second_ear() -> Diagnosis:
    """Nobody needs it, but children are heard better with it."""
    what, place = "Second ear", find_model(MOONSHINE)
    if not find_spec("onnxruntime"):
        told = "not installed; with it, children are heard better."
        return Diagnosis(what, Works.OPTIONAL, told, "narrator setup --voice")  # Piper runs on the same
    if place is None or verify_with_progress(MOONSHINE, place):
        told = "there is none, or it is not whole; with it, children are heard better."
        return Diagnosis(what, Works.OPTIONAL, told, "narrator setup")
    return Diagnosis(what, Works.FINE, f"complete, every file verified, in {place}.")


def sound(arguments: DoctorArguments) -> Iterator[Diagnosis]:
    from narrator.speech.devices.backend import audio_backend, find_audio_devices  # noqa: PLC0415 - it needs PortAudio, which may be missing

    around = find_audio_devices()
    if around.problem:
        yield Diagnosis("Sound", Works.MISSING, around.problem, around.fix_command)
    else:
        yield Diagnosis("Sound", Works.FINE, audio_backend().description)
    microphones = [device.name for device in around.microphones]
    speakers = [device.name for device in around.speakers]
    yield plugged_in("Microphones", microphones, "none is plugged in, so please type.")
    if microphones and not arguments.silent:
        yield microphone_test(arguments)
    yield plugged_in("Speakers", speakers, "none is plugged in, so please read.")
    try:
        yield from voices()
    except (ImportError, OSError) as error:  # a broken engine is a finding, not an accident
        yield Diagnosis("Voice", Works.MISSING, f"the voices cannot be loaded ({error}).", PIPER)
    if speakers and not arguments.silent:
        yield from spoken_test(arguments, hears=bool(microphones))


def plugged_in(what: str, names: list[str], none: str) -> Diagnosis:
    if not names:
        return Diagnosis(what, Works.MISSING, none)
    return Diagnosis(what, Works.FINE, ", ".join(dict.fromkeys(names)) + ".")


# --- trying it out -----------------------------------------------------------------------------------


def microphone_test(arguments: DoctorArguments) -> Diagnosis:
    """Listen for three seconds and say how loud it was, and what of the room makes it hard to hear."""
    if not arguments.json:
        print("         Please say something: the microphone is listening for three seconds.", flush=True)
    with listening(arguments) as capture:
        heard = taken(capture, SECONDS)
    if heard is None:
        return Diagnosis("Microphone test", Works.MISSING, "nothing came from the microphone.")
    return judged(heard, capture.overflows)


def listening(arguments: DoctorArguments) -> "closing[Capture]":
    from narrator.speech.devices.capture import Capture  # noqa: PLC0415 - not before PortAudio is known to be there

    return closing(Capture(lambda sentence: None, arguments.microphone))


def taken(capture: "Capture", seconds: float) -> "Pcm | None":
    """So much of what the microphone hears; nothing if it does not open within a second."""
    import numpy as np  # noqa: PLC0415 - not before it is known to be there

    from narrator.speech.devices.capture import CAPTURE_FRAME_S, CAPTURE_RATE  # noqa: PLC0415
    from narrator.speech.pcm import Pcm  # noqa: PLC0415

    capture.start()
    frames: list[Any] = []
    end = time.monotonic() + seconds + 1.0
    while time.monotonic() < end and len(frames) * CAPTURE_FRAME_S < seconds:
        with suppress(Empty):
            frames.append(capture.frames.get(timeout=0.1))
    return Pcm(np.concatenate(frames), CAPTURE_RATE) if frames else None


def judged(heard: "Pcm", overflows: int) -> Diagnosis:
    """What a recording tells about the microphone and the room, and what to change, in a sentence."""
    from narrator.speech.asr.room_monitor import measure_recording  # noqa: PLC0415 - needs numpy

    room = measure_recording(heard)
    levels = f"voice {room.voice_db:.0f} dB, room {room.noise_db:.0f} dB"
    if not heard.samples.any():
        unmute = "pactl set-source-mute @DEFAULT_SOURCE@ 0" if shutil.which("pactl") else None
        return Diagnosis("Microphone test", Works.MISSING, "only silence: it is switched off or muted.", unmute)
    if room.trouble:
        return Diagnosis("Microphone test", Works.SO_SO, f"{levels}. {advice(room.trouble)}")
    if overflows:
        return Diagnosis("Microphone test", Works.SO_SO, f"{levels}, but {overflows} pieces were lost: a busy machine.")
    return Diagnosis("Microphone test", Works.FINE, f"{levels}.")


def advice(trouble: "RoomTrouble") -> str:
    """What helps, as the narrator says it at the table."""
    return LineRenderer(DEFAULT_LANGUAGE).render(line("room", trouble=trouble))


def voices() -> Iterator[Diagnosis]:
    """What can speak: Piper, the system's own voice (on Linux that is eSpeak NG). One is enough."""
    from narrator.speech.tts import piper  # noqa: PLC0415 - needs numpy
    from narrator.speech.tts.choose_voice import choose_voice  # noqa: PLC0415

    chosen = choose_voice()
    if not chosen.renderers:
        yield Diagnosis("Voice", Works.MISSING, chosen.reason, PIPER)
        return
    if chosen.kind == "piper" and (wrong := verify_with_progress(piper.JOE, piper.find_voice_file().parent)):
        told = f"joe is not as it was published ({', '.join(wrong)})."
        yield Diagnosis("Voice", Works.MISSING, told, PIPER)
        return
    yield Diagnosis("Voice", Works.FINE, chosen.reason)
    if chosen.kind != "piper":
        yield Diagnosis("Piper", Works.OPTIONAL, "not installed; it is the most pleasant voice.", PIPER)
    elif len(chosen.renderers) == 1:
        yield Diagnosis("Spare voice", Works.OPTIONAL, "none that would speak if Piper fails.", pip_command(ESPEAK))


def spoken_test(arguments: DoctorArguments, *, hears: bool) -> Iterator[Diagnosis]:
    """Say one sentence on the speaker; with a microphone, listen to what comes back of it."""
    try:
        spoken = rendered(SENTENCE)
    except (NarratorError, ImportError, OSError) as error:
        yield Diagnosis("Spoken test", Works.MISSING, f"the voice failed: {error}", PIPER)
        return
    if spoken is None:
        yield Diagnosis("Spoken test", Works.OPTIONAL, "skipped, for there is no voice.")
        return
    if not hears:
        yield said_aloud(arguments, spoken)[0]
        return
    with listening(arguments) as capture:
        taken(capture, 0.1)
        began = time.monotonic()
        diagnosis, sounded = said_aloud(arguments, spoken)
        heard = taken(capture, time.monotonic() - began)
    yield diagnosis
    if heard is not None:
        yield echo(spoken, heard.part(sounded - began))


def said_aloud(arguments: DoctorArguments, spoken: "Pcm") -> tuple[Diagnosis, float]:
    """How it went, and when it began."""
    from narrator.speech.devices.playback import Playback  # noqa: PLC0415 - not before PortAudio is known to be there

    told: list[str] = []
    sounded: list[float] = []
    player = Playback(
        arguments.speaker,
        report=told.append,
        on_played=lambda block: sounded.append(time.monotonic()) if not sounded and block.samples.any() else None,
    )
    try:
        played = player.play(spoken)
        while player.is_audible:
            time.sleep(0.02)
    finally:
        player.close()
    if played < spoken.seconds - 0.1:
        said = " ".join(told) or "the speaker stopped in the middle."
        return Diagnosis("Spoken test", Works.MISSING, said), time.monotonic()
    said = f'"{SENTENCE}" was played, {played:.1f} seconds.'
    return Diagnosis("Spoken test", Works.FINE, said), (*sounded, time.monotonic())[0]


def echo(spoken: "Pcm", heard: "Pcm") -> Diagnosis:
    """What comes back of its own voice: answers are heard while it reads as long as that can be taken out."""
    from narrator.speech.room import MAX_PLAYBACK_DELAY_S, RoomTrouble, delay_between  # noqa: PLC0415 - needs numpy

    delay = delay_between(spoken, heard)
    if delay is None:
        return Diagnosis("Echo", Works.FINE, "none: the microphone does not hear the speaker.")
    if delay > MAX_PLAYBACK_DELAY_S:
        return Diagnosis("Echo", Works.SO_SO, f"after {delay:.2f} s. {advice(RoomTrouble.LATE)}")
    return Diagnosis("Echo", Works.FINE, f"after {delay:.2f} s; it is taken out, and you can answer while I read.")


def rendered(sentence: str) -> "Pcm | None":
    """The sentence, by the voice that the narrator would take; nothing if there is none."""
    from narrator.speech.tts.choose_voice import choose_voice  # noqa: PLC0415 - needs numpy

    for renderer in choose_voice().renderers[:1]:
        try:
            renderer.load()
            return renderer.render(sentence, RATE)
        finally:
            renderer.close()
    return None
