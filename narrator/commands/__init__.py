"""One module per command: its help as docstring, perhaps `EXAMPLES`, and `run(wishes) -> int`.

The dataclass of the wishes says which options there are (see `_arguments`).
"""
