"""Options of Cat Dice."""

from narrator.games.hosting.options import GameOption

OWN_DICE = GameOption("own_dice", "ChooseDice", "chosen-dice", "you roll real dice and say what they show", "dice")
OPTIONS = (OWN_DICE,)
