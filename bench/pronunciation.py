"""Let the voices say every word for a sound and every invented word of the box, and write them down with Moonshine.

    python -m bench.pronunciation [WORD …] [--voice hibari|kokoro|phonemes] [--pack FOLDER]

For each word it prints how it is respelled (`pronunciations.yaml`), its phonemes, and what Moonshine heard.
A star marks words that Moonshine did not write with the same phonemes; read those aloud yourself, since a recogniser
knows few words for sounds. Words with two sounds ("bow", "live", "read") are printed with their context and phonemes.
`--voice phonemes` renders nothing, and takes seconds. Words that are wrong get an entry in `pronunciations.yaml`.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.transcripts import Transcribers
from narrator.apps.check.files import read_sheets
from narrator.apps.check.findings import Sheet
from narrator.apps.check.misread import collect_words
from narrator.apps.check.sound_alike import load_phonemiser
from narrator.apps.check.words import MARKUP_CALL, NOT_READ_ALOUD
from narrator.apps.export.narration import open_book_voice
from narrator.core.paths import data_folder
from narrator.language.content.sentences import split_sentences
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE

TWO_SOUNDS = re.compile(
    r"\b(read|lead|winds?|tears?|bows?|live|lives|close|wound|row|sow|dove|bass|minute|desert|use|refuse|present|record)\b",
    re.IGNORECASE,
)
"""Words whose sound depends on their meaning."""
CARRIER = "The old kettle said {}, and then it was quiet."
"""A sentence around each word: Moonshine often writes nothing for a lone word."""


def print_words(words: Sequence[str], voice: str) -> None:
    """Print how each word is said and heard."""
    speak, pronunciation = load_phonemiser(), load_pronunciation("en")
    if speak is None:
        raise SystemExit("bench.pronunciation: hibari is not installed. Run `pip install hibari-tts`.")
    if voice == "phonemes":
        for word in words:
            said = pronunciation.respell(word)
            print(f"  {word:<20}{said if said != word else '':<18}{''.join(speak(said))}")
        return
    transcribers = Transcribers()
    with open_book_voice("kokoro" if voice == "kokoro" else "hibari", "en", DEFAULT_WORDS_PER_MINUTE) as reader:
        for word in words:
            said = pronunciation.respell(word)
            heard = transcribers.moonshine(reader.request(CARRIER.format(said))())
            sounds = "".join(speak(said))
            mark = " " if any("".join(speak(each)) == sounds for each in re.findall(r"[\w'-]+", heard)) else "*"
            print(f"{mark} {word:<20}{said if said != word else '':<18}{sounds:<18}{heard}", flush=True)


def print_words_with_two_sounds(sheets: Sequence[Sheet[Any]]) -> None:
    """Print the sentences with such words, and their phonemes."""
    speak, pronunciation = load_phonemiser(), load_pronunciation("en")
    assert speak is not None
    for sentence in sorted(
        set(spoken_sentences(sheets)), key=lambda each: (TWO_SOUNDS.search(each) or [""])[0].lower()
    ):
        for found in TWO_SOUNDS.finditer(sentence):
            around = " ".join([*sentence[: found.start()].split()[-3:], found[0], *sentence[found.end() :].split()[:3]])
            print(f"  {found[0]:<10}{around:<50}{''.join(speak(pronunciation.respell(around)))}")


def spoken_sentences(sheets: Sequence[Sheet[Any]]) -> Iterator[str]:
    """Yield the sentences that contain a word with two sounds."""
    for sheet in sheets:
        for where in filter(NOT_READ_ALOUD.isdisjoint, sheet.source.places):
            text = sheet.source.at(where)
            if isinstance(text, str):
                yield from filter(TWO_SOUNDS.search, split_sentences(MARKUP_CALL.sub(" owl ", text)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="default: all words for sounds, and the entries")
    parser.add_argument("--voice", choices=("hibari", "kokoro", "phonemes"), default="hibari")
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="a pack instead of the box")
    arguments = parser.parse_args()
    folder = arguments.pack or data_folder("content") / "en"
    sheets, _ = read_sheets(folder, own=arguments.pack is None)
    pronunciation = load_pronunciation("en")
    entries = {word for word in pronunciation.say if " " not in word} | pronunciation.said_right
    with suppress(KeyboardInterrupt):
        print_words(arguments.words or sorted(collect_words(sheets).for_sounds | entries), arguments.voice)
        if not arguments.words:
            print("Words with two sounds:")
            print_words_with_two_sounds(sheets)
    return 0


if __name__ == "__main__":
    sys.exit(main())
