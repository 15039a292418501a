"""Dixit Odyssey: moves, rules and host."""
