"""Make a story by voice with each frame, and follow it through the program.

    python -m bench.making [--half tune|report] [--frames NAME …] [--room clean|kitchen|echo] [--sound DIR]
                           [--transcript FILE] [--book DIR]

The answers of `making_lines.yaml` are said by Kokoro's voices of one half and go through the recogniser that plays. A
child says "yes" if what is read back has at most every fourth word wrong, otherwise "no" and repeats it. After every
answer and every question the family's folder is copied, as a kill would leave it, and the copy must go on at the same
place. The story is then checked as a pack, played in Storytellers by simulated players, told, and exported as an EPUB,
which EPUBCheck must accept.

Printed are the word errors of what was read back, of the first try and of what was kept.
"""

import argparse
import random
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
import yaml

from bench.hearing_sets import REPORT, TUNE
from bench.spoken import ROOMS, VOICES, say
from narrator.apps.check.run import check_content
from narrator.apps.demo.guests import Guest
from narrator.apps.demo.spoken_demo import FedSpeechInput
from narrator.apps.demo.text_demo import MAX_ANSWERS
from narrator.apps.export.formats import export_story
from narrator.apps.terminal.text_output import PlainTextOutput
from narrator.core.game import Seat
from narrator.core.paths import user_cache_folder, user_data_folder
from narrator.dialog.conversation import Conversation
from narrator.dialog.game_topic import GameTopic
from narrator.dialog.session import Session
from narrator.games import MAKING_GAME
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import load_family_content
from narrator.language.understanding.understand import tidy
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.ports import InputEvent, UtteranceHeard
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.made_packs import pack_files, story_name
from tests.apps.export.epub_checker import run_epubcheck

LINES = Path(__file__).with_name("making_lines.yaml")
SILENCE_S = 2.0
"""Silence after each utterance, so that the recogniser can decide."""
MAX_WRONG_WORDS = 0.25
"""The share of wrong words up to which a child says "yes"."""
MAKERS = (Seat("Lily", 6), Seat("Tom", 8))
PLAYERS = (Seat("Lily", 6), Seat("Tom", 8), Seat("Mia", 7))


def word_errors(said: str, heard: str) -> tuple[int, int]:
    """Return how many words were wrong, added or left out, and how many were said."""
    wanted, got = tidy(said).casefold().split(), tidy(heard).casefold().split()
    row = list(range(len(got) + 1))
    for place, word in enumerate(wanted, 1):
        before, row = row, [place, *row[1:]]
        for other, found in enumerate(got, 1):
            row[other] = min(before[other] + 1, row[other - 1] + 1, before[other - 1] + (word != found))
    return row[-1], len(wanted)


@dataclass
class Figures:
    """What came of the stories."""

    first_tries: list[tuple[int, int]] = field(default_factory=list)
    kept: list[tuple[int, int]] = field(default_factory=list)
    repeated: int = 0
    as_recorded: int = 0
    kills: int = 0
    failures: list[str] = field(default_factory=list)


class SpokenMaking:
    """One story, made by two children with different voices."""

    def __init__(self, journal: Journal, frame: str, voices: Sequence[str], options: argparse.Namespace) -> None:
        self._options, self._voices, self._dice = options, voices, random.Random(frame)
        plan = Plan(MAKING_GAME, None, MAKERS, story=frame, privacy=Privacy.OPEN, seed=frame)
        self.talk = Conversation(journal, load_family_content(), plan, practice=False)
        self._recogniser = FedSpeechInput()
        self.transcript = Transcript()
        self._session = Session(self.talk, [self._recogniser], PlainTextOutput(self.transcript), None, keep_clip)
        self._session.begin()

    @property
    def topic(self) -> GameTopic | None:
        return self.talk.game_topic

    def speak(self, words: str) -> list[InputEvent]:
        """Say this as the child who is asked, and let the narrator answer."""
        topic = self.topic
        seat = topic.asked if topic and topic.asked else MAKERS[0].name
        voice = self._voices[[each.name for each in MAKERS].index(seat)]
        self.transcript.write(f"  {seat}: {words}\n")
        sound = ROOMS[self._options.room](say(words, voice, self._options.sound), self._dice.randrange(1000))
        events: list[InputEvent] = []
        for block in blocks_of(np.concatenate([sound, Pcm.silence(SILENCE_S, SAMPLE_RATE_HZ).samples])):
            events += self._recogniser.feed(block)
        for event in events:
            self._session.take(event)
        return events


