"""What can be done in each game (moves, imperatives) and what can happen (events, past tense)."""
