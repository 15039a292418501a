"""Voices of characters: by nature, stable, different, and as loud as their manner wants."""

import pytest

from narrator.language.content.direction import Manner, story_sounds
from narrator.language.lines.attribution import SpokenPart
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cues import load_story_sound
from narrator.speech.tts.render import VOICE_LEVEL_DBFS
from narrator.speech.tts.role_voices import (
    NARRATOR_DELIVERY,
    OTHER_VOICES,
    VOICES_BY_NATURE,
    cast_voices,
    plan_delivery,
)
from tests.apps.export.audio_checks import make_tone


def test_mouse_and_giant_get_voices_of_their_nature():
    voices = cast_voices(["mouse", None, "giant", "polar bear"], "en")
    assert voices["mouse"] in VOICES_BY_NATURE["small"]
    assert {voices["giant"], voices["polar bear"]} <= set(VOICES_BY_NATURE["big"])
    assert voices["mouse"].pitch > 1 > voices["giant"].pitch


def test_characters_of_one_story_get_different_voices():
    speakers = [f"creature {letter}" for letter in "abcdefgh"]
    voices = cast_voices(speakers, "en")
    assert len(set(voices.values())) == len(speakers) == len(OTHER_VOICES)
    assert voices == cast_voices(speakers * 2, "en")


def test_another_voice_changes_only_the_one_character():
    speakers = ["mouse", "hedgehog", "giant"]
    usual, *changed = (cast_voices(speakers, "en", {"mouse": count}) for count in range(4))
    assert len({usual["mouse"], *(voices["mouse"] for voices in changed)}) == 4
    assert all(voices | {"mouse": usual["mouse"]} == usual for voices in changed)


def test_whisper_is_softer_and_slower_and_shout_is_louder():
    whisper, shout = (
        plan_delivery(SpokenPart("Hush.", None, manner), {}) for manner in (Manner.WHISPERED, Manner.SHOUTED)
    )
    voice = make_tone(1.0).normalised(VOICE_LEVEL_DBFS)
    assert whisper.apply_gain(voice).voice_level == pytest.approx(VOICE_LEVEL_DBFS - 8, abs=0.2)
    assert shout.apply_gain(voice).voice_level == pytest.approx(VOICE_LEVEL_DBFS + 3, abs=0.2)
    assert whisper.live_rate(175) < NARRATOR_DELIVERY.live_rate(175) == 175


def test_pitch_changes_without_changing_the_speed_of_the_words():
    delivery = plan_delivery(SpokenPart("Hush.", "mouse"), cast_voices(["mouse"], "en"))
    assert delivery.voice is not None
    asked = make_tone(175 / delivery.live_rate(175))  # a voice that speaks as slowly as it is asked to
    shifted = delivery.shift_pitch(asked)
    assert shifted.rate == asked.rate
    assert shifted.seconds == pytest.approx(1 / delivery.rate, abs=0.01)


@pytest.mark.parametrize("name", sorted(story_sounds()))
def test_story_sound_is_short_and_softer_than_a_voice(name):
    sound: Pcm = load_story_sound(name)
    assert 0.05 < sound.seconds <= 2.0
    assert sound.voice_level <= VOICE_LEVEL_DBFS - 5
    assert sound.peak <= -12
