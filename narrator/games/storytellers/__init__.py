"""Storytellers: moves, rules, host and retelling."""
