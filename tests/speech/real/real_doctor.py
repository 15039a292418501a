"""`narrator doctor` with real streams, on the two libraries that it names."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.system import SystemRenderer
from tests.support.virtual_audio import SPEAKER, AudioRoute, VirtualAudio

ROUTES = [AudioRoute.PORTAUDIO, AudioRoute.MINIAUDIO]


@pytest.mark.parametrize("audio_of_session", ROUTES, indirect=True, scope="session")
def test_doctor_records_and_plays(audio: VirtualAudio, tmp_path: Path) -> None:
    voice = SystemRenderer("en")
    sentence = voice.render("Hello narrator, can you hear me?", 150).normalised()
    voice.close()
    words = Pcm.join([sentence, Pcm.silence(0.5, sentence.rate)] * 4)
    with audio.record(SPEAKER) as room:
        examination = subprocess.Popen(
            [sys.executable, "-m", "narrator", "doctor", "--json"],
            env=os.environ | {"NARRATOR_HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        audio.play(words)
        out, _ = examination.communicate(timeout=60)
        audible_s = room.to_pcm().trimmed(0, 0).seconds
    report = json.loads(out)
    found = {finding["what"]: finding for finding in report["findings"]}
    assert examination.returncode == 0
    assert found["Microphone test"]["works"] == "fine", found["Microphone test"]
    assert found["Sound"]["works"] == "fine"
    assert found["Sound"]["said"].startswith("PortAudio" if audio.route is AudioRoute.PORTAUDIO else "miniaudio")
    if found["Voice"]["works"] == "fine":
        assert found["Spoken test"]["works"] == "fine", found["Spoken test"]
        assert audible_s > 2
