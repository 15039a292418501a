"""After the game: put the ear, the voice and a story together, and remember it until it is whole again."""

import sys
from contextlib import ExitStack
from dataclasses import replace
from queue import SimpleQueue

from narrator.bedtime.choose_story import means_newest, newest, number_of
from narrator.commands._ears_and_voice import ears_and_voice
from narrator.commands.recollect import RecollectArguments
from narrator.commands.wishes import box_with, meant
from narrator.ears.port import Inbox
from narrator.errors import NarratorError
from narrator.host.cast import Cast, NoCast
from narrator.keep.journal import Journal
from narrator.recollect.topic import Recollecting
from narrator.session import Session, run
from narrator.shelf.library import Library
from narrator.shelf.retelling import with_roles
from narrator.talk.conversation import Conversation
from narrator.talk.topic import Reply
from narrator.tell.outbox import Said
from narrator.voices.printed import PrintedVoice

VOICES = {name: name for name in ("piper", "system", "spoken", "printed")}
NOBODY = "Nobody can be heard here: there is no keyboard and no microphone. Run `narrator recollect` in a terminal."


def remember(wishes: RecollectArguments) -> int:
    """Until the story is whole again or somebody says stop; the number is what the shell gets."""
    if wishes.voice is not None:
        wishes = replace(wishes, voice=meant(wishes.voice, VOICES, "voice"))
    box = box_with(wishes.pack)
    with Journal.open() as journal, ExitStack() as closing:
        topic = Recollecting.of(wanted_cast(" ".join(wishes.story), Library(journal, box)), enough)
        inbox: Inbox = SimpleQueue()
        tonight = ears_and_voice(wishes, inbox, closing)
        if not tonight.ears:
            raise NarratorError(NOBODY)
        talk, screen = Conversation(journal, box), PrintedVoice(sys.stdout)
        screen.say([Said(sentence) for sentence in tonight.notes])
        run(Session(talk, tonight.ears, screen, tonight.speaker), tonight.ears, inbox, topic=topic)
        if not talk.done:  # nobody can be heard any more: the sum is still theirs
            screen.say(talk.hear("stop"))
    return 0


def enough(reply: Reply) -> Reply:
    """Everything is remembered, or the table wants no more."""
    return replace(reply, goodbye=True)


def wanted_cast(words: str, library: Library) -> Cast:
    """Of the story that is meant; else of the newest that has roles to remember."""
    if not means_newest(words):
        return library.cast(number_of(words, library))
    for spine in library.spines():
        try:
            return library.cast(spine.number)
        except NarratorError:
            continue  # a game without roles, or with words from a pack that is not here
    newest(library)  # says so if there is none at all
    raise NoCast(f"No story on the shelf has roles to remember. There are such in {with_roles()}.")
