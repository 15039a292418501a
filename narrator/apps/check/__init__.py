"""What `narrator check` looks for: everything an author can get wrong, found before anybody hears it.

Each module knows one subject and yields findings; `run.check` reads a folder and asks them all.
"""
