"""Pebble Path: a small game of hidden pebbles and a story that grows by a sentence in every round."""
