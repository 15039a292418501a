"""`narrator demo`: a whole game with synthetic players, printed or spoken."""
