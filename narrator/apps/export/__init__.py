"""Export a finished story as a book: EPUB, DAISY, MP3, large print, or for a children's player."""
