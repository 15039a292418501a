"""Finished stories: list, search, retell, rename and forget them."""