class Transcript:
    """Collects what is said."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        """Do nothing."""


def blocks_of(sound: Samples) -> Iterator[Samples]:
    size = SAMPLE_RATE_HZ * 3 // 100
    return (sound[start : start + size] for start in range(0, len(sound), size))


def keep_clip(sound: Pcm, words: str, game: int | None) -> str:
    return Clips().keep(sound.samples, sound.rate, words=words, game=game)


# --- making ----------------------------------------------------------------------------------------


def make_story(making: SpokenMaking, answers: dict[str, str], figures: Figures) -> None:
    """Answer every question of the frame, and kill the program after each."""
    while making.topic is not None and making.topic.state.open_part:
        key = making.topic.state.open_part
        answer = answers[key]
        check_kill(making, figures, f"{key} asked")
        if answer.startswith("?"):
            making.speak("I don't know")
            answer = answer.lstrip("? ")
        if answer == "=":
            making.speak("you choose")
        else:
            tell_part(making, answer, figures)
        if making.topic is not None and making.topic.state.open_part == key:
            figures.failures.append(f"{key}: typed, because it was not understood")
            making.talk.hear(answer if answer != "=" else "you choose")


def tell_part(making: SpokenMaking, answer: str, figures: Figures) -> None:
    """Say an answer, at most three times, until what is read back is right."""
    for attempt in range(3):
        events = making.speak(answer)
        heard = next((event.text for event in events if isinstance(event, UtteranceHeard)), "")
        topic = making.topic
        if topic is None or topic.now.side_question is None:
            return
        check_kill(making, figures, f"“{answer}” read back")
        errors, words = word_errors(answer, heard)
        if attempt == 0:
            figures.first_tries.append((errors, words))
        is_right = errors <= MAX_WRONG_WORDS * words
        count = len(topic.state.parts)
        making.speak("yes" if is_right else "no")
        after = making.topic
        if after is None or len(after.state.parts) > count:
            figures.kept.append((errors, words))
            figures.repeated += attempt > 0
            figures.as_recorded += not is_right
            return


def check_kill(making: SpokenMaking, figures: Figures, where: str) -> None:
    """Go on from a copy of the family's folder, as a kill would leave it. The same must be asked there."""
    topic = making.topic
    assert topic is not None
    figures.kills += 1
    with TemporaryDirectory(prefix="narrator-killed-") as folder:
        copy = Path(folder) / "home"
        shutil.copytree(user_data_folder(), copy, ignore=shutil.ignore_patterns("*.lock"))
        with Journal.open(copy / "narrator.sqlite") as journal:
            again = Conversation(journal, load_family_content(), Plan(), practice=False)
            *_, asked = again.resume(topic.table.id)
            resumed = again.game_topic
            same = resumed is not None and resumed.state == topic.state and resumed.now.filled == topic.now.filled
            if not same or not asked.text:
                figures.failures.append(f"a kill lost something: {where}")
            again.close()


# --- afterwards ------------------------------------------------------------------------------------


