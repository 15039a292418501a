"""`narrator play`: play a game."""

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path

from narrator.apps.bedtime.render_lock import start_rendering
from narrator.apps.commands._audio_setup import VOICES, AudioSetup, save_clip, set_up_audio
from narrator.apps.commands._command_arguments import PlayArguments
from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands._offer_setup import offer_speech_models
from narrator.apps.commands._plan_from_arguments import (
    build_plan,
    find_game_to_resume,
    has_private_output,
    load_content_with_pack,
)
from narrator.apps.commands._remote_audio import is_remote
from narrator.apps.recollect import RecollectionTopic
from narrator.apps.terminal.keypad import KeypadInput
from narrator.apps.terminal.output import exit_code, safe_console, stop_on_signals
from narrator.apps.terminal.private_output import PrivateOutput
from narrator.apps.terminal.text_output import CombinedOutput, PlainTextOutput, PrivateTextOutput
from narrator.apps.window.browser_window import BrowserWindow
from narrator.apps.window.certificate_files import certificate_folder
from narrator.core.errors import NarratorError, UsageError
from narrator.core.installation import is_extra_installed, require_extra
from narrator.core.text import join_words
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.dialog.session import run as hold_session
from narrator.dialog.story_library import StoredStoryLibrary
from narrator.games import DEFAULT_GAME
from narrator.games.hosting.host import host_of
from narrator.games.hosting.panels import PanelText
from narrator.games.hosting.plan import Privacy
from narrator.language.content.packs import Content
from narrator.language.lines.audience import Alone
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.renderer import LineRenderer
from narrator.speech.ports import InputSource, LineOutput
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.made_packs import write_missing_packs

NO_KEYBOARD = (
    "There is no keyboard here, so nobody can answer. To play, run `narrator play` in a terminal. Here is a demo."
)
SCREENS = ("printed", "screen")


def run(arguments: PlayArguments) -> int:
    content = load_content_with_pack(arguments.pack)
    plan = build_plan(arguments, content)
    if arguments.voice is not None and not is_remote(arguments.voice):
        voices = {name: name for name in (*SCREENS, *VOICES)}
        arguments = replace(arguments, voice=match_name(arguments.voice, voices, "voice"))
    use_large_text = wants_large_text(arguments)
    if arguments.keypad is not None:
        check_keypad(arguments.keypad)
    arguments = offer_speech_models(arguments)
    # from here on, so that the terminal gets its echo back however early the program is stopped
    with stop_on_signals(), ExitStack() as closing:
        audio = set_up_audio(arguments, content, closing, hide_keys=has_private_output(arguments))
        window = audio.window
        if arguments.address is not None:
            choose_address(window, arguments.address)
        if arguments.tls:
            audio = replace(audio, notices=(*audio.notices, use_tls(window, arguments.address)))
        if arguments.window or arguments.window_only or plan.privacy is Privacy.PHONES:
            open_window(window, phones=plan.privacy is Privacy.PHONES)
            audio = replace(audio, ears=(*audio.ears, window))
        if not audio.ears:
            from narrator.apps.demo.text_demo import print_demo  # noqa: PLC0415 - rarely needed

            print(NO_KEYBOARD, flush=True)
            print_demo(plan.game or DEFAULT_GAME, plan.mode, plan.seed)
            return 0
        private = None if arguments.private is None else PrivateOutput.open(arguments.private)
        if private is not None:
            closing.callback(private.close)
        journal = closing.enter_context(Journal.open())
        write_missing_packs(journal)
        try:
            number = find_game_to_resume(arguments, journal, content)
        except NarratorError:
            if journal.notice:  # there will be no conversation to say it
                print(f"narrator: {journal.notice}", file=sys.stderr)
            raise
        conversation = Conversation(
            journal,
            content,
            plan,
            private_line=private is not None or audio.has_headphones,
            practice=not arguments.no_practice,
            hears=audio.knows_name,
            library=StoredStoryLibrary(Library(journal, content), content, start_rendering),
            recollecting=RecollectionTopic.about,
            window=window,
            today=date.today,
            alone=way_to_tell_alone(arguments, audio),
        )
        window.attach(conversation)
        closing.callback(conversation.close)
        screen: LineOutput = window
        if not arguments.window_only:
            screen = CombinedOutput(make_screen(use_large_text, conversation, content, private), window)
        elif private is not None:
            screen = CombinedOutput(PrivateTextOutput(private), window)
        closing.callback(screen.close)
        session = Session(
            conversation, audio.ears, screen, audio.speaker, save_clip, let_it_finish=arguments.let_it_finish
        )
        keypads: list[InputSource] = [KeypadInput(arguments.keypad)] if arguments.keypad else []
        for sentence in audio.notices:
            screen.say([SpokenLine(sentence)])
        return run_session(session, conversation, [*audio.ears, *keypads], audio, number)


