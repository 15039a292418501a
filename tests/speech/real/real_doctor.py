"""The doctor in a house with sound: it hears somebody speak, and is heard."""

import json
import os
import subprocess
import sys
from pathlib import Path

from narrator.speech.pcm import Pcm
from narrator.speech.tts.system import SystemRenderer
from tests.support.pulse_house import SPEAKER, House, Way


def test_it_hears_and_is_heard(house: House, tmp_path: Path) -> None:
    voice = SystemRenderer("en")
    one = voice.render("Hello narrator, can you hear me?", 150).normalised()
    voice.close()
    words = Pcm.join([one, Pcm.silence(0.5, one.rate)] * 4)
    with house.listening(SPEAKER) as room:
        examination = subprocess.Popen(
            [sys.executable, "-m", "narrator", "doctor", "--json"],
            env=os.environ | {"NARRATOR_HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        house.say(words)
        out, _ = examination.communicate(timeout=60)
        sounding = room.heard().trimmed(0, 0).seconds
    report = json.loads(out)
    found = {finding["what"]: finding for finding in report["findings"]}
    assert examination.returncode == 0
    assert found["Microphone test"]["works"] == "fine", found["Microphone test"]
    assert found["Sound"]["works"] == "fine"
    assert found["Sound"]["said"].startswith("PortAudio" if house.way is Way.PORTAUDIO else "miniaudio")
    if found["Voice"]["works"] == "fine":
        assert found["Spoken test"]["works"] == "fine", found["Spoken test"]
        assert sounding > 2
