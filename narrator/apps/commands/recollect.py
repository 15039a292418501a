"""`narrator recollect`: remember a story together."""

import sys
from contextlib import ExitStack
from dataclasses import replace

from narrator.apps.bedtime.choose_story import find_story_number, means_newest
from narrator.apps.commands._audio_setup import VOICES, set_up_audio
from narrator.apps.commands._command_arguments import RecollectArguments
from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands._plan_from_arguments import load_content_with_pack
from narrator.apps.recollect import RecollectionTopic
from narrator.apps.terminal.output import stop_on_signals
from narrator.apps.terminal.text_output import CombinedOutput, PlainTextOutput
from narrator.core.errors import NarratorError
from narrator.core.installation import require_extra
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.dialog.session import run as hold_session
from narrator.games.hosting.cast import NoCast, StoryCast
from narrator.language.lines.outbox import SpokenLine
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.retelling import games_with_cast

NO_WAY_TO_ANSWER = "There is no keyboard and no microphone here. Run `narrator recollect` in a terminal."


def run(arguments: RecollectArguments) -> int:
    if arguments.window:
        require_extra("window")
    if arguments.voice is not None:
        voices = {name: name for name in (*VOICES, "printed")}
        arguments = replace(arguments, voice=match_name(arguments.voice, voices, "voice"))
    content = load_content_with_pack(arguments.pack)
    with stop_on_signals(), Journal.open() as journal, ExitStack() as closing:
        cast = find_cast(" ".join(arguments.story), Library(journal, content))
        topic = RecollectionTopic.about(cast, after=lambda reply: replace(reply, goodbye=True))
        audio = set_up_audio(arguments, content, closing)
        window = audio.window
        if arguments.window and window.open():
            audio = replace(audio, ears=(*audio.ears, window))
        if not audio.ears:
            raise NarratorError(NO_WAY_TO_ANSWER)
        talk = Conversation(journal, content, window=window)
        window.attach(talk)
        screen = CombinedOutput(PlainTextOutput(sys.stdout), window)
        screen.say([SpokenLine(sentence) for sentence in audio.notices])
        hold_session(Session(talk, audio.ears, screen, audio.speaker), audio.ears, audio.inbox, topic=topic)
        if not talk.done:  # the input has ended: still say what they remembered
            screen.say(talk.hear("stop"))
    return 0


def find_cast(words: str, library: Library) -> StoryCast:
    """Return the cast of the story with this number or these words, or of the newest story that has roles."""
    if not means_newest(words):
        return library.cast(find_story_number(words, library))
    for number in library.finished_games():
        try:
            return library.cast(number)
        except NarratorError:
            continue  # it has no roles, or its words are in a pack that is not loaded
    find_story_number("newest", library)  # raises if the library is empty
    raise NoCast(f"No finished story has roles to remember. Play {games_with_cast()} first.")
