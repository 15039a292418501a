"""Measure how fast a story is exported: seconds of speech per second of waiting.

    python -m bench.export [hibari] [system] [--sentences N] [--json FILE]

The aim is five times real time on two cores, including the voice, the pauses and the
writing of the EPUB. Other load on the machine slows this down, so the figures by processor time are printed too: for
one idle core, and for two idle cores that share the work evenly. The true figure lies between.
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
from narrator.apps.export.narration import RequestedVoice, narrate_book, open_book_voice
from narrator.language.lines.story import Chapter, Sentence, ToldStory
from narrator.speech.tts import system
from narrator.speech.tts.phonemes import is_hibari_installed
from narrator.storage.clips import Clips

MIN_TIMES_REAL_TIME = 5.0
SENTENCES = (
    "The sleepy hedgehog carried a yellow lantern through the snow, and every window of the old hotel was dark.",
    "“Who is there?” asked the owl.",
    "Two brave pirates looked for their soup under a table, because the cat slept there.",
    "It was Tuesday.",
    "Then along came a soapy sea monster, with a scrubbing brush and a very long scarf.",
)
SENTENCES_PER_CHAPTER = 10


def make_story(count: int) -> ToldStory:
    sentences = [Sentence(SENTENCES[number % len(SENTENCES)]) for number in range(count)]
    chapters = tuple(
        Chapter(
            f"Part {start // SENTENCES_PER_CHAPTER + 1}", (tuple(sentences[start : start + SENTENCES_PER_CHAPTER]),)
        )
        for start in range(0, count, SENTENCES_PER_CHAPTER)
    )
    return ToldStory(1, "A measured story", "storytellers", datetime(2026, 1, 1, tzinfo=UTC), ("Lily",), True, chapters)


def measure(voice: RequestedVoice, sentences: int) -> dict[str, Any]:
    book = lay_out_book(make_story(sentences))
    began, worked = perf_counter(), processor_seconds()
    with open_book_voice(voice, "en") as book_voice:
        book_voice.request("Hello.")()
        loaded, loaded_work = perf_counter() - began, processor_seconds() - worked
        began, worked = perf_counter(), processor_seconds()
        pages = list(narrate_book(book, book_voice, Clips()))
        clock, work = perf_counter() - began, processor_seconds() - worked
    began, worked = perf_counter(), processor_seconds()
    size = len(render_epub(book, pages, voice))
    written, writing = perf_counter() - began, processor_seconds() - worked
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


def processor_seconds() -> float:
    """Return the processor time of this process and its finished children, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how fast a story is exported.")
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="hibari or system; default: all that are installed")
    parser.add_argument("--sentences", type=int, default=60)
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    arguments = parser.parse_args()
    installed: list[RequestedVoice] = []
    installed += ["hibari"] if is_hibari_installed() else []
    installed += ["system"] if system.is_system_voice_installed() else []
    results = {}
    for voice in installed:
        if arguments.voices and voice not in arguments.voices:
            continue
        results[voice] = figures = measure(voice, arguments.sentences)
        print(f"{voice}: {figures['seconds of sound']:.0f} s of sound")
        print(f"  loaded in {figures['loading']['clock']:.1f} s", end="")
        print(f", read in {figures['reading']['clock']:.1f} s", end="")
        print(f" ({figures['reading']['processor']:.1f} s of the processor)", end="")
        print(f", written in {figures['writing the EPUB']['clock']:.1f} s, {figures['megabytes']:.1f} MB")
        pace = figures["times real time"]
        verdict = ", missed" if pace < MIN_TIMES_REAL_TIME else ""
        print(f"  {pace:.1f} × real time with loading, aim {MIN_TIMES_REAL_TIME:.0f} ×{verdict}", end="")
        print(f" (load average of the machine {figures['load average']:.1f})" if figures["load average"] else "")
        print(f"  without loading, by processor time: {figures['on one idle core']:.1f} × on one idle core", end="")
        print(f", {figures['on two idle cores at best']:.1f} × on two at best")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
