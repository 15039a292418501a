"""Load the cues, short sounds in `audio/`, and the sounds of stories in `audio/story/`.

The scripts `tools/make_cues.py` and `tools/make_story_sounds.py` make them.
"""

from functools import cache

import soundfile

from narrator.core.errors import DataMissing
from narrator.core.paths import data_folder
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Cue

STORY_SOUND_DBFS = -24.0
"""The highest level of a story sound: 6 dB below a voice."""


@cache
def load_cue(cue: Cue) -> Pcm:
    """Return the sound of the cue, or raise `DataMissing`."""
    return _load_sound(cue)


@cache
def load_story_sound(name: str) -> Pcm:
    """Return a sound of stories, softer than a voice, or raise `DataMissing`."""
    sound = _load_sound(f"story/{name}")
    return sound.amplified(min(0.0, STORY_SOUND_DBFS - sound.voice_level))


def _load_sound(name: str) -> Pcm:
    try:
        return Pcm.from_array(*soundfile.read(data_folder("audio") / f"{name}.ogg", dtype="int16"))
    except (OSError, soundfile.LibsndfileError) as error:
        raise DataMissing(f"The sound “{name}” cannot be read ({error}). Install Narrator again.") from error
