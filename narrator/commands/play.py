"""Play a game."""

import argparse

from narrator.games import games

HELP = "play a game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments yet."""


def run(arguments: argparse.Namespace) -> int:
    titles = ", ".join(game.TITLE for game in games().values())
    print(f"The rules of {titles} are ready and every game is kept; the voice that hosts them comes next.")
    return 0
