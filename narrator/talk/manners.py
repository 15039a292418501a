"""Manners: what works in every state, whatever is played. Hearing again, stopping, going on, and how it is spoken."""

from dataclasses import replace

from narrator.tell.lines import Verbosity
from narrator.tell.outbox import Manner

ADJUSTMENTS = {
    "Louder": "louder",
    "Softer": "softer",
    "Faster": "faster",
    "Slower": "slower",
    "SayLess": "say-less",
    "SayMore": "say-more",
    "SoundsOff": "sounds-off",
    "SoundsOn": "sounds-on",
    "SoundsLouder": "sounds-on",
    "SoundsSofter": "sounds-softer",
    "OtherVoice": "other-voice",
}
"""What changes the way of speaking, and the line that says so."""
MANNERS = frozenset({"Repeat", "RepeatSlower", "Earlier", "Stop", "TakeTime", "Pause", "GoOn", "Quit", *ADJUSTMENTS})
INTERRUPTING = frozenset({"Stop", "Pause", "Repeat", "Louder", "Softer"})
"""What is listened for while the narrator speaks."""
RATE_STEP = 25
VOLUME_STEP = 15


def adjusted(manner: Manner, intent: str) -> Manner:
    """The manner that was wished for."""
    match intent:
        case "Louder":
            return manner.louder(VOLUME_STEP)
        case "Softer":
            return manner.louder(-VOLUME_STEP)
        case "Faster":
            return manner.faster(RATE_STEP)
        case "Slower":
            return manner.faster(-RATE_STEP)
        case "SayLess":
            return replace(manner, verbosity=Verbosity.BRIEF)
        case "SayMore":
            return replace(manner, verbosity=Verbosity.FULL)
        case "SoundsOff":
            return replace(manner, cues=0)
        case "SoundsOn" | "SoundsLouder":
            return manner.with_cues(VOLUME_STEP)
        case "SoundsSofter":
            return manner.with_cues(-VOLUME_STEP)
        case _:
            return replace(manner, other_voice=not manner.other_voice)
