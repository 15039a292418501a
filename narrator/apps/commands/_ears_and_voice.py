"""Which ears listen, which voice speaks, and on which devices: as it was wished, else the best that is there."""

import importlib.util
import io
import select
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, TextIO

from narrator.apps.commands._options import AudioArguments
from narrator.apps.commands._wishes import meant
from narrator.apps.terminal.booth_keyboard import SEEN, BoothKeyboard
from narrator.apps.terminal.typed import TypedEar
from narrator.apps.window.window import BrowserWindow, in_browser
from narrator.core.errors import Mistake
from narrator.language.content.packs import Content
from narrator.speech.devices.backend import Survey, survey
from narrator.speech.models.model import find_model
from narrator.speech.ports import Inbox, InputSource, RoomTroubleNoticed, SpeechFinished, TroubleReported
from narrator.storage.clips import Clips

if TYPE_CHECKING:  # whatever knows sounds is loaded for those only who speak or listen: it takes a moment
    from narrator.speech.echo.echo import Echo
    from narrator.speech.pcm import Pcm, Samples
    from narrator.speech.tts.choose_voice import VoiceKind
    from narrator.speech.tts.render import Renderer
    from narrator.speech.tts.spoken import SpokenVoice

EARS = {"typed": "typed", "keyboard": "typed", "microphone": "microphone", "vosk": "microphone", "spoken": "microphone"}
VOICES: "dict[str, VoiceKind | None]" = {"piper": "piper", "system": "system", "spoken": None}
"""Those that are heard; the others are only read."""
NO_MODEL = "I cannot understand speech yet. Run `narrator setup`: it fetches the speech model."
PLEASE_TYPE = "Please type what you would say."


@dataclass(frozen=True, slots=True)
class EarsAndVoice:
    inbox: Inbox
    ears: tuple[InputSource, ...]  # those that listen to the room; none if nobody can be heard
    speaker: "SpokenVoice | None"
    window: BrowserWindow  # shows what is spoken and heard, once somebody opens it
    booth: bool  # whether something can be whispered into headphones
    hears: Callable[[str], bool]  # whether the ear knows a name
    notes: tuple[str, ...] = ()  # what the room should know at the beginning


def ears_and_voice(
    wishes: AudioArguments, content: Content, closing: ExitStack, *, hide_keys: bool = False
) -> EarsAndVoice:
    """Everything that was asked for, or that works here. What must be closed at the end goes on the stack.

    `hide_keys` is for games with a booth: its numbers may be typed where all can see.
    """
    inbox: Inbox = SimpleQueue()
    window = BrowserWindow(inbox, in_browser, content=content)
    closing.callback(window.close)
    wished = meant(wishes.ears, EARS, "kind of ears") if wishes.ears is not None else None
    around = cache(survey)  # looking around takes a moment, and typing needs none of it
    keyboard = open_keyboard()
    alone = keyboard is None or keyboard.isatty()  # what is piped in is not spoken to anybody
    listens, why_not = microphone_wanted(wished, around, by_default=alone or wishes.microphone is not None)
    renderers = voices_wanted(wishes, around, by_default=alone)
    echo = echo_of_the_room(inbox) if listens and renderers else None
    lines, seen = typed_lines(keyboard, closing, hide_keys=hide_keys)
    ears: list[InputSource] = [] if lines is None else [TypedEar(lines)]
    if listens:
        ears.append(microphone_ear(wishes.microphone, inbox, echo, closing, window))
    speaker = spoken_voice(wishes, renderers, inbox, echo, closing, window) if renderers else None
    return EarsAndVoice(
        inbox,
        tuple(ears),
        speaker,
        window,
        booth=speaker is not None and wishes.headphones is not None,
        hears=knows_name if listens else lambda name: True,
        notes=((why_not,) if why_not and keyboard is not None and alone else ()) + seen,
    )


# --- ears ----------------------------------------------------------------------------------------


def microphone_wanted(wished: str | None, around: Callable[[], Survey], *, by_default: bool) -> tuple[bool, str | None]:
    """Whether to listen; if not, although somebody might expect it, why not."""
    if wished == "typed" or (wished is None and not by_default):
        return False, None
    trouble = None
    if importlib.util.find_spec("vosk") is None or find_model() is None:
        trouble = NO_MODEL
    elif around().trouble:
        trouble = to_mend(around())
    elif not around().microphones and wished is None:
        trouble = "There is no microphone here."
    if trouble and wished:
        raise Mistake(trouble)
    return not trouble, f"{trouble} {PLEASE_TYPE}" if trouble else None


def microphone_ear(
    name: str | None, inbox: Inbox, echo: "Echo | None", closing: ExitStack, window: BrowserWindow | None = None
) -> InputSource:
    """With a window, those who look see how loud the room is."""
    from narrator.speech.asr.vosk import VoskEar  # noqa: PLC0415 - only those who are heard need it

    samples = from_microphone(name, inbox, echo, closing)
    return VoskEar(metered(samples, window) if window else samples, whose=echo.whose if echo else None)


