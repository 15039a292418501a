"""Understanding what is said, deciding what it means at this table, and finding words for the answer."""
