"""Sit down and play. Without a word more, the narrator asks what you would like, and who is with you.

Everything is said in whole sentences and answered in your own words: "the hedgehog", "I vote for three", "help".
Every move is kept at once; stop whenever you like, and go on another day.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narrator.commands._arguments import AudioArguments, typed
from narrator.games import names
from narrator.games import wishes as every_wish
from narrator.host.wish import SHORT
from narrator.terminal import listed

HELP = "sit down and play; it asks what, and who is with you"

EXAMPLES = """\
examples:
  narrator play                                            it asks what and who
  narrator play storytellers --players "Lily 6, Nick 8"    straight into a story
  narrator play cat dice --own-dice                        you roll, it keeps the score
  narrator play dixit --privacy phones                     a page for all, and hands on your own phones
  narrator play --resume                                   go on where you stopped
"""


@dataclass(frozen=True, slots=True)
class PlayArguments(AudioArguments):
    game: list[str]
    players: str | None
    mode: str | None
    story: str | None
    cards: str | None
    pack: Path | None
    seed: str | None
    no_practice: bool
    resume: str | None  # a number, the name of a game, or nothing: the last one
    privacy: str | None
    private: Path | None
    keypad: Path | None
    let_it_finish: bool
    plain: bool
    window: bool
    window_only: bool
    own: Mapping[str, Any]  # the wishes of single games that were named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument(
        "game",
        nargs="*",
        metavar="GAME",
        help=f"{listed(map(titled, names()), 'or')}; a beginning will do",
    )
    table = parser.add_argument_group("the table")
    table.add_argument("--players", metavar="NAMES", help='who plays, with ages if you like: "Lily 6, Nick 8"')
    table.add_argument("--mode", help="such as basic, cooperative or youngest; else the one that fits the players")
    table.add_argument("--story", help="a story or a fairy tale, by its title or file name")
    table.add_argument("--cards", metavar="WHOSE", help="spoken: the narrator's cards; table: your own")
    table.add_argument("--pack", type=Path, metavar="FOLDER", help="stories of your own, on top of those in the box")
    table.add_argument("--seed", metavar="TEXT", help="the same text deals the same cards")
    table.add_argument(SHORT.option, action="store_const", const=True, help=SHORT.help)
    table.add_argument("--no-practice", action="store_true", help="do not offer a practice round")
    table.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="NUMBER",
        help="go on with a game: the last one, or the one of this number",
    )
    for name, wishes in every_wish().items():
        own = parser.add_argument_group(f"only in {titled(name)}")
        for wish in (each for each in wishes if each is not SHORT):
            if len(wish.values) == 1:
                own.add_argument(wish.option, action="store_const", const=wish.values[0], help=wish.help)
            else:
                own.add_argument(wish.option, type=type(wish.values[0]), choices=wish.values, help=wish.help)
    secrets = parser.add_argument_group("secrets")
    secrets.add_argument(
        "--privacy",
        metavar="HOW",
        help="open: all aloud; tokens: by hand first; booth: headphones; phones: on your own, over the home network",
    )
    secrets.add_argument(
        "--private", type=Path, metavar="FILE", help="where the booth is whispered to: another terminal, a pipe, a file"
    )
    secrets.add_argument(
        "--keypad", type=Path, metavar="FILE", help="where the booth's keys come from; typed lines with # work as well"
    )
    senses = parser.add_argument_group("how it listens and speaks")
    senses.add_argument(
        "--ears", metavar="EARS", help="microphone, or typed; else both, if there is a microphone. Typing always works"
    )
    senses.add_argument(
        "--voice",
        metavar="VOICE",
        help="piper or system: it speaks, and shows it; screen: only large and clear; printed: only plain lines",
    )
    senses.add_argument(
        "--let-it-finish",
        action="store_true",
        help="answers count only when a question was read to its end",
    )
    senses.add_argument("--plain", action="store_true", help="plain lines on the screen, for screen readers and pipes")
    senses.add_argument("--window", action="store_true", help="a large, clear page in your browser as well")
    senses.add_argument("--window-only", action="store_true", help="that page, and nothing in the terminal")
    senses.add_argument("--microphone", metavar="NAME", help="which one, by a part of its name (see narrator doctor)")
    senses.add_argument("--speaker", metavar="NAME", help="where it speaks in the room")
    senses.add_argument("--headphones", metavar="NAME", help="where it whispers in the booth")


def titled(name: str) -> str:
    """A game by the name of its folder: its title stands in its rules, which nobody should wait for here."""
    return name.replace("_", " ").title()


def run(arguments: argparse.Namespace) -> int:
    # here and not above: hosting a game needs much that no other command should wait for
    from narrator.commands._play_session import play  # noqa: PLC0415

    return play(wishes_of(arguments))


def wishes_of(arguments: argparse.Namespace) -> PlayArguments:
    own = {wish.name: getattr(arguments, wish.name) for some in every_wish().values() for wish in some}
    arguments.own = {name: value for name, value in own.items() if value is not None}
    return typed(PlayArguments, arguments)
