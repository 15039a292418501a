"""What can be asked for before Cat Dice."""

from narrator.host.wish import Wish

OWN_DICE = Wish("own_dice", "ChooseDice", "chosen-dice", "you roll real dice and say what they show", "dice")
WISHES = (OWN_DICE,)
