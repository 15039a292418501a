"""Measure the voices: how fast they render, how loud they are, and how many words of whole stories are misheard.

    python -m bench.voice [hibari] [system] [--lines N] [--stories N] [--sample N] [--json FILE]

Rendering is measured in processor seconds of this process for a second of speech, and in seconds from a sentence to its
whole sound, which is how long a player waits for it. Vosk and Moonshine write the stories down, sentence by sentence;
words are counted as wrong if they are missing, other or too many, homophones and figures included. `--sample` prints
random sentences with what Moonshine heard. `bench.latency` measures how soon something is heard.
"""

import argparse
import json
import os
import random
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from bench.direction import tell
from bench.latency import make_line
from bench.transcripts import Transcribers, count_word_errors, words_of
from narrator.language.content.packs import load_content
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.phonemes import is_hibari_installed
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE, Renderer, normalise_speech
from narrator.speech.tts.system import is_system_voice_installed

SENTENCE_WORDS = (4, 12, 25, 50)
"""Sentence lengths for which the waiting time is measured."""
SAMPLE_SEED = 7


def measure_speed(renderer: Renderer, lines: int) -> dict[str, float]:
    """Return the seconds for loading, for a second of speech, and for whole sentences."""
    rng = random.Random(5)
    started = perf_counter()
    renderer.load()
    figures = {"loading_s": perf_counter() - started}
    speech_s = processor_s = 0.0
    levels, peaks = [], []
    for words in SENTENCE_WORDS:
        waits = []
        for _ in range(lines):
            line = make_line(words, rng)
            started, processor_start = perf_counter(), process_time()
            spoken = normalise_speech(renderer.render(line, DEFAULT_WORDS_PER_MINUTE))
            waits.append(perf_counter() - started)
            processor_s += process_time() - processor_start
            speech_s += spoken.seconds
            levels.append(spoken.voice_level)
            peaks.append(spoken.peak)
        figures[f"wait_for_{words}_words_ms"] = 1000 * float(np.median(waits))
    return figures | {
        "processor_x": processor_s / speech_s,
        "level_median_dbfs": float(np.median(levels)),
        "level_lowest_dbfs": min(levels),
        "peak_highest_dbfs": max(peaks),
    }


def story_sentences(stories: int) -> list[str]:
    """Return the sentences of the first stories of the box, as they are retold."""
    content = load_content()
    told = (tell(content, key) for key in list(content.stories)[:stories])
    return [
        sentence.text
        for story in told
        for chapter in story.chapters
        for paragraph in chapter.paragraphs
        for sentence in paragraph
    ]


def measure_words(renderer: Renderer, stories: int, sample: int) -> dict[str, float]:
    """Return the share of words that each recogniser writes down wrongly."""
    pronunciation, transcribers = load_pronunciation("en"), Transcribers()
    words = vosk_errors = moonshine_errors = 0
    sentences = story_sentences(stories)
    shown = set(random.Random(SAMPLE_SEED).sample(range(len(sentences)), min(sample, len(sentences))))
    for number, sentence in enumerate(sentences):
        spoken = normalise_speech(renderer.render(pronunciation.respell(sentence), DEFAULT_WORDS_PER_MINUTE))
        expected, heard = words_of(sentence), transcribers.moonshine(spoken)
        words += len(expected)
        vosk_errors += count_word_errors(expected, words_of(transcribers.vosk(spoken)))
        moonshine_errors += count_word_errors(expected, words_of(heard))
        if number in shown:
            print(f"  said  {sentence}\n  heard {heard}", flush=True)
    return {
        "words": words,
        "vosk_wrong_percent": 100 * vosk_errors / words,
        "moonshine_wrong_percent": 100 * moonshine_errors / words,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="hibari or system; default: all that are installed")
    parser.add_argument("--lines", type=int, default=10, help="number of lines of each length (default: 10)")
    parser.add_argument("--stories", type=int, default=0, help="stories whose words are counted (default: none)")
    parser.add_argument("--sample", type=int, default=0, help="sentences to print with what was heard")
    parser.add_argument("--json", "--out", type=Path, metavar="FILE", help="write the figures also to this file")
    arguments = parser.parse_args()
    installed: dict[VoiceKind, bool] = {"hibari": is_hibari_installed(), "system": is_system_voice_installed()}
    results: dict[str, dict[str, Any]] = {}
    for kind, is_installed in installed.items():
        if not is_installed or (arguments.voices and kind not in arguments.voices):
            continue
        renderer = choose_voice(kind).renderers[0]
        figures = measure_speed(renderer, arguments.lines)
        if arguments.stories:
            figures |= measure_words(renderer, arguments.stories, arguments.sample)
        renderer.close()
        results[kind] = {name: round(value, 4) for name, value in figures.items()}
        if hasattr(os, "getloadavg"):
            results[kind]["load"] = round(os.getloadavg()[0], 1)
        print("\n".join(f"{kind:7} {name:26} {value:8}" for name, value in results[kind].items()), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
