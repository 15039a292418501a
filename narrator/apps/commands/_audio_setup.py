"""Choose how to listen and speak: keyboard, microphone, voice and devices, as asked for or else the best available."""

import io
import select
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, TextIO

from narrator.apps.commands._command_arguments import AudioArguments
from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands._remote_audio import (
    RemoteEars,
    find_remote_ears,
    find_remote_voice,
    is_remote,
    remote_renderers,
    voice_notice,
)
from narrator.apps.terminal.booth_keyboard import KEYS_ARE_VISIBLE, BoothKeyboard
from narrator.apps.terminal.keyboard_input import KeyboardInput
from narrator.apps.window.browser_window import BrowserWindow
from narrator.apps.window.open_addresses import show_in_browser
from narrator.core.errors import UsageError
from narrator.core.installation import (
    describe_missing_extra,
    is_extra_installed,
    is_module_installed,
    require_extra,
)
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.speech.devices.backend import AudioDevices, find_audio_devices
from narrator.speech.models.model import find_model
from narrator.speech.ports import Inbox, InputSource, RoomTroubleNoticed, SpeechFinished, TroubleReported
from narrator.speech.remote.server import parse_server
from narrator.storage.clips import Clips
from narrator.storage.shared_pack import CLIPS, unpacked_folders

if TYPE_CHECKING:  # modules that handle sound load slowly, so they are imported only when sound is used
    from narrator.speech.echo.aligned_canceller import AlignedEchoCanceller
    from narrator.speech.pcm import Pcm, Samples
    from narrator.speech.tts.choose_voice import VoiceKind
    from narrator.speech.tts.render import Renderer
    from narrator.speech.tts.spoken_output import SpokenOutput

EARS = {"typed": "typed", "keyboard": "typed", "microphone": "microphone", "vosk": "microphone", "spoken": "microphone"}
"""What `--ears` accepts."""
VOICES: "dict[str, VoiceKind | None]" = {"hibari": "hibari", "system": "system", "spoken": None}
"""The values of `--voice` that are spoken; the others are only shown."""
SETUP_NEEDED = "I cannot understand speech yet. Run `narrator setup` to download the speech model."
PLEASE_TYPE = "Please type your answers."


@dataclass(frozen=True, slots=True)
class AudioSetup:
    """Everything the players are heard with, and everything they hear."""

    inbox: Inbox
    ears: tuple[InputSource, ...]  # empty if players cannot answer at all
    speaker: "SpokenOutput | None"
    window: BrowserWindow  # not opened yet
    has_headphones: bool  # whether one player can be spoken to in private
    knows_name: Callable[[str], bool]  # whether the recogniser can hear this name
    notices: tuple[str, ...] = ()  # sentences to show before the game


def set_up_audio(
    arguments: AudioArguments, content: Content, closing: ExitStack, *, hide_keys: bool = False
) -> AudioSetup:
    """Open what was asked for, or else what works here, and register on `closing` what must be closed.

    `hide_keys` is for games with a booth, whose numbers may be typed on a screen that everybody sees.
    """
    inbox: Inbox = SimpleQueue()
    window = BrowserWindow(inbox, show_in_browser, content=content)
    closing.callback(window.close)
    remote = find_remote_ears(arguments.ears) if arguments.ears is not None and is_remote(arguments.ears) else None
    wanted = "microphone" if remote else None
    if arguments.ears is not None and remote is None:
        wanted = match_name(arguments.ears, EARS, "kind of ears")
    find_devices = cache(find_audio_devices)  # takes a moment, and typing does not need it
    keyboard = open_keyboard()
    # With piped input there are usually no people in the room, so sound is used only on request.
    is_interactive = keyboard is None or keyboard.isatty()
    listens, why_not = check_microphone(
        wanted, find_devices, by_default=is_interactive or arguments.microphone is not None, remote=remote
    )
    renderers = choose_renderers(arguments, find_devices, by_default=is_interactive)
    hears_itself = listens and bool(renderers) and (remote is None or remote.is_recogniser)
    echo = make_echo(inbox, closing) if hears_itself else None
    lines, notices = read_lines(keyboard, closing, hide_keys=hide_keys)
    ears: list[InputSource] = [] if lines is None else [KeyboardInput(lines)]
    if listens and remote:
        ears.append(open_remote_ears(remote, arguments.microphone, inbox, echo, closing))
        notices = (remote.notice, *notices)
    elif listens:
        ears.append(open_speech_input(arguments.microphone, inbox, echo, closing, window))
    if arguments.voice is not None and is_remote(arguments.voice):
        notices = (voice_notice(parse_server(arguments.voice)), *notices)
    speaker = open_voice(arguments, renderers, inbox, echo, closing, window) if renderers else None
    if why_not and keyboard is not None and is_interactive:
        notices = (why_not, *notices)
    return AudioSetup(
        inbox,
        tuple(ears),
        speaker,
        window,
        has_headphones=speaker is not None and arguments.headphones is not None,
        knows_name=model_knows_name if listens and not (remote and remote.is_recogniser) else lambda name: True,
        notices=notices,
    )


