"""One module per command: its help as docstring, `HELP`, `add_arguments(parser)` and `run(arguments) -> int`."""
