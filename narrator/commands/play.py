"""Sit down and play. Without a word more, the narrator asks what you would like, and who is with you.

Everything is said in whole sentences and answered in your own words: "the hedgehog", "I vote for three", "help".
Every move is kept at once; stop whenever you like, and go on another day.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from narrator.commands._arguments import SENSES, AudioArguments, option
from narrator.games import names
from narrator.games import wishes as every_wish
from narrator.host.wish import SHORT
from narrator.terminal import listed

TABLE, SECRETS = "the table", "secrets"
HELP = "sit down and play; it asks what, and who is with you"

EXAMPLES = """\
examples:
  narrator play                                            it asks what and who
  narrator play storytellers --players "Lily 6, Nick 8"    straight into a story
  narrator play cat dice --own-dice                        you roll, it keeps the score
  narrator play dixit --privacy phones                     a page for all, and hands on your own phones
  narrator play --resume                                   go on where you stopped
"""


def titled(name: str) -> str:
    """A game by the name of its folder: its title stands in its rules, which nobody should wait for here."""
    return name.replace("_", " ").title()


def add_wishes(parser: argparse.ArgumentParser) -> None:
    """What single games can be asked for."""
    for name, wishes in every_wish().items():
        own = parser.add_argument_group(f"only in {titled(name)}")
        for wish in (each for each in wishes if each is not SHORT):
            if len(wish.values) == 1:
                own.add_argument(wish.option, action="store_const", const=wish.values[0], help=wish.help)
            else:
                own.add_argument(wish.option, type=type(wish.values[0]), choices=wish.values, help=wish.help)


def read_wishes(arguments: argparse.Namespace, _: str) -> Mapping[str, Any]:
    named = {wish.name: getattr(arguments, wish.name) for some in every_wish().values() for wish in some}
    return {name: value for name, value in named.items() if value is not None and value is not False}


@dataclass(frozen=True, slots=True)
class PlayArguments(AudioArguments):
    game: list[str] = option(f"{listed(map(titled, names()), 'or')}; a beginning will do", "game", metavar="GAME")
    players: str | None = option('who plays, with ages if you like: "Lily 6, Nick 8"', group=TABLE, metavar="NAMES")
    mode: str | None = option("such as basic, cooperative or youngest; else the one that fits the players", group=TABLE)
    story: str | None = option("a story or a fairy tale, by its title or file name", group=TABLE)
    cards: str | None = option("spoken: the narrator's cards; table: your own", group=TABLE, metavar="WHOSE")
    pack: Path | None = option("stories of your own, on top of those in the box", group=TABLE, metavar="FOLDER")
    seed: str | None = option("the same text deals the same cards", group=TABLE, metavar="TEXT")
    short: bool = option(SHORT.help, group=TABLE)
    no_practice: bool = option("do not offer a practice round", group=TABLE)
    resume: str | None = option(
        "go on with a game: the last one, or the one of this number", group=TABLE, nargs="?", const="", metavar="NUMBER"
    )
    own: Mapping[str, Any] = field(default_factory=dict, metadata={"add": add_wishes, "read": read_wishes})
    privacy: str | None = option(
        "open: all aloud; tokens: by hand first; booth: headphones; phones: on your own, over the home network",
        group=SECRETS,
        metavar="HOW",
    )
    private: Path | None = option(
        "where the booth is whispered to: another terminal, a pipe, a file", group=SECRETS, metavar="FILE"
    )
    keypad: Path | None = option(
        "where the booth's keys come from; typed lines with # work as well", group=SECRETS, metavar="FILE"
    )
    voice: str | None = option(
        "piper or system: it speaks, and shows it; screen: only large and clear; printed: only plain lines",
        group=SENSES,
        metavar="VOICE",
    )
    let_it_finish: bool = option("answers count only when a question was read to its end", group=SENSES)
    plain: bool = option("plain lines on the screen, for screen readers and pipes", group=SENSES)
    window: bool = option("a large, clear page in your browser as well", group=SENSES)
    window_only: bool = option("that page, and nothing in the terminal", group=SENSES)
    headphones: str | None = option("where it whispers in the booth", group=SENSES, metavar="NAME")


def run(wishes: PlayArguments) -> int:
    # here and not above: hosting a game needs much that no other command should wait for
    from narrator.commands._play_session import play  # noqa: PLC0415

    return play(wishes)
