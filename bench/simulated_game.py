"""Play whole games by voice in a simulated room, with interruptions and side talk, and count what was understood.

    python -m bench.simulated_game [GAME] [--mode MODE] [--seed TEXT] [--noise calm|kitchen|babble|none] [--quick]

The microphone hears everything, the narrator included, so this also shows how often the narrator answers itself.
--quick lets it hear the narrator alone only for the first minute, which is much faster.
"""

import argparse
import sys

from narrator.apps.demo.noise import NOISES
from narrator.apps.demo.output import DemoOutput
from narrator.apps.demo.text_demo import make_demo_plan
from narrator.games import DEFAULT_GAME, available_games
from tests.support.simulated_room.game import SimulationOptions, simulate_game

QUICK_OVERHEAR_S = 60.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default=DEFAULT_GAME, choices=available_games())
    parser.add_argument("--mode")
    parser.add_argument("--seed", default="table")
    parser.add_argument("--noise", default="kitchen", choices=sorted(NOISES))
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    options = SimulationOptions(chosen.noise, overhear_s=QUICK_OVERHEAR_S if chosen.quick else float("inf"))
    plan = make_demo_plan(chosen.game, chosen.mode, chosen.seed)
    print(f"\n{simulate_game(plan, DemoOutput(sys.stdout), options).summary()}")


if __name__ == "__main__":
    main()
