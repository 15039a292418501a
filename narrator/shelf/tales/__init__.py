"""How each game's story is told again."""
