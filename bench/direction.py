"""Measure directed stories: the level of each line, the voices of the roles, word errors, processor time and memory.

    python -m bench.direction [STORY …] [--voice kokoro|hibari] [--each N] [--lines] [--speakers]

Each story of Storytellers is told with a cast and rendered as for a book, once plain (everything by the narrator) and
once directed. For each kind of line (narrator, role, whispered, shouted, refrain …) it prints the mean
level relative to the narrator and the speed; `--lines` prints every line. Vosk and Moonshine write both down.

With `--each`, only a few short lines of each kind are rendered: Kokoro takes up to three seconds of processor time for
each second of speech. `--speakers` only prints the speaker of each quotation of the box, for a reader to check.
"""

import argparse
import resource
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import process_time
from typing import Literal

import numpy as np

from bench.transcripts import Transcribers, count_word_errors, words_of
from narrator.apps.bedtime.script import split_at_sentences
from narrator.apps.bedtime.settings import BedtimeSettings
from narrator.apps.check.read_through import difficult_casts
from narrator.apps.export.book import Book, lay_out_book
from narrator.apps.export.narration import BookVoice, open_book_voice
from narrator.games.storytellers.retelling import CastPage, build_chapters
from narrator.language.content.packs import Content, load_content
from narrator.language.lines.attribution import SpokenPart, StoryDirector
from narrator.language.lines.story import ToldStory
from narrator.language.lines.story_wording import StoryWording
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cues import load_story_sound
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.role_voices import NARRATOR_DELIVERY, Delivery, RoleVoice, cast_voices, plan_delivery

STORIES = ("winter-hotel", "puddle-pirates", "runaway-bed")
CAST = 6
"""Which of the casts of `narrator check --read-through` is used."""
PLAYERS = ("Lily", "Nick")
MIN_PART_WORDS = 3
"""Shorter lines are not measured with `--each`; their level and their words are uncertain."""


def tell(content: Content, key: str, number: int = CAST) -> ToldStory:
    """Return a story with one of its casts."""
    story = content.stories[key]
    path, forks = [story.ids[0]], 0
    while after := story.follows[path[-1]]:
        path.append(after[number >> forks & 1 if len(after) > 1 else 0])
        forks += len(after) > 1
    hand = list(difficult_casts(key, story, content.characters))[number]
    cards = [story.card(each) for each in path]
    pages = [CastPage(card, who if card.role else None) for card, who in zip(cards, [*hand, None], strict=False)]
    chapters = build_chapters(story, pages, PLAYERS, StoryWording(1), finished=True)
    return ToldStory(1, story.title, "storytellers", datetime(2026, 1, 1, tzinfo=UTC), PLAYERS, True, chapters)


def print_speakers(content: Content, keys: Sequence[str]) -> None:
    """Print each quotation with its speaker, and how many have one."""
    quoted = attributed = 0
    for key in keys:
        story = tell(content, key)
        director = StoryDirector(story)
        print(f"== {key}")
        for paragraph in (paragraph for chapter in story.chapters for paragraph in chapter.paragraphs):
            for part in (part for parts in director.direct(paragraph) for part in parts):
                sounds = f"({', '.join(part.sounds)}) " if part.sounds else ""
                if '"' in part.text or part.manner or sounds:
                    quoted += '"' in part.text
                    attributed += '"' in part.text and part.speaker is not None
                    who = f"{part.speaker or '-'}{f', {part.manner}' if part.manner else ''}"
                    print(f"  {who:<28}{sounds}{part.text}")
    print(f"{attributed} of {quoted} quotations have a speaker.")


def kind_of(part: SpokenPart) -> str:
    """Return what a part is counted as."""
    if part.manner is not None:
        return str(part.manner)
    return "refrain" if part.is_refrain else "role" if part.speaker else "narrator"


def choose_parts(book: Book, count: int) -> list[SpokenPart]:
    """Return at most this many parts of each kind, the shortest that are long enough; all with a count of 0."""
    parts = [part for page in book.pages[1:] for line in page.lines for part in line.parts]
    if not count:
        return parts
    usable = sorted(
        {part for part in parts if len(part.text.split()) >= MIN_PART_WORDS}, key=lambda part: len(part.text)
    )
    chosen = {
        part
        for kind in set(map(kind_of, usable))
        for part in [each for each in usable if kind_of(each) == kind][:count]
    }
    return [part for part in dict.fromkeys(parts) if part in chosen]


