"""How fast a story is read into a book: seconds of speech for each second of waiting.

python -m bench.export [piper] [system] [--sentences N] [--json FILE]

Nothing comes from the cache. The aim is five times real time on two cores, with everything: the voice, the pauses and
the writing of the EPUB. What others do on the machine meanwhile counts against it, so it is also told what the
processor time would come to: if one idle core did everything, and if two shared it evenly. The truth lies between.
"""

import argparse
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from narrator.apps.export.book import lay_out_book
from narrator.apps.export.formats import render_epub
from narrator.apps.export.narration import RequestedVoice, narrate, open_voice
from narrator.language.lines.story import Chapter, Sentence, ToldStory
from narrator.speech.tts import piper, system
from narrator.storage.clips import Clips

AIM = 5.0
TOLD = (
    "The sleepy hedgehog carried a yellow lantern through the snow, and every window of the old hotel was dark.",
    "“Who is there?” asked the owl.",
    "Two brave pirates looked for their soup under a table, because the cat slept there.",
    "It was Tuesday.",
    "Then along came a soapy sea monster, with a scrubbing brush and a very long scarf.",
)
IN_A_CHAPTER = 10


def story(sentences: int) -> ToldStory:
    told = [Sentence(TOLD[number % len(TOLD)]) for number in range(sentences)]
    chapters = tuple(
        Chapter(f"Part {start // IN_A_CHAPTER + 1}", (tuple(told[start : start + IN_A_CHAPTER]),))
        for start in range(0, sentences, IN_A_CHAPTER)
    )
    return ToldStory(1, "A measured story", "storytellers", datetime(2026, 1, 1, tzinfo=UTC), ("Lily",), True, chapters)


def measure(voice: RequestedVoice, sentences: int) -> dict[str, Any]:
    book = lay_out_book(story(sentences))
    began, worked = perf_counter(), worked_until_now()
    with open_voice(voice, "en") as reading:
        reading.request("Hello.")()
        loaded, loaded_work = perf_counter() - began, worked_until_now() - worked
        began, worked = perf_counter(), worked_until_now()
        pages = list(narrate(book, reading, Clips()))
        clock, work = perf_counter() - began, worked_until_now() - worked
    began, worked = perf_counter(), worked_until_now()
    size = len(render_epub(book, pages, voice))
    written, writing = perf_counter() - began, worked_until_now() - worked
    sound = sum(page.milliseconds for page in pages) / 1000
    return {
        "seconds of sound": sound,
        "loading": {"clock": loaded, "processor": loaded_work},
        "reading": {"clock": clock, "processor": work},
        "writing the EPUB": {"clock": written, "processor": writing},
        "times real time": sound / (loaded + clock + written),
        "times real time without loading": sound / (clock + written),
        "on one idle core": sound / (work + writing),
        "on two idle cores at best": sound / (work + writing) * 2,
        "megabytes": size / 1e6,
        "load average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def worked_until_now() -> float:
    """Processor seconds of this process and of those that it started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> int:
    parser = argparse.ArgumentParser(description="How fast a story is read into a book.")
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="piper, system; both where installed if not said")
    parser.add_argument("--sentences", type=int, default=60)
    parser.add_argument("--json", type=Path, help="where to write all figures")
    wishes = parser.parse_args()
    there: list[RequestedVoice] = []
    there += ["piper"] if piper.installed() else []
    there += ["system"] if system.installed() else []
    every = {}
    for voice in there:
        if wishes.voices and voice not in wishes.voices:
            continue
        every[voice] = figures = measure(voice, wishes.sentences)
        print(f"{voice}: {figures['seconds of sound']:.0f} s of sound")
        print(f"  loaded in {figures['loading']['clock']:.1f} s", end="")
        print(f", read in {figures['reading']['clock']:.1f} s", end="")
        print(f" ({figures['reading']['processor']:.1f} s of the processor)", end="")
        print(f", written in {figures['writing the EPUB']['clock']:.1f} s, {figures['megabytes']:.1f} MB")
        pace = figures["times real time"]
        print(f"  {pace:.1f} × real time with loading, aim {AIM:.0f} ×{', missed' if pace < AIM else ''}", end="")
        print(f" (load average of the machine {figures['load average']:.1f})" if figures["load average"] else "")
        print(f"  without loading, by processor time: {figures['on one idle core']:.1f} × on one idle core", end="")
        print(f", {figures['on two idle cores at best']:.1f} × on two at best")
    if wishes.json:
        wishes.json.write_text(json.dumps(every, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