def way_to_tell_alone(arguments: PlayArguments, audio: AudioSetup) -> Alone | None:
    """Return how one player can be told a hand: in private, else by voice in the room, else on the terminal."""
    if arguments.private is not None or audio.has_headphones:
        return Alone.IN_BOOTH
    if audio.speaker:
        return Alone.EARS_COVERED
    return None if arguments.window_only else Alone.LOOKING_AWAY


def check_keypad(device: Path) -> None:
    """Raise `UsageError` if the keypad cannot be opened. A pipe is opened for writing too (see `KeypadInput`)."""
    mode = os.R_OK | os.W_OK if device.is_fifo() else os.R_OK
    if device.is_dir() or not os.access(device, mode):
        raise UsageError(f"{device} cannot be read as a keypad. Give a device, a pipe or another terminal.")


def choose_address(window: BrowserWindow, address: str) -> None:
    """Let phones join at this address. Raise `UsageError` if it is not one of this computer's."""
    if not is_extra_installed("window"):
        return  # `open_window` says how to install it
    from narrator.apps.window.network import own_addresses  # noqa: PLC0415 - rarely needed

    if address not in own_addresses():
        raise UsageError(f"{address} is no address of this computer. It has {join_words(own_addresses(), 'and')}.")
    window.prefer_address(address)


def use_tls(window: BrowserWindow, address: str | None) -> str:
    """Let phones use HTTPS only. Return a sentence with the fingerprint that phones must show."""
    require_extra("window")
    require_extra("tls")
    from narrator.apps.window.certificates import CertificateAuthority  # noqa: PLC0415 - rarely needed
    from narrator.apps.window.network import is_private  # noqa: PLC0415 - rarely needed

    if address is not None and not is_private(address):
        raise UsageError(f"With --tls, phones can join at a private address only, and {address} is a public one.")
    try:
        authority = CertificateAuthority(certificate_folder())
    except OSError as error:
        raise UsageError(f"The certificates for --tls cannot be stored: {error.strerror}. Leave out --tls.") from error
    window.use_tls(authority.certify)
    return f"Phones use an encrypted connection. The fingerprint of its certificate is {authority.fingerprint}."


def open_window(window: BrowserWindow, *, phones: bool) -> None:
    require_extra("window")
    if not window.open():
        raise UsageError("The browser page cannot be opened, because no local network address is free.")
    if phones and not window.open(phones=True):
        raise UsageError("This computer is in no home network, so phones cannot join. Leave out --privacy phones.")


def run_session(
    session: Session, conversation: Conversation, ears: Sequence[InputSource], audio: AudioSetup, number: int | None
) -> int:
    """Play until the end or until the program is stopped, and say how to resume an unfinished game."""
    try:
        hold_session(session, ears, audio.inbox, resume=number)
    except KeyboardInterrupt as interrupt:
        if audio.speaker:
            audio.speaker.stop()
        if conversation.topic.kept_game is None:
            raise
        print(f"\n{how_to_resume(conversation.topic.kept_game)}", file=sys.stderr)
        return exit_code(interrupt)
    if not conversation.done and conversation.topic.kept_game is not None:
        print(how_to_resume(conversation.topic.kept_game), file=sys.stderr)
    return 0


def how_to_resume(number: int) -> str:
    return f"Saved. To continue: narrator play --resume {number}"


def wants_large_text(arguments: PlayArguments) -> bool:
    """Tell whether to show large text: as asked for, else only on a terminal."""
    if arguments.voice in SCREENS:
        if arguments.plain and arguments.voice == "screen":
            raise UsageError("--voice screen shows large text, not plain lines. Leave out --plain or --voice.")
        return arguments.voice == "screen"
    is_terminal = sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return is_terminal and not arguments.plain


def make_screen(
    use_large_text: bool, conversation: Conversation, content: Content, private: PrivateOutput | None
) -> LineOutput:
    if not use_large_text:
        return PlainTextOutput(sys.stdout, private)
    from narrator.apps.terminal.screen import ScreenOutput  # noqa: PLC0415 - slow, because of rich

    can_type = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return ScreenOutput(
        safe_console(),
        lambda: room_panels(conversation, content),
        private,
        prompt=lambda: can_type and not conversation.done,
    )


def room_panels(conversation: Conversation, content: Content) -> tuple[PanelText, ...]:
    if conversation.room is None:
        return ()
    game, view = conversation.room
    words = LineRenderer(conversation.language, game)
    return tuple(panel.to_text(words) for panel in host_of(game).panels(view, content))
