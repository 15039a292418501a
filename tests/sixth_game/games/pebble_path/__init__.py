"""Pebble Path: a small game of hidden pebbles and a story that grows by one sentence per stage."""
