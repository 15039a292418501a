"""What can be asked for before Cat Dice."""

from narrator.games.hosting.wish import GameWish

OWN_DICE = GameWish("own_dice", "ChooseDice", "chosen-dice", "you roll real dice and say what they show", "dice")
WISHES = (OWN_DICE,)
