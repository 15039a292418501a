"""From words to what was meant: the grammar, numbers, names."""