# --- microphone ----------------------------------------------------------------------------------


def check_microphone(
    wanted: str | None,
    find_devices: Callable[[], AudioDevices],
    *,
    by_default: bool,
    remote: RemoteEars | None = None,
) -> tuple[bool, str | None]:
    """Tell whether to listen with the microphone, and if that was expected but is not possible, why not.

    Raise `UsageError` if the user asked for the microphone and it cannot be used. A remote recogniser needs no model
    here, and a remote microphone no device.
    """
    if wanted == "typed" or (wanted is None and not by_default):
        return False, None
    trouble = None
    needs_model = remote is None or not remote.is_recogniser
    needs_devices = remote is None or remote.is_recogniser
    if not is_extra_installed("voice") or (needs_model and not is_module_installed("vosk")):
        trouble = describe_missing_extra("voice")
    elif needs_devices and find_devices().problem:
        trouble = describe_trouble(find_devices())
    elif needs_devices and not find_devices().microphones and wanted is None:
        trouble = "There is no microphone here."
    elif needs_model and find_model() is None:
        trouble = SETUP_NEEDED
    if trouble and wanted:
        raise UsageError(trouble)
    return not trouble, f"{trouble} {PLEASE_TYPE}" if trouble else None


def open_speech_input(
    name: str | None,
    inbox: Inbox,
    echo: "AlignedEchoCanceller | None",
    closing: ExitStack,
    window: BrowserWindow | None = None,
) -> InputSource:
    """Return a recogniser for the microphone. With a window, its level meter shows how loud the room is."""
    from narrator.speech.asr.speech_input import SpeechInput  # noqa: PLC0415 - slow, and only needed for sound

    samples = from_microphone(name, inbox, echo, closing)
    return SpeechInput(show_level(samples, window) if window else samples, origin_of=echo.origin_of if echo else None)


def open_remote_ears(
    remote: RemoteEars, name: str | None, inbox: Inbox, echo: "AlignedEchoCanceller | None", closing: ExitStack
) -> InputSource:
    """Return a source that hears with a recogniser or with a microphone on another machine."""
    from narrator.speech.asr.speech_input import SpeechInput  # noqa: PLC0415 - as above
    from narrator.speech.remote.remote_input import RemoteInput  # noqa: PLC0415
    from narrator.speech.remote.remote_microphone import RemoteMicrophone  # noqa: PLC0415

    if remote.is_recogniser:
        samples = from_microphone(name, inbox, echo, closing)
        return RemoteInput(samples, remote.server, DEFAULT_LANGUAGE, echo.origin_of if echo else None)
    microphone = RemoteMicrophone(remote.server, lambda sentence: inbox.put(TroubleReported(sentence)))
    closing.callback(microphone.close)
    return SpeechInput(microphone)


def from_microphone(
    name: str | None, inbox: Inbox, echo: "AlignedEchoCanceller | None", closing: ExitStack
) -> "Iterable[Samples]":
    """Return the sound of the microphone, which is opened when the first samples are taken."""
    from narrator.speech.devices.capture import Capture  # noqa: PLC0415 - as above

    capture = Capture(
        lambda sentence: inbox.put(TroubleReported(sentence)), name, clean=echo.clean_frame if echo else None
    )
    closing.callback(capture.close)  # registered here because the recogniser's thread must not touch the stack
    return capture


def show_level(samples: "Iterable[Samples]", window: BrowserWindow) -> "Iterator[Samples]":
    """Pass the samples on and show their level in the window."""
    from narrator.speech.pcm import rms_dbfs  # noqa: PLC0415 - as above

    for block in samples:
        window.show_loudness(partial(rms_dbfs, block))
        yield block


def make_echo(inbox: Inbox, closing: ExitStack) -> "AlignedEchoCanceller":
    """Return an echo canceller that reports trouble with the room."""
    from narrator.speech.echo.aligned_canceller import AlignedEchoCanceller  # noqa: PLC0415 - as above

    echo = AlignedEchoCanceller(lambda trouble: inbox.put(RoomTroubleNoticed(trouble)))
    closing.callback(echo.close)
    return echo


def model_knows_name(name: str) -> bool:
    """Tell whether the speech model knows every word of this name. The model is loaded already."""
    from narrator.speech.asr.vosk_model import load_recogniser_model  # noqa: PLC0415 - as above

    model = load_recogniser_model()
    return all(model.vosk_model_find_word(word) >= 0 for word in name.casefold().split())


