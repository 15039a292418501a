"""`narrator demo`: guests play a whole game, aloud or in writing."""

import sys
from contextlib import ExitStack

from narrator.apps.commands._command_arguments import DemoArguments
from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands._plan_from_arguments import find_mode, game_names
from narrator.apps.demo import plan_for, show
from narrator.apps.demo.outlet import AloudOutlet, Outlet
from narrator.apps.demo.performance import Wishes, perform, why_not
from narrator.core.errors import UsageError
from narrator.games import DEFAULT_GAME
from narrator.speech.devices.backend import find_audio_devices
from narrator.speech.devices.playback import Playback
from narrator.speech.tts.recording_output import RecordingFile

OVERHEARD = 60.0  # seconds for which the ear hears the narrator as well, where it should be fast
NO_SPEAKER = "There is no speaker here, so the guests play as fast as they can."


def run(wishes: DemoArguments) -> int:
    game = match_name(" ".join(wishes.game) or DEFAULT_GAME, game_names(), "game")
    mode = find_mode(wishes.mode, game) if wishes.mode is not None else None
    trouble = None if wishes.text else why_not()
    if trouble:
        print(trouble, file=sys.stderr, flush=True)
    if not wishes.text and not trouble:
        return speak(game, mode, wishes)
    if wishes.out is not None or wishes.keep:
        raise UsageError("What is only written is neither recorded nor kept. Leave out --out and --keep.")
    show(game, mode, wishes.seed)
    return 0


def speak(game: str, mode: str | None, wishes: DemoArguments) -> int:
    around = None if wishes.fast else find_audio_devices()
    aloud = around is not None and not around.problem and bool(around.speakers)
    if not wishes.fast and not aloud:
        print(NO_SPEAKER, file=sys.stderr, flush=True)
    with ExitStack() as closing:
        tape = closing.enter_context(RecordingFile(wishes.out)) if wishes.out is not None else None
        if aloud:
            speaker = Playback(report=lambda sentence: print(sentence, file=sys.stderr, flush=True))
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
