"""Watch a whole game, played by guests who answer by themselves. Nothing of it is kept."""

import argparse
import sys

HELP = "watch a whole game by guests who answer by themselves"

EXAMPLES = """\
examples:
  narrator demo
  narrator demo cat dice
  narrator demo odyssey --mode party --seed again
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", nargs="*", metavar="GAME", help="what is played, if not Storytellers")
    parser.add_argument("--mode", help="the way it is played, such as cooperative or party")
    parser.add_argument("--seed", metavar="TEXT", help="the same text gives the same game again")


def run(arguments: argparse.Namespace) -> int:
    # here and not above: hosting a game needs much that no other command should wait for
    from narrator.commands.wishes import Mistake, game_names, meant, mode_of  # noqa: PLC0415
    from narrator.demo import show  # noqa: PLC0415

    try:
        game = meant(" ".join(arguments.game) or "storytellers", game_names(), "game")
        mode = mode_of(arguments.mode, game) if arguments.mode is not None else None
    except Mistake as mistake:
        print(f"narrator: {mistake}", file=sys.stderr)
        return 2
    show(game, mode, arguments.seed)
    return 0
