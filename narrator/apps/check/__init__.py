"""The checks of `narrator check`: every mistake that an author of a story pack can make.

Each module checks one subject and yields findings. `run.check_content` reads a folder and runs all checks.
"""
