"""Taking a story along: an EPUB that reads itself, a DAISY book, MP3 files, a page in large print."""
