"""Benchmarks, run as `python -m bench.<name>`."""

import narrator  # noqa: F401 - before numpy is imported: sets the number of its threads
