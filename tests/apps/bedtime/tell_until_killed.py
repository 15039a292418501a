"""Tell a story without a speaker and stop in its fourth sentence, for a test that kills this program there.

python -m tests.apps.bedtime.tell_until_killed JOURNAL
"""

import sys
import time
from concurrent.futures import Future
from pathlib import Path

from narrator.apps.bedtime.choose_story import save_bookmark
from narrator.apps.bedtime.script import Passage, write_script
from narrator.apps.bedtime.sequencer import Sequencer
from narrator.apps.bedtime.settings import BedtimeSettings
from narrator.apps.bedtime.story_voices import StoryVoices
from narrator.apps.bedtime.tell_story import PassageRenderer, SpeakerOutput, tell_passages
from narrator.speech.pcm import Pcm
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from tests.apps.bedtime.helpers import make_story, make_voice_like_sound

STORIES = {
    3: make_story(("One.", "Two.", "Three."), ("Four.", "Five."), number=3, title="The Newest"),
    2: make_story(("There was an owl.", "It slept."), number=2, title="The Owl"),
}
LAST_SENTENCE = 3


class InstantStudio:
    def submit(self, text: str, rate: int, priority: object = None) -> "Future[Pcm]":
        answer: Future[Pcm] = Future()
        answer.set_result(make_voice_like_sound(0.3, -20))
        return answer

    def make_urgent(self, answer: object) -> None:
        """Do nothing: the sound is there already."""


class FastSpeaker:
    volume = 1.0

    def play(self, pcm: Pcm) -> float:
        time.sleep(0.05)
        return pcm.seconds

    def stop(self) -> None:
        """Do nothing: nothing is played."""


def main(file: Path) -> None:
    with Journal.open(file) as journal:

        def save(passage: Passage) -> None:
            save_bookmark(journal, STORIES[3], passage.number or 0)
            print(passage.number, flush=True)
            if passage.number == LAST_SENTENCE:
                time.sleep(60)

        sounds = PassageRenderer(StoryVoices(InstantStudio(), 140), Clips(file.parent), BedtimeSettings())
        tell_passages(Sequencer(tuple(write_script(STORIES[3])), 8.0), sounds, SpeakerOutput(FastSpeaker()), save)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
