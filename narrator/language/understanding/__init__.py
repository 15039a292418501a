"""Grammar and understanding: from words to meaning."""
