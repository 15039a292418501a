"""Cues: short sounds that say something without words. They lie in `audio/`, made by the script beside them."""

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from narrator.core.errors import DataMissing
from narrator.core.paths import data_folder

if TYPE_CHECKING:
    from narrator.speech.pcm import Pcm


class Cue(StrEnum):
    LISTENING = "listening"
    HEARD = "heard"
    YOUR_TURN = "your-turn"
    PAGE_TURN = "page-turn"
    DICE = "dice"
    WIN = "win"
    WAITING = "waiting"
    MUSIC = "music"  # no cue, but what hides a whisper. Its end goes on into its beginning.


@cache
def load(cue: Cue) -> "Pcm":
    import soundfile  # noqa: PLC0415 - the names of the cues are for those, too, who only read

    from narrator.speech.pcm import Pcm  # noqa: PLC0415 - as above

    try:
        return Pcm.of(*soundfile.read(data_folder("audio") / f"{cue}.ogg", dtype="int16"))
    except (OSError, soundfile.LibsndfileError) as error:
        raise DataMissing(f"The sound of {cue} cannot be read ({error}). Install Narrator again.") from error
