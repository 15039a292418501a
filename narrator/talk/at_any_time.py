"""What may be asked at any time, whatever is played: where we are, what to do, who comes and goes."""

from narrator.host.port import LookUp

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
