"""The intents that work at any time, grouped by what answers them, and the preferences of players.

An intent is the name of a kind of phrase in `grammars/`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from narrator.games.hosting.host import LookUp
from narrator.language.lines.line import Verbosity
from narrator.language.lines.preferences import THEMES, Preferences, Theme
from narrator.storage.journal import Journal

RATE_STEP = 25
"""Words per minute for each "faster" or "slower"."""
VOLUME_STEP = 15
"""Percent for each "louder" or "softer"."""
PRINT_FACTOR = 1.25
"""Factor of the print size for each "bigger" or "smaller"."""
NEXT_THEME: Mapping[Theme, Theme] = dict(zip(THEMES, (*THEMES[1:], THEMES[0]), strict=True))

ADJUSTMENTS: Mapping[str, tuple[str, Callable[[Preferences], Preferences]]] = {
    "Louder": ("louder", lambda before: before.louder(VOLUME_STEP)),
    "Softer": ("softer", lambda before: before.louder(-VOLUME_STEP)),
    "Faster": ("faster", lambda before: before.faster(RATE_STEP)),
    "Slower": ("slower", lambda before: before.faster(-RATE_STEP)),
    "SayLess": ("say-less", lambda before: replace(before, verbosity=Verbosity.BRIEF)),
    "SayMore": ("say-more", lambda before: replace(before, verbosity=Verbosity.FULL)),
    "SoundsOff": ("sounds-off", lambda before: replace(before, cues=0)),
    "SoundsOn": ("sounds-on", lambda before: before.with_cues(VOLUME_STEP)),
    "SoundsLouder": ("sounds-on", lambda before: before.with_cues(VOLUME_STEP)),
    "SoundsSofter": ("sounds-softer", lambda before: before.with_cues(-VOLUME_STEP)),
    "OtherVoice": ("other-voice", lambda before: replace(before, other_voice=not before.other_voice)),
    "Bigger": ("bigger", lambda before: before.with_print_size(round(before.size * PRINT_FACTOR))),
    "Smaller": ("smaller", lambda before: before.with_print_size(round(before.size / PRINT_FACTOR))),
    "OtherColours": ("other-colours", lambda before: replace(before, theme=NEXT_THEME[before.theme])),
}
"""How the narrator speaks and looks, by intent: the line that announces the change, and the change."""

SCREEN_INTENTS = frozenset({"OpenWindow", "CloseWindow", "NewPhone", "NoPhone", "NewCode", "OtherAddress", "HowSecret"})
"""Intents about the big screen and the phones."""
EVERYWHERE_INTENTS = SCREEN_INTENTS | {
    *("Repeat", "RepeatSlower", "Earlier", "Stop", "TakeTime", "Pause", "GoOn", "Quit"),
    *ADJUSTMENTS,
}
"""Intents that mean the same in every topic; the conversation answers them."""
INTERRUPTING_INTENTS = frozenset({"Stop", "Pause", "Repeat", "Louder", "Softer"})
"""Intents that count while the narrator tells the story."""

LOOKUP_BY_INTENT = {
    "Scores": LookUp.SCORES,
    "Role": LookUp.ROLE,
    "PageAgain": LookUp.PAGE,
    "Clue": LookUp.CLUE,
    "Story": LookUp.STORY,
    "Options": LookUp.OPTIONS,
    "Dice": LookUp.DICE,
    "Round": LookUp.ROUND,
}
"""The kind of look-up in the game, by intent."""
REQUEST_INTENTS = frozenset(LOOKUP_BY_INTENT) | {
    *("Help", "WhatCanISay", "WhoseTurn", "WhoIsAwaited", "Playing", "MyCards", "Sheet", "HowToPlay"),
    *("TellMore", "TellAll"),
    *("Undo", "NewPlayer", "SomeoneLeaves"),
}
"""Requests that every topic understands."""
ITEM_REQUEST_INTENTS = frozenset({"CardAgain", "CardsLeft", "Owner", "Teller", "TheirVote", "WhatIs"})
"""Requests about one thing in the game."""
GAME_REQUEST_INTENTS = REQUEST_INTENTS | ITEM_REQUEST_INTENTS
"""Requests that a game understands."""
AFTER_GAME_INTENTS = frozenset({"Recollect", "TellIt", "Bedtime", "SamePlayers", "InMyVoice", "YouReadIt"})
"""What can be done with a finished game, right after it and on another evening."""


# --- the preferences of players ------------------------------------------------------------------


def load_preferences(journal: Journal, player: str) -> Preferences | None:
    """Return how the narrator should speak to this player, if that is stored."""
    stored = journal.find_note("player", player)
    return Preferences.from_json(stored) if stored else None


def save_preferences(
    journal: Journal, wanted: Preferences, before: Preferences, players: Sequence[str], asked: str | None
) -> None:
    """Store the preferences for all players at the table.

    A change of verbosity is for the asked player only, or for everybody if nobody in particular is asked. Any other
    change leaves the verbosity of each player as it is.
    """
    changes_verbosity = wanted.verbosity is not before.verbosity
    if asked in players and changes_verbosity:
        players = [str(asked)]
    notes = []
    for name in players:
        kept = load_preferences(journal, name) or Preferences()
        verbosity = wanted.verbosity if changes_verbosity else kept.verbosity
        notes.append(("player", name, replace(wanted, verbosity=verbosity).to_json()))
    journal.save_notes(notes)  # in one transaction, because each waits for the disk


MAKING_MODES: Mapping[str, str] = {"MakeStory": "made up", "MakeCard": "your own card"}
"""By intent: the mode of the making game."""
