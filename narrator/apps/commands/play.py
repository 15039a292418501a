"""`narrator play`: an evening at the table, with the ears, the voice and the screens that were wished for."""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from narrator.apps.commands._ears_and_voice import VOICES, EarsAndVoice, ears_and_voice, keep_recording
from narrator.apps.commands._options import PlayArguments
from narrator.apps.commands._wishes import content_with, game_to_resume, meant, plan_of, whispers
from narrator.apps.recollect import Recollecting
from narrator.apps.terminal.keypad import KeypadEar
from narrator.apps.terminal.output import safe_console, sent_away_politely
from narrator.apps.terminal.printed import BothVoices, PrintedVoice
from narrator.apps.terminal.private_line import PrivateLine
from narrator.apps.window.window import BrowserWindow
from narrator.core.errors import Mistake, NarratorError
from narrator.dialog.bookshelf import LibraryBookshelf
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.dialog.session import run as hold_session
from narrator.games import DEFAULT_GAME
from narrator.games.hosting.host import host_of
from narrator.games.hosting.panels import PanelText
from narrator.games.hosting.plan import Privacy
from narrator.language.content.packs import Content
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.renderer import LineRenderer
from narrator.speech.ports import InputSource, LineOutput
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library

INTERRUPTED = 128 + signal.SIGINT
NOBODY = "Nobody can be heard here: there is no keyboard. To play, run `narrator play` in a terminal. Here is a demo."
SCREENS = ("printed", "screen")


def run(wishes: PlayArguments) -> int:
    content = content_with(wishes.pack)
    plan = plan_of(wishes, content)
    if wishes.voice is not None:
        wishes = replace(wishes, voice=meant(wishes.voice, {name: name for name in (*SCREENS, *VOICES)}, "voice"))
    large = is_large(wishes)
    if wishes.keypad is not None and (wishes.keypad.is_dir() or not os.access(wishes.keypad, os.R_OK)):
        raise Mistake(f"{wishes.keypad} cannot be read as a keypad. Name a device, a pipe or another terminal.")
    # from the first: the terminal gets its echo back, however early somebody is sent away
    with sent_away_politely(), ExitStack() as closing:
        tonight = ears_and_voice(wishes, content, closing, hide_keys=whispers(wishes))
        window = tonight.window
        if wishes.window or wishes.window_only or plan.privacy is Privacy.PHONES:
            open_window(window, phones=plan.privacy is Privacy.PHONES)
            tonight = replace(tonight, ears=(*tonight.ears, window))
        if not tonight.ears:
            from narrator.apps import demo  # noqa: PLC0415 - only for those who cannot play

            print(NOBODY, flush=True)
            demo.show(plan.game or DEFAULT_GAME, plan.mode, plan.seed)
            return 0
        private = None if wishes.private is None else PrivateLine.open(wishes.private)
        if private is not None:
            closing.callback(private.close)
        journal = closing.enter_context(Journal.open())
        try:
            number = game_to_resume(wishes, journal, content)
        except NarratorError:
            if journal.notice:  # nobody will say it now
                print(f"narrator: {journal.notice}", file=sys.stderr)
            raise
        conversation = Conversation(
            journal,
            content,
            plan,
            private_line=private is not None or tonight.booth,
            practice=not wishes.no_practice,
            hears=tonight.hears,
            shelf=LibraryBookshelf(Library(journal, content), content),
            recollecting=Recollecting.of,
            window=window,
        )
        window.attend(conversation)
        closing.callback(conversation.close)
        screen: LineOutput = window
        if not wishes.window_only:
            screen = BothVoices(make_screen(large, conversation, content, private), window)
        closing.callback(screen.close)
        session = Session(
            conversation, tonight.ears, screen, tonight.speaker, keep_recording, let_it_finish=wishes.let_it_finish
        )
        keypads: list[InputSource] = [KeypadEar(wishes.keypad)] if wishes.keypad else []
        for sentence in tonight.notes:
            screen.say([SpokenLine(sentence)])
        return run_session(session, conversation, [*tonight.ears, *keypads], tonight, number)


def open_window(window: BrowserWindow, *, phones: bool) -> None:
    if not window.open():
        raise Mistake("The window cannot be opened: this machine gives no address to listen at.")
    if phones and not window.open(phones=True):
        raise Mistake("There is no home network here, so no phone can come in. Leave out --privacy phones.")


def run_session(
    session: Session, conversation: Conversation, ears: Sequence[InputSource], tonight: EarsAndVoice, number: int | None
) -> int:
    """Play, and say how to come back if the game is not over."""
    try:
        hold_session(session, ears, tonight.inbox, resume=number)
    except KeyboardInterrupt:
        if tonight.speaker:
            tonight.speaker.stop()
        if conversation.topic.kept_game is None:
            raise
        print(f"\n{goes_on(conversation.topic.kept_game)}", file=sys.stderr)
        return INTERRUPTED
    if not conversation.done and conversation.topic.kept_game is not None:
        print(goes_on(conversation.topic.kept_game), file=sys.stderr)
    return 0


def goes_on(number: int) -> str:
    return f"Saved. Go on with: narrator play --resume {number}"


def is_large(wishes: PlayArguments) -> bool:
    """As it was wished; else large on a terminal, and plain lines everywhere else."""
    if wishes.voice in SCREENS:
        if wishes.plain and wishes.voice == "screen":
            raise Mistake("The screen is not plain. Leave out --plain, or --voice.")
        return wishes.voice == "screen"
    terminal = sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return terminal and not wishes.plain


def make_screen(large: bool, conversation: Conversation, content: Content, private: PrivateLine | None) -> LineOutput:
    if not large:
        return PrintedVoice(sys.stdout, private)
    from narrator.apps.terminal.screen import ScreenVoice  # noqa: PLC0415 - only those who see it wait for it

    typing = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return ScreenVoice(
        safe_console(),
        lambda: on_the_table(conversation, content),
        private,
        prompt=lambda: typing and not conversation.done,
    )


def on_the_table(conversation: Conversation, content: Content) -> tuple[PanelText, ...]:
    if conversation.room is None:
        return ()
    game, view = conversation.room
    words = LineRenderer(conversation.language, game)
    return tuple(panel.to_text(words) for panel in host_of(game).panels(view, content))
