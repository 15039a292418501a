"""Dixit: its moves, its rules and its host."""
