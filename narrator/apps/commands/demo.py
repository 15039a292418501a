"""`narrator demo`: play a whole game with synthetic players, spoken or printed."""

import sys
from contextlib import ExitStack
from math import inf

from narrator.apps.commands._command_arguments import DemoArguments
from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands._plan_from_arguments import game_names, match_mode
from narrator.apps.demo.text_demo import make_demo_plan, print_demo
from narrator.core.errors import UsageError
from narrator.core.installation import describe_missing_extra, is_extra_installed
from narrator.games import DEFAULT_GAME
from narrator.speech.devices.backend import find_audio_devices

FAST_WITHOUT_SPEAKER = "There is no speaker here, so the demo runs as fast as it can."


def run(arguments: DemoArguments) -> int:
    game = match_name(" ".join(arguments.game) or DEFAULT_GAME, game_names(), "game")
    mode = match_mode(arguments.mode, game) if arguments.mode is not None else None
    trouble = None if arguments.text else find_trouble()
    if trouble:
        print(trouble, file=sys.stderr, flush=True)
    if not arguments.text and not trouble:
        return play_aloud(game, mode, arguments)
    if arguments.out is not None:
        raise UsageError("A printed demo cannot be recorded. Leave out --out.")
    print_demo(game, mode, arguments.seed, keep=arguments.keep)
    if arguments.keep:
        print("\nThe story is on the shelf: narrator stories", file=sys.stderr)
    return 0


def find_trouble() -> str | None:
    """Say what is missing for a spoken demo, or return `None` if nothing is."""
    if not is_extra_installed("voice"):
        return f"The demo is printed. {describe_missing_extra('voice')}"
    from narrator.apps.demo.spoken_demo import why_not_spoken  # noqa: PLC0415 - needs the extra voice

    return why_not_spoken()


def play_aloud(game: str, mode: str | None, arguments: DemoArguments) -> int:
    # these modules need the extra voice
    from narrator.apps.demo.output import AloudDemoOutput, DemoOutput  # noqa: PLC0415
    from narrator.apps.demo.spoken_demo import DemoOptions, play_spoken_demo  # noqa: PLC0415
    from narrator.speech.devices.playback import Playback  # noqa: PLC0415
    from narrator.speech.tts.recording_output import RecordingFile  # noqa: PLC0415

    devices = None if arguments.fast else find_audio_devices()
    has_speaker = devices is not None and not devices.problem and bool(devices.speakers)
    if not arguments.fast and not has_speaker:
        print(FAST_WITHOUT_SPEAKER, file=sys.stderr, flush=True)
    with ExitStack() as closing:
        recording = closing.enter_context(RecordingFile(arguments.out)) if arguments.out is not None else None
        if has_speaker:
            speaker = Playback(report=lambda sentence: print(sentence, file=sys.stderr, flush=True))
            closing.callback(speaker.close)
            output: DemoOutput = AloudDemoOutput(sys.stdout, recording, speaker)
        else:
            output = DemoOutput(sys.stdout, recording)
        max_s = inf if arguments.minutes is None else 60 * arguments.minutes
        options = DemoOptions(arguments.noise, keep=arguments.keep, max_s=max_s)
        try:
            result = play_spoken_demo(make_demo_plan(game, mode, arguments.seed), output, options)
            output.write(f"\n{result.summary()}")
        except BaseException:
            output.abort()
            raise
        output.close()
    if arguments.out is not None:
        print(f"Written to {arguments.out}.")
    return 0
