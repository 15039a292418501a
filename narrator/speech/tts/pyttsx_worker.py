"""A process of its own, for one text: `python -m narrator.speech.tts.pyttsx_worker`.

pyttsx3 renders one text well and then never quite works again, so each text gets a fresh one. The process gets ready at
once and waits; then it takes one line of JSON (text, rate, file), writes the sound into the file and ends. All it says
is why it cannot. It imports as little as may be: it is started ahead, and one of them is always waiting.
"""

import ctypes
import json
import os
import signal
import sys
import threading
from typing import Any

RENDER_TIMEOUT_S = 30  # for one breath group. Engines need far less; one that cannot write the file never ends.


def main() -> int:
    told, sys.stdout = sys.stdout, sys.stderr  # pyttsx3 prints what it does
    try:
        engine = start_engine(sys.argv[1])
        asked = sys.stdin.readline()
        if not asked:
            return 0  # nobody needs it any more
        wish = json.loads(asked)
        engine.setProperty("rate", wish["rate"])
        engine.save_to_file(wish["text"], wish["file"])
        run_until_written(engine)
    except Exception as error:  # whatever the engines of three systems may raise: told in a sentence
        print(" ".join(str(error).split()) or type(error).__name__, file=told, flush=True)
        return 1
    return 0


def start_engine(language: str) -> Any:
    if sys.platform == "linux":
        load_bundled_espeak()
    import pyttsx3  # noqa: PLC0415  # finds the library only after it was borrowed

    engine = pyttsx3.init()
    if sys.platform == "linux":
        engine.setProperty("voice", language)
    elif chosen := find_voice(engine.getProperty("voices"), language):
        engine.setProperty("voice", chosen)
    return engine


def run_until_written(engine: Any) -> None:
    """Do what the engine was asked for, and come back when the file is whole."""
    if sys.platform == "linux":
        # not runAndWait, which calls off whatever eSpeak is doing before the text begins: eSpeak sets the rate on a
        # thread of its own, and where that has not happened yet, it never does, and the text is said at pyttsx3's own
        # 200 words a minute. This loop calls nothing off, and ends by itself when the file is written.
        signal.alarm(
            RENDER_TIMEOUT_S
        )  # else it would go on for ever where the folder is gone, and the narrator with it
        engine.startLoop()
        return
    finished = threading.Event()
    engine.connect("finished-utterance", lambda name, completed: finished.set())
    engine.runAndWait()
    if sys.platform == "darwin":  # SAPI has written it by now, and does not tell
        finished.wait(RENDER_TIMEOUT_S)


def load_bundled_espeak() -> None:
    """Load the library that espeakng-loader carries, so that pyttsx3 finds it without any system package."""
    try:
        import espeakng_loader  # noqa: PLC0415  # an extra, which may not be there
    except ImportError:
        return  # then the system's own, if it has one
    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    ctypes.CDLL(espeakng_loader.get_library_path(), mode=ctypes.RTLD_GLOBAL)


def find_voice(voices: Any, language: str) -> str | None:
    """The first voice that says it speaks this language; the system's usual one if none does."""
    for voice in voices:
        spoken = [
            known.decode(errors="ignore") if isinstance(known, bytes) else str(known) for known in voice.languages
        ]
        if any(known.strip("\x00\x05").replace("_", "-").lower().split("-")[0] == language for known in spoken):
            return str(voice.id)
    return None


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # not sys.exit: eSpeak's own thread may still be alive, and waiting for it can hang
    os._exit(code)
