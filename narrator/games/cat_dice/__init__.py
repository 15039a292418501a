"""Cat Dice: its moves, its rules, its host, and its dice in words."""
