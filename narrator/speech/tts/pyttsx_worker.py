"""A process that renders one text with pyttsx3: `python -m narrator.speech.tts.pyttsx_worker VOICE`.

pyttsx3 renders one text well and is unreliable afterwards, so each text gets a fresh process. The process loads the
engine at once and waits; then it reads one line of JSON (text, rate, file), writes the sound to the file and exits. Its
only output is an error message. It imports as little as possible, because spare processes are started ahead.
"""

import json
import os
import signal
import sys
import threading
from typing import Any

RENDER_TIMEOUT_S = 30
"""The limit for one sentence. Engines need far less, but one that cannot write its file never ends."""


def main() -> int:
    """Render one text. Print the reason and return 1 if that fails."""
    output, sys.stdout = sys.stdout, sys.stderr  # pyttsx3 prints progress messages
    try:
        engine = start_engine(sys.argv[1])
        line = sys.stdin.readline()
        if not line:
            return 0  # the parent has closed the pipe
        job = json.loads(line)
        engine.setProperty("rate", job["rate"])
        engine.save_to_file(job["text"], job["file"])
        run_until_written(engine)
    except Exception as error:  # the engines of three systems raise all kinds of errors
        print(" ".join(str(error).split()) or type(error).__name__, file=output, flush=True)
        return 1
    return 0


def start_engine(voice: str) -> Any:
    """Start pyttsx3 with this eSpeak voice, or, on other systems, with a voice for this language."""
    import pyttsx3  # noqa: PLC0415  # optional

    engine = pyttsx3.init()
    if sys.platform == "linux":
        engine.setProperty("voice", voice)
    elif chosen := find_voice(engine.getProperty("voices"), voice):
        engine.setProperty("voice", chosen)
    return engine


def run_until_written(engine: Any) -> None:
    """Run the engine until the file is complete."""
    if sys.platform == "linux":
        # Not runAndWait: it first cancels everything that eSpeak is doing. eSpeak sets the rate in its own thread; if
        # that is cancelled, the text is spoken at pyttsx3's default of 200 words per minute. This loop cancels nothing
        # and ends when the file is written. Where the folder was deleted it never ends, hence the alarm.
        signal.alarm(RENDER_TIMEOUT_S)
        engine.startLoop()
        return
    finished = threading.Event()
    engine.connect("finished-utterance", lambda name, completed: finished.set())
    engine.runAndWait()
    if sys.platform == "darwin":  # SAPI has written the file by now, and sends no event
        finished.wait(RENDER_TIMEOUT_S)


def find_voice(voices: Any, language: str) -> str | None:
    """Return the id of the first voice for this language; None for the system's default voice."""
    for voice in voices:
        languages = [name.decode(errors="ignore") if isinstance(name, bytes) else str(name) for name in voice.languages]
        if any(name.strip("\x00\x05").replace("_", "-").lower().split("-")[0] == language for name in languages):
            return str(voice.id)
    return None


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # not sys.exit, which waits for eSpeak's thread and can hang
    os._exit(code)
