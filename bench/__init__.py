"""What is measured, not tested: `python -m bench.<name>`."""

import narrator  # noqa: F401 - before numpy comes: it says with how many threads that computes
