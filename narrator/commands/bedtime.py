"""Tell a finished story again, slowly and softly, to somebody who is going to sleep.

Without a word more it goes on where you stopped, or else tells the newest story on the shelf. The microphone stays off
unless you ask for it; Ctrl-C lets the voice fade out. It needs no microphone, and where nothing can be heard it writes.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from narrator.commands._arguments import typed

LONGEST_TIMER = 600
SOFTEST, LOUDEST = 35, 80  # as in `narrator.bedtime.settings`, which is not needed for a help text

HELP = "tell a finished story again, softly; it goes on where you stopped"

EXAMPLES = """\
examples:
  narrator bedtime                            where we stopped, or the newest story
  narrator bedtime the one with the owl       any words that are in it, or its number
  narrator bedtime --timer 10                 fall silent by itself within ten minutes
  narrator bedtime --more --timer 30          one story after the other, for half an hour
  narrator bedtime 3 --out tonight.mp3        as a sound file, to take along

With --listen, or typed: “stop”, “go on”, “again”, “softer”, “good night”, “stop in ten minutes”, “after this story”.
"""


@dataclass(frozen=True, slots=True)
class BedtimeArguments:
    story: list[str]
    timer: float | None  # minutes
    more: bool
    from_start: bool
    listen: bool
    microphone: str | None
    voices: bool  # whether players are heard in their own voices
    volume: int | None
    rate: int | None
    voice: str | None
    speaker: str | None
    show: bool
    window: bool
    out: Path | None
    pack: Path | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument(
        "story", nargs="*", metavar="STORY", help="its number, words from it, or “newest”; else where we stopped"
    )
    night = parser.add_argument_group("this night")
    night.add_argument(
        "--timer", type=minutes, metavar="MINUTES", help="the sleep timer: by then it has fallen silent, gently"
    )
    night.add_argument("--more", action="store_true", help="after this story tell the next one on the shelf")
    night.add_argument("--from-start", action="store_true", help="not where we stopped, but from the beginning")
    night.add_argument("--listen", action="store_true", help="listen with the microphone, too")
    night.add_argument("--microphone", metavar="NAME", help="not the usual microphone but this one")
    voice = parser.add_argument_group("how it sounds")
    own = voice.add_mutually_exclusive_group()
    own.add_argument(
        "--with-voices",
        dest="voices",
        action="store_true",
        default=True,
        help="what the players said, in their own voices (as usual)",
    )
    own.add_argument("--without-voices", dest="voices", action="store_false", help="the narrator says it for them")
    voice.add_argument(
        "--volume", type=volume, metavar="N", help=f"from {SOFTEST} to {LOUDEST}; it becomes softer by itself"
    )
    voice.add_argument("--rate", type=int, metavar="WORDS", help="words a minute; usually slower than at the table")
    voice.add_argument("--voice", metavar="VOICE", help="piper, system or printed; else the best there is")
    voice.add_argument("--speaker", metavar="NAME", help="not the usual speaker but this one")
    voice.add_argument("--show", action="store_true", help="write each sentence as it is told")
    voice.add_argument("--window", action="store_true", help="a dark page in your browser that sleeps when you do")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write what would be heard to a .wav, .flac, .ogg or .mp3 file"
    )
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="the stories of your own that it was played with")


def minutes(words: str) -> float:
    try:
        number = float(words)
    except ValueError:
        number = 0.0
    if not 0 < number <= LONGEST_TIMER:
        raise argparse.ArgumentTypeError(f"write the minutes as a number up to {LONGEST_TIMER}, such as --timer 10")
    return number


def volume(words: str) -> int:
    if not words.isdecimal() or not SOFTEST <= int(words) <= LOUDEST:
        raise argparse.ArgumentTypeError(f"at bedtime the volume goes from {SOFTEST} to {LOUDEST}, such as --volume 50")
    return int(words)


def run(arguments: argparse.Namespace) -> int:
    # here and not above: telling needs much that no other command should wait for
    from narrator.commands._bedtime_telling import tell_at_bedtime  # noqa: PLC0415

    return tell_at_bedtime(typed(BedtimeArguments, arguments))
