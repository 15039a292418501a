"""What can be asked for before Dixit Odyssey."""

from narrator.games.hosting.wish import SHORT, GameWish

TIMES = GameWish(
    "times",
    "ChooseTimes",
    "chosen-times",
    "at a party and in teams, how often everybody is the storyteller: 1 to 3",
    "rounds to count",
    (1, 2, 3),
)
WISHES = (TIMES, SHORT)
