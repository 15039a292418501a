"""The story box: everything that can be told, and what a family adds to it."""
