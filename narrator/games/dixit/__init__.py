"""Dixit: moves, rules and host."""
