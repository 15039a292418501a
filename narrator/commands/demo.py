"""Listen to a whole game, played by guests who really speak: their voices go through the real ear."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from narrator.commands._arguments import option
from narrator.commands._wishes import game_names, meant, mode_of
from narrator.demo import plan_for, show
from narrator.demo.outlet import AloudOutlet, Outlet
from narrator.demo.performance import Wishes, perform, why_not
from narrator.errors import Mistake
from narrator.games import DEFAULT
from narrator.sound.devices import survey
from narrator.sound.playback import Playback
from narrator.voices.recording_output import RecordingFile

EXAMPLES = """\
examples:
  narrator demo
  narrator demo cat dice --fast
  narrator demo odyssey --mode party --seed again --out party.mp3
"""

OVERHEARD = 60.0  # seconds for which the ear hears the narrator as well, where it should be fast
NO_SPEAKER = "There is no speaker here, so the guests play as fast as they can."


@dataclass(frozen=True, slots=True)
class DemoArguments:
    game: list[str] = option("what is played, if not Storytellers", "game", metavar="GAME")
    mode: str | None = option("the way it is played, such as cooperative or party")
    seed: str | None = option("the same text gives the same game again", metavar="TEXT")
    out: Path | None = option("write it all as one WAV, FLAC, OGG or MP3 file", metavar="FILE")
    fast: bool = option("do not play it, but make it as fast as the machine can")
    noise: Literal["calm", "kitchen", "babble", "none"] = option("what else sounds in the room", default="kitchen")
    keep: bool = option("keep the game and its story among the family's own")
    text: bool = option("the guests write instead of speaking")


def run(wishes: DemoArguments) -> int:
    game = meant(" ".join(wishes.game) or DEFAULT, game_names(), "game")
    mode = mode_of(wishes.mode, game) if wishes.mode is not None else None
    trouble = None if wishes.text else why_not()
    if trouble:
        print(trouble, file=sys.stderr, flush=True)
    if not wishes.text and not trouble:
        return speak(game, mode, wishes)
    if wishes.out is not None or wishes.keep:
        raise Mistake("What is only written is neither recorded nor kept. Leave out --out and --keep.")
    show(game, mode, wishes.seed)
    return 0


def speak(game: str, mode: str | None, wishes: DemoArguments) -> int:
    around = None if wishes.fast else survey()
    aloud = around is not None and not around.trouble and bool(around.speakers)
    if not wishes.fast and not aloud:
        print(NO_SPEAKER, file=sys.stderr, flush=True)
    with ExitStack() as closing:
        tape = closing.enter_context(RecordingFile(wishes.out)) if wishes.out is not None else None
        if aloud:
            speaker = Playback(tell=lambda sentence: print(sentence, file=sys.stderr, flush=True))
            closing.callback(speaker.close)
            outlet: Outlet = AloudOutlet(sys.stdout, tape, speaker)
        else:
            outlet = Outlet(sys.stdout, tape)
        asked = Wishes(wishes.noise, keep=wishes.keep, overhears=float("inf") if aloud else OVERHEARD)
        try:
            result = perform(plan_for(game, mode, wishes.seed), outlet, asked)
            outlet.write("".join(f"\n{line}" for line in result.told()) + "\n")
        except BaseException:
            outlet.break_off()
            raise
        outlet.close()
    if wishes.out is not None:
        print(f"Written to {wishes.out}.")
    return 0