# --- keyboard ------------------------------------------------------------------------------------


def open_keyboard() -> TextIO | None:
    """Return the standard input, or `None` if it has already ended.

    It is opened a second time because the reading thread may still wait for it when the program ends, and Python
    cannot close its own standard input while a thread reads from it.
    """
    if sys.stdin is None:
        return None
    reader = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115  # the reading thread keeps it
    if has_ended(reader):
        return None
    return io.TextIOWrapper(reader, encoding=sys.stdin.encoding, errors="replace")


def read_lines(
    keyboard: TextIO | None, closing: ExitStack, *, hide_keys: bool
) -> tuple[Iterable[str] | None, tuple[str, ...]]:
    """Return the typed lines, and a notice if numbers for the booth cannot be hidden on the screen."""
    if keyboard is None or not (hide_keys and keyboard.isatty()):
        return keyboard, ()
    try:
        hidden = BoothKeyboard(keyboard)
        closing.callback(hidden.close)  # before the echo is switched off: a signal may end the program at any moment
        hidden.disable_echo()
    except OSError:
        return keyboard, (KEYS_ARE_VISIBLE,)
    return hidden, ()


def has_ended(reader: io.BufferedReader) -> bool:
    """Tell whether the input ended before it began, as with </dev/null. An open pipe has not ended."""
    if reader.isatty():
        return False
    try:
        ready, _, _ = select.select([reader], [], [], 0)
    except OSError:  # Windows can only select sockets
        return False
    return bool(ready) and not reader.peek(1)


# --- voice ---------------------------------------------------------------------------------------


def choose_renderers(
    arguments: AudioArguments, find_devices: Callable[[], AudioDevices], *, by_default: bool
) -> "tuple[Renderer, ...]":
    """Return the voices to speak with, the preferred one first; none if nothing is to be spoken."""
    wanted = by_default or arguments.speaker is not None or arguments.headphones is not None
    if arguments.voice is not None and is_remote(arguments.voice):
        server = find_remote_voice(arguments.voice)
        require_extra("voice")
        if find_devices().problem:
            raise UsageError(describe_trouble(find_devices()))
        return remote_renderers(server)
    if not (wanted if arguments.voice is None else arguments.voice in VOICES):
        return ()
    if not is_extra_installed("voice"):
        if arguments.voice is None:
            return ()
        require_extra("voice")
    from narrator.speech.tts.choose_voice import VoiceMissing, choose_voice  # noqa: PLC0415 - as above

    if arguments.voice is None:
        return choose_voice().renderers if find_devices().speakers else ()
    try:
        chosen = choose_voice(VOICES[arguments.voice])
    except VoiceMissing as missing:
        raise UsageError(str(missing)) from missing
    if not chosen.renderers:
        raise UsageError(chosen.reason)
    if find_devices().problem:
        raise UsageError(describe_trouble(find_devices()))
    return chosen.renderers


def describe_trouble(devices: AudioDevices) -> str:
    return f"{devices.problem} To fix it: {devices.fix_command}" if devices.fix_command else f"{devices.problem}"


def open_voice(  # noqa: PLR0913, PLR0917  # connects the voice to everything that follows it
    arguments: AudioArguments,
    renderers: "tuple[Renderer, ...]",
    inbox: Inbox,
    echo: "AlignedEchoCanceller | None",
    closing: ExitStack,
    window: BrowserWindow,
) -> "SpokenOutput":
    """Return a voice that plays on the speaker, and on the headphones if there are any."""
    from narrator.speech.devices.playback import Playback  # noqa: PLC0415 - as above
    from narrator.speech.tts.spoken_output import SpokenOutput, find_clip  # noqa: PLC0415

    def report(sentence: str) -> None:
        inbox.put(TroubleReported(sentence))

    def on_change(speaking: bool) -> None:
        if not speaking:
            inbox.put(SpeechFinished())
            window.clear_spoken_words()

    room = Playback(arguments.speaker, report=report, on_played=echo.add_playback if echo else None)
    closing.callback(room.close)
    booth = None
    if arguments.headphones is not None:
        booth = Playback(arguments.headphones, report=report)
        closing.callback(booth.close)
    recording = partial(find_clip, Clips(others=[folder / CLIPS for folder in unpacked_folders()]))
    voice = SpokenOutput(renderers, room, booth, on_change=on_change, report=report, find_recording=recording)
    window.follow_voice(voice)
    closing.callback(voice.close)
    return voice


def save_clip(sound: "Pcm", words: str, game: int | None) -> str:
    """Save what a player said, to be deleted together with its game, and return the name of the recording."""
    return Clips().keep(sound.samples, sound.rate, words=words, game=game)
