"""Seats, moves, events, cards and the `Game` protocol: what every other layer builds on."""
