"""One module per command, with `run(wishes) -> int`; what can be wished, and the help, stand in `_options`."""