def follow_story(journal: Journal, number: int, figures: Figures, book: Path | None) -> str:
    """Check, play, tell and export a finished story; return it as text."""
    report = check_content(pack_files(number)["stories"].parents[2])
    figures.failures += [f"check: {finding.message}" for finding in report.findings]
    if not play_story(journal, story_name(number)):
        figures.failures.append(f"Storytellers did not reach the end of story {number}")
    library = Library(journal, load_family_content(), Clips())
    for each in (number, max(journal.game_ids())):
        if library.story(each).makers != tuple(seat.name for seat in MAKERS):
            figures.failures.append(f"story {each} does not name its makers")
    if book is not None:
        exported = export_story(library.story(number), "epub", Clips(), voice="system")  # the fastest
        book.mkdir(parents=True, exist_ok=True)
        file = book / f"{number}.epub"
        assert isinstance(exported.body, bytes)
        file.write_bytes(exported.body)
        checked = run_epubcheck(file)
        if "No errors or warnings detected" not in checked:
            figures.failures.append(f"EPUBCheck: {checked[:300]}")
    told = library.story(number)
    return "\n".join(sentence.spoken for chapter in told.chapters for sentence in chapter.sentences)


def play_story(journal: Journal, name: str) -> bool:
    """Play a story in Storytellers with simulated players; return whether it was played to the end."""
    plan = Plan("storytellers", None, PLAYERS, story=name, privacy=Privacy.OPEN, seed=name)
    talk = Conversation(journal, load_family_content(), plan, practice=False)
    guest = Guest(random.Random(name))
    talk.open()
    for _ in range(MAX_ANSWERS):
        if talk.game_topic is None:
            break
        talk.hear(guest.answer(talk))
    is_over = journal.summary(max(journal.game_ids())).ended is not None
    talk.close()
    return is_over


def share(errors: Sequence[tuple[int, int]]) -> str:
    wrong, said = (sum(each[place] for each in errors) for place in (0, 1))
    return f"{wrong} of {said} words ({100 * wrong / max(said, 1):.1f} %)"


@contextmanager
def own_home() -> Iterator[None]:
    """Use a family's folder that is deleted afterwards."""
    with TemporaryDirectory(prefix="narrator-making-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("NARRATOR_HOME", folder)
        yield


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=(TUNE, REPORT), default=REPORT, help="which voices")
    answers: dict[str, dict[str, str]] = yaml.safe_load(LINES.read_text("utf-8"))
    parser.add_argument("--frames", nargs="*", choices=answers, default=list(answers), help="default: all")
    parser.add_argument("--room", choices=ROOMS, default="clean")
    default = user_cache_folder() / "bench-spoken"
    parser.add_argument("--sound", type=Path, default=default, metavar="DIR", help="folder of the spoken answers")
    parser.add_argument("--transcript", type=Path, metavar="FILE", help="write down what was said")
    parser.add_argument("--book", type=Path, metavar="DIR", help="export EPUBs here and check them; needs a voice")
    options = parser.parse_args()
    figures, voices, texts = Figures(), VOICES[options.half], []
    with own_home(), Journal.open() as journal:
        for place, frame in enumerate(options.frames):
            pair = [voices[(2 * place + each) % len(voices)] for each in range(len(MAKERS))]
            making = SpokenMaking(journal, frame, pair, options)
            make_story(making, answers[frame], figures)
            number = max(journal.game_ids())
            making.talk.close()
            texts.append(f"## {frame}, {' and '.join(pair)}\n\n{making.transcript.text}")
            follow_story(journal, number, figures, options.book)
            print(f"{frame}: {len(figures.failures)} failures so far, {share(figures.kept)} wrong", flush=True)
            if options.transcript:
                options.transcript.write_text("\n".join(texts), "utf-8")
    print(f"read back, first try: {share(figures.first_tries)} wrong")
    print(f"read back, as kept:   {share(figures.kept)} wrong; {figures.repeated} answers repeated")
    print(f"kept as recorded:     {figures.as_recorded}")
    print(f"kills:                {figures.kills}, {sum('kill' in each for each in figures.failures)} lost something")
    print(*figures.failures, sep="\n")
    return bool(figures.failures)


if __name__ == "__main__":
    sys.exit(main())
