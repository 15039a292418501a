"""After the game: put the ear, the voice and a story together, and remember it until it is whole again."""

import argparse
import sys
from contextlib import ExitStack
from queue import SimpleQueue

from narrator.bedtime.choose_story import means_newest, newest, number_of
from narrator.commands.senses import Senses, senses
from narrator.commands.wishes import Mistake, box_with, meant
from narrator.ears.port import FellSilent, Gone, Happening, Heard, Inbox, Missed, Trouble
from narrator.errors import NarratorError
from narrator.keep.journal import Journal
from narrator.recollect.topic import Remembering
from narrator.session import TRIES, said_by_itself
from narrator.shelf.cast import Cast, NoCast
from narrator.shelf.library import Library
from narrator.tell.outbox import Said
from narrator.voices.printed import PrintedVoice

MISTAKEN = 2
"""What a shell expects of a command that was not called right."""
VOICES = {name: name for name in ("piper", "system", "spoken", "printed")}
NOBODY = "Nobody can be heard here: there is no keyboard and no microphone. Run `narrator recollect` in a terminal."


def remember(wishes: argparse.Namespace) -> int:
    """Until the story is whole again or somebody says stop; the number is what the shell gets."""
    try:
        if wishes.voice is not None:
            wishes.voice = meant(wishes.voice, VOICES, "voice")
        box = box_with(wishes.pack)
        with Journal.open() as journal, ExitStack() as closing:
            talk = Remembering(wanted_cast(" ".join(wishes.story), Library(journal, box)))
            inbox: Inbox = SimpleQueue()
            tonight = senses(wishes, inbox, closing)
            if not tonight.ears:
                raise NarratorError(NOBODY)
            Round(talk, tonight).run()
    except Mistake as mistake:
        print(f"narrator: {mistake}", file=sys.stderr)
        return MISTAKEN
    return 0


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
    raise NoCast("No story on the shelf has roles to remember. Play Storytellers or StoryLine first.")


class Round:
    """Takes what the ears put into the inbox, and says the answers."""

    def __init__(self, talk: Remembering, tonight: Senses) -> None:
        self._talk, self._tonight = talk, tonight
        self._ears = list(tonight.ears)
        self._screen = PrintedVoice(sys.stdout)
        self._tried = 0

    def run(self) -> None:
        self._say((*map(Said, self._tonight.notes), *self._talk.open()))
        for ear in self._tonight.ears:
            ear.listen(self._tonight.inbox)
        try:
            while not self._talk.done and self._ears:
                self._take(self._tonight.inbox.get())
            if not self._talk.done:  # nobody can be heard any more: the sum is still theirs
                self._say(self._talk.hear("stop"))
        finally:
            for ear in self._tonight.ears:
                ear.close()

    def _take(self, happening: Happening) -> None:
        match happening:
            case Heard(doubt=doubt) if doubt:
                if not self._speaking:
                    self._answer(self._talk.doubt(doubt))
            case Heard():
                self._hear(happening)
            case Missed() if not self._speaking:
                self._tried += 1
                if self._tried == TRIES:
                    self._answer(self._talk.miss())
            case FellSilent():
                self._listen()
            case Trouble(sentence):
                self._say((Said(sentence),))
            case Gone():
                self._ears.pop()

    def _hear(self, heard: Heard) -> None:
        """An answer ends what is being said, unless it is the narrator that heard itself."""
        speaker = self._tonight.speaker
        if speaker is not None and self._speaking:
            if heard.aloud and said_by_itself(heard.text, speaker.saying):
                return
            speaker.stop()
        self._answer(self._talk.hear(heard.text))

    def _answer(self, lines: tuple[Said, ...]) -> None:
        self._tried = 0
        if self._tonight.speaker is not None:
            self._tonight.speaker.set_manner(self._talk.manner)
        self._say(lines)

    def _say(self, lines: tuple[Said, ...]) -> None:
        self._screen.say(lines)
        if self._tonight.speaker is not None:
            self._tonight.speaker.say(lines)
        self._listen()

    def _listen(self) -> None:
        """While the narrator speaks, only for what may interrupt it; then for everything that fits the question."""
        talk = self._talk
        if talk.done:
            return
        expectation = talk.interrupting if self._speaking else talk.expected.expectation(free=talk.awaits_words)
        for ear in self._ears:
            ear.expect(expectation)

    @property
    def _speaking(self) -> bool:
        return self._tonight.speaker is not None and self._tonight.speaker.speaking
