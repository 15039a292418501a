"""Terminal input and output: typing, the booth keyboard, printed lines."""
