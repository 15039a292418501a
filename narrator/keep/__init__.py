"""What stays when the program is closed: the games and their moves."""
