"""Render what the characters of finished stories say ahead, in a separate process with the lowest priority.

Kokoro may take longer to render a sentence than to say it. So a process renders what the characters of the newest
stories say into the speech cache, in the voices and at the speed of bedtime and of exported books. It is started when a
game is over and by `narrator bedtime` and `export`, and does not end with the program that started it.

It keeps no state: the cache shows what is done. A sentence is complete in the cache or not there at all, so
the process may be killed at any moment, and the next one goes on where it stopped. It ends at once when a game is open
at a table, or while `rendering_stopped` is in effect (`render_lock.py`, which also starts it).
"""

import os
import sys
import time
from contextlib import suppress
from threading import Thread

from filelock import FileLock, Timeout

from narrator.apps.bedtime.render_lock import RENDERING, STOPPED, make_lock_file
from narrator.apps.bedtime.script import write_script
from narrator.apps.bedtime.story_manner import StoryManner, load_story_manner
from narrator.apps.bedtime.story_voices import speakers_of, spoken_by_characters
from narrator.core.errors import NarratorError
from narrator.core.paths import user_data_folder
from narrator.language.content.packs import load_content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.story import ToldStory
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.kokoro import KokoroReader
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.role_voices import cast_voices
from narrator.speech.tts.spoken_output import find_clip
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.recovery import is_game_open

STORIES_AHEAD = 3
"""The newest stories that are rendered; they fit into the cache together."""
CHECK_EVERY_S = 1.0
"""How often to check whether the machine is needed."""
LOWEST_NICE = 19


def main() -> int:
    """Render the newest stories, unless another process does."""
    lower_priority()
    with suppress(Timeout), FileLock(make_lock_file(RENDERING), timeout=0):
        Thread(target=exit_when_needed, daemon=True).start()
        render_stories()
    return 0


def lower_priority() -> None:
    """Leave the processor to every other program."""
    if sys.platform != "win32":
        os.nice(LOWEST_NICE)
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def exit_when_needed() -> None:
    """End this process, even in the middle of a sentence, as soon as the machine is needed."""
    while not is_machine_needed():
        time.sleep(CHECK_EVERY_S)
    os._exit(0)


def is_machine_needed() -> bool:
    """Return whether a game is open at a table, or `rendering_stopped` is in effect."""
    try:
        with FileLock(make_lock_file(STOPPED), timeout=0):
            return is_game_open(user_data_folder() / "narrator.sqlite")
    except Timeout:
        return True


def render_stories() -> None:
    """Render the newest finished stories, as far as they are not in the cache."""
    reader = KokoroReader(SpeechCache())
    try:
        with Journal.open_for_reading() as journal:
            library = Library(journal, load_content(), Clips())
            newest = [each.number for each in library.list_stories()][:STORIES_AHEAD]
        for number in newest:
            with suppress(NarratorError):  # its pack may be missing
                render_story(*load_story(number), reader)
    finally:
        reader.close()


def load_story(number: int) -> tuple[ToldStory, StoryManner]:
    """Return a story and how it is read. The journal is closed again, because rendering takes long."""
    with Journal.open_for_reading() as journal:
        story = Library(journal, load_content(), Clips()).story(number)
        return story, load_story_manner(journal, story)


def render_story(story: ToldStory, manner: StoryManner, reader: KokoroReader) -> None:
    """Render what the characters of a story say at bedtime and in a book."""
    if story.language != DEFAULT_LANGUAGE:
        return
    clips = Clips()
    script = list(write_script(story, is_audible=lambda clip: find_clip(clips, clip) is not None))
    roles = cast_voices(speakers_of(script), story.language, manner.voice_changes)
    respell = load_pronunciation(story.language).respell
    for passage in script:
        for text, _, voice, rate in spoken_by_characters(passage, roles):
            reader.request(respell(text), voice.kokoro, round(manner.rate * rate)).result()


if __name__ == "__main__":
    sys.exit(main())
