"""An evening at the table: put the ear, the voice and the journal together, play, and leave everything in order."""

import argparse
import io
import os
import select
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rich.console import Console

from narrator import demo, session
from narrator.commands.wishes import Mistake, box_with, game_to_resume, meant, plan_of
from narrator.ears.keypad import KeypadEar
from narrator.ears.port import Ear
from narrator.ears.typed import TypedEar
from narrator.keep.content import Box
from narrator.keep.journal import Journal
from narrator.voices.pages import pages
from narrator.voices.port import Voice
from narrator.voices.printed import PrintedVoice
from narrator.voices.private import NoPrivateLine, PrivateLine
from narrator.voices.screen import ScreenVoice
from narrator.words.conversation import Conversation

MISTAKEN = 2
"""What a shell expects of a command that was not called right."""
INTERRUPTED = 128 + signal.SIGINT
NOBODY = "Nobody can be heard here: there is no keyboard. To play, run `narrator play` in a terminal. Here is a demo."


def host(wishes: argparse.Namespace) -> int:
    """Play until everybody has had enough; the number is what the shell gets."""
    try:
        return play(wishes)
    except Mistake as mistake:
        print(f"narrator: {mistake}", file=sys.stderr)
        return MISTAKEN


def play(wishes: argparse.Namespace) -> int:
    box = box_with(wishes.pack)
    plan = plan_of(wishes, box)
    kind = voice_kind(wishes)
    meant(wishes.ears, {"typed": TypedEar}, "kind of ears")
    check_keypad(wishes.keypad)
    keyboard = open_keyboard()
    if keyboard is None:
        print(NOBODY, flush=True)
        demo.show(plan.game or "storytellers", plan.mode, plan.seed)
        return 0
    with private_line(wishes.private) as private, Journal.open() as journal:
        number = game_to_resume(wishes, journal, box)
        conversation = Conversation(
            journal, box, plan, private_line=private is not None, practice=not wishes.no_practice
        )
        ears: list[Ear] = [TypedEar(keyboard)]
        ears += [KeypadEar(wishes.keypad)] if wishes.keypad else []
        voice = make_voice(kind, conversation, box, private)
        return spend(conversation, ears, voice, number)


def spend(conversation: Conversation, ears: Sequence[Ear], voice: Voice, number: int | None) -> int:
    """Play, and say how to come back if the game is not over."""
    try:
        session.run(conversation, ears, voice, resume=number)
    except KeyboardInterrupt:
        if conversation.kept_game is None:
            raise
        print(f"\n{goes_on(conversation.kept_game)}", file=sys.stderr)
        return INTERRUPTED
    if not conversation.done and conversation.kept_game is not None:
        print(goes_on(conversation.kept_game), file=sys.stderr)
    return 0


def goes_on(number: int) -> str:
    return f"Saved. Go on with: narrator play --resume {number}"


# --- the ear -------------------------------------------------------------------------------------


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


def has_ended(reader: io.BufferedReader) -> bool:
    """Whether the input is over before it began, as with </dev/null. An open pipe may wait for our first words."""
    if reader.isatty():
        return False
    try:
        ready, _, _ = select.select([reader], [], [], 0)
    except OSError:  # where only sockets can be asked
        return False
    return bool(ready) and not reader.peek(1)


def check_keypad(keypad: Path | None) -> None:
    if keypad is not None and (keypad.is_dir() or not os.access(keypad, os.R_OK)):
        raise Mistake(f"{keypad} cannot be read as a keypad. Name a device, a pipe or another terminal.")


# --- the voice -----------------------------------------------------------------------------------


def voice_kind(wishes: argparse.Namespace) -> type[Voice]:
    """As it was wished; else large on a terminal, and plain lines everywhere else."""
    kinds: dict[str, type[Voice]] = {"printed": PrintedVoice, "screen": ScreenVoice}
    if wishes.voice is not None:
        kind = meant(wishes.voice, kinds, "voice")
        if wishes.plain and kind is ScreenVoice:
            raise Mistake("The screen is not plain. Leave out --plain, or --voice.")
        return kind
    large = sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return ScreenVoice if large and not wishes.plain else PrintedVoice


def make_voice(kind: type[Voice], conversation: Conversation, box: Box, private: PrivateLine | None) -> Voice:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a screen that lacks a letter shows another
    if kind is PrintedVoice:
        return PrintedVoice(sys.stdout, private)
    typing = sys.stdin.isatty() and sys.stdout.isatty()
    return ScreenVoice(
        Console(),
        lambda: pages(*conversation.room, box) if conversation.room else (),
        private,
        prompt=lambda: typing and not conversation.done,
    )


@contextmanager
def private_line(path: Path | None) -> Iterator[PrivateLine | None]:
    if path is None:
        yield None
        return
    try:
        line = PrivateLine.open(path)
    except NoPrivateLine as trouble:
        raise Mistake(str(trouble)) from trouble
    try:
        yield line
    finally:
        line.close()
