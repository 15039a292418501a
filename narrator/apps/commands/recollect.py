"""`narrator recollect`: a story is remembered together."""

import sys
from contextlib import ExitStack
from dataclasses import replace

from narrator.apps.bedtime.choose_story import find_story_number, means_newest
from narrator.apps.commands._ears_and_voice import VOICES, ears_and_voice
from narrator.apps.commands._options import RecollectArguments
from narrator.apps.commands._wishes import content_with, meant
from narrator.apps.recollect import Recollecting
from narrator.apps.terminal.output import sent_away_politely
from narrator.apps.terminal.printed import BothVoices, PrintedVoice
from narrator.core.errors import NarratorError
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.dialog.session import run as hold_session
from narrator.games.hosting.cast import NoCast, StoryCast
from narrator.language.lines.outbox import SpokenLine
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.retelling import with_roles

NOBODY = "Nobody can be heard here: there is no keyboard and no microphone. Run `narrator recollect` in a terminal."


def run(wishes: RecollectArguments) -> int:
    if wishes.voice is not None:
        wishes = replace(wishes, voice=meant(wishes.voice, {name: name for name in (*VOICES, "printed")}, "voice"))
    content = content_with(wishes.pack)
    with sent_away_politely(), Journal.open() as journal, ExitStack() as closing:
        cast = wanted_cast(" ".join(wishes.story), Library(journal, content))
        topic = Recollecting.of(cast, after=lambda reply: replace(reply, goodbye=True))
        tonight = ears_and_voice(wishes, content, closing)
        window = tonight.window
        if wishes.window and window.open():
            tonight = replace(tonight, ears=(*tonight.ears, window))
        if not tonight.ears:
            raise NarratorError(NOBODY)
        talk = Conversation(journal, content, window=window)
        window.attend(talk)
        screen = BothVoices(PrintedVoice(sys.stdout), window)
        screen.say([SpokenLine(sentence) for sentence in tonight.notes])
        hold_session(Session(talk, tonight.ears, screen, tonight.speaker), tonight.ears, tonight.inbox, topic=topic)
        if not talk.done:  # nobody can be heard any more: the sum is still theirs
            screen.say(talk.hear("stop"))
    return 0


def wanted_cast(words: str, library: Library) -> StoryCast:
    """Of the story that is meant; else of the newest that has roles to remember."""
    if not means_newest(words):
        return library.cast(find_story_number(words, library))
    for number in library.finished():
        try:
            return library.cast(number)
        except NarratorError:
            continue  # nothing to remember in it, or its words are in a pack that is not here
    find_story_number("newest", library)  # says so if there is none at all
    raise NoCast(f"No story on the shelf has roles to remember. There are such in {with_roles()}.")