def from_microphone(name: str | None, inbox: Inbox, echo: "Echo | None", closing: ExitStack) -> "Iterable[Samples]":
    """What the microphone hears, from the moment on that somebody takes it."""
    from narrator.speech.devices.capture import Capture  # noqa: PLC0415 - as above

    capture = Capture(
        lambda sentence: inbox.put(TroubleReported(sentence)), name, cleaned=echo.cleaned if echo else None
    )
    closing.callback(capture.close)  # here: the ear's thread must not touch the stack
    return capture


def metered(samples: "Iterable[Samples]", window: BrowserWindow) -> "Iterator[Samples]":
    """The same, with a meter for those who look."""
    from narrator.speech.pcm import rms_dbfs  # noqa: PLC0415 - as above

    for some in samples:
        window.hears(partial(rms_dbfs, some))
        yield some


def echo_of_the_room(inbox: Inbox) -> "Echo":
    from narrator.speech.echo.echo import Echo  # noqa: PLC0415 - as above

    return Echo(lambda trouble: inbox.put(RoomTroubleNoticed(trouble)))


def knows_name(name: str) -> bool:
    """Whether the ear would recognise this name. The model is the one that the ear has read already."""
    from narrator.speech.asr.vosk import ear_model  # noqa: PLC0415 - as above

    model = ear_model()
    return all(model.vosk_model_find_word(word) >= 0 for word in name.casefold().split())


def open_keyboard() -> TextIO | None:
    """What is typed or piped in; nothing if there is nobody who could type.

    It is opened anew, because the ear's thread may still wait for it when the program ends, and Python's own standard
    input cannot be put away while somebody reads from it.
    """
    if sys.stdin is None:
        return None
    reader = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115  # the ear's thread keeps it
    if has_ended(reader):
        return None
    return io.TextIOWrapper(reader, encoding=sys.stdin.encoding, errors="replace")


def typed_lines(
    keyboard: TextIO | None, closing: ExitStack, *, hide_keys: bool
) -> tuple[Iterable[str] | None, tuple[str, ...]]:
    """What is typed, line by line; and what the room should know if keys of the booth would be seen."""
    if keyboard is None or not (hide_keys and keyboard.isatty()):
        return keyboard, ()
    try:
        hidden = BoothKeyboard(keyboard)
        closing.callback(hidden.close)  # before the echo is off: somebody may be sent away at any moment
        hidden.hush()
    except OSError:
        return keyboard, (SEEN,)
    return hidden, ()


def has_ended(reader: io.BufferedReader) -> bool:
    """Whether the input is over before it began, as with </dev/null. An open pipe may wait for our first words."""
    if reader.isatty():
        return False
    try:
        ready, _, _ = select.select([reader], [], [], 0)
    except OSError:  # where only sockets can be asked
        return False
    return bool(ready) and not reader.peek(1)


# --- the voice -----------------------------------------------------------------------------------


def voices_wanted(wishes: AudioArguments, around: Callable[[], Survey], *, by_default: bool) -> "tuple[Renderer, ...]":
    """As it was wished; else wherever there is something to speak with and somebody to listen. None: it is silent."""
    wanted = by_default or wishes.speaker is not None or wishes.headphones is not None
    if not (wanted if wishes.voice is None else wishes.voice in VOICES):
        return ()
    from narrator.speech.tts.choose_voice import VoiceMissing, choose  # noqa: PLC0415 - as above

    if wishes.voice is not None:
        try:
            chosen = choose(VOICES[wishes.voice])
        except VoiceMissing as missing:
            raise Mistake(str(missing)) from missing
        if not chosen.renderers:
            raise Mistake(chosen.why)
        if around().trouble:
            raise Mistake(to_mend(around()))
        return chosen.renderers
    return choose().renderers if around().speakers else ()


def to_mend(around: Survey) -> str:
    return f"{around.trouble} To mend that: {around.mend}" if around.mend else f"{around.trouble}"


def spoken_voice(  # noqa: PLR0913, PLR0917  # whatever hears of a voice, and whatever it is made of
    wishes: AudioArguments,
    renderers: "tuple[Renderer, ...]",
    inbox: Inbox,
    echo: "Echo | None",
    closing: ExitStack,
    window: BrowserWindow,
) -> "SpokenVoice":
    from narrator.speech.devices.playback import Playback  # noqa: PLC0415 - as above
    from narrator.speech.tts.cache import Cache  # noqa: PLC0415
    from narrator.speech.tts.spoken import SpokenVoice, recorded  # noqa: PLC0415

    def tell(sentence: str) -> None:
        inbox.put(TroubleReported(sentence))

    def changed(speaking: bool) -> None:
        if not speaking:
            inbox.put(SpeechFinished())
            window.fell_silent()

    room = Playback(wishes.speaker, tell=tell, played=echo.played if echo else None)
    closing.callback(room.close)
    booth = None
    if wishes.headphones is not None:
        booth = Playback(wishes.headphones, tell=tell)
        closing.callback(booth.close)
    recording = partial(recorded, Clips())
    voice = SpokenVoice(renderers, room, booth, cache=Cache(), changed=changed, trouble=tell, recording=recording)
    voice.tell_words(lambda said, group: window.spoken(said, group.text, group.sentence))
    closing.callback(voice.close)
    return voice


def keep_recording(sound: "Pcm", words: str, game: int | None) -> str:
    """In the family's own folder; forgotten with its game."""
    return Clips().keep(sound.samples, sound.rate, words=words, game=game)
