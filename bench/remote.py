"""Measure a recogniser and a voice that are reached by the Wyoming protocol.

    python -m bench.remote                                          # servers in this process, with Vosk and hibari
    python -m bench.remote --ears wyoming://HOST:PORT --voice wyoming://HOST:PORT

"transcript" is the time from the end of an utterance, which is `ENDPOINT_SILENCE_S` after the last word, to its words.
"voice" is the time from a text to its whole sound over the protocol, and "here" the same by hibari in this process.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from narrator.speech.asr.vosk_model import load_recogniser_model
from narrator.speech.remote.remote_input import ENDPOINT_SILENCE_S, transcribe
from narrator.speech.remote.remote_voice import RemoteRenderer
from narrator.speech.remote.server import parse_server
from narrator.speech.tts.hibari import HibariRenderer
from tests.support.wyoming_server import VoiceHandler, VoskHandler, wyoming_server

SENTENCES = ("Three.", "I vote for the third one, please.", "The hedgehog, because he is the only one who can swim.")
ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ears", help="the address of a recogniser", metavar="ADDRESS")
    parser.add_argument("--voice", help="the address of a voice", metavar="ADDRESS")
    arguments = parser.parse_args()
    here = HibariRenderer()
    here.load()
    with ExitStack() as closing:
        ears = (
            parse_server(arguments.ears)
            if arguments.ears
            else closing.enter_context(wyoming_server(partial(VoskHandler, load_recogniser_model())))
        )
        voice = (
            parse_server(arguments.voice)
            if arguments.voice
            else closing.enter_context(wyoming_server(partial(VoiceHandler, here)))
        )
        renderer = RemoteRenderer(voice)
        renderer.load()
        print(f"endpoint {ENDPOINT_SILENCE_S:.2f} s; ears {ears}, voice {voice}; median of {ROUNDS}")
        print(f"{'sound':>7} {'transcript':>10} {'voice':>7} {'here':>7}  text → transcript")
        for sentence in SENTENCES:
            sound = here.render(sentence, 175)
            heard = sound.resampled(16000)
            transcript = transcribe(ears, heard, "en")
            times = [
                statistics.median(measure(call) for _ in range(ROUNDS))
                for call in (
                    partial(transcribe, ears, heard, "en"),
                    partial(renderer.render, sentence, 175),
                    partial(here.render, sentence, 175),
                )
            ]
            print(
                f"{sound.seconds:6.1f}s {times[0]:9.2f}s {times[1]:6.2f}s {times[2]:6.2f}s  {sentence} → {transcript}"
            )


def measure(call: Callable[[], object]) -> float:
    started = time.monotonic()
    call()
    return time.monotonic() - started


if __name__ == "__main__":
    main()
