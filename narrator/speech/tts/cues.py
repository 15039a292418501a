"""Load the cues: short sounds in `audio/`, made by `audio/make_cues.py`."""

from functools import cache

import soundfile

from narrator.core.errors import DataMissing
from narrator.core.paths import data_folder
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Cue


@cache
def load_cue(cue: Cue) -> Pcm:
    """Return the sound of the cue, or raise `DataMissing`."""
    try:
        return Pcm.from_array(*soundfile.read(data_folder("audio") / f"{cue}.ogg", dtype="int16"))
    except (OSError, soundfile.LibsndfileError) as error:
        raise DataMissing(f"The sound “{cue}” cannot be read ({error}). Install Narrator again.") from error