@dataclass
class Figures:
    """The measurements of one reading."""

    levels: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    speeds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    seconds: float = 0.0
    processor_s: float = 0.0
    words: int = 0
    vosk_errors: int = 0
    moonshine_errors: int = 0

    def print_kinds(self) -> None:
        narrator = np.mean(self.levels["narrator"])
        for kind, levels in sorted(self.levels.items()):
            print(
                f"  {kind:<10}{len(levels):>4} lines{np.mean(levels):>8.1f} dBFS{np.mean(levels) - narrator:>+7.1f} dB"
                f"{np.median(self.speeds[kind]):>6.0f} letters/min"
            )

    def print_errors(self, title: str) -> None:
        print(
            f"  {title:<9}{self.words} words: Vosk {self.vosk_errors} wrong, Moonshine {self.moonshine_errors} wrong; "
            f"{60 * self.processor_s / self.seconds:.0f} s of the processor per minute"
        )


def read(
    parts: Sequence[SpokenPart],
    voice: BookVoice,
    roles: dict[str, RoleVoice] | None,
    transcribers: Transcribers,
    *,
    lines: bool = False,
) -> Figures:
    """Render and measure each part. Without `roles`, the narrator reads everything plainly."""
    figures = Figures()
    for part in parts:
        delivery = NARRATOR_DELIVERY if roles is None else plan_delivery(part, roles)
        for text, pcm in render(part, voice, delivery, figures):
            figures.levels[kind_of(part)].append(pcm.voice_level)
            figures.speeds[kind_of(part)].append(60 * len(text) / pcm.seconds)
            expected = words_of(text)
            figures.words += len(expected)
            figures.vosk_errors += count_word_errors(expected, words_of(transcribers.vosk(pcm)))
            figures.moonshine_errors += count_word_errors(expected, words_of(transcribers.moonshine(pcm)))
            if lines:
                who = part.speaker or "narrator"
                print(f"  {pcm.voice_level:6.1f}  {kind_of(part):<10}{who:<16}{text}", flush=True)
    return figures


def render(part: SpokenPart, voice: BookVoice, delivery: Delivery, figures: Figures) -> Iterator[tuple[str, Pcm]]:
    """Yield the texts of a part and their sound, and add the time."""
    pronounced = load_pronunciation("en")
    for piece in split_at_sentences(part.text):
        started = process_time()
        pcm = voice.request(pronounced.respell(piece.text), delivery)()
        figures.processor_s += process_time() - started
        figures.seconds += pcm.seconds
        yield piece.text, pcm


def measure_story(
    story: ToldStory, requested: Literal["kokoro", "hibari"], count: int, transcribers: Transcribers, *, lines: bool
) -> None:
    book = lay_out_book(story)
    parts = choose_parts(book, count)
    speakers = [part.speaker for page in book.pages for line in page.lines for part in line.parts]
    roles = cast_voices(speakers, "en")
    print(f"== {story.title}, {len(parts)} lines")
    described = (
        f"{name}: {role.kokoro if requested == 'kokoro' else f'pitch × {role.pitch}, speed × {role.rate}'}"
        for name, role in roles.items()
    )
    print(f"  {'; '.join(described)}")
    rate = BedtimeSettings().rate
    with ExitStack() as closing:
        plain_voice = closing.enter_context(open_book_voice("hibari", "en", rate))
        directed_voice = closing.enter_context(open_book_voice(requested, "en", rate))
        for voice in (plain_voice, directed_voice):
            voice.request("Hello.")()  # loads it
        plain = read(parts, plain_voice, None, transcribers)
        directed = read(parts, directed_voice, roles, transcribers, lines=lines)
    directed.print_kinds()
    plain.print_errors("plain")
    directed.print_errors("directed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stories", nargs="*", metavar="STORY", help=f"by file name; default: {', '.join(STORIES)}")
    parser.add_argument("--voice", choices=("kokoro", "hibari"), default="kokoro", help="who reads the directed story")
    parser.add_argument("--each", type=int, default=0, metavar="N", help="lines of each kind (default: all)")
    parser.add_argument("--lines", action="store_true", help="print the level of every line")
    parser.add_argument("--speakers", action="store_true", help="only print who speaks each quotation of the box")
    arguments = parser.parse_args()
    content = load_content()
    if arguments.speakers:
        print_speakers(content, arguments.stories or list(content.stories))
        return 0
    transcribers = Transcribers()
    for key in arguments.stories or STORIES:
        measure_story(tell(content, key), arguments.voice, arguments.each, transcribers, lines=arguments.lines)
    print(f"Story sounds: at most {max(load_story_sound(name).voice_level for name in ('chime', 'crash')):.1f} dBFS")
    print(f"Memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most, recognisers included")
    return 0


if __name__ == "__main__":
    sys.exit(main())
