"""Options of Dixit Odyssey."""

from narrator.games.hosting.options import SHORT_GAME, GameOption

TIMES_TELLING = GameOption(
    "times",
    "ChooseTimes",
    "chosen-times",
    "at a party and in teams, how often everybody is the storyteller: 1 to 3",
    "rounds to count",
    (1, 2, 3),
)
OPTIONS = (TIMES_TELLING, SHORT_GAME)
