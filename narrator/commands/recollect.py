"""Remember a story together: who was it, nailing up the notice? The narrator asks, everybody helps, nobody keeps score.

Say a name, or “I don't know” for a hint; the hints get easier and easier. In between, tell what happened in your own
words. At the end it counts what all of you remembered together.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from narrator.commands._arguments import AudioArguments, typed

HELP = "remember a story together: who was it, and what happened?"

EXAMPLES = """\
examples:
  narrator recollect                          the newest story
  narrator recollect the one with the owl     any words that are in it, or its number
  narrator recollect 3 --ears typed           typed answers only

Say or type: “the hedgehog”, “I don't know”, “repeat”, “next”, “help”, “stop”.
"""


@dataclass(frozen=True, slots=True)
class RecollectArguments(AudioArguments):
    story: list[str]
    pack: Path | None
    window: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument(
        "story", nargs="*", metavar="STORY", help="its number, words from it, or “newest”; else the newest"
    )
    parser.add_argument("--ears", metavar="EARS", help="microphone or typed; else both, where they are")
    parser.add_argument("--microphone", metavar="NAME", help="not the usual microphone but this one")
    parser.add_argument("--voice", metavar="VOICE", help="piper, system or printed; else the best there is")
    parser.add_argument("--speaker", metavar="NAME", help="not the usual speaker but this one")
    parser.add_argument("--window", action="store_true", help="a large, clear page in your browser as well")
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="the stories of your own that it was played with")
    parser.set_defaults(headphones=None)  # nothing is whispered here


def run(arguments: argparse.Namespace) -> int:
    # here and not above: remembering needs much that no other command should wait for
    from narrator.commands._recollect_session import remember  # noqa: PLC0415

    return remember(typed(RecollectArguments, arguments))
