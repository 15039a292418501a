"""Cat Dice: moves, rules, host, and dice in words."""
