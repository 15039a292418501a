"""Rewrite the answers in the playthroughs."""

import argparse

from tests.playthroughs import FOLDER, Playthrough, files

games = sorted({path.parent.name for path in files()})
parser = argparse.ArgumentParser(prog="python -m tests.playthroughs", description=__doc__)
parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these games ({', '.join(games)})")
wanted = parser.parse_args().games
if unknown := set(wanted) - set(games):
    parser.error(f"there is no playthrough of {', '.join(sorted(unknown))}")

for path in files():
    if wanted and path.parent.name not in wanted:
        continue
    script = Playthrough.read(path)
    text = script.text(script.play())
    if text != path.read_text("utf-8"):
        path.write_text(text, "utf-8")
        print(f"{path.relative_to(FOLDER)} has changed")
