"""Offer to download the speech models before a game, if a user can answer."""

import sys
import time
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from narrator.apps.commands._audio_setup import PLEASE_TYPE, SETUP_NEEDED
from narrator.apps.commands._command_arguments import AudioArguments
from narrator.core.errors import NarratorError
from narrator.core.installation import is_extra_installed, is_module_installed
from narrator.speech.devices.backend import find_audio_devices
from narrator.speech.models.model import find_model

Arguments = TypeVar("Arguments", bound=AudioArguments)

OFFER = "I cannot understand speech yet. Shall I download the speech models now? It is 140 megabytes, only once."
YES_OR_NO = "Type yes or no: "
SILENT_VOICES = ("printed", "screen")
"""Values of `--voice` with which nothing is spoken."""


def offer_speech_models(arguments: Arguments) -> Arguments:
    """Ask whether to download the speech models if they are missing and there is a microphone, and do so.

    Return the arguments, with typed answers if the models are still missing after that.
    """
    can_listen = is_extra_installed("voice") and is_module_installed("vosk")
    if arguments.ears is not None or not can_listen or find_model() is not None:
        return arguments
    if not find_audio_devices().microphones:
        return arguments
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(f"narrator: {SETUP_NEEDED}", file=sys.stderr)
        return arguments
    print(OFFER, flush=True)
    if arguments.voice not in SILENT_VOICES:
        with suppress(NarratorError, ImportError, OSError):  # it has been printed
            speak(f"{OFFER} {YES_OR_NO}", arguments.speaker)
    if not ask_yes_or_no():
        print("Then please type. `narrator setup` downloads them another time.", flush=True)
        return replace(arguments, ears="typed")
    from narrator.apps.commands.setup import install_ears  # noqa: PLC0415 - rarely needed

    try:
        install_ears()
    except KeyboardInterrupt:
        print(f"\nStopped. `narrator setup` continues the download another time. {PLEASE_TYPE}", flush=True)
    except NarratorError as error:
        print(f"narrator: {error} {PLEASE_TYPE}", file=sys.stderr, flush=True)
    return arguments if find_model() is not None else replace(arguments, ears="typed")


def ask_yes_or_no() -> bool:
    """Ask until the answer is yes or no; the end of the input means no."""
    while True:
        try:
            answer = input(YES_OR_NO).strip().casefold()
        except EOFError:
            return False
        if answer in ("yes", "y", "no", "n"):
            return answer.startswith("y")


def speak(sentence: str, speaker: str | None) -> None:
    """Say a sentence if there is a speaker and a voice."""
    if not find_audio_devices().speakers:
        return
    from narrator.apps.commands.doctor import render_sentence  # noqa: PLC0415 - rarely needed
    from narrator.speech.devices.playback import Playback  # noqa: PLC0415 - needs the extra voice

    spoken = render_sentence(sentence)
    if spoken is None:
        return
    player = Playback(speaker, report=lambda trouble: None)
    try:
        player.play(spoken)
        while player.is_audible:
            time.sleep(0.02)
    finally:
        player.close()
