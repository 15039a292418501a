"""The narrator's voice on a phone: only for texts on that phone, and as a sound that browsers play."""

import io

import soundfile

from narrator.apps.window.messages import ReadAloud
from narrator.apps.window.phone_voice import PhoneVoice


def test_phone_hears_its_own_page_and_no_other() -> None:
    voice = PhoneVoice()
    voice.set_reading("Lily", [ReadAloud(part="question", text="Which is Nick's?", sound="a1")])
    voice.set_reading("Nick", [ReadAloud(part="card 1", text="Number 1: the rowboat.", sound="b2")])
    try:
        spoken = voice.find_sound("Lily", "a1")
        assert spoken is not None
        samples, rate = soundfile.read(io.BytesIO(spoken))
        assert len(samples) > 0.5 * rate
        assert voice.find_sound("Lily", "b2") is None
        voice.set_reading("Lily", [])
        assert voice.find_sound("Lily", "a1") is None
    finally:
        voice.close()


def test_every_phone_gets_the_cue_for_its_turn() -> None:
    cue = PhoneVoice().find_sound("Lily", "your-turn")
    assert cue is not None
    assert soundfile.info(io.BytesIO(cue)).format == "WAV"
