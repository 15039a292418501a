"""Listen to a whole game, played by guests who really speak: their voices go through the real ear."""

import argparse
import sys
from pathlib import Path

HELP = "listen to a whole game by guests who really speak"

EXAMPLES = """\
examples:
  narrator demo
  narrator demo cat dice --fast
  narrator demo odyssey --mode party --seed again --out party.mp3
"""

NOISES = ("calm", "kitchen", "babble", "none")
OVERHEARD = 60.0
"""Seconds for which the ear hears the narrator as well, where it should be fast."""
NO_SPEAKER = "There is no speaker here, so the guests play as fast as they can."
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", nargs="*", metavar="GAME", help="what is played, if not Storytellers")
    parser.add_argument("--mode", help="the way it is played, such as cooperative or party")
    parser.add_argument("--seed", metavar="TEXT", help="the same text gives the same game again")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it all as one WAV, FLAC, OGG or MP3 file")
    parser.add_argument("--fast", action="store_true", help="do not play it, but make it as fast as the machine can")
    parser.add_argument("--noise", choices=NOISES, default="kitchen", help="what else sounds in the room")
    parser.add_argument("--keep", action="store_true", help="keep the game and its story among the family's own")
    parser.add_argument("--text", action="store_true", help="the guests write instead of speaking")


def run(arguments: argparse.Namespace) -> int:
    # here and not above: hosting a game needs much that no other command should wait for
    from narrator.commands.wishes import Mistake, game_names, meant, mode_of  # noqa: PLC0415
    from narrator.demo import show  # noqa: PLC0415
    from narrator.demo.performance import why_not  # noqa: PLC0415
    from narrator.errors import NarratorError  # noqa: PLC0415
    from narrator.games import DEFAULT  # noqa: PLC0415

    try:
        game = meant(" ".join(arguments.game) or DEFAULT, game_names(), "game")
        mode = mode_of(arguments.mode, game) if arguments.mode is not None else None
        trouble = None if arguments.text else why_not()
        if arguments.text or trouble:
            if trouble:
                print(trouble, file=sys.stderr, flush=True)
            if arguments.out is not None or arguments.keep:
                raise Mistake("What is only written is neither recorded nor kept. Leave out --out and --keep.")
            show(game, mode, arguments.seed)
            return 0
        return speak(game, mode, arguments)
    except NarratorError as error:
        print(f"narrator: {error}", file=sys.stderr)
        return 2 if isinstance(error, Mistake) else 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def speak(game: str, mode: str | None, arguments: argparse.Namespace) -> int:
    from contextlib import ExitStack  # noqa: PLC0415 - as above

    from narrator.demo import plan_for  # noqa: PLC0415
    from narrator.demo.outlet import AloudOutlet, Outlet  # noqa: PLC0415
    from narrator.demo.performance import Wishes, perform  # noqa: PLC0415
    from narrator.demo.recording import RecordingFile  # noqa: PLC0415
    from narrator.sound.devices import survey  # noqa: PLC0415
    from narrator.sound.playback import Playback  # noqa: PLC0415

    around = None if arguments.fast else survey()
    aloud = around is not None and not around.trouble and bool(around.speakers)
    if not arguments.fast and not aloud:
        print(NO_SPEAKER, file=sys.stderr, flush=True)
    with ExitStack() as closing:
        tape = closing.enter_context(RecordingFile(arguments.out)) if arguments.out is not None else None
        if aloud:
            speaker = Playback(tell=lambda sentence: print(sentence, file=sys.stderr, flush=True))
            closing.callback(speaker.close)
            outlet: Outlet = AloudOutlet(sys.stdout, tape, speaker)
        else:
            outlet = Outlet(sys.stdout, tape)
        wishes = Wishes(arguments.noise, keep=arguments.keep, overhears=float("inf") if aloud else OVERHEARD)
        try:
            result = perform(plan_for(game, mode, arguments.seed), outlet, wishes)
            outlet.write("".join(f"\n{line}" for line in result.told()) + "\n")
        except BaseException:
            outlet.break_off()
            raise
        outlet.close()
    if arguments.out is not None:
        print(f"Written to {arguments.out}.")
    return 0
