"""The shelf: the stories of finished games, to be found, told again and taken along."""
