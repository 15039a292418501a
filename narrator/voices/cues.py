"""Cues: short sounds that say something without words. They lie in `audio/`, made by the script beside them."""

from enum import StrEnum
from functools import cache

import soundfile

from narrator.data import data_folder
from narrator.errors import DataMissing
from narrator.sound.pcm import Pcm


class Cue(StrEnum):
    LISTENING = "listening"
    HEARD = "heard"
    YOUR_TURN = "your-turn"
    PAGE_TURN = "page-turn"
    DICE = "dice"
    WIN = "win"
    WAITING = "waiting"
    MUSIC = "music"
    """No cue, but what hides a whisper. Its end goes on into its beginning."""


@cache
def load(cue: Cue) -> Pcm:
    """The sound, read once."""
    try:
        numbers, rate = soundfile.read(data_folder("audio") / f"{cue}.ogg", dtype="int16")
    except (OSError, soundfile.LibsndfileError) as error:
        raise DataMissing(f"The sound of {cue} cannot be read ({error}). Install Narrator again.") from error
    return Pcm.of(numbers, rate)
