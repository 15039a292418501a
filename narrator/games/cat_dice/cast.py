"""What is remembered of an evening with dice: who had the best rolls."""

from narrator.box.content import Box
from narrator.games.cat_dice.moves import Filled
from narrator.host.cast import Cast, of_players
from narrator.host.retelling import Played
from narrator.tell.wording import Wording

BEST = 3
"""So many rolls are worth remembering."""


def cast_of(played: Played, box: Box, wording: Wording) -> Cast:
    rolls = sorted((event for event in played.events if isinstance(event, Filled)), key=lambda each: -each.points)
    moments = [
        (
            each.seat,
            wording.phrase("recall-lucky"),
            wording.phrase("recall-roll", points=each.points, category=each.category),
        )
        for each in rolls[:BEST]
    ]
    return of_players(wording.say("recall-dice"), moments, played.players)
