"""What may be said at any time, whatever is played: hearing again, stopping, how it is spoken, and where we are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from narrator.games.hosting.host import LookUp
from narrator.language.lines.line import Verbosity
from narrator.language.lines.preferences import THEMES, Preferences, Theme
from narrator.storage.journal import Journal

RATE_STEP = 25
VOLUME_STEP = 15
PRINT_STEP = 1.25
NEXT_THEME: Mapping[Theme, Theme] = dict(zip(THEMES, (*THEMES[1:], THEMES[0]), strict=True))
ADJUSTMENTS: Mapping[str, tuple[str, Callable[[Preferences], Preferences]]] = {
    "Louder": ("louder", lambda manner: manner.louder(VOLUME_STEP)),
    "Softer": ("softer", lambda manner: manner.louder(-VOLUME_STEP)),
    "Faster": ("faster", lambda manner: manner.faster(RATE_STEP)),
    "Slower": ("slower", lambda manner: manner.faster(-RATE_STEP)),
    "SayLess": ("say-less", lambda manner: replace(manner, verbosity=Verbosity.BRIEF)),
    "SayMore": ("say-more", lambda manner: replace(manner, verbosity=Verbosity.FULL)),
    "SoundsOff": ("sounds-off", lambda manner: replace(manner, cues=0)),
    "SoundsOn": ("sounds-on", lambda manner: manner.with_cues(VOLUME_STEP)),
    "SoundsLouder": ("sounds-on", lambda manner: manner.with_cues(VOLUME_STEP)),
    "SoundsSofter": ("sounds-softer", lambda manner: manner.with_cues(-VOLUME_STEP)),
    "OtherVoice": ("other-voice", lambda manner: replace(manner, other_voice=not manner.other_voice)),
    "Bigger": ("bigger", lambda manner: manner.with_print_size(round(manner.size * PRINT_STEP))),
    "Smaller": ("smaller", lambda manner: manner.with_print_size(round(manner.size / PRINT_STEP))),
    "OtherColours": ("other-colours", lambda manner: replace(manner, theme=NEXT_THEME[manner.theme])),
}
"""What changes the way of speaking: the line that says so, and how it is spoken then."""
PAGES = frozenset({"OpenWindow", "CloseWindow", "NewPhone", "NoPhone", "HowSecret"})
"""What is about the window, and everybody's phone."""
MANNERS = PAGES | {"Repeat", "RepeatSlower", "Earlier", "Stop", "TakeTime", "Pause", "GoOn", "Quit", *ADJUSTMENTS}
INTERRUPTING = frozenset({"Stop", "Pause", "Repeat", "Louder", "Softer"})
"""What interrupts the narrator whatever it is saying."""

LOOK_UPS = {
    "Scores": LookUp.SCORES,
    "Role": LookUp.ROLE,
    "PageAgain": LookUp.PAGE,
    "Clue": LookUp.CLUE,
    "Story": LookUp.STORY,
    "Options": LookUp.OPTIONS,
    "Dice": LookUp.DICE,
    "Round": LookUp.ROUND,
}
"""What is looked up at the table, by the kind of phrase that asks for it."""
AT_ANY_TIME = frozenset(LOOK_UPS) | {
    *("Help", "WhatCanISay", "WhoseTurn", "WhoIsAwaited", "Playing", "MyCards", "Sheet", "HowToPlay"),
    *("TellMore", "TellAll"),
    *("Undo", "NewPlayer", "SomeoneLeaves"),
}
ABOUT_ONE = frozenset({"CardAgain", "CardsLeft", "Owner", "Teller", "TheirVote", "WhatIs"})
"""Questions about one thing at the table."""
ENDINGS = frozenset({"Recollect", "TellIt", "Bedtime", "SamePlayers"})
"""What can be done with a game that is over, right after it and on another evening."""
AT_THE_TABLE = AT_ANY_TIME | ABOUT_ONE
"""What may be asked while a game is played."""


# --- how each player likes it --------------------------------------------------------------------


def kept_manner(journal: Journal, player: str) -> Preferences | None:
    """As this player likes it, if that is known."""
    kept = journal.find_note("player", player)
    return Preferences.from_json(kept) if kept else None


def keep_manner(
    journal: Journal, manner: Preferences, before: Preferences, players: Sequence[str], asked: str | None
) -> None:
    """From now on, for everybody at the table; how much is said, for the one who is asked."""
    if asked in players and manner.verbosity is not before.verbosity:
        players, before = [str(asked)], replace(before, verbosity=manner.verbosity)
    for name in players:
        verbosity = before.verbosity if len(players) == 1 else (kept_manner(journal, name) or before).verbosity
        journal.save_note("player", name, replace(manner, verbosity=verbosity).to_json())
