"""From words to meaning and from events to words, with the texts of the content packs."""
