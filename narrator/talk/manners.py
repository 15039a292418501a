"""Manners: what works in every state, whatever is played. Hearing again, stopping, going on, and how it is spoken."""

from collections.abc import Sequence
from dataclasses import replace

from narrator.keep.journal import Journal
from narrator.tell.lines import Verbosity
from narrator.tell.outbox import THEMES, Manner

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
    "Bigger": "bigger",
    "Smaller": "smaller",
    "OtherColours": "other-colours",
}
"""What changes the way of speaking, and the line that says so."""
PAGES = frozenset({"OpenWindow", "CloseWindow", "NewPhone", "NoPhone", "HowSecret"})
"""What is about the window, and everybody's phone."""
MANNERS = PAGES | {"Repeat", "RepeatSlower", "Earlier", "Stop", "TakeTime", "Pause", "GoOn", "Quit", *ADJUSTMENTS}
INTERRUPTING = frozenset({"Stop", "Pause", "Repeat", "Louder", "Softer"})
"""What interrupts the narrator whatever it is saying."""
RATE_STEP = 25
VOLUME_STEP = 15
PRINT_STEP = 1.25


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
        case "Bigger":
            return manner.printed(round(manner.size * PRINT_STEP))
        case "Smaller":
            return manner.printed(round(manner.size / PRINT_STEP))
        case "OtherColours":
            return replace(manner, theme=THEMES[(THEMES.index(manner.theme) + 1) % len(THEMES)])
        case _:
            return replace(manner, other_voice=not manner.other_voice)


# --- how each player likes it --------------------------------------------------------------------


def kept_manner(journal: Journal, player: str) -> Manner | None:
    """As this player likes it, if that is known."""
    kept = journal.noted("player", player)
    return Manner.read(kept) if kept else None


def keep_manner(journal: Journal, manner: Manner, before: Manner, players: Sequence[str], asked: str | None) -> None:
    """From now on, for everybody at the table; how much is said, for the one who is asked."""
    if asked in players and manner.verbosity is not before.verbosity:
        players, before = [str(asked)], replace(before, verbosity=manner.verbosity)
    for name in players:
        verbosity = before.verbosity if len(players) == 1 else (kept_manner(journal, name) or before).verbosity
        journal.note("player", name, replace(manner, verbosity=verbosity).written())


def verbosity_for(journal: Journal, asked: str | None, manner: Manner) -> Verbosity:
    """As much as the one who is asked at a table likes to hear; else as before."""
    if asked is None:
        return manner.verbosity
    kept = kept_manner(journal, asked)
    return kept.verbosity if kept else Verbosity.FULL
